import { Clock, Context, Effect, Layer } from "effect"
import type { ProductCategory } from "../../src/domain/limits.ts"
import type { Kobo } from "../../src/domain/money.ts"
import { Db, type DbError } from "../db/db.ts"
import { Market } from "./market.ts"

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

/** The products on sale. */
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
      yield* seedProducts(db)
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

export const MINUTES_A_DAY = 1_440

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
  readonly symbol: string
  readonly name: string
}

const readProducts = Effect.fnUntraced(function* (db: Db["Service"]) {
  const rows = yield* db.query<ProductRow>("select * from products order by position, id")
  return rows.map(
    (row): ProductTerms => ({
      id: row.id,
      symbol: row.symbol,
      name: row.name,
      category: row.category,
      minStake: row.min_stake,
      maxStake: row.max_stake,
      leverages: row.leverages,
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

export const PRODUCT_KINDS = ["share", "index", "crypto"] as const
type Kind = (typeof PRODUCT_KINDS)[number]

/** Leverage on shares is at most 5:1, less on more volatile products. */
export const usualLeverages: Readonly<Record<Kind, ReadonlyArray<number>>> = {
  share: [1, 2, 3, 5],
  index: [1, 2, 5, 10],
  crypto: [1, 2],
}

export const usualPeriods: ReadonlyArray<number> = [1, 3, 7, 30]
export const USUAL_COMMISSION_PPM = 1_000
/** The contract ends when the whole stake is lost. */
export const STOP_OUT_AT_STAKE_BPS = 10_000

const product = (
  symbol: string,
  name: string,
  kind: Kind,
  category: ProductCategory,
  differs: Partial<ProductTerms> = {},
): ProductTerms & { readonly kind: Kind } => ({
  id: symbol.toLowerCase(),
  symbol,
  name,
  kind,
  category,
  minStake: 1_000_00n,
  maxStake: 500_000_00n,
  leverages: usualLeverages[kind],
  periods: usualPeriods,
  commissionPpm: USUAL_COMMISSION_PPM,
  stopOutBps: STOP_OUT_AT_STAKE_BPS,
  isSoldOut: false,
  isRecommended: false,
  openMinute: 0,
  closeMinute: MINUTES_A_DAY,
  ...differs,
})

/** The products of a new database, in list order. */
export const seededProducts = [
  product("AAPL", "Apple", "share", "technology", { isRecommended: true }),
  product("SP500", "S&P 500", "index", "indices", { isRecommended: true, maxStake: 1_000_000_00n }),
  product("MSFT", "Microsoft", "share", "technology", { isRecommended: true }),
  product("AMZN", "Amazon", "share", "consumer", { isRecommended: true }),
  product("BTC", "Bitcoin", "crypto", "crypto", { maxStake: 250_000_00n, commissionPpm: 2_000 }),
  product("IBM", "IBM", "share", "technology", { openMinute: 60, closeMinute: 1_380 }),
  product("GOOG", "Google", "share", "technology", { isSoldOut: true, isRecommended: true }),
]

const seedProducts = Effect.fnUntraced(function* (db: Db["Service"]) {
  for (const [position, product] of seededProducts.entries())
    yield* db.execute(
      `insert into products (id, position, symbol, name, kind, category, min_stake, max_stake, leverages, periods, commission_ppm,
         stop_out_bps, sold_out, recommended, open_minute, close_minute)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::integer[], $10::integer[], $11, $12, $13, $14, $15, $16)
       on conflict (id) do nothing`,
      [
        product.id,
        position,
        product.symbol,
        product.name,
        product.kind,
        product.category,
        product.minStake,
        product.maxStake,
        product.leverages,
        product.periods,
        product.commissionPpm,
        product.stopOutBps,
        product.isSoldOut,
        product.isRecommended,
        product.openMinute,
        product.closeMinute,
      ],
    )
})
