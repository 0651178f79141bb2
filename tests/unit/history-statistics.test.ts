import { expect, it } from "vitest"
import type { Published } from "../../server/market/feed.ts"
import { historyStatistics } from "../../server/market/statistics.ts"

const units = (price: number): bigint => BigInt(Math.round(price * 10_000))

/** A day that opens at 100, with its low and its close. */
const day = (low: number, close: number) => ({
  ...{ atMs: 0, published: "bar" as Published, date: null },
  ...{ open: units(100), high: units(Math.max(100, close)), low: units(low), close: units(close) },
})

// ₦1,000 at 1× as the lowest leverage, 0.1 % commission, stopped out at a loss of 80 %
const product = { leverages: [5, 1, 2], minStake: 100_000n, commissionPpm: 1_000, stopOutBps: 8_000 }

it("has the mean result of one contract a day, and the share of those that lost, commission included", () => {
  // +10 %, −20 %, +0.05 %, which the commission makes a loss, and +0.1 %, which it makes nothing
  const days = [day(99, 110), day(80, 80), day(100, 100.05), day(100, 100.1)]
  expect(historyStatistics(product, days, units(55))).toEqual({
    averageBuy: "100.0000",
    averageSell: "97.5375",
    // (99 000 − 201 000 − 500 + 0) / 4
    averageProfitPpm: -25_625,
    losingPpm: 500_000,
    sample: 4,
    source: "history",
  })
})

it("ends a contract at the stop-out price on a day that fell to it, though the day recovered", () => {
  const [stopped, above] = [day(10, 150), day(50, 150)].map((one) =>
    historyStatistics(product, [one], units(55)),
  )
  expect(above).toMatchObject({ averageSell: "150.0000", losingPpm: 0 })
  expect(stopped?.losingPpm).toBe(1_000_000)
  expect(Number(stopped?.averageSell)).toBeLessThan(50)
  expect(stopped?.averageProfitPpm).toBeLessThan(-700_000)
})

it("reads no low that is not published, and no day of which nothing is", () => {
  const fallen = day(10, 150)
  const of = (published: Published) => historyStatistics(product, [{ ...fallen, published }], units(55))
  expect(of("close")).toMatchObject({ averageSell: "150.0000", losingPpm: 0, sample: 1 })
  expect(of("none")).toMatchObject({ averageSell: "55.0000", averageProfitPpm: 0, sample: 0 })
})

it("without a day has the current price, and no result", () => {
  expect(historyStatistics(product, [], units(55))).toEqual({
    averageBuy: "55.0000",
    averageSell: "55.0000",
    averageProfitPpm: 0,
    losingPpm: 0,
    sample: 0,
    source: "history",
  })
})
