/**
 * How an amount of naira is formatted. The app and the early balance of the start page share it.
 */
import { CURRENCY } from "../domain/limits.ts"

export const MONEY = { style: "currency", currency: CURRENCY, currencyDisplay: "narrowSymbol" } as const

/** Kinds of Intl parts that are drawn lighter than the whole naira. */
export const LIGHT_PARTS: ReadonlySet<string> = new Set(["currency", "decimal", "fraction", "literal"])

/** Replaces Intl's hyphen by a minus sign, which is as wide as a plus. */
export const trueMinus = (text: string): string => text.replace("-", "−")

/** Decimal strings go to Intl unchanged, so that no amount becomes a float. */
export const isDecimal = (text: string): text is `${number}` => /^[+-]?\d+(\.\d+)?$/.test(text)

/** The decimals of a price: published prices are in hundredths, computed ones have four decimals. */
export const placesOf = (price: string): 2 | 4 => (price.endsWith("00") ? 2 : 4)
