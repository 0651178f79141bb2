import { Schema } from "effect"
import { PRICE_HISTORIES } from "../../src/domain/limits.ts"
import { type PriceUnits, priceUnitsOf } from "../../src/domain/money.ts"
import { brownianBridge, type DailyBar, randomOf, toPriceUnits } from "./brownian-bridge.ts"
import aapl from "./data/aapl.json" with { type: "json" }
import amzn from "./data/amzn.json" with { type: "json" }
import btc from "./data/btc.json" with { type: "json" }
import goog from "./data/goog.json" with { type: "json" }
import ibm from "./data/ibm.json" with { type: "json" }
import msft from "./data/msft.json" with { type: "json" }
import sp500 from "./data/sp500.json" with { type: "json" }
import type { Published } from "./feed.ts"

const SeriesFile = Schema.Struct({
  symbol: Schema.String,
  name: Schema.String,
  kind: Schema.Literals(PRICE_HISTORIES),
  /** The unit of the prices: an ISO 4217 code, or "points". */
  unit: Schema.String,
  /** The package and file of the figures, for those who check them. */
  source: Schema.String,
  /** Name of the publisher, as members read it. */
  publisher: Schema.String,
  licence: Schema.String,
  rows: Schema.Array(Schema.String),
})

const decodeSeries = Schema.decodeUnknownSync(SeriesFile)

/** A published series. `rows` are "date close" or "date open high low close". */
export type PublishedSeries = typeof SeriesFile.Type

/** Every series that ships with the product. */
export const publishedSeries: ReadonlyArray<PublishedSeries> = [sp500, aapl, btc, msft, amzn, ibm, goog].map(
  (file) => decodeSeries(file),
)

/** Publishers of the prices, in one line for the member. */
export const publishedSources = [...new Set(publishedSeries.map((series) => series.publisher))].join(", ")
/** The unit of the prices of each symbol. */
export const publishedUnits: Readonly<Record<string, string>> = Object.fromEntries(
  publishedSeries.map(({ symbol, unit }) => [symbol, unit]),
)
export const publishedLicences = [...new Set(publishedSeries.map((series) => series.licence))].join(", ")

/** The prices of a row. Throws on a malformed row, because the files ship with the product. */
const pricesOf = (row: string): ReadonlyArray<PriceUnits> => row.split(" ").slice(1).map(priceUnitsOf)

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
    ? barsBetween("close", published, dates, series.symbol, secret)
    : barsBetween(
        "none",
        bridgedCloses(published, series.symbol, secret),
        bridgedDates(dates),
        series.symbol,
        secret,
      )
}

const dateOf = (row: string): string => row.split(" ")[0] ?? ""

const publishedBar = (row: string): DailyBar => {
  const [open, high, low, close] = pricesOf(row)
  if (open === undefined || high === undefined || low === undefined || close === undefined)
    throw new RangeError(`not a bar: ${row}`)
  return { open, high, low, close, published: "bar", date: dateOf(row) }
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
  published: Published,
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
    return { open, high, low, close, published, date: dates[i + 1] ?? "" }
  })
}
