import { describe, expect, it } from "vitest"
import { contractLines } from "../../src/domain/contract-lines.ts"
import { rangeWith, steppedBars } from "../../src/ui/chart-levels.ts"
import { acceptedContract, openedContract, settledContract } from "../support/contracts.ts"

const amendment = (number: number, atMs: number, stopLoss: string | null, takeProfit: string | null) => ({
  ...{ number, atMs, stopLoss, takeProfit, previous: "", receipt: "", checkpoint: "" },
})

describe("the lines of a contract", () => {
  it("are entry, break-even, stop-out and exit, and the levels that it has", () => {
    expect(contractLines(acceptedContract)).toEqual([])
    expect(contractLines({ ...settledContract, takeProfit: "26.0000" })).toEqual([
      { kind: "entry", steps: [{ fromMs: 1_100, price: "25.4000" }] },
      { kind: "break-even", steps: [{ fromMs: 1_100, price: "25.4254" }] },
      { kind: "stop-out", steps: [{ fromMs: 1_100, price: "20.3454" }] },
      { kind: "take-profit", steps: [{ fromMs: 1_000, price: "26.0000" }] },
      { kind: "exit", steps: [{ fromMs: 61_100, price: "25.9100" }] },
    ])
  })

  it("step where a change moved a level, and not where it left it", () => {
    const order = {
      ...openedContract,
      stopLoss: "25.0000",
      levelHistory: {
        agreed: { stopLoss: null, takeProfit: "26.0000" },
        amendments: [
          amendment(1, 2_000, "24.0000", "26.0000"),
          amendment(2, 3_000, "24.0000", null),
          amendment(3, 4_000, "25.0000", null),
        ],
      },
    }
    const stepsOf = (kind: string) => contractLines(order).find((line) => line.kind === kind)?.steps
    expect(stepsOf("stop-loss")).toEqual([
      { fromMs: 1_000, price: null },
      { fromMs: 2_000, price: "24.0000" },
      { fromMs: 4_000, price: "25.0000" },
    ])
    expect(stepsOf("take-profit")).toEqual([
      { fromMs: 1_000, price: "26.0000" },
      { fromMs: 3_000, price: null },
    ])
  })
})

describe("a level in the chart", () => {
  it("has the price in force at each bar, and no colour where there is none", () => {
    const steps = [
      { fromMs: 1, price: null },
      { fromMs: 10, price: "24" },
      { fromMs: 20, price: "25" },
      { fromMs: 30, price: null },
    ]
    const drawn = steppedBars(steps, [{ atMs: 5 }, { atMs: 15 }, { atMs: 20 }, { atMs: 35 }])
    expect(drawn).toEqual([
      { value: 24, isShown: false },
      { value: 24, isShown: true },
      { value: 25, isShown: true },
      { value: 25, isShown: false },
    ])
  })

  it("widens the range of prices, unless it would flatten them", () => {
    expect(rangeWith({ minValue: 10, maxValue: 12 }, [8.5, 13, 20, 1])).toEqual({
      minValue: 8.5,
      maxValue: 13,
    })
  })
})
