import { describe, expect, it } from "vitest"
import {
  barAt,
  drawnBars,
  isWithinDays,
  lastDayOf,
  panned,
  tradesOf,
  zoomed,
} from "../../src/domain/chart-bars.ts"
import { openedContract, settledContract } from "../support/contracts.ts"

const flat = (second: number, price: number) => {
  const text = `${price}.0000`
  return { atMs: second * 1_000, open: text, high: text, low: text, close: text }
}
const ticks = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => flat(from + index, 10 + ((from + index) % 7)))

describe("the bars that a chart draws", () => {
  it("are those of the answer as an area, and candles of five ticks each instead of dashes", () => {
    const bars = ticks(100, 20)
    expect(drawnBars(bars, "area")).toBe(bars)
    const candles = drawnBars(bars, "candle")
    expect(candles.map(({ atMs }) => atMs)).toEqual([100_000, 105_000, 110_000, 115_000])
    expect(candles[0]).toMatchObject({ open: "12.0000", high: "16.0000", low: "12.0000", close: "16.0000" })
  })

  it("keep to the same times while prices come in", () => {
    const times = (from: number) => drawnBars(ticks(from, 20), "candle").map(({ atMs }) => atMs)
    expect(times(102).slice(1, 4)).toEqual(times(100).slice(1, 4))
  })

  it("stay as they are where most of them have a body", () => {
    const bars = ticks(0, 20).map((bar) => ({ ...bar, high: "99.0000" }))
    expect(drawnBars(bars, "candle")).toBe(bars)
  })

  it("are at most 300, of the same first, last, highest and lowest price", () => {
    const bars = ticks(0, 1_500)
    const few = drawnBars(bars, "area")
    expect(few).toHaveLength(300)
    expect([few[0]?.open, few.at(-1)?.close]).toEqual([bars[0]?.open, bars.at(-1)?.close])
    expect(new Set(few.map(({ high }) => high))).toContain("16.0000")
  })

  it("are none, or one, without a history", () => {
    for (const kind of ["area", "candle"] as const) {
      expect(drawnBars([], kind)).toEqual([])
      expect(drawnBars([flat(0, 1)], kind)).toHaveLength(1)
    }
    expect(isWithinDays([])).toBe(true)
    expect(lastDayOf([], 60_000)).toEqual([])
  })

  it("of the last day move on with the live price", () => {
    const bars = ticks(0, 75)
    expect(lastDayOf(bars, 60_000).map(({ atMs }) => atMs)).toEqual(ticks(14, 61).map(({ atMs }) => atMs))
    expect(lastDayOf(bars, 120_000)).toBe(bars)
  })
})

describe("the bars in view", () => {
  const whole = { from: -0.5, to: 59.5 }

  it("zoom about a bar, to five at least, and never beyond the ends", () => {
    expect(zoomed(whole, 2, 29.5, 60)).toEqual({ from: 14.5, to: 44.5 })
    expect(zoomed(whole, 2, -0.5, 60)).toEqual({ from: -0.5, to: 29.5 })
    const most = zoomed(whole, 1_000, 10, 60)
    expect(most.to - most.from).toBeCloseTo(5)
    expect(zoomed({ from: 14.5, to: 44.5 }, 0.1, 20, 60)).toEqual(whole)
  })

  it("move, and stop at the ends", () => {
    expect(panned({ from: 10, to: 20 }, 5, 60)).toEqual({ from: 15, to: 25 })
    expect(panned({ from: 10, to: 20 }, 500, 60)).toEqual({ from: 49.5, to: 59.5 })
    expect(panned(whole, 7, 60)).toEqual(whole)
  })
})

it("finds the bar of a trade, none before the first", () => {
  const bars = ticks(10, 3)
  expect([9_999, 10_000, 11_500, 99_000].map((atMs) => barAt(bars, atMs))).toEqual([null, 0, 1, 2])
})

it("has an entry for each open contract, and an exit for each closed one", () => {
  const trades = tradesOf([settledContract, { ...openedContract, id: "open", openingPrice: null }])
  expect(trades.map(({ kind }) => kind)).toEqual(["entry", "exit"])
})
