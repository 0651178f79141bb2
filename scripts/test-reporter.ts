import { writeFileSync } from "node:fs"
import type { SerializedError } from "vitest"
import type { Reporter, TestCase, TestModule } from "vitest/node"
import { type Report, reportOf } from "./test-report.ts"
import { isOfRun, type TestRun } from "./test-tags.ts"

const titleOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`

const isRepeated = (test: TestCase): boolean => (test.diagnostic()?.retryCount ?? 0) > 0

/**
 * A module that does not load, or whose hooks fail, has no failed test; it counts as one failure.
 */
const isBroken = (module: TestModule): boolean =>
  module.state() === "failed" &&
  ![...module.children.allTests()].some((test) => test.result().state === "failed")

const ACTUAL_LENGTH_MOST = 300

/** "expected [ Array(1) ] to equal []" hides the value, so a list follows in one line. */
const actualOf = ({ actual }: SerializedError): string =>
  typeof actual === "string" && actual.startsWith("[")
    ? ` (${actual.replaceAll(/\s+/g, " ").slice(0, ACTUAL_LENGTH_MOST)})`
    : ""

/** The first line of each error: of a test that passed in the end, those of its earlier tries. */
const firstLines = (errors: readonly SerializedError[] = []): string =>
  errors.map((error) => `${error.message.split("\n")[0]}${actualOf(error)}`).join("; ")

/** The run that TEST_RUN names. */
const currentRun = (): TestRun => {
  const { TEST_RUN } = process.env
  return TEST_RUN === "normal" || TEST_RUN === "exhaustive" ? TEST_RUN : "all"
}

/** A test of the other run is not skipped: it does not belong to this one. */
const reportOfProject = (name: string, modules: readonly TestModule[]): Report => {
  const tests = modules
    .flatMap((module) => [...module.children.allTests()])
    .filter(({ tags }) => isOfRun(currentRun(), tags))
  const inState = (state: string) => tests.filter((test) => test.result().state === state)
  const failures = [
    ...inState("failed").map((test) => `${titleOf(test)}: ${firstLines(test.result().errors)}`),
    ...modules.filter(isBroken).map((module) => `${module.relativeModuleId}: ${firstLines(module.errors())}`),
  ]
  return {
    name,
    passed: inState("passed").length,
    failed: failures.length,
    failures,
    skipped: tests.filter((test) => !["passed", "failed"].includes(test.result().state)).map(titleOf),
    repeated: tests.filter(isRepeated).map(titleOf),
  }
}

/**
 * A vitest reporter that writes one report per project to the file named by TEST_REPORT, and prints
 * why tests were repeated.
 */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.TEST_REPORT
    if (file === undefined) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    for (const test of tests.filter(isRepeated))
      console.log(`repeated: ${titleOf(test)}: ${firstLines(test.result().errors)}`)
    const names = [...new Set(modules.map(({ project }) => project.name))]
    const reports = names.map((name) =>
      reportOfProject(
        name,
        modules.filter(({ project }) => project.name === name),
      ),
    )
    const outside: Report = {
      ...reportOf("errors outside tests", { passed: 0, failed: unhandledErrors.length }),
      failures: unhandledErrors.map((error) => firstLines([error])),
    }
    writeFileSync(file, JSON.stringify(unhandledErrors.length > 0 ? [...reports, outside] : reports))
  }
}
