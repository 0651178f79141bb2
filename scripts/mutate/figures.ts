/** What was measured of each source last, in a file that is committed, and its sums by group. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "../run.ts"
import { SOURCE_GROUPS, sourcesOf } from "./sources.ts"
import type { SourceVerdict } from "./stryker.ts"

export interface Figure {
  readonly changes: number
  readonly noticed: number
  /** The day of the measurement. */
  readonly on: string
}

export type Figures = Readonly<Record<string, Figure>>

const FIGURES_FILE = join(projectRoot, "tests/mutation-figures.json")

export const readFigures = (): Figures =>
  existsSync(FIGURES_FILE) ? JSON.parse(readFileSync(FIGURES_FILE, "utf8")) : {}

/** Replaces the figure of one source, so that a run can be stopped at any time. */
export const recordFigure = ({ file, all, noticed }: SourceVerdict, on: string): void => {
  const figures = Object.entries({ ...readFigures(), [file]: { changes: all, noticed, on } })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, figure]) => `  ${JSON.stringify(name)}: ${inJson(figure)}`)
  writeFileSync(FIGURES_FILE, `{\n${figures.join(",\n")}\n}\n`)
}

// as the formatter writes it
const inJson = ({ changes, noticed, on }: Figure): string =>
  `{ "changes": ${changes}, "noticed": ${noticed}, "on": ${JSON.stringify(on)} }`

/** The sources without a figure in their given order, then those with the oldest. */
export const oldestFirst = (files: readonly string[], figures: Figures): readonly string[] =>
  files.toSorted((a, b) => {
    const [first, second] = [figures[a]?.on ?? "", figures[b]?.on ?? ""]
    return first === second ? 0 : first < second ? -1 : 1
  })

/** Every Nth of the files, beginning with the Kth, for "K/N". Throws for another text. */
export const sliceOf = (files: readonly string[], slice: string): readonly string[] => {
  const [, kth = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(slice) ?? []).map(Number)
  if (kth < 1 || kth > count) throw new Error(`${slice} is no slice such as 2/14`)
  return files.filter((_, index) => index % count === kth - 1)
}

export const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`

/** The table of docs/for-testers.md: how much of each group is measured, and what is noticed of it. */
export const figureTable = (figures: Figures): string => {
  const rows = SOURCE_GROUPS.map((group) => {
    const files = sourcesOf(group)
    const measured = files.flatMap((file) => figures[file] ?? [])
    const changes = measured.reduce((sum, each) => sum + each.changes, 0)
    const noticed = measured.reduce((sum, each) => sum + each.noticed, 0)
    return `| ${group.name} | ${measured.length} of ${files.length} | ${changes} | ${noticed} | ${percent(noticed, changes)} | ${100 * group.reach} % |`
  })
  return [
    "| Group | Files measured | Changes | Noticed | | To reach |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n")
}
