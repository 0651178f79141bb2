import { Effect } from "effect"
import type { AnswerOf, RequestOf } from "../../src/contract/endpoints.ts"
import type { Candle, Product } from "../../src/domain/entities.ts"
import type { Locale } from "../../src/domain/limits.ts"
import { amountOf, priceOf } from "../../src/domain/money.ts"
import type { QuoteFrame } from "../../src/domain/stream-messages.ts"
import type { Call } from "../core/handler.ts"
import { rowLimitOf } from "../core/paging.ts"
import { productNameIn } from "../core/product-names.ts"
import { refusal } from "../core/refusal.ts"
import { sql } from "../db/db.ts"
import type { Feed, HistoryBar, Published, Replayed } from "./feed.ts"
import { Market } from "./market.ts"
import { isTraded, Products, type ProductTerms } from "./products.ts"
import { Statistics } from "./statistics.ts"
import { tickOf } from "./tick.ts"
import { readTicks } from "./tick-journal.ts"

/** The last quote of every symbol, in the shape of a stream snapshot. */
export const readQuotes = Effect.fn("readQuotes")(function* () {
  const { nowMs, quoteBook } = yield* Market
  const snapshot: QuoteFrame = { type: "snapshot", frame: 0, atMs: nowMs(), quotes: quoteBook.quotes() }
  return snapshot
})

/** Candles of a symbol over a range, oldest first. */
export const readCandles = ({ symbol, range }: RequestOf<"candles">) => candlesOf(symbol, range)

/** Ticks of a symbol from a sequence number on, with their hashes. */
export const listTicks = ({ symbol, fromSeq, limit }: RequestOf<"ticks">) =>
  Effect.map(readTicks(symbol, Number(fromSeq), rowLimitOf(limit)), (ticks) => ticks.map(tickOf))

/** Days in the small chart of a product card. */
const RECENT_DAYS = 30

const productOf = Effect.fnUntraced(function* (terms: ProductTerms, locale: Locale) {
  const { feed, nowMs: marketNow } = yield* Market
  const nowMs = marketNow()
  const statistics = yield* Statistics
  const priceHistory = feed.publishedAs(terms.symbol)
  const replayed = feed.replayOf(terms.symbol, nowMs)
  const product: Product = {
    id: terms.id,
    symbol: terms.symbol,
    name: productNameIn(locale, terms.symbol, terms.name),
    minStake: amountOf(terms.minStake),
    maxStake: amountOf(terms.maxStake),
    leverages: terms.leverages,
    periods: terms.periods,
    commissionPpm: terms.commissionPpm,
    stopOutBps: terms.stopOutBps,
    soldOut: terms.isSoldOut,
    recommended: terms.isRecommended,
    tradingHours: { openMinute: terms.openMinute, closeMinute: terms.closeMinute },
    isOpen: yield* isTraded(terms, nowMs),
    statistics: yield* statistics.of(terms),
    recentCloses: feed.history(terms.symbol, nowMs, RECENT_DAYS).map((bar) => priceOf(bar.close)),
    ...(priceHistory && { priceHistory }),
    ...(replayed && { replay: replayOf(replayed) }),
    ...(terms.category && { category: terms.category }),
  }
  return product
})

const replayOf = ({ date, isReversed, isAdjusted, publisher, licence }: Replayed) => ({
  ...{ date, reversed: isReversed, adjusted: isAdjusted, source: publisher, licence },
})

/** Every product with its terms and statistics. */
export const listProducts = Effect.fn("listProducts")(function* (
  _request: RequestOf<"products">,
  { locale }: Pick<Call, "locale">,
) {
  const { all } = yield* Products
  return yield* Effect.forEach(yield* all, (terms) => productOf(terms, locale))
})

/** One product. Refused as unknown where there is none with this id. */
export const readProduct = Effect.fn("readProduct")(function* (
  { id }: RequestOf<"product">,
  { locale }: Pick<Call, "locale">,
) {
  const { find } = yield* Products
  const terms = yield* find(id)
  return terms === null ? yield* refusal("order.product-unknown") : yield* productOf(terms, locale)
})

export type CandleRange = "1D" | "1W" | "1M" | "ALL"

/** Candles of the running day: as many as fit a phone screen. */
const CANDLES_A_DAY = 60
const DAYS: Readonly<Record<Exclude<CandleRange, "1D">, number>> = { "1W": 7, "1M": 30, ALL: 1_500 }

/**
 * Candles of a symbol, oldest first. `1D` is built from the ticks of the last day: the running one of
 * a live feed, the last day's length of a replay. The other ranges are finished days plus the running
 * one so far. Empty for an unknown symbol.
 */
