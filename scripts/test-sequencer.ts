import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files that take longest. Started last, they would run alone on one of two cores. */
const LONG = [
  "tests/e2e/accessibility",
  "tests/e2e/bad-input",
  "tests/e2e/console",
  "tests/e2e/forged.",
  "tests/e2e/gestures",
  "tests/e2e/journey",
  "tests/e2e/notices",
  "tests/e2e/operations-in-doubt",
  "tests/e2e/payments",
  "tests/e2e/screen-elements",
  "tests/e2e/time-travel",
  "tests/model/order",
  "tests/model/session",
  "tests/chaos/",
  "tests/conformance/shell",
  "tests/golden/database",
  "tests/server/backup",
  "tests/server/embedded-engine",
  "tests/server/lifecycle",
  "tests/server/settlement.",
  "tests/server/shutdown",
  "tests/server/slow-readers",
  "tests/server/uploads",
]

/** Sorts test files without knowledge of earlier runs: the long ones first. */
export default class TestSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.includes(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
