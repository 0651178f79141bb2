/**
 * How amounts and changes are formatted. The app and what the document shows before it share it.
 */
import { CURRENCY } from "../domain/limits.ts"

export const MONEY = { style: "currency", currency: CURRENCY, currencyDisplay: "narrowSymbol" } as const

/** Kinds of Intl parts that are drawn lighter than the whole naira. */
export const LIGHT_PARTS: ReadonlySet<string> = new Set(["currency", "decimal", "fraction", "literal"])

/** Replaces Intl's hyphen by a minus sign, which is as wide as a plus. */
export const trueMinus = (text: string): string => text.replace("-", "−")

/** Decimal strings go to Intl unchanged, so that no amount becomes a float. */
export const isDecimal = (text: string): text is `${number}` => /^[+-]?\d+(\.\d+)?$/.test(text)

/** Parts per million as they go to Intl. */
export const isMillionths = (text: string): text is `${number}` => /^-?\d+e-6$/.test(text)

/** The decimals of a price: published prices are in hundredths, computed ones have four decimals. */
export const placesOf = (price: string): 2 | 4 => (price.endsWith("00") ? 2 : 4)

/** A change in per cent. */
export const RATIO = { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** The least change that does not print as 0.00 %. */
const LEAST_SHOWN_PPM = 50

/** The direction of a change; flat if it prints as 0.00 %. */
export const directionOf = (ppm: number | bigint): "up" | "down" | "flat" =>
  ppm >= LEAST_SHOWN_PPM ? "up" : ppm <= -LEAST_SHOWN_PPM ? "down" : "flat"
