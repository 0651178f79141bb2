import { expect, it } from "vitest"
import { firstStepsOf } from "../../src/domain/first-steps.ts"

const of = (kind: "contract" | "deposit" | "withdrawal", id: string, profit: string | null = null) => ({
  profit,
  record: { kind, id },
})
const bonus = { profit: null, record: null }

it("knows the steps of a new member by what changed the balance", () => {
  expect(firstStepsOf([bonus], false)).toEqual({
    hasDeposited: false,
    hasBought: false,
    settledId: null,
    hasWithdrawn: false,
  })
  const bought = [of("contract", "c1"), of("deposit", "d1"), bonus]
  expect(firstStepsOf(bought, false)).toMatchObject({ hasDeposited: true, hasBought: true, settledId: null })
  const settled = [of("contract", "c2", "-1.00"), of("contract", "c1", "5.00"), ...bought]
  expect(firstStepsOf(settled, false)).toMatchObject({ settledId: "c2", hasWithdrawn: false })
  expect(firstStepsOf([of("withdrawal", "w1"), ...settled], false)?.hasWithdrawn).toBe(true)
})

it("leads no member who has more changes than a page", () => {
  expect(firstStepsOf([bonus], true)).toBeNull()
})
