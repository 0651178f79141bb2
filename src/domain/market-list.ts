/** What the market list shows of its products: one period, categories, order. Pure. */
import type { Product, Quote } from "./entities.ts"
import { PRODUCT_CATEGORIES, type ProductCategory } from "./limits.ts"
import { changePpm } from "./money.ts"

type Categorised = Partial<Pick<Product, "category">>

/** The categories that at least one product has, in the order of the tabs. */
export const categoriesOf = (products: readonly Categorised[]): readonly ProductCategory[] =>
  PRODUCT_CATEGORIES.filter((category) => products.some((product) => product.category === category))

export const inTab = <Of extends Categorised>(
  products: readonly Of[],
  tab: ProductCategory | "all",
): readonly Of[] => (tab === "all" ? products : products.filter(({ category }) => category === tab))

/**
 * Prices of the one period that a product's small line and its change are about: the closes of the
 * last days, oldest first, then the live price. A day that has ended since the answer takes the place
 * of the oldest one.
 */
export const recentPath = (
  closes: readonly string[],
  quote: Pick<Quote, "price" | "previousClose"> | undefined,
): readonly string[] => {
  if (quote === undefined) return closes
  const isNewDay = closes.length > 0 && closes.at(-1) !== quote.previousClose
  return isNewDay ? [...closes.slice(1), quote.previousClose, quote.price] : [...closes, quote.price]
}

/** The change over a path of prices in parts per million; null for fewer than two. */
export const pathChangePpm = (path: readonly string[]): bigint | null => {
  const [first, last] = [path[0], path.at(-1)]
  return first === undefined || last === undefined || path.length < 2 ? null : changePpm(first, last)
}

export const MARKET_SORTS = ["listed", "name", "rise", "fall", "move"] as const
/** As listed, by name, greatest rise, greatest fall, greatest move first. */
export type MarketSort = (typeof MARKET_SORTS)[number]

type Sorted = Pick<Product, "symbol" | "name">

const magnitude = (ppm: bigint): bigint => (ppm < 0n ? -ppm : ppm)

const ranks: Readonly<Record<Exclude<MarketSort, "listed" | "name">, (ppm: bigint) => bigint>> = {
  rise: (ppm) => ppm,
  fall: (ppm) => -ppm,
  move: magnitude,
}

/** Products in an order. One without a change comes last where changes decide. */
export const sortProducts = <Of extends Sorted>(
  products: readonly Of[],
  sort: MarketSort,
  changeOf: (product: Of) => bigint | null,
): readonly Of[] => {
  if (sort === "listed") return products
  if (sort === "name") return products.toSorted((a, b) => a.name.localeCompare(b.name))
  const rank = ranks[sort]
  const ranked = products.map((product) => ({ product, ppm: changeOf(product) }))
  return ranked
    .toSorted((a, b) => {
      if (a.ppm === null || b.ppm === null) return Number(a.ppm === null) - Number(b.ppm === null)
      const [first, second] = [rank(a.ppm), rank(b.ppm)]
      return first === second ? 0 : first > second ? -1 : 1
    })
    .map(({ product }) => product)
}
