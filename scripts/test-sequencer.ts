import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files that take longest. Started last, they would run alone on one of two cores. */
const LONG = [
  "tests/e2e/accessibility",
  "tests/e2e/console",
  "tests/server/shutdown",
  "tests/model/order",
  "tests/conformance/shell",
  "tests/model/close",
  "tests/chaos/",
  "tests/server/settlement.",
  "tests/e2e/bad-input",
  "tests/e2e/gestures",
  "tests/e2e/journey",
  "tests/model/",
]

/** Sorts test files without knowledge of earlier runs: the long ones first. */
export default class TestSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.includes(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
