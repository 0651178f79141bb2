/** What `npm run mutate:sources` keeps of its runs, and how they share the sources. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { figureTable, oldestFirst, readFigures, sliceOf } from "../../scripts/mutate/figures.ts"

describe("the figures", () => {
  const figures = { "machines/code.ts": { changes: 4, noticed: 3, on: "2026-11-02" } }

  it("are summed by group, with how much of it is measured", () => {
    expect(figureTable(figures)).toMatch(
      /^\| machines \| 1 of \d+ \| 0 of \d+ \| 4 \| 3 \| 75\.0 % \| 90 % \|$/m,
    )
    expect(figureTable({})).toMatch(/^\| domain \| 0 of \d+ \| 0 of \d+ \| 0 \| 0 \| – \| 85 % \|$/m)
  })

  it("weigh a drawn change as many as it was drawn from, and say how sure the share is", () => {
    const drawnOnes = { changes: 20, noticed: 10, on: "2026-11-02", oneIn: 5 }
    const whole = { changes: 100, noticed: 100, on: "2026-11-02" }
    // 150 of 200; 20 draws that stand for five each deviate by 5 × √(20 × 0.75 × 0.25)
    expect(figureTable({ "machines/code.ts": whole, "machines/list.ts": drawnOnes })).toMatch(
      /^\| machines \| 1 of \d+ \| 1 of \d+ \| 120 \| 110 \| 75\.0 % ± 9\.5 \|/m,
    )
  })

  it("stand in the docs", () => {
    // a source that comes or goes changes no figure
    const withoutCounts = (text: string) => text.replaceAll(/of \d+/g, "")
    const docs = readFileSync("docs/for-testers.md", "utf8")
    expect(withoutCounts(docs)).toContain(withoutCounts(figureTable(readFigures())))
  })

  it("are taken anew from the oldest on, and those that are missing first", () => {
    const files = ["a.ts", "b.ts", "c.ts", "d.ts"]
    const of = (on: string) => ({ changes: 1, noticed: 1, on })
    expect(oldestFirst(files, { "a.ts": of("2026-11-02"), "b.ts": of("2026-11-01") })).toEqual([
      "c.ts",
      "d.ts",
      "b.ts",
      "a.ts",
    ])
  })

  it("are all taken by the slices of as many runs", () => {
    const files = ["a", "b", "c", "d", "e"]
    expect(["1/2", "2/2"].map((slice) => sliceOf(files, slice))).toEqual([
      ["a", "c", "e"],
      ["b", "d"],
    ])
    for (const wrong of ["0/2", "3/2", "2", "1/0", "x/y"]) expect(() => sliceOf(files, wrong)).toThrow(wrong)
  })
})
