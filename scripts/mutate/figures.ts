/** What was measured of each source last, in a file that is committed, and its sums by group. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "../run.ts"
import { SOURCE_GROUPS, sourcesOf } from "./sources.ts"

export interface Figure {
  readonly changes: number
  readonly noticed: number
  /** The day of the measurement. */
  readonly on: string
  /** Absent where all changes of the file were made; else one of so many. */
  readonly oneIn?: number
  /** Each change had a thread of its own, so a run of today finds the same. */
  readonly isExact?: boolean
}

export type Figures = Readonly<Record<string, Figure>>

const FIGURES_FILE = join(projectRoot, "tests/mutation-figures.json")

export const readFigures = (): Figures =>
  existsSync(FIGURES_FILE) ? JSON.parse(readFileSync(FIGURES_FILE, "utf8")) : {}

/** Replaces the figure of one source, so that a run can be stopped at any time. */
export const recordFigure = (file: string, figure: Figure): void => {
  const figures = Object.entries({ ...readFigures(), [file]: figure })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `  ${JSON.stringify(name)}: ${inJson(each)}`)
  writeFileSync(FIGURES_FILE, `{\n${figures.join(",\n")}\n}\n`)
}

// as the formatter writes it
const inJson = (figure: Figure): string =>
  `{ ${Object.entries(figure)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(", ")} }`

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

/** The share that is noticed, a drawn change for as many as it was drawn from, and how sure that is. */
const shareOf = (figures: readonly Figure[]): string => {
  const estimate = (field: "changes" | "noticed"): number =>
    figures.reduce((total, { oneIn = 1, [field]: count }) => total + oneIn * count, 0)
  const [changes, noticed] = [estimate("changes"), estimate("noticed")]
  const drawnWeight = figures.reduce(
    (total, { oneIn, changes: count }) => total + (oneIn === undefined ? 0 : oneIn ** 2 * count),
    0,
  )
  if (drawnWeight === 0) return percent(noticed, changes)
  const share = noticed / changes
  // in 19 of 20 samples the true share is within it
  const margin = (1.96 * Math.sqrt(share * (1 - share) * drawnWeight)) / changes
  return `${percent(noticed, changes)} ± ${(100 * margin).toFixed(1)}`
}

/** The table of docs/for-testers.md: how much of each group is measured, and what is noticed of it. */
export const figureTable = (figures: Figures): string => {
  const rows = SOURCE_GROUPS.map((group) => {
    const files = sourcesOf(group)
    const measured = files.flatMap((file) => figures[file] ?? [])
    const whole = measured.filter(({ oneIn }) => oneIn === undefined).length
    const sum = (field: "changes" | "noticed") => measured.reduce((total, each) => total + each[field], 0)
    return `| ${group.name} | ${whole} of ${files.length} | ${measured.length - whole} of ${files.length} | ${sum("changes")} | ${sum("noticed")} | ${shareOf(measured)} | ${100 * group.reach} % |`
  })
  return [
    "| Group | Measured whole | By a sample | Changes | Noticed | | To reach |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n")
}
