import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Product, QuoteFrame } from "../../src/domain/entities.ts"
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../../src/domain/limits.ts"
import { amountOf, priceOf } from "../../src/domain/money.ts"
import { refusal } from "../core/refusal.ts"
import { candlesOf } from "./candles.ts"
import { Market } from "./market.ts"
import { isTraded, Products, type ProductTerms } from "./products.ts"
import { Statistics } from "./statistics.ts"
import { tickOf } from "./tick.ts"
import { readTicks } from "./tick-journal.ts"

/** The last quote of every symbol, in the shape of a stream snapshot. */
export const readQuotes = Effect.fn("market.quotes")(function* () {
  const { quoteBook } = yield* Market
  const nowMs = yield* Clock.currentTimeMillis
  const snapshot: QuoteFrame = { type: "snapshot", frame: 0, atMs: nowMs, quotes: quoteBook.quotes() }
  return snapshot
})

/** Candles of a symbol over a range, oldest first. */
export const readCandles = ({ symbol, range }: RequestOf<"candles">) => candlesOf(symbol, range)

/** Ticks of a symbol from a sequence number on, with their hashes. */
export const listTicks = ({ symbol, from_seq, limit }: RequestOf<"ticks">) =>
  Effect.map(
    readTicks(symbol, Number(from_seq), Math.min(Number(limit ?? PAGE_SIZE), PAGE_SIZE_MAX)),
    (ticks) => ticks.map(tickOf),
  )

/** Days in the small chart of a product card. */
const RECENT_DAYS = 30

const productOf = Effect.fnUntraced(function* (terms: ProductTerms) {
  const nowMs = yield* Clock.currentTimeMillis
  const { feed } = yield* Market
  const statistics = yield* Statistics
  const product: Product = {
    id: terms.id,
    symbol: terms.symbol,
    name: terms.name,
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
  }
  return product
})

/** Every product with its terms and statistics. */
export const listProducts = Effect.fn("market.products")(function* () {
  const { all } = yield* Products
  return yield* Effect.forEach(yield* all, productOf)
})

/** One product. Refused as unknown where there is none with this id. */
export const readProduct = Effect.fn("market.product")(function* ({ id }: RequestOf<"product">) {
  const { find } = yield* Products
  const terms = yield* find(id)
  return terms === null ? yield* refusal("order.product-unknown") : yield* productOf(terms)
})
