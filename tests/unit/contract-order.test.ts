import { describe, expect, it } from "vitest"
import { type ContractSort, resultsAt, sortContracts } from "../../src/domain/contract-order.ts"
import { openedContract } from "../support/contracts.ts"

describe("the order of open contracts", () => {
  const orders = [
    { ...openedContract, id: "new", symbol: "MSFT", expiresAtMs: 300 },
    { ...openedContract, id: "waiting", symbol: "IBM", state: "accepted" as const, expiresAtMs: null },
    { ...openedContract, id: "down", symbol: "AAPL", direction: "down" as const, expiresAtMs: 200 },
    { ...openedContract, id: "old", symbol: "AAPL", expiresAtMs: 100 },
  ]
  const prices: Readonly<Record<string, string>> = { AAPL: "25.9100", IBM: "30.0000" }
  const results = resultsAt(orders, (symbol) => prices[symbol])
  const sorted = (sort: ContractSort) =>
    sortContracts(orders, sort, ({ id }) => results.get(id) ?? null).map(({ id }) => id)

  it("knows the result of those that are open and have a price", () => {
    expect([...results.keys()]).toEqual(["down", "old"])
    expect(results.get("old")).toBe(95_394n)
  })

  it("is by time left, result or product, and what is unknown comes last", () => {
    expect(sorted("newest")).toEqual(["new", "waiting", "down", "old"])
    expect(sorted("time")).toEqual(["old", "down", "new", "waiting"])
    expect(sorted("best")).toEqual(["old", "down", "new", "waiting"])
    expect(sorted("worst")).toEqual(["down", "old", "new", "waiting"])
    expect(sorted("symbol")).toEqual(["down", "old", "waiting", "new"])
  })
})
