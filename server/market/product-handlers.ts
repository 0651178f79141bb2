import { Clock, Effect } from "effect"
import type { Product } from "../../src/domain/entities.ts"
import { amountOf, priceOf } from "../../src/domain/money.ts"
import type { Handlers } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import type { Db } from "../db/db.ts"
import { Market } from "./market.ts"
import { isTraded, Products, type ProductTerms } from "./products.ts"
import { Statistics } from "./statistics.ts"

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
    min_stake: amountOf(terms.minStake),
    max_stake: amountOf(terms.maxStake),
    leverages: terms.leverages,
    periods: terms.periods,
    commission_ppm: terms.commissionPpm,
    stop_out_bps: terms.stopOutBps,
    sold_out: terms.isSoldOut,
    recommended: terms.isRecommended,
    trading_hours: { open_minute: terms.openMinute, close_minute: terms.closeMinute },
    is_open: yield* isTraded(terms, nowMs),
    statistics: yield* statistics.of(terms),
    recent_closes: feed.history(terms.symbol, nowMs, RECENT_DAYS).map((bar) => priceOf(bar.close)),
  }
  return product
})

export const productHandlers: Handlers<"products" | "product", Db | Market | Products | Statistics> = {
  products: () =>
    Effect.gen(function* () {
      const { all } = yield* Products
      return yield* Effect.forEach(yield* all, productOf)
    }),
  product: ({ id }) =>
    Effect.gen(function* () {
      const { find } = yield* Products
      const terms = yield* find(id)
      return terms === null ? yield* refusal("order.product-unknown") : yield* productOf(terms)
    }),
}
