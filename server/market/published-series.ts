import { Schema } from "effect"
import { PRICE_HISTORIES, type PriceHistory } from "../../src/domain/limits.ts"
import { priceUnitsOf } from "../../src/domain/money.ts"
import aapl from "./data/aapl.json" with { type: "json" }
import amzn from "./data/amzn.json" with { type: "json" }
import btc from "./data/btc.json" with { type: "json" }
import europeFile from "./data/europe.json" with { type: "json" }
import goog from "./data/goog.json" with { type: "json" }
import ibm from "./data/ibm.json" with { type: "json" }
import msft from "./data/msft.json" with { type: "json" }
import ninetiesFile from "./data/nineties.json" with { type: "json" }
import sp500 from "./data/sp500.json" with { type: "json" }

const origin = {
  /** The package and file of the figures, for those who check them. */
  source: Schema.String,
  /** Name of the publisher, as members read it. */
  publisher: Schema.String,
  licence: Schema.String,
}

const SeriesFile = Schema.Struct({
  ...origin,
  symbol: Schema.String,
  name: Schema.String,
  kind: Schema.Literals(PRICE_HISTORIES),
  unit: Schema.String,
  /** "date close" or "date open high low close". */
  rows: Schema.Array(Schema.String),
})

/** Closes by symbol, in hundredths: the first, then the difference of each from the one before. */
const closes = Schema.Record(Schema.String, Schema.String)
/** Series of the same days. `gaps`: days from each to the next. */
const DaysFile = Schema.Struct({ ...origin, firstDay: Schema.String, gaps: Schema.String, closes })
/** Series of which the months are known. `months`: "1991-06:1" for one day in June 1991. */
const MonthsFile = Schema.Struct({ ...origin, months: Schema.String, closes })

/** A published series. Prices are in price units. */
export interface PublishedSeries {
  readonly symbol: string
  readonly kind: PriceHistory
  /** The unit of the prices: an ISO 4217 code, or "points". */
  readonly unit: string
  readonly publisher: string
  readonly licence: string
  /** Prices of earlier days are adjusted for what happened to the share later, such as splits. */
  readonly isAdjusted: boolean
  /** Series of one group are replayed on the same day. */
  readonly group: string
  /** The day of each price; "1994-03" where only the month is known. */
  readonly dates: ReadonlyArray<string>
  readonly closes: Float64Array
  /** Open, high and low of each day, where they are published. */
  readonly ranges: Record<"open" | "high" | "low", Float64Array> | null
}

/** Throws on a malformed row, because the files ship with the product. */
const seriesOf = (file: unknown): PublishedSeries => {
  const { rows, symbol, kind, unit, publisher, licence } = Schema.decodeUnknownSync(SeriesFile)(file)
  const cells = rows.map((row) => row.split(" "))
  const column = (index: number) =>
    Float64Array.from(cells, (row) => Number(priceUnitsOf(row[index] ?? "a row without a price")))
  return {
    ...{ symbol, kind, unit, publisher, licence, isAdjusted: false, group: symbol },
    dates: cells.map(([date = ""]) => date),
    closes: column(kind === "daily-ohlc" ? 4 : 1),
    ranges: kind === "daily-ohlc" ? { open: column(1), high: column(2), low: column(3) } : null,
  }
}

const UNITS_A_HUNDREDTH = 100

/** Running sums of numbers with spaces between. */
const sumsOf = (differences: string, first = 0): ReadonlyArray<number> => {
  let sum = first
  return differences.split(" ").map((difference) => {
    sum += Number(difference)
    return sum
  })
}

const closesOf = (differences: string): Float64Array =>
  Float64Array.from(sumsOf(differences), (hundredths) => hundredths * UNITS_A_HUNDREDTH)

const DAY_MS = 86_400_000
const isIndexOfNineties = (symbol: string): boolean => symbol === "NYSE"

/** The shares and the index of 1991 to 2000: their prices belong together. */
const readNineties = (): ReadonlyArray<PublishedSeries> => {
  const file = Schema.decodeUnknownSync(DaysFile)(ninetiesFile)
  const days = [0, ...sumsOf(file.gaps)]
  const firstMs = Date.parse(file.firstDay)
  const dates = days.map((day) => new Date(firstMs + day * DAY_MS).toISOString().slice(0, 10))
  return Object.entries(file.closes).map(([symbol, differences]) => ({
    ...{ symbol, kind: "daily-close", publisher: file.publisher, licence: file.licence },
    unit: isIndexOfNineties(symbol) ? "points" : "USD",
    isAdjusted: !isIndexOfNineties(symbol),
    ...{ group: "nineties", dates, closes: closesOf(differences), ranges: null },
  }))
}

/** The European indices, replayed on the same day. */
const readEurope = (): ReadonlyArray<PublishedSeries> => {
  const file = Schema.decodeUnknownSync(MonthsFile)(europeFile)
  const dates = file.months.split(" ").flatMap((run) => {
    const [month = "", count] = run.split(":")
    return Array.from({ length: Number(count) }, () => month)
  })
  return Object.entries(file.closes).map(([symbol, differences]) => ({
    ...{ symbol, kind: "daily-close", publisher: file.publisher, licence: file.licence },
    ...{ unit: "points", isAdjusted: false, group: "europe", dates },
    ...{ closes: closesOf(differences), ranges: null },
  }))
}

/** What a database replays: `first` of the first releases, `nineties` of a new one. */
export const TAPES = ["first", "nineties"] as const
export type Tape = (typeof TAPES)[number]

const readers: Readonly<Record<Tape, () => ReadonlyArray<PublishedSeries>>> = {
  first: () => [sp500, aapl, btc, msft, amzn, ibm, goog].map(seriesOf),
  nineties: () => [...[sp500, aapl, btc].map(seriesOf), ...readNineties(), ...readEurope()],
}

const read = new Map<Tape, ReadonlyArray<PublishedSeries>>()

/**
 * The series of a tape. A database keeps its tape, and a tape never changes: contracts are open on
 * its prices.
 */
export const seriesOfTape = (tape: Tape): ReadonlyArray<PublishedSeries> => {
  const series = read.get(tape) ?? readers[tape]()
  read.set(tape, series)
  return series
}

const files = [sp500, aapl, btc, msft, amzn, ibm, goog]

/** The unit of the prices of each symbol, of every tape. */
export const publishedUnits: Readonly<Record<string, string>> = Object.fromEntries([
  ...files.map(({ symbol, unit }) => [symbol, unit] as const),
  ...Object.keys(ninetiesFile.closes).map(
    (symbol) => [symbol, isIndexOfNineties(symbol) ? "points" : "USD"] as const,
  ),
  ...Object.keys(europeFile.closes).map((symbol) => [symbol, "points"] as const),
])

const origins = [...files, ninetiesFile, europeFile]
/** Publishers of the prices, in one line for the member. */
export const publishedSources = [...new Set(origins.map(({ publisher }) => publisher))].join(", ")
export const publishedLicences = [...new Set(origins.map(({ licence }) => licence))].join(", ")