export const candlesOf = Effect.fn("candlesOf")(function* (symbol: string, range: CandleRange) {
  const { feed, nowMs: marketNow, quoteBook } = yield* Market
  const nowMs = marketNow()
  if (!feed.symbols.includes(symbol)) return []
  if (range === "1D") return yield* candlesOfDay(symbol, nowMs)
  const finished =
    feed.kind === "live"
      ? yield* tickHistory(symbol, nowMs, DAYS[range])
      : feed.history(symbol, nowMs, DAYS[range] - 1)
  const today = quoteBook.last(symbol)
  const day = feed.dayAt(nowMs)
  const running: ReadonlyArray<HistoryBar> =
    today === null || today.dayIndex !== day.index
      ? []
      : [
          {
            ...today,
            atMs: day.startsAtMs,
            close: today.tick.price,
            published: unfinished(feed),
            date: feed.dateAt(symbol, nowMs),
          },
        ]
  return [...finished, ...running].map(candleOf)
})

/** More than the days of any series. */
const CLOSES_MAX = 10_000

/** The closes of the days before the running one. Empty for an unknown symbol. */
export const readCloses = Effect.fn("readCloses")(function* ({ symbol }: RequestOf<"closes">) {
  const { feed, nowMs: marketNow, settings } = yield* Market
  const nowMs = marketNow()
  const isLive = feed.kind === "live" && feed.symbols.includes(symbol)
  const days = isLive ? yield* tickHistory(symbol, nowMs, DAYS.ALL) : feed.history(symbol, nowMs, CLOSES_MAX)
  return publishedCloses(days, settings.dayMs)
})

/** The last published days in a row: none that are made up or played backwards. */
export const publishedCloses = (days: ReadonlyArray<HistoryBar>, dayMs: number): AnswerOf<"closes"> => {
  const end = days.findLastIndex(({ published }) => published !== "none") + 1
  const before = days.slice(0, end).findLastIndex(({ published }) => published === "none")
  const run = days.slice(before + 1, end)
  const dayOf = (bar: HistoryBar | undefined) =>
    bar === undefined ? null : (bar.date ?? new Date(bar.atMs).toISOString().slice(0, 10))
  const closes = run.flatMap(({ atMs, close }, index) => {
    const daysSince = Math.round((atMs - (run[index - 1]?.atMs ?? atMs - dayMs)) / dayMs)
    return [...Array.from({ length: daysSince - 1 }, () => null), priceOf(close)]
  })
  return { from: dayOf(run[0]), to: dayOf(run.at(-1)), closes }
}

/** What is published of prices within a day. */
const unfinished = (feed: Feed): Published => (feed.kind === "replay" ? "none" : "bar")

const candleOf = (bar: HistoryBar): Candle => ({
  atMs: bar.atMs,
  open: priceOf(bar.open),
  high: priceOf(bar.high),
  low: priceOf(bar.low),
  close: priceOf(bar.close),
  synthetic: bar.published === "none",
  replayedOn: bar.date,
})

interface BucketRow {
  readonly bucket: bigint
  readonly high: bigint
  readonly low: bigint
  readonly open: bigint
  readonly close: bigint
}

/**
 * Aggregates ticks into candles of `widthMs`. Open and close are the prices of the first and last
 * tick.
 */
const gather = Effect.fnUntraced(function* (symbol: string, fromMs: number, toMs: number, widthMs: number) {
  const rows = yield* sql<BucketRow>(
    `select b.bucket, b.high, b.low, o.price_units as open, c.price_units as close from (
       select (at_ms - $2::bigint) / $4::bigint as bucket, max(price_units) as high, min(price_units) as low,
         min(seq) as first, max(seq) as last
       from ticks where symbol = $1 and at_ms >= $2::bigint and at_ms < $3::bigint group by 1) as b
     join ticks o on o.symbol = $1 and o.seq = b.first
     join ticks c on c.symbol = $1 and c.seq = b.last
     order by b.bucket`,
    [symbol, fromMs, toMs, widthMs],
  )
  return rows.map(({ bucket, open, high, low, close }) => ({
    atMs: fromMs + Number(bucket) * widthMs,
    open,
    high,
    low,
    close,
  }))
})

const candlesOfDay = Effect.fnUntraced(function* (symbol: string, nowMs: number) {
  const { feed, settings } = yield* Market
  const day = feed.dayAt(nowMs)
  const widthMs = Math.max(settings.tickMs, Math.ceil((day.endsAtMs - day.startsAtMs) / CANDLES_A_DAY))
  const sinceMs = nowMs - day.startsAtMs - (day.endsAtMs - day.startsAtMs)
  // bars keep to the same times while the last day moves on
  const earlierMs = feed.kind === "replay" ? Math.ceil(sinceMs / widthMs) * widthMs : 0
  const bars = yield* gather(symbol, day.startsAtMs + earlierMs, nowMs + 1, widthMs)
  return bars.map((bar) =>
    candleOf({ ...bar, published: unfinished(feed), date: feed.dateAt(symbol, bar.atMs) }),
  )
})

/** Finished days from the journal, for a feed without published history. */
const tickHistory = Effect.fnUntraced(function* (symbol: string, nowMs: number, days: number) {
  const { feed, settings } = yield* Market
  const today = feed.dayAt(nowMs)
  const bars = yield* gather(
    symbol,
    today.startsAtMs - days * settings.dayMs,
    today.startsAtMs,
    settings.dayMs,
  )
  return bars.map((bar): HistoryBar => ({ ...bar, published: "bar", date: null }))
})
