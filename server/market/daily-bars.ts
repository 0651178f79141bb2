import type { PriceUnits } from "../../src/domain/money.ts"
import { brownianBridge, type DailyBar, randomOf, toPriceUnits } from "./brownian-bridge.ts"
import type { PublishedSeries } from "./published-series.ts"

/** The daily bars of a series, oldest first, made when they are read: forty series take little memory. */
export interface DailyBars {
  readonly length: number
  readonly at: (index: number) => DailyBar
}

/** Average trading days in a month. */
const DAYS_A_MONTH = 21

/**
 * The daily bars of a published series. Where only closes are published, a day opens at the previous
 * close, and high and low are synthetic. Where only monthly prices are published, the days between
 * are a synthetic bridge in log prices.
 */
export const dailyBarsOf = (series: PublishedSeries, secret: string): DailyBars => {
  const { ranges, symbol, closes, dates } = series
  if (ranges !== null) {
    const { open, high, low } = ranges
    return {
      length: closes.length,
      at: (index) => ({
        ...{ open: priceAt(open, index), high: priceAt(high, index) },
        ...{ low: priceAt(low, index), close: priceAt(closes, index) },
        ...{ published: "bar", date: dates[index] ?? "" },
      }),
    }
  }
  const random = randomOf(secret, `${symbol}|ranges`)
  return series.kind === "daily-close"
    ? barsBetween("close", closes, dates, random)
    : barsBetween("none", bridgedCloses(closes, symbol, secret), bridgedDates(dates), random)
}

const priceAt = (prices: Float64Array, index: number): PriceUnits => {
  const price = prices[index]
  if (price === undefined) throw new RangeError("a series without this day")
  return BigInt(price)
}

/** Mean absolute move between consecutive prices, in log prices. */
const volatilityOf = (prices: Float64Array): number => {
  let sum = 0
  for (let i = 1; i < prices.length; i++) sum += Math.abs(Math.log((prices[i] ?? 1) / (prices[i - 1] ?? 1)))
  return sum / Math.max(1, prices.length - 1)
}

const bridgedCloses = (months: Float64Array, symbol: string, secret: string): Float64Array => {
  const random = randomOf(secret, `${symbol}|days`)
  const sigma = volatilityOf(months) / Math.sqrt(DAYS_A_MONTH)
  const closes = [...months.subarray(1)].flatMap((month, i) => {
    const before = months[i] ?? month
    const bridge = brownianBridge(Math.log(before), Math.log(month), DAYS_A_MONTH, sigma, random)
    return [...bridge.subarray(1, DAYS_A_MONTH)]
      .map((log) => Number(toPriceUnits(Math.exp(log))))
      .concat(month)
  })
  return Float64Array.from([...months.subarray(0, 1), ...closes])
}

/** The dates of the bridged closes, spread evenly between the published ones. */
const bridgedDates = (months: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...months.slice(0, 1),
  ...months.slice(1).flatMap((month, i) => {
    const [fromMs, toMs] = [Date.parse(months[i] ?? month), Date.parse(month)]
    return Array.from({ length: DAYS_A_MONTH }, (_, step) =>
      new Date(fromMs + ((toMs - fromMs) * (step + 1)) / DAYS_A_MONTH).toISOString().slice(0, 10),
    )
  }),
]

const barsBetween = (
  published: DailyBar["published"],
  closes: Float64Array,
  dates: ReadonlyArray<string>,
  random: () => number,
): DailyBars => {
  const reach = 0.6 * volatilityOf(closes)
  const length = closes.length - 1
  /** How far high and low of each bar lie beyond its open and close. */
  const beyond = Float64Array.from({ length: 2 * length }, random)
  return {
    length,
    at: (index) => {
      const [open, close] = [priceAt(closes, index), priceAt(closes, index + 1)]
      const [above = 0, below = 0] = beyond.subarray(2 * index, 2 * index + 2)
      const [bottom, top] = open < close ? [open, close] : [close, open]
      const high = toPriceUnits(Number(top) * (1 + reach * above))
      const low = toPriceUnits(Number(bottom) * (1 - reach * below))
      return { open, high, low, close, published, date: dates[index + 1] ?? "" }
    },
  }
}
