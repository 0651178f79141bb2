/** Kinds of change that Stryker does not have. */
import { createRequire } from "node:module"
import { spread } from "./spread.ts"

/** What is read of a node of Babel's syntax tree. */
export interface SyntaxNode {
  readonly type: string
  readonly [field: string]: unknown
}

/** What is read of Babel's path to a node. */
export interface SyntaxPath {
  readonly node: SyntaxNode
  readonly parent: SyntaxNode
  /** The path to a part: "body.1". */
  get(key: string): SyntaxPath
  /** The code of the node. */
  toString(): string
}

/** A kind of change as Stryker's instrumenter takes it. */
export interface ChangeKind {
  readonly name: string
  readonly mutate: (path: SyntaxPath, context?: unknown) => Iterable<SyntaxNode>
}

/** One of so many changes, drawn by the seed. */
export interface Draw {
  readonly oneIn: number
  readonly seed: string
}

/** The kinds with the drawn changes alone. */
export const drawn = (kinds: readonly ChangeKind[], { oneIn, seed }: Draw): readonly ChangeKind[] =>
  kinds.map((kind) => ({
    ...kind,
    *mutate(path, context) {
      let nth = 0
      for (const change of kind.mutate(path, context)) {
        nth += 1
        if (spread(`${seed} ${kind.name} ${path.node.start} ${nth}`) % oneIn === 0) yield change
      }
    },
  }))

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value

/**
 * Adds the kinds to the list that Stryker's instrumenter goes through, and leaves what is drawn, if not
 * all. Its package has no plugins of this sort and does not export the list. Throws where a later version
 * has none there.
 */
export const addChangeKinds = (kinds: readonly ChangeKind[], draw: Draw | null): void => {
  const core = createRequire(import.meta.url).resolve("@stryker-mutator/core/package.json")
  const instrumenter = createRequire(core).resolve("@stryker-mutator/instrumenter")
  const { allMutators }: { readonly allMutators?: unknown } =
    createRequire(instrumenter)("./mutators/mutate.js")
  if (!Array.isArray(allMutators)) throw new Error("Stryker's list of kinds of change is not in its place")
  if (allMutators.some(({ name }) => name === kinds[0]?.name)) return
  allMutators.push(...kinds)
  if (draw !== null) allMutators.splice(0, allMutators.length, ...drawn(allMutators, draw))
}
