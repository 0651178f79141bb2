import { posix } from "node:path"
import { importsOf, type SourceFile } from "./layers.ts"

/** What imports what: every node with the nodes it points at. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The folder of a file as the walls know it: the first two parts of its path (`server/core`). A file directly in `src` or
 * `server` is a folder of its own, because it composes the others; `machines` is one folder.
 */
export const folderOf = (path: string): string => {
  const parts = path.split("/")
  if (parts.length > 2) return parts.slice(0, 2).join("/")
  return parts[0] === "machines" ? "machines" : path
}

/**
 * The imports among these files, types and dynamic imports included. Throws when there are no
 * files.
 */
export const importGraph = (
  files: readonly SourceFile[],
  nodeOf: (path: string) => string = (path) => path,
): ImportGraph => {
  if (files.length === 0) throw new Error("No files to look at.")
  const known = new Set(files.map((file) => file.path))
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const node = nodeOf(file.path)
    const targets = graph.get(node) ?? new Set<string>()
    graph.set(node, targets)
    for (const { from } of importsOf(file)) {
      const target = posix.join(posix.dirname(file.path), from)
      if (from.startsWith(".") && known.has(target) && nodeOf(target) !== node) targets.add(nodeOf(target))
    }
  }
  return graph
}

/** The shortest way from a node back to itself; null where there is none. */
const wayBack = (graph: ImportGraph, start: string): readonly string[] | null => {
  const ways: Array<readonly string[]> = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return null
}

/** Every cycle once, as "a → b → a", beginning with the node that sorts first. */
export const cyclesIn = (graph: ImportGraph): readonly string[] => {
  const found = [...graph.keys()].flatMap((node) => {
    const way = wayBack(graph, node)
    return way?.every((each) => node <= each) ? [way.join(" → ")] : []
  })
  return [...new Set(found)]
}
