/** Runs Stryker on the changes of one source and reads its report. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot, run } from "../run.ts"
import type { Draw } from "./change-kinds.ts"
import { changeIn } from "./sql-changes.ts"

export interface Position {
  readonly line: number
  readonly column: number
}

/** What is read of Stryker's report (mutation-testing-report-schema 2). Positions begin at 1. */
export interface StrykerReport {
  readonly files: {
    readonly [file: string]: {
      readonly source: string
      readonly mutants: readonly {
        readonly replacement?: string
        readonly status: string
        readonly location: { readonly start: Position; readonly end: Position }
      }[]
    }
  }
}

/** A change that no test noticed. */
export interface UnnoticedChange {
  readonly line: number
  /** "original → replacement", on one line. */
  readonly change: string
  /** Whether a test ran it at all. */
  readonly isRun: boolean
}

export interface SourceVerdict {
  readonly file: string
  readonly all: number
  readonly noticed: number
  readonly unnoticed: readonly UnnoticedChange[]
}

/** Lines of a file, both included. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

const MINUTE_MS = 60_000
/** The longest file takes a quarter of it on a quiet machine. */
const LIMIT_MS = 120 * MINUTE_MS
/** A browser test waits no longer for what a change may keep away; a call that times out takes half of it. */
const BROWSER_WAIT_MS = 20_000
const CHANGE_LENGTH_MAX = 120

const NOTICED = ["Killed", "Timeout"]
const UNNOTICED = ["Survived", "NoCoverage"]

const inLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length > CHANGE_LENGTH_MAX ? `${line.slice(0, CHANGE_LENGTH_MAX)}…` : line
}

const textBetween = (source: string, start: Position, end: Position): string => {
  const lines = source.split("\n").slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join("\n")
}

/** The verdict on a source. Changes that do not load, and ignored ones, do not count. */
export const verdictOf = (file: string, { files }: StrykerReport): SourceVerdict => {
  const { source, mutants } = files[file] ?? { source: "", mutants: [] }
  const noticed = mutants.filter(({ status }) => NOTICED.includes(status)).length
  const unnoticed = mutants
    .filter(({ status }) => UNNOTICED.includes(status))
    .map(({ location: { start, end }, replacement = "", status }) => {
      const ofSql = changeIn(replacement)
      return {
        line: start.line + (ofSql?.line ?? 0),
        change: ofSql?.change ?? `${inLine(textBetween(source, start, end))} → ${inLine(replacement)}`,
        isRun: status !== "NoCoverage",
      }
    })
  return { file, all: noticed + unnoticed.length, noticed, unnoticed }
}

/**
 * What tests need: for those of a browser a build with the changes in it, for those of a whole server
 * processes with the change, for others a thread of their own or one that runs share, which is faster.
 */
export type TestKind = "own-threads" | "shared-threads" | "whole-server" | "e2e" | "model"

interface Mutation {
  readonly file: string
  readonly tests: readonly string[]
  readonly kind: TestKind
  /** Only changes within these lines; all without. */
  readonly ranges?: readonly LineRange[]
  /** Only what is drawn; all without. */
  readonly draw?: Draw
}

/** What is large, and what no test needs that is asked about a change. */
const NOT_IN_THE_COPY = ["coverage", "tests/golden/*/", ".data"]
/** Tests of a whole server are served its pages; those of a browser build their own. */
const BUILD = "dist"

const isInBrowser = (kind: TestKind): boolean => kind === "e2e" || kind === "model"

const configOf = ({ file, ranges, kind }: Mutation, folder: string) => ({
  mutate: ranges === undefined ? [file] : ranges.map(({ from, to }) => `${file}:${from}-${to}`),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner", "./scripts/mutate/ignored-texts.ts"],
  ignorers: ["texts"],
  vitest: {
    configFile: "vitest.mutation.config.ts",
    related: false,
    // a browser or a server ends with the process that started it
    pool: isInBrowser(kind) || kind === "whole-server" ? "forks" : "threads",
  },
  coverageAnalysis: "perTest",
  concurrency: 1,
  // a loaded machine is slow, and an endless loop is found by its count of steps
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
  reporters: ["json"],
  jsonReporter: { fileName: join(folder, "report.json") },
  tempDirName: ".cache/stryker",
  ignorePatterns: kind === "whole-server" ? NOT_IN_THE_COPY : [...NOT_IN_THE_COPY, BUILD],
  // there is no such file: Stryker would rewrite the real one with an interface that TypeScript 7 lacks
  tsconfigFile: "tsconfig.mutation.json",
  warnings: { slow: false },
  logLevel: "warn",
  allowConsoleColors: false,
})

/** Rejects with Stryker's output if it does not come to an end, or if the tests fail without a change. */
export const mutateSource = async (mutation: Mutation): Promise<SourceVerdict> => {
  const { file, draw } = mutation
  const folder = join(projectRoot, ".cache/mutants", file.replaceAll("/", "-"))
  mkdirSync(folder, { recursive: true })
  const config = join(folder, "stryker.json")
  writeFileSync(config, JSON.stringify(configOf(mutation, folder), null, 2))
  const { ok, output } = await run("stryker", ["run", config], {
    timeoutMs: LIMIT_MS,
    env: {
      MUTATION_FILE: file,
      MUTATION_TESTS: mutation.tests.join(" "),
      ...(isInBrowser(mutation.kind) ? { SOON_MS: `${BROWSER_WAIT_MS}`, MODEL_GOALS: "transitions" } : {}),
      MUTATION_RUN: mutation.kind,
      ...(draw === undefined
        ? {}
        : { MUTATION_ONE_IN: `${draw.oneIn}`, MUTATION_SEED: `${draw.seed} ${file}` }),
    },
  })
  if (!ok) throw new Error(`Stryker fails on ${file}:\n${output}`)
  const report: StrykerReport = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))
  return verdictOf(file, report)
}
