import type { PriceUnits } from "../../src/domain/money.ts"
import { brownianBridge, type DailyBar, toPriceUnits } from "./brownian-bridge.ts"
import { type PublishedSeries, pricesOf } from "./published-series.ts"
import { randomOf } from "./random.ts"

/** Average trading days in a month. */
const DAYS_A_MONTH = 21

/**
 * The daily bars of a published series, oldest first. Where only closes are published, a day opens
 * at the previous close, and high and low are synthetic. Where only monthly prices are published,
 * the days between are a synthetic bridge in log prices.
 */
export const dailyBarsOf = (series: PublishedSeries, secret: string): ReadonlyArray<DailyBar> => {
  if (series.kind === "daily-ohlc") return series.rows.map(publishedBar)
  const published = series.rows.map((row) => only(pricesOf(row)))
  const dates = series.rows.map(dateOf)
  return series.kind === "daily-close"
    ? barsBetween(published, dates, series.symbol, secret)
    : barsBetween(bridgedCloses(published, series.symbol, secret), bridgedDates(dates), series.symbol, secret)
}

const dateOf = (row: string): string => row.split(" ")[0] ?? ""

const publishedBar = (row: string): DailyBar => {
  const [open, high, low, close] = pricesOf(row)
  if (open === undefined || high === undefined || low === undefined || close === undefined)
    throw new RangeError(`not a bar: ${row}`)
  return { open, high, low, close, isPublished: true, date: dateOf(row) }
}

const only = (prices: ReadonlyArray<PriceUnits>): PriceUnits => {
  const price = prices[0]
  if (price === undefined) throw new RangeError("a row without a price")
  return price
}

/** Mean absolute move between consecutive prices, in log prices. */
const volatilityOf = (prices: ReadonlyArray<PriceUnits>): number => {
  const moves = prices
    .slice(1)
    .map((price, i) => Math.abs(Math.log(Number(price) / Number(prices[i] ?? price))))
  return moves.reduce((sum, move) => sum + move, 0) / Math.max(1, moves.length)
}

const bridgedCloses = (
  months: ReadonlyArray<PriceUnits>,
  symbol: string,
  secret: string,
): ReadonlyArray<PriceUnits> => {
  const random = randomOf(secret, `${symbol}|days`)
  const sigma = volatilityOf(months) / Math.sqrt(DAYS_A_MONTH)
  const closes = months.slice(1).flatMap((month, i) => {
    const before = months[i] ?? month
    const bridge = brownianBridge(
      Math.log(Number(before)),
      Math.log(Number(month)),
      DAYS_A_MONTH,
      sigma,
      random,
    )
    return [...bridge.subarray(1, DAYS_A_MONTH)].map((log) => toPriceUnits(Math.exp(log))).concat(month)
  })
  return [...months.slice(0, 1), ...closes]
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
  closes: ReadonlyArray<PriceUnits>,
  dates: ReadonlyArray<string>,
  symbol: string,
  secret: string,
): ReadonlyArray<DailyBar> => {
  const random = randomOf(secret, `${symbol}|ranges`)
  const reach = 0.6 * volatilityOf(closes)
  return closes.slice(1).map((close, i) => {
    const open = closes[i] ?? close
    const top = Number(open > close ? open : close)
    const bottom = Number(open < close ? open : close)
    const high = toPriceUnits(top * (1 + reach * random()))
    const low = toPriceUnits(bottom * (1 - reach * random()))
    return { open, high, low, close, isPublished: false, date: dates[i + 1] ?? "" }
  })
}
