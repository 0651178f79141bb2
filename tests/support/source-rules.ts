import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { parseSync } from "rolldown/utils"
import { importsOf, type SourceFile } from "./layers.ts"

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

/** Files that only re-export. */
export function barrels(files: readonly SourceFile[]): readonly string[] {
  const isPassedOn = (file: SourceFile): boolean => {
    const { body } = parseSync(file.path, file.code).program
    const passes = (statement: (typeof body)[number]): boolean =>
      statement.type === "ExportAllDeclaration" ||
      (statement.type === "ExportNamedDeclaration" && statement.source !== null)
    return body.length > 0 && body.every(passes)
  }
  return files.filter(isPassedOn).map((file) => file.path)
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
  const importers = new Map<string, Set<string>>()
  const onDemand = new Set<string>()
  for (const file of files)
    for (const { from, isDynamic } of importsOf(file)) {
      if (!from.startsWith(".")) continue
      const target = posix.join(posix.dirname(file.path), from)
      importers.set(target, (importers.get(target) ?? new Set()).add(file.path))
      if (isDynamic) onDemand.add(target)
    }
  return files
    .filter(({ path, code }) => {
      const isShort = code.trimEnd().split("\n").length < FRAGMENT_LINES
      return isShort && importers.get(path)?.size === 1 && !onDemand.has(path)
    })
    .map(({ path }) => path)
}
