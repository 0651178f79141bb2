import { existsSync, readFileSync } from "node:fs"
import type { Finished } from "./run.ts"

export interface Count {
  readonly passed: number
  readonly failed: number
}

/** What one runner says at its end. */
export interface Report extends Count {
  readonly name: string
  /** Titles of the tests that did not run. */
  readonly skipped: readonly string[]
}

export const add = (a: Count, b: Count): Count => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
})

interface Assertion {
  readonly status: string
  readonly fullName: string
}

interface FileResult {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly Assertion[]
}

const isFileList = (value: unknown): value is readonly FileResult[] => Array.isArray(value)

/**
 * Counts a vitest run from its JSON file. What vitest does not count as a failed test still counts as one failure: a
 * file that does not load, an error outside any test, a runner that was killed or found no tests.
 */
export function readReport(name: string, file: string, finished: Finished): Report {
  if (!existsSync(file)) {
    console.log(
      `✗ ${name} ended without a report (${finished.code === null ? "killed" : `code ${finished.code}`})`,
    )
    return { name, passed: 0, failed: 1, skipped: [] }
  }
  const json: { testResults?: unknown } = JSON.parse(readFileSync(file, "utf8"))
  const files = isFileList(json.testResults) ? json.testResults : []
  const assertions = files.flatMap((entry) => entry.assertionResults)
  const passed = assertions.filter((assertion) => assertion.status === "passed").length
  const failedTests = assertions.filter((assertion) => assertion.status === "failed").length
  const brokenFiles = files.filter(
    (entry) =>
      entry.status === "failed" && !entry.assertionResults.some((assertion) => assertion.status === "failed"),
  ).length
  const failed = failedTests + brokenFiles
  const skipped = assertions.filter((assertion) => !["passed", "failed"].includes(assertion.status))
  return {
    name,
    passed,
    failed: failed === 0 && !finished.ok ? 1 : failed,
    skipped: skipped.map((assertion) => assertion.fullName),
  }
}
