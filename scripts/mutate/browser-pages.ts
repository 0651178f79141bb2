/**
 * Makes the change of a run active in the pages of browser tests, and counts which changes each test
 * reaches there, as Stryker does in a test's own process.
 */
import { inject } from "vitest"
import { prepareContexts } from "../../tests/support/browser.ts"
import { bringChanges } from "./browser-changes.ts"

declare module "vitest" {
  interface ProvidedContext {
    mode: "dry-run" | "mutant"
  }
}

const countReached = (change: string): void => {
  const changes = globalThis.__stryker__
  if (changes === undefined) return
  const { mutantCoverage: coverage = { static: {}, perTest: {} }, currentTestId: test } = changes
  const before = test === undefined ? coverage.static : coverage.perTest[test]
  const hits = { ...before, [change]: (before?.[change] ?? 0) + 1 }
  changes.mutantCoverage =
    test === undefined
      ? { ...coverage, static: hits }
      : { ...coverage, perTest: { ...coverage.perTest, [test]: hits } }
}

prepareContexts((context) => {
  const active = inject("mode") === "mutant" ? globalThis.__stryker__?.activeMutant : undefined
  return bringChanges(context, active ?? null, countReached)
})
