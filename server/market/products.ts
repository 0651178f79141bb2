import { Clock, Context, Effect, Layer } from "effect"
import type { ProductCategory } from "../../src/domain/limits.ts"
import type { Kobo } from "../../src/domain/money.ts"
import { Db, type DbError } from "../db/db.ts"
import { Market } from "./market.ts"
import { type Kind, LEVERAGE_MAX, MINUTES_A_DAY, seedProducts } from "./seeded-products.ts"

/** The terms under which contracts on a symbol are sold. */
export interface ProductTerms {
  readonly id: string
  readonly symbol: string
  readonly name: string
  readonly category: ProductCategory | null
  readonly minStake: Kobo
  readonly maxStake: Kobo
  readonly leverages: ReadonlyArray<number>
  readonly periods: ReadonlyArray<number>
  readonly commissionPpm: number
  readonly stopOutBps: number
  readonly isSoldOut: boolean
  readonly isRecommended: boolean
  readonly openMinute: number
  readonly closeMinute: number
}

/** Lifetime of the cache. An operator's change takes effect in every process within it. */
const TRUST_MS = 1_000

export class Products extends Context.Service<
  Products,
  {
    readonly all: Effect.Effect<ReadonlyArray<ProductTerms>, DbError>
    readonly find: (id: string) => Effect.Effect<ProductTerms | null, DbError>
  }
>()("financial-links/server/market/Products") {
  /** Seeds the table at the first start. Later changes are the operator's. */
  static readonly layer = Layer.effect(
    Products,
    Effect.gen(function* () {
      const db = yield* Db
      yield* seedProducts((yield* Market).feed.symbols)
      let known: { readonly products: ReadonlyArray<ProductTerms>; readonly atMs: number } | null = null
      const all = Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        if (known === null || Math.abs(nowMs - known.atMs) >= TRUST_MS)
          known = { products: yield* readProducts(db), atMs: nowMs }
        return known.products
      })
      const find = (id: string) =>
        Effect.map(all, (products) => products.find((product) => product.id === id) ?? null)
      return Products.of({ all, find })
    }),
  )
}

/** True when the product is traded at this instant of the market day. */
export const isTraded = (product: Pick<ProductTerms, "openMinute" | "closeMinute">, nowMs: number) =>
  Effect.map(Market, ({ feed }) => {
    const day = feed.dayAt(nowMs)
    const minute = ((nowMs - day.startsAtMs) / (day.endsAtMs - day.startsAtMs)) * MINUTES_A_DAY
    return minute >= product.openMinute && minute < product.closeMinute
  })

/** When the product's trading opens next; null where it never closes. */
export const nextOpeningOf = (
  { openMinute, closeMinute }: Pick<ProductTerms, "openMinute" | "closeMinute">,
  nowMs: number,
) =>
  Effect.map(Market, ({ feed }) => {
    if (openMinute === 0 && closeMinute === MINUTES_A_DAY) return null
    const { startsAtMs, endsAtMs } = feed.dayAt(nowMs)
    const dayMs = endsAtMs - startsAtMs
    const opensAtMs = startsAtMs + Math.ceil((openMinute / MINUTES_A_DAY) * dayMs)
    return opensAtMs > nowMs ? opensAtMs : opensAtMs + dayMs
  })

/** The terms of a product, as its row has them. */
export interface ProductTermsRow {
  readonly id: string
  readonly category: ProductCategory | null
  readonly min_stake: Kobo
  readonly max_stake: Kobo
  readonly leverages: ReadonlyArray<number>
  readonly periods: ReadonlyArray<number>
  readonly commission_ppm: number
  readonly stop_out_bps: number
  readonly sold_out: boolean
  readonly recommended: boolean
  readonly open_minute: number
  readonly close_minute: number
}

interface ProductRow extends ProductTermsRow {
  readonly kind: Kind
  readonly symbol: string
  readonly name: string
}

/** An earlier release allowed more of some kinds. */
const boundedLeverages = ({ kind, leverages }: ProductRow): ReadonlyArray<number> => {
  const bounded = leverages.filter((leverage) => leverage <= LEVERAGE_MAX[kind])
  return bounded.length === 0 ? [1] : bounded
}

const readProducts = Effect.fnUntraced(function* (db: Db["Service"]) {
  const rows = yield* db.sql<ProductRow>("select * from products order by position, id")
  return rows.map(
    (row): ProductTerms => ({
      id: row.id,
      symbol: row.symbol,
      name: row.name,
      category: row.category,
      minStake: row.min_stake,
      maxStake: row.max_stake,
      leverages: boundedLeverages(row),
      periods: row.periods,
      commissionPpm: row.commission_ppm,
      stopOutBps: row.stop_out_bps,
      isSoldOut: row.sold_out,
      isRecommended: row.recommended,
      openMinute: row.open_minute,
      closeMinute: row.close_minute,
    }),
  )
})
