import { writeFileSync } from "node:fs"
import type { SerializedError } from "vitest"
import type { Reporter, TestCase, TestModule } from "vitest/node"
import type { Report } from "./test-report.ts"

const titleOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`

/**
 * A module that does not load, or whose hooks fail, has no failed test; it counts as one failure.
 */
const isBroken = (module: TestModule): boolean =>
  module.state() === "failed" &&
  ![...module.children.allTests()].some((test) => test.result().state === "failed")

const reportOf = (name: string, modules: readonly TestModule[]): Report => {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: string) => tests.filter((test) => test.result().state === state)
  return {
    name,
    passed: inState("passed").length,
    failed: inState("failed").length + modules.filter(isBroken).length,
    skipped: tests.filter((test) => !["passed", "failed"].includes(test.result().state)).map(titleOf),
    repeated: tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0).map(titleOf),
  }
}

/** A vitest reporter that writes one report per project to the file named by TEST_REPORT. */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.TEST_REPORT
    if (file === undefined) return
    const names = [...new Set(modules.map(({ project }) => project.name))]
    const reports = names.map((name) =>
      reportOf(
        name,
        modules.filter(({ project }) => project.name === name),
      ),
    )
    const outside: Report = {
      name: "errors outside tests",
      passed: 0,
      failed: unhandledErrors.length,
      skipped: [],
      repeated: [],
    }
    writeFileSync(file, JSON.stringify(unhandledErrors.length > 0 ? [...reports, outside] : reports))
  }
}
