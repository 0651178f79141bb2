import { existsSync, readFileSync } from "node:fs"
import type { Finished } from "./run.ts"

export interface Count {
  readonly passed: number
  readonly failed: number
}

/** The result of one step of a test run: a check, a build, or one vitest project. */
export interface Report extends Count {
  readonly name: string
  /** The failed tests and files: their titles, each with the first line of its errors. */
  readonly failures: readonly string[]
  /** Titles of the tests that did not run. */
  readonly skipped: readonly string[]
  /** Titles of the tests that failed at first and were run again. */
  readonly repeated: readonly string[]
}

export const add = (a: Count, b: Count): Count => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
})

/** A report of what has no tests, such as a build. */
export const reportOf = (name: string, { passed, failed }: Count): Report => ({
  name,
  passed,
  failed,
  failures: [],
  skipped: [],
  repeated: [],
})

const failedRun = reportOf("vitest", { passed: 0, failed: 1 })

/**
 * Reads what the test reporter wrote about a vitest run, one report per project. A run without a
 * report (it was killed, or did not start) and a run that failed without a failed test count as
 * one failure each.
 */
export function readReports(file: string, finished: Finished): readonly Report[] {
  if (!existsSync(file)) {
    console.log(
      `✗ vitest ended without a report (${finished.code === null ? "killed" : `code ${finished.code}`})`,
    )
    return [failedRun]
  }
  const reports: readonly Report[] = JSON.parse(readFileSync(file, "utf8"))
  const isExplained = reports.some(({ failed }) => failed > 0)
  return finished.ok || isExplained ? reports : [...reports, failedRun]
}

const titled = (reports: readonly Report[], pick: (report: Report) => readonly string[]): readonly string[] =>
  reports.flatMap((report) => pick(report).map((title) => `  ${report.name}: ${title}`))

/**
 * A report that fails for each test that was repeated and is not listed, where there are more of them
 * than `most`. A second try hides a race: the list says which ones are known, and why.
 */
export const repeatsOutside = (
  reports: readonly Report[],
  listed: Readonly<Record<string, string>>,
  most: number,
): readonly Report[] => {
  const unlisted = reports.flatMap(({ repeated }) => repeated).filter((title) => !(title in listed))
  if (unlisted.length <= most) return []
  return [reportOf("second tries outside tests/may-repeat.ts", { passed: 0, failed: unlisted.length })]
}

/**
 * The last lines of a run: counts per step, failed, skipped and repeated tests, then `N passed, N
 * failed`.
 */
export const summaryOf = (reports: readonly Report[], duration: string): string => {
  const failures = titled(reports, (report) => report.failures)
  const skipped = titled(reports, (report) => report.skipped)
  const repeated = titled(reports, (report) => report.repeated)
  const total = reports.reduce<Count>(add, { passed: 0, failed: 0 })
  return [
    "",
    ...reports.map((report) => `${report.name}: ${report.passed} passed, ${report.failed} failed`),
    ...(failures.length > 0 ? [`*** ${failures.length} FAILED ***`, ...failures] : []),
    ...(skipped.length > 0 ? [`*** ${skipped.length} SKIPPED ***`, ...skipped] : []),
    ...(repeated.length > 0 ? [`*** ${repeated.length} REPEATED ***`, ...repeated] : []),
    `In ${duration}`,
    `${total.passed} passed, ${total.failed} failed`,
  ].join("\n")
}
