import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { importsOf, type SourceFile, targetOf } from "./layers.ts"

const root = join(import.meta.dirname, "../..")

/** Files of these folders by ending. */
export function readFiles(folders: readonly string[], ending: RegExp): readonly SourceFile[] {
  return folders.flatMap((folder) => {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    return names
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => ending.test(path))
      .map((path) => ({ path, code: readFileSync(join(root, path), "utf8") }))
  })
}

/** A package has one index, nothing else has: the linter refuses other files that only re-export. */
const NAMELESS = /\/(?:utils?|helpers|common|misc)\/|(?<!^packages\/\w+\/src)\/index\.tsx?$/

/** Files with a name, or in a folder with a name, that says nothing. */
export const namelessFiles = (files: readonly SourceFile[]): readonly string[] =>
  files.map(({ path }) => path).filter((path) => NAMELESS.test(path))

const MODULE_STATE =
  /^(?:export )?(?:let |const \w+(?:: (?!Readonly)[^=]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.+>)?\(\)|const \w+: (?!readonly )[^=]+\[\] = \[\])/m

/** Files whose modules hold a variable, or a collection that is filled later. */
export function filesWithState(files: readonly SourceFile[]): readonly string[] {
  return files.filter(({ code }) => MODULE_STATE.test(code)).map(({ path }) => path)
}

/** A shorter file with one importer is a fragment of it. */
const FRAGMENT_LINES = 30

/**
 * Files under FRAGMENT_LINES that one file imports, and that are not loaded on demand: they belong into
 * their importer.
 */
export function fragments(files: readonly SourceFile[]): readonly string[] {
  const imports = files.flatMap((file) =>
    importsOf(file).map(({ from, isDynamic }) => ({ file, isDynamic, to: targetOf(file.path, from) })),
  )
  const byTarget = Map.groupBy(imports, ({ to }) => to)
  return files
    .filter(({ path, code }) => {
      const own = byTarget.get(path) ?? []
      const isShort = code.trimEnd().split("\n").length < FRAGMENT_LINES
      return (
        isShort && !own.some(({ isDynamic }) => isDynamic) && new Set(own.map(({ file }) => file)).size === 1
      )
    })
    .map(({ path }) => path)
}

/**
 * The folder of a file: the first two parts of its path (`server/core`). A file directly in `src` or
 * `server` is a folder of its own, because it composes the others; `machines` is one folder.
 */
export const folderOf = (path: string): string => {
  const parts = path.split("/")
  if (parts.length > 2) return parts.slice(0, 2).join("/")
  return parts[0] === "machines" ? "machines" : path
}

/** The imports among these files, types and dynamic ones included. */
const importGraph = (
  files: readonly SourceFile[],
  nodeOf: (path: string) => string,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const known = new Set(files.map(({ path }) => path))
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const node = nodeOf(file.path)
    const targets = graph.get(node) ?? new Set<string>()
    graph.set(node, targets)
    for (const { from } of importsOf(file)) {
      const target = targetOf(file.path, from)
      if (target !== undefined && known.has(target) && nodeOf(target) !== node) targets.add(nodeOf(target))
    }
  }
  return graph
}

/** Every shortest cycle once, as "a → b → a", beginning with the node that sorts first. */
export const cyclesIn = (
  files: readonly SourceFile[],
  nodeOf: (path: string) => string = (path) => path,
): readonly string[] => {
  const graph = importGraph(files, nodeOf)
  const wayBack = (start: string): readonly string[] | null => {
    const ways: Array<readonly string[]> = [[start]]
    const seen = new Set<string>()
    for (const way of ways)
      for (const next of graph.get(way.at(-1) ?? start) ?? []) {
        if (next === start) return [...way, start]
        if (!seen.has(next)) ways.push([...way, next])
        seen.add(next)
      }
    return null
  }
  const cycles = [...graph.keys()].flatMap((node) => {
    const way = wayBack(node)
    return way?.every((each) => node <= each) ? [way.join(" → ")] : []
  })
  return [...new Set(cycles)]
}
