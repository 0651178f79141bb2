import { expect, it } from "vitest"
import { FAILED_AT_ONCE_MS } from "../../src/domain/limits.ts"
import { attemptCode } from "../../src/runtime/hooks/use-code.ts"

const failAfter = (delayMs: number) => () =>
  new Promise((_, reject) => setTimeout(() => reject(new Error("no network")), delayMs))

it("says that code is stuck only where a retry of it fails at once", async () => {
  expect(await attemptCode(failAfter(0), false)).toBe("failed")
  expect(await attemptCode(failAfter(0), true)).toBe("stuck")
  expect(await attemptCode(failAfter(FAILED_AT_ONCE_MS + 20), true)).toBe("failed")
  expect(await attemptCode(() => Promise.resolve(), true)).toBe("loaded")
})
