/** Outcomes stored under a key by earlier and later releases. */
import { Cause, Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { type OutcomeUpcasters, readOutcome, versionedOutcome } from "../../server/core/stored-outcome.ts"
import { OPERATIONS } from "../../src/domain/operation.ts"

const refusalIn = (exit: Exit.Exit<unknown, { readonly reason: string }>): string => {
  if (Exit.isSuccess(exit)) return "read"
  const [first] = exit.cause.reasons
  return first?._tag === "Fail" ? first.error.reason : Cause.pretty(exit.cause)
}

const done = { state: "done", id: "w1", answer: { amount: "5.00" } } as const
/** Version 2 called the state by another name; version 3 gave the answer a currency. */
const planted: OutcomeUpcasters = {
  order: [],
  "order-close": [],
  deposit: [],
  withdrawal: [
    ({ status, ...outcome }) => ({ ...outcome, state: status }),
    ({ answer, ...outcome }) => ({ ...outcome, answer: { ...Object(answer), currency: "NGN" } }),
  ],
}
const read = (stored: unknown) => Effect.runSyncExit(readOutcome("withdrawal", stored, planted))
const current = { ...done, answer: { ...done.answer, currency: "NGN" } }

describe("a stored outcome", () => {
  it("is upcast step by step from the version it was written in", () => {
    const { state, ...rest } = done
    expect(read({ ...rest, status: state })).toEqual(Exit.succeed(current))
    expect(read({ ...rest, status: state, version: 1 })).toEqual(Exit.succeed(current))
    expect(read({ ...done, version: 2 })).toEqual(Exit.succeed(current))
    expect(read({ ...current, version: 3 })).toEqual(Exit.succeed(current))
  })

  it("of a newer release is refused by name", () => {
    expect(refusalIn(read({ ...current, version: 4 }))).toBe("system.newer-release")
  })

  it.each([0, -1, 1.5, "2", null])("of version %j is a defect", (version) => {
    expect(refusalIn(read({ ...current, version }))).toContain("no version this release knows")
  })

  it.each([null, 5, "done", []])("that is %j is a defect", (stored) => {
    expect(refusalIn(read(stored))).toContain("an outcome of withdrawal is no object")
  })

  it.each(OPERATIONS)("of %s is read as it was written", (operation) => {
    const stored: unknown = JSON.parse(JSON.stringify(versionedOutcome(operation, done)))
    expect(Effect.runSync(readOutcome(operation, stored))).toEqual(done)
    expect(versionedOutcome("withdrawal", done, planted).version).toBe(3)
  })
})
