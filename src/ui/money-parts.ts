/** How an amount of naira is written, in parts: for the parts of the app and for the page that stands before its code. */
import { CURRENCY } from "../domain/limits.ts"

export const MONEY = { style: "currency", currency: CURRENCY, currencyDisplay: "narrowSymbol" } as const

/** Kinds of parts that are lighter than the whole naira. */
export const LIGHT_PARTS: ReadonlySet<string> = new Set(["currency", "decimal", "fraction", "literal"])

/** The sign that is as wide as a plus, instead of Intl's hyphen. */
export const trueMinus = (text: string): string => text.replace("-", "−")

/** Decimal strings are amounts; they go to Intl as they are: no binary fraction ever holds one. */
export const isDecimal = (text: string): text is `${number}` => /^[+-]?\d+(\.\d+)?$/.test(text)
