/** The lines of sources that a change touches, from `git diff`. */
import { execFileSync } from "node:child_process"
import { projectRoot } from "../run.ts"
import { spread } from "./spread.ts"
import type { LineRange } from "./stryker.ts"

type LinesByFile = ReadonlyMap<string, readonly LineRange[]>

/** The new lines of each file of a diff without context lines. */
export const changedLinesIn = (diff: string): LinesByFile => {
  const found = new Map<string, readonly LineRange[]>()
  let file = ""
  for (const line of diff.split("\n")) {
    file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1] ?? file
    const [, from, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (from === undefined || count === "0") continue
    const range = { from: Number(from), to: Number(from) + Number(count) - 1 }
    found.set(file, [...(found.get(file) ?? []), range])
  }
  return found
}

/** The lines that differ from a git reference. Throws for an unknown one. */
export const changedLines = (reference: string): LinesByFile =>
  changedLinesIn(
    execFileSync("git", ["diff", "--unified=0", "--no-color", "--no-ext-diff", reference, "--", "."], {
      cwd: projectRoot,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    }),
  )

/**
 * At most so many lines, of files drawn by the seed, and how many are left out. A file starts the tests
 * once, so few whole files are taken rather than a line of each.
 */
export const atMostLines = (
  lines: LinesByFile,
  most: number,
  seed: string,
): { readonly chosen: LinesByFile; readonly left: number } => {
  const chosen = new Map<string, readonly LineRange[]>()
  let room = most
  let left = 0
  for (const [file, ranges] of [...lines].toSorted(([a], [b]) => spread(seed + a) - spread(seed + b))) {
    const kept: LineRange[] = []
    for (const { from, to } of ranges) {
      const count = to - from + 1
      const taken = Math.min(count, room)
      if (taken > 0) kept.push({ from, to: from + taken - 1 })
      room -= taken
      left += count - taken
    }
    if (kept.length > 0) chosen.set(file, kept)
  }
  return { chosen, left }
}
