import { Schema } from "effect"
import { type PriceUnits, priceUnitsOf } from "../../src/domain/money.ts"
import aapl from "./data/aapl.json" with { type: "json" }
import amzn from "./data/amzn.json" with { type: "json" }
import btc from "./data/btc.json" with { type: "json" }
import goog from "./data/goog.json" with { type: "json" }
import ibm from "./data/ibm.json" with { type: "json" }
import msft from "./data/msft.json" with { type: "json" }
import sp500 from "./data/sp500.json" with { type: "json" }

const SeriesFile = Schema.Struct({
  symbol: Schema.String,
  name: Schema.String,
  kind: Schema.Literals(["daily-ohlc", "daily-close", "monthly-close"]),
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
export const pricesOf = (row: string): ReadonlyArray<PriceUnits> => row.split(" ").slice(1).map(priceUnitsOf)
