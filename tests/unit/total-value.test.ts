import { describe, expect, it } from "vitest"
import { todayResult, totalValue, valueLine } from "../../src/domain/total-value.ts"

const wallet = { available: "970000.00", inContracts: "30000.00", todayDividend: "974.06" }
const contract = { kind: "contract" as const, id: "c1" }

describe("what a member's money is worth", () => {
  it("is cash, stakes and the live result of the open contracts", () => {
    expect(totalValue(wallet, "84.65")).toBe("1000084.65")
    expect(totalValue(wallet, "-30000.00")).toBe("970000.00")
    expect(todayResult(wallet, "-1000.00")).toBe("-25.94")
  })

  it("is a line: a stake that is bought or refunded moves nothing, a settlement adds its result", () => {
    const changes = [
      { amount: "-10000.00", profit: null, record: contract },
      { amount: "10500.00", profit: "500.00", record: contract },
      { amount: "-2000.00", profit: null, record: { kind: "withdrawal" as const, id: "w1" } },
      { amount: "50000.00", profit: null, record: { kind: "deposit" as const, id: "d1" } },
    ]
    expect(valueLine(wallet, changes, "84.65")).toEqual([
      "951500.00",
      "1001500.00",
      "999500.00",
      "1000000.00",
      "1000000.00",
      "1000084.65",
    ])
  })

  it("begins with the first change of an account, not with nothing", () => {
    const opening = { amount: "1000000.00", profit: null, record: null }
    expect(valueLine(wallet, [opening], "0.00")).toEqual(["1000000.00", "1000000.00"])
    expect(valueLine(wallet, [], "5.00")).toEqual(["1000000.00", "1000005.00"])
  })
})
