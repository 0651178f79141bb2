/** Kinds of change that Stryker does not have. */
import { createRequire } from "node:module"

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
  readonly mutate: (path: SyntaxPath) => Iterable<SyntaxNode>
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value

/**
 * Adds the kinds to the list that Stryker's instrumenter goes through. Its package has no plugins of this
 * sort and does not export the list. Throws where a later version has none there.
 */
export const addChangeKinds = (kinds: readonly ChangeKind[]): void => {
  const core = createRequire(import.meta.url).resolve("@stryker-mutator/core/package.json")
  const instrumenter = createRequire(core).resolve("@stryker-mutator/instrumenter")
  const { allMutators }: { readonly allMutators?: unknown } =
    createRequire(instrumenter)("./mutators/mutate.js")
  if (!Array.isArray(allMutators)) throw new Error("Stryker's list of kinds of change is not in its place")
  const known = new Set(allMutators.map(({ name }) => name))
  allMutators.push(...kinds.filter(({ name }) => !known.has(name)))
}
