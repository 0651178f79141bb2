import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { importsOf, type SourceFile, targetOf } from "./layers.ts"

const root = join(import.meta.dirname, "../..")

/** Maximum lines of a file. Statecharts and plain data may be longer. */
export const FILE_MAX_LINES = 400

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

const banned = ["utils", "util", "helpers", "common", "misc"]

/** Folders with a meaningless name. */
export function namelessFolders(files: readonly SourceFile[]): readonly string[] {
  return files
    .map((file) => file.path)
    .filter((path) => path.split("/").some((part) => banned.includes(part)))
}

const REEXPORT = /^export (?:type )?(?:\*|\{[^}]*\})(?: as \w+)? from "[^"]+";?$/gm
const COMMENT = /\/\*[\s\S]*?\*\/|^\/\/.*$/gm

/** What a package exports to others. */
const INDEX = /^packages\/\w+\/src\/index\.ts$/

/** Files that only re-export, and files named index: a package has one of each, nothing else has. */
export function barrels(files: readonly SourceFile[]): readonly string[] {
  const isBarrel = ({ code }: SourceFile): boolean =>
    code.search(REEXPORT) !== -1 && code.replace(REEXPORT, "").replace(COMMENT, "").trim() === ""
  return files
    .filter((file) => !INDEX.test(file.path) && (isBarrel(file) || /\/index\.tsx?$/.test(file.path)))
    .map(({ path }) => path)
}

const MODULE_STATE =
  /^(?:export )?(?:let |const \w+(?:: (?!Readonly)[^=]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.+>)?\(\)|const \w+: (?!readonly )[^=]+\[\] = \[\])/m

/** Files whose modules hold a variable, or a collection that is filled later. */
export function filesWithState(files: readonly SourceFile[]): readonly string[] {
  return files.filter(({ code }) => MODULE_STATE.test(code)).map(({ path }) => path)
}

/** Files above the maximum length. */
export function longFiles(files: readonly SourceFile[]): readonly string[] {
  const mayBeLong = (path: string): boolean => path.startsWith("machines/") || /\/(data|seed)\//.test(path)
  return files
    .map((file) => ({ path: file.path, lines: file.code.trimEnd().split("\n").length }))
    .filter(({ path, lines }) => lines > FILE_MAX_LINES && !mayBeLong(path))
    .map(({ path, lines }) => `${path} has ${lines} lines`)
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
