import type { Product } from "../../domain/entities.ts"

/** Removes case and accents, so that "nestle" finds "Nestlé". */
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim()

/**
 * Products whose symbol or name contains every word typed. Symbols that start with the text come
 * first.
 */
export const searchProducts = <Named extends Pick<Product, "symbol" | "name">>(
  products: readonly Named[],
  typed: string,
): readonly Named[] => {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return products
  const found = products.filter((product) => {
    const text = plain(`${product.symbol} ${product.name}`)
    return words.every((word) => text.includes(word))
  })
  const first = words[0] ?? ""
  const begins = (product: Named) => (plain(product.symbol).startsWith(first) ? 0 : 1)
  return found.toSorted((a, b) => begins(a) - begins(b))
}
