/** The lines of sources that a change touches, from `git diff`. */
import { execFileSync } from "node:child_process"
import { projectRoot } from "../run.ts"
import type { LineRange } from "./stryker.ts"

/** The new lines of each file of a diff without context lines. */
export const changedLinesIn = (diff: string): ReadonlyMap<string, readonly LineRange[]> => {
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
export const changedLines = (reference: string): ReadonlyMap<string, readonly LineRange[]> =>
  changedLinesIn(
    execFileSync("git", ["diff", "--unified=0", "--no-color", "--no-ext-diff", reference, "--", "."], {
      cwd: projectRoot,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    }),
  )
