import type { Product } from "../../domain/entities.ts"

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
