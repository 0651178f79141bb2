import type { Locale } from "../../src/domain/limits.ts"
import names from "./product-names.json" with { type: "json" }

const bySymbol: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(names).map(([locale, list]) => [locale, new Map(Object.entries(list))]),
)

/** The name under which a new database sells a symbol. */
export const englishNameOf = (symbol: string): string => bySymbol.get("en")?.get(symbol) ?? symbol

/** The name of a product in a language. A name that an operator wrote is the same in each. */
export const productNameIn = (locale: Locale, symbol: string, name: string): string =>
  (name === englishNameOf(symbol) ? bySymbol.get(locale)?.get(symbol) : undefined) ?? name
