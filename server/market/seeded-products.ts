import { Effect } from "effect"
import type { ProductCategory } from "../../src/domain/limits.ts"
import { englishNameOf } from "../core/product-names.ts"
import { execute } from "../db/db.ts"

export const PRODUCT_KINDS = ["share", "index", "crypto"] as const
export type Kind = (typeof PRODUCT_KINDS)[number]

/** The greatest leverage of each kind of product: 5:1 on shares, less on more volatile ones. */
export const LEVERAGE_MAX = { share: 5, index: 20, crypto: 2 } as const satisfies Readonly<
  Record<Kind, number>
>

export const usualLeverages: Readonly<Record<Kind, ReadonlyArray<number>>> = {
  share: [1, 2, 3, 5],
  index: [1, 2, 5, 10],
  crypto: [1, 2],
}

export const usualPeriods: ReadonlyArray<number> = [1, 3, 7, 30]
export const USUAL_COMMISSION_PPM = 1_000
/** The contract ends when the whole stake is lost. */
export const STOP_OUT_AT_STAKE_BPS = 10_000
export const MINUTES_A_DAY = 1_440

const usualTerms = {
  minStake: 1_000_00n,
  maxStake: 500_000_00n,
  periods: usualPeriods,
  commissionPpm: USUAL_COMMISSION_PPM,
  stopOutBps: STOP_OUT_AT_STAKE_BPS,
  isSoldOut: false,
  isRecommended: false,
  openMinute: 0,
  closeMinute: MINUTES_A_DAY,
}

const product = (
  symbol: string,
  kind: Kind,
  category: ProductCategory,
  differs: Partial<typeof usualTerms> = {},
) => ({
  ...{ id: symbol.toLowerCase(), symbol, name: englishNameOf(symbol), kind, category },
  ...{ ...usualTerms, leverages: usualLeverages[kind], ...differs },
})

/** The products of a new database, in list order: those of them that its market has prices of. */
export const seededProducts = [
  product("AAPL", "share", "technology", { isRecommended: true }),
  product("SP500", "index", "indices", { isRecommended: true, maxStake: 1_000_000_00n }),
  product("MSFT", "share", "technology", { isRecommended: true }),
  product("AMZN", "share", "consumer", { isRecommended: true }),
  product("BTC", "crypto", "crypto", { maxStake: 250_000_00n, commissionPpm: 2_000 }),
  product("IBM", "share", "technology", { openMinute: 60, closeMinute: 1_380 }),
  product("GOOG", "share", "technology", { isSoldOut: true, isRecommended: true }),
  product("KO", "share", "consumer", { isRecommended: true }),
  product("DIS", "share", "consumer", { isRecommended: true }),
  product("MCD", "share", "consumer"),
  product("WMT", "share", "consumer"),
  product("PG", "share", "consumer"),
  product("INTC", "share", "technology"),
  product("HWP", "share", "technology"),
  product("T", "share", "technology"),
  product("SBC", "share", "technology"),
  product("JPM", "share", "finance"),
  product("C", "share", "finance"),
  product("AXP", "share", "finance"),
  product("BA", "share", "industry"),
  product("GE", "share", "industry"),
  product("CAT", "share", "industry"),
  product("MMM", "share", "industry"),
  product("HON", "share", "industry"),
  product("UTX", "share", "industry"),
  product("AA", "share", "industry"),
  product("DD", "share", "industry"),
  product("IP", "share", "industry"),
  product("JNJ", "share", "health"),
  product("MRK", "share", "health"),
  product("XOM", "share", "energy"),
  product("GM", "share", "consumer"),
  product("HD", "share", "consumer"),
  product("MO", "share", "consumer"),
  product("EK", "share", "consumer", { isSoldOut: true, isRecommended: true }),
  product("DAX", "index", "indices"),
  product("FTSE", "index", "indices"),
  product("CAC", "index", "indices"),
  product("SMI", "index", "indices"),
  product("NYSE", "index", "indices"),
]

const seedSql = `
  insert into products (id, position, symbol, name, kind, category, min_stake, max_stake, leverages, periods,
    commission_ppm, stop_out_bps, sold_out, recommended, open_minute, close_minute)
  select p.id, p.position, p.symbol, p.name, p.kind, p.category, p.min_stake, p.max_stake, p.leverages, p.periods,
    p.commission_ppm, p.stop_out_bps, p.sold_out, p.recommended, p.open_minute, p.close_minute
  from json_to_recordset($1::json) as p (id text, position integer, symbol text, name text, kind text, category text,
    min_stake bigint, max_stake bigint, leverages integer[], periods integer[], commission_ppm integer,
    stop_out_bps integer, sold_out boolean, recommended boolean, open_minute integer, close_minute integer)
  where not exists (select 1 from products)
  on conflict (id) do nothing`

/** Fills an empty table. A database that was made before keeps the products that it has. */
export const seedProducts = Effect.fnUntraced(function* (symbols: ReadonlyArray<string>) {
  const rows = seededProducts
    .filter(({ symbol }) => symbols.includes(symbol))
    .map(({ id, symbol, name, kind, category, leverages, periods, ...terms }, position) => ({
      ...{ id, position, symbol, name, kind, category, leverages, periods },
      min_stake: String(terms.minStake),
      max_stake: String(terms.maxStake),
      commission_ppm: terms.commissionPpm,
      stop_out_bps: terms.stopOutBps,
      sold_out: terms.isSoldOut,
      recommended: terms.isRecommended,
      open_minute: terms.openMinute,
      close_minute: terms.closeMinute,
    }))
  yield* execute(seedSql, [JSON.stringify(rows)])
})
