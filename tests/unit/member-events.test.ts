import { describe, expect, it } from "vitest"
import { memberEventOf } from "../../server/core/member-events.ts"

describe("the event of a contract that ended early", () => {
  const endedAt = (closingPrice: string, state: "closed_early" | null = "closed_early") =>
    memberEventOf([
      ...([3, "order", "o", "opened", "closed_early", "market", "12000", "0", 1] as const),
      ["AAPL", "Apple", "up", "10000", state && "2000", state, closingPrice, "1090000", "900000", 2, null],
      null,
    ])

  it("names what ended it: take-profit, stop-loss or the member", () => {
    expect(["1100000", "900000", "1000000"].map((price) => endedAt(price).contract?.ending)).toEqual([
      "take-profit",
      "stop-loss",
      "closed_early",
    ])
  })

  it("has amounts and the closing price, and at an earlier event neither net nor price", () => {
    expect(endedAt("1000000")).toMatchObject({
      amount: "120.00",
      contract: { stake: "100.00", net: "20.00", closingPrice: "100.0000" },
    })
    expect(endedAt("1000000", null).contract).toMatchObject({ ending: null, closingPrice: null, net: null })
  })
})
