import type { ProductTerms } from "./products.ts"

type Kind = "share" | "index" | "crypto"

/** Leverage on shares is at most 5:1; what moves more is lent less for. */
const leverages: Readonly<Record<Kind, ReadonlyArray<number>>> = {
  share: [1, 2, 3, 5],
  index: [1, 2, 5, 10],
  crypto: [1, 2],
}

const product = (
  symbol: string,
  name: string,
  kind: Kind,
  differs: Partial<ProductTerms> = {},
): ProductTerms & { readonly kind: Kind } => ({
  id: symbol.toLowerCase(),
  symbol,
  name,
  kind,
  minStake: 1_000_00n,
  maxStake: 500_000_00n,
  leverages: leverages[kind],
  periods: [1, 3, 7, 30],
  commissionPpm: 1_000,
  stopOutBps: 10_000,
  isSoldOut: false,
  isRecommended: false,
  openMinute: 0,
  closeMinute: 1_440,
  ...differs,
})

/** What is sold after the first start, in the order of the lists. */
export const seededProducts = [
  product("AAPL", "Apple", "share", { isRecommended: true }),
  product("SP500", "S&P 500", "index", { isRecommended: true, maxStake: 1_000_000_00n }),
  product("MSFT", "Microsoft", "share", { isRecommended: true }),
  product("AMZN", "Amazon", "share", { isRecommended: true }),
  product("BTC", "Bitcoin", "crypto", { maxStake: 250_000_00n, commissionPpm: 2_000 }),
  product("IBM", "IBM", "share", { openMinute: 60, closeMinute: 1_380 }),
  product("GOOG", "Google", "share", { isSoldOut: true, isRecommended: true }),
]
