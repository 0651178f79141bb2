import { expect, it } from "vitest"
import { lastSettledId, stepsLeft } from "../../src/domain/first-steps.ts"

const of = (kind: "contract" | "deposit" | "withdrawal", id: string, profit: string | null = null) => ({
  profit,
  record: { kind, id },
})

it("knows the steps that are left to a new member by what changed the balance", () => {
  const bonus = { profit: null, record: null }
  expect(stepsLeft([bonus], false)).toEqual(["deposit", "buy", "settle", "check", "withdraw"])
  const bought = [of("contract", "c1"), of("deposit", "d1"), bonus]
  expect(stepsLeft(bought, false)).toEqual(["settle", "check", "withdraw"])
  const settled = [of("contract", "c2", "-1.00"), of("contract", "c1", "5.00"), ...bought]
  expect(lastSettledId(bought)).toBeNull()
  expect(lastSettledId(settled)).toBe("c2")
  expect(stepsLeft(settled, false)).toEqual(["check", "withdraw"])
  expect(stepsLeft([of("withdrawal", "w1"), ...settled], true)).toEqual([])
})
