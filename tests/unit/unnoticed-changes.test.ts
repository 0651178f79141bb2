/** The lists of what no test notices: what a run leaves in them, and what a person must write. */
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { readFigures } from "../../scripts/mutate/figures.ts"
import { groupOf, SOURCE_GROUPS } from "../../scripts/mutate/sources.ts"
import { readUnnoticed, reasonsAfter, reasonsOf } from "../../scripts/mutate/unnoticed-changes.ts"

describe("a list of unnoticed changes", () => {
  const verdict = { unnoticed: [{ line: 3, change: "a → b", isRun: true }] }
  const known = { "a → b": "nothing reads a", "c → d": "nothing reads c" }

  it("keeps its reasons, and loses what a run of all changes did not find", () => {
    expect(reasonsAfter(verdict, known, true)).toEqual({ "a → b": "nothing reads a" })
  })

  it("keeps the rest after a run of some", () => {
    expect(reasonsAfter(verdict, known, false)).toEqual(known)
  })

  it("gives a new change no reason: a person writes it", () => {
    expect(reasonsAfter(verdict, {}, true)).toEqual({ "a → b": "" })
  })
})

const inLine = (text: string): string => text.replaceAll(/\s+/g, " ")

/** Of a listed change what stands in the source, which a long one shows the beginning of. */
const originalOf = (change: string): string => (change.split(" → ")[0] ?? "").replace(/…$/, "")

describe.each(SOURCE_GROUPS)("the list of $name", ({ name }) => {
  const lists = Object.entries(readUnnoticed(name))

  it("has a reason for each change", () => {
    const without = lists.flatMap(([file, reasons]) =>
      Object.entries(reasons).flatMap(([change, reason]) =>
        reason.length > 10 ? [] : [`${file}: ${change}`],
      ),
    )
    expect(without, `write a test, or the reason in tests/unnoticed-changes/${name}.json`).toEqual([])
  })

  it("is of sources of the group, and of what stands in them", () => {
    for (const [file, reasons] of lists) {
      expect(existsSync(file) && groupOf(file)?.name === name, file).toBe(true)
      const source = inLine(readFileSync(file, "utf8"))
      const gone = Object.keys(reasons).filter((change) => !source.includes(originalOf(change)))
      expect(gone, file).toEqual([])
    }
  })
})

it("a figure with unnoticed changes has them listed", () => {
  const unlisted = Object.entries(readFigures())
    .filter(([, { changes, noticed }]) => changes > noticed)
    .filter(([file]) => Object.keys(reasonsOf(file)).length === 0)
    .map(([file]) => file)
  expect(unlisted, "measure the file again: npm run mutate:sources -- --file FILE").toEqual([])
})
