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
  "order-amend": [],
  deposit: [],
  "withdrawal-cancel": [],
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

  it.each([0, -1, 1.5, "2", "4", null])("of version %j is a defect", (version) => {
    const words = "an outcome of withdrawal has no version this release knows"
    expect(refusalIn(read({ ...current, version }))).toContain(words)
  })

  it.each([null, 5, "done", []])("that is %j is a defect", (stored) => {
    expect(refusalIn(read(stored))).toContain("an outcome of withdrawal is no object")
  })

  it.each(OPERATIONS)("of %s is read as it was written", (operation) => {
    const stored: unknown = JSON.parse(JSON.stringify(versionedOutcome(operation, done)))
    expect(Effect.runSync(readOutcome(operation, stored))).toEqual(done)
    expect(versionedOutcome("withdrawal", done, planted).version).toBe(3)
  })

  it.each(OPERATIONS)("of %s is of the first version in this release", (operation) => {
    expect(versionedOutcome(operation, done).version).toBe(1)
  })

  it.each([
    { state: "refused", refusal: { reason: "order.slippage", field: "tolerance" } },
    { state: "void" },
  ] as const)("is read if it is $state", (outcome) => {
    expect(Effect.runSync(readOutcome("order", versionedOutcome("order", outcome)))).toEqual(outcome)
  })

  it.each([{ state: "refused" }, { state: "lost" }, { state: "" }])(
    "that no release has written is a defect: %j",
    (outcome) => {
      expect(refusalIn(read({ ...outcome, version: 3 }))).not.toMatch(/^(?:read|system\.newer-release)$/)
    },
  )
})
