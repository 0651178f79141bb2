import type { Product, Quote } from "../../domain/entities.ts"
import { usePolling } from "../../runtime/hooks/use-polling.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useMarketStatus, useQuote } from "../../runtime/hooks/use-quotes.ts"
import type { Loadable } from "../patterns/loaded.tsx"

/** Whether the product has trading hours, so that `isOpen` changes without an event. */
export const hasHours = ({ tradingHours }: Product): boolean =>
  tradingHours.openMinute > 0 || tradingHours.closeMinute < 1440

/** All products; polled if one of them has trading hours. */
export const useProducts = (): Loadable<readonly Product[]> => {
  const products = useQuery("products", {})
  usePolling(products.data?.some(hasHours) ?? false, products.onRetry)
  return products
}

/** One product; polled if it has trading hours. */
export const useProduct = (id: string): Loadable<Product> => {
  const product = useQuery("product", { id }, { refreshOn: ["operation.refused"] })
  usePolling(product.data !== undefined && hasHours(product.data), product.onRetry)
  return product
}

/** Removes case and accents, so that "nestle" finds "Nestlé". */
const normalized = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim()

/**
 * Products whose symbol or name contains every typed word. Symbols that start with the first word
 * come first.
 */
export const searchProducts = <Named extends Pick<Product, "symbol" | "name">>(
  products: readonly Named[],
  typed: string,
): readonly Named[] => {
  const words = normalized(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return products
  const matches = products.filter((product) => {
    const text = normalized(`${product.symbol} ${product.name}`)
    return words.every((word) => text.includes(word))
  })
  const first = words[0] ?? ""
  const prefixRank = (product: Named) => (normalized(product.symbol).startsWith(first) ? 0 : 1)
  return matches.toSorted((a, b) => prefixRank(a) - prefixRank(b))
}

/** The last price of a symbol and its freshness. */
export interface LiveQuote {
  readonly quote: Quote | undefined
  /** Age of the newest prices; undefined while there are none. */
  readonly ageMs: number | undefined
  /** There is a price and it is too old to trade on. */
  readonly stale: boolean
}

/**
 * Subscribes to one symbol. Renders when its price changes, and once a second while prices are
 * stale.
 */
export const useLiveQuote = (symbol: string): LiveQuote => {
  const quote = useQuote(symbol)
  const { isLive, ageMs } = useMarketStatus()
  return { quote, ageMs, stale: quote !== undefined && !isLive }
}
