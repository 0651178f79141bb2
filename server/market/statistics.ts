import { Context, Effect, Layer } from "effect"
import type { ProductStatistics } from "../../src/domain/entities.ts"
import { type PriceUnits, priceOf } from "../../src/domain/money.ts"
import { isStoppedOut, settle, stopOutPrice, type Terms } from "../../src/domain/trade.ts"
import { Db, type DbError } from "../db/db.ts"
import type { HistoryBar } from "./feed.ts"
import { Market } from "./market.ts"
import type { ProductTerms } from "./products.ts"

/** The setting that says when the past of a demo ended. Its contracts are in no statistic. */
export const DEMO_PAST = "demo past"

/** With fewer settled contracts, statistics come from the published history. */
const SETTLED_MIN = 30
const SETTLED_MAX = 1_000
/** Number of latest history days that count. */
const HISTORY_DAYS = 250
const TRUST_MS = 10_000

/** Results of contracts on a product, computed from settled contracts or from history. */
export class Statistics extends Context.Service<
  Statistics,
  { readonly of: (product: ProductTerms) => Effect.Effect<ProductStatistics, DbError> }
>()("financial-links/server/market/Statistics") {
  static readonly layer = Layer.effect(
    Statistics,
    Effect.gen(function* () {
      const db = yield* Db
      const market = yield* Market
      const known = new Map<string, { readonly atMs: number; readonly statistics: ProductStatistics }>()
      const compute = Effect.fnUntraced(function* (product: ProductTerms, nowMs: number) {
        const settled = yield* settledStatistics(db, product.id)
        if (settled !== null) return settled
        const bars = market.feed.history(product.symbol, nowMs, HISTORY_DAYS)
        return historyStatistics(product, bars, market.quoteBook.last(product.symbol)?.tick.price ?? 0n)
      })
      return Statistics.of({
        of: Effect.fnUntraced(function* (product: ProductTerms) {
          const nowMs = market.nowMs()
          const entry = known.get(product.id)
          if (entry !== undefined && Math.abs(nowMs - entry.atMs) < TRUST_MS) return entry.statistics
          const statistics = yield* compute(product, nowMs)
          known.set(product.id, { atMs: nowMs, statistics })
          return statistics
        }),
      })
    }),
  )
}

interface StatisticsRow {
  readonly sample: bigint
  readonly average_buy: bigint | null
  readonly average_sell: bigint | null
  readonly profit_ppm: bigint | null
  readonly losing_ppm: bigint | null
}

const settledStatistics = Effect.fnUntraced(function* (db: Db["Service"], productId: string) {
  const rows = yield* db.sql<StatisticsRow>(
    `select count(*) as sample, round(avg(opening_price))::bigint as average_buy, round(avg(closing_price))::bigint as average_sell,
       round(avg(net::numeric * 1000000 / stake))::bigint as profit_ppm,
       round(avg(case when net < 0 then 1000000 else 0 end))::bigint as losing_ppm
     from (select opening_price, closing_price, net, stake from orders
       where product_id = $1 and state in ('settled', 'stopped_out', 'closed_early')
        and accepted_at_ms > coalesce(
          (select (value ->> 'until_ms')::bigint from settings where name = '${DEMO_PAST}'), 0)
       order by closed_at_ms desc limit ${SETTLED_MAX}) as last`,
    [productId],
  )
  const row = rows[0]
  if (row === undefined || row.sample < SETTLED_MIN) return null
  return {
    averageBuy: priceOf(row.average_buy ?? 0n),
    averageSell: priceOf(row.average_sell ?? 0n),
    averageProfitPpm: Number(row.profit_ppm ?? 0n),
    losingPpm: Number(row.losing_ppm ?? 0n),
    sample: Number(row.sample),
    source: "settled" as const,
  }
})

const mean = (values: ReadonlyArray<bigint>, otherwise: bigint): bigint =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0n) / BigInt(values.length)

/**
 * The result of one contract per published day: up, lowest leverage, minimum stake, opened at the
 * open, closed at the close or stopped out at the day's low where that is published too. It is
 * computed with the `settle` of contracts.
 */
export const historyStatistics = (
  product: Pick<ProductTerms, "leverages" | "minStake" | "commissionPpm" | "stopOutBps">,
  bars: ReadonlyArray<HistoryBar>,
  currentPrice: PriceUnits,
): ProductStatistics => {
  const terms: Terms = {
    stakeKobo: product.minStake,
    leverage: Math.min(...product.leverages),
    direction: "up",
    commissionPpm: product.commissionPpm,
    stopOutBps: product.stopOutBps,
  }
  const trades = bars.flatMap((bar) => {
    if (bar.published === "none") return []
    const lowest = bar.published === "bar" ? bar.low : bar.close
    const exit = isStoppedOut(terms, bar.open, lowest) ? stopOutPrice(terms, bar.open) : bar.close
    return { entry: bar.open, exit, net: settle(terms, bar.open, exit).netKobo }
  })
  const losing = BigInt(trades.filter((trade) => trade.net < 0n).length)
  const profit = mean(
    trades.map((trade) => (trade.net * 1_000_000n) / terms.stakeKobo),
    0n,
  )
  return {
    averageBuy: priceOf(
      mean(
        trades.map((trade) => trade.entry),
        currentPrice,
      ),
    ),
    averageSell: priceOf(
      mean(
        trades.map((trade) => trade.exit),
        currentPrice,
      ),
    ),
    averageProfitPpm: Number(profit),
    losingPpm: trades.length === 0 ? 0 : Number((losing * 1_000_000n) / BigInt(trades.length)),
    sample: trades.length,
    source: "history",
  }
}
