/**
 * Money as whole kobo and prices as whole ten-thousandths of a naira, both `bigint`, never floating
 * point. Outside arithmetic (wire, events, journal) an amount is a string with exactly two
 * decimals, a price one with exactly four.
 */
import { AMOUNT_DECIMALS, AMOUNT_MAX_KOBO, INPUT_MAX_LENGTH, PRICE_MAX_UNITS } from "./limits.ts"
import type { Problem } from "./problem.ts"

/** Whole kobo; 100 kobo are one naira. */
export type Kobo = bigint
/** Whole ten-thousandths of a naira. */
export type PriceUnits = bigint

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/

const scaledOf = (text: string, decimals: number): bigint => {
  const match = decimalPattern.exec(text)
  const fraction = match?.[3] ?? ""
  if (!match || fraction.length > decimals)
    throw new RangeError(`not a decimal of ${decimals} places: ${text}`)
  const magnitude = BigInt((match[2] ?? "") + fraction.padEnd(decimals, "0"))
  return match[1] === "-" ? -magnitude : magnitude
}

const textOf = (value: bigint, decimals: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0")
  return `${value < 0n ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Reads a canonical decimal ("10000.00"). Throws RangeError otherwise; `parseAmount` reads member
 * input.
 */
export const koboOf = (amount: string): Kobo => scaledOf(amount, 2)

/** The canonical decimal of an amount: 1000000n → "10000.00". */
export const amountOf = (kobo: Kobo): string => textOf(kobo, 2)

/** Reads a canonical price ("25.4000") into ten-thousandths. Throws RangeError on anything else. */
export const priceUnitsOf = (price: string): PriceUnits => scaledOf(price, 4)

/** The canonical decimal of a price: 254000n → "25.4000". */
export const priceOf = (units: PriceUnits): string => textOf(units, 4)

/** Quotient, rounded half to even. `divisor` must not be zero. */
export const divideHalfEven = (dividend: bigint, divisor: bigint): bigint => {
  const negative = dividend < 0n !== divisor < 0n
  const n = dividend < 0n ? -dividend : dividend
  const d = divisor < 0n ? -divisor : divisor
  const quotient = n / d
  const twice = (n % d) * 2n
  const up = twice > d || (twice === d && quotient % 2n === 1n)
  const magnitude = up ? quotient + 1n : quotient
  return negative ? -magnitude : magnitude
}

type AmountProblem =
  | "empty"
  | "characters"
  | "exponent"
  | "decimals"
  | "negative"
  | "zero"
  | "too-large"
  | "ambiguous"

interface NotAnAmount {
  readonly ok: false
  readonly problem: AmountProblem
  /** Of an ambiguous one: the canonical decimals that it may mean, grouped and with a fraction. */
  readonly readings?: { readonly grouped: string; readonly fraction: string }
}

export type ParsedAmount = { readonly ok: true; readonly amount: string } | NotAnAmount

export type ParsedDecimal = { readonly ok: true; readonly scaled: bigint } | NotAnAmount

export interface Separators {
  /** Decimal separator of the locale, "." or ",". */
  readonly decimal: string
  /** Grouping separator of the locale; white space is accepted as well. */
  readonly group: string
}

const problemOf = (problem: AmountProblem) => ({ ok: false, problem }) as const

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const currencyAround =
  /^(?:\p{Sc}|\s|N(?:GN)?|USD?|nairas?|奈拉|ナイラ)+|(?:\p{Sc}|\s|NGN|USD?|nairas?|奈拉|ナイラ)+$/giu

/** The number in what was typed or pasted: in plain digits, without currency and marks of direction. */
const numberIn = (typed: string): string => {
  const text = typed.normalize("NFKC").replaceAll(directionMarks, "").replaceAll("−", "-")
  const bare = text.replaceAll(currencyAround, "")
  return bare.startsWith("-") ? `-${bare.slice(1).replaceAll(currencyAround, "")}` : bare
}

/** A number before its separators are judged. */
interface Reading {
  readonly whole: string
  readonly fraction: string
}

const escaped = (mark: string): string => (mark === "" ? "(?!)" : `[${mark}]`)

/** Reads a number with these marks; null where it is none. A group has three digits, never 0 first. */
const readingWith = (text: string, decimal: string, groups: string): Reading | null => {
  const grouped = new RegExp(
    `^(?:(\\d+)|([1-9]\\d{0,2}(?:(${escaped(groups)})\\d{3}(?:\\3\\d{3})*)))(?:${escaped(decimal)}(\\d*))?$`,
  )
  const match = grouped.exec(text)
  if (match === null) return null
  return { whole: (match[1] ?? match[2] ?? "").replaceAll(/\D/g, ""), fraction: match[4] ?? "" }
}

const canonicalOf = ({ whole, fraction }: Reading): string => `${BigInt(whole)}.${fraction.padEnd(2, "0")}`

/**
 * Reads typed or pasted input into a whole number of the smallest unit (`decimals` 2: kobo). What is
 * printed in a locale is read in it; white space groups everywhere. A grouping separator that can
 * only be a decimal one ("12.5" in German) is read as such; one that the locale does not use, before
 * exactly three digits, is ambiguous. Exponents, signs and excess decimals are distinct errors.
 */
export const parseDecimal = (typed: string, separators: Separators, decimals: number): ParsedDecimal => {
  const text = numberIn(typed)
  if (text === "") return problemOf("empty")
  if (text.startsWith("-")) return problemOf("negative")
  if (/^\d[\d.,]*e[-+]?\d+$/i.test(text)) return problemOf("exponent")
  const { decimal } = separators
  const group = separators.group.normalize("NFKC")
  const other = decimal === "." ? "," : "."
  const asFraction = text.includes(decimal) ? null : readingWith(text, other, " ")
  const asGroups = readingWith(text, decimal, ` ${other}`)
  if (group !== other && asFraction?.fraction.length === 3 && asGroups !== null)
    return {
      ...problemOf("ambiguous"),
      readings: { grouped: canonicalOf(asGroups), fraction: canonicalOf(asFraction) },
    }
  const isNoGroup = group === other && (asFraction?.fraction.length ?? 0) > decimals
  const reading = asGroups ?? (isNoGroup ? null : asFraction)
  if (reading === null) return problemOf("characters")
  if (reading.fraction.length > decimals) return problemOf("decimals")
  return { ok: true, scaled: BigInt(reading.whole + reading.fraction.padEnd(decimals, "0")) }
}

/** Reads a typed amount into a canonical decimal; see `parseDecimal`. */
export const parseAmount = (typed: string, separators: Separators): ParsedAmount => {
  const parsed = parseDecimal(typed, separators, 2)
  if (!parsed.ok) return parsed
  if (parsed.scaled === 0n) return problemOf("zero")
  if (parsed.scaled > AMOUNT_MAX_KOBO) return problemOf("too-large")
  return { ok: true, amount: amountOf(parsed.scaled) }
}

/** Reads a typed price (take-profit, stop-loss) into a canonical decimal; see `parseDecimal`. */
const parsePrice = (typed: string, separators: Separators): ParsedAmount => {
  const parsed = parseDecimal(typed, separators, 4)
  if (!parsed.ok) return parsed
  if (parsed.scaled === 0n) return problemOf("zero")
  if (parsed.scaled > PRICE_MAX_UNITS) return problemOf("too-large")
  return { ok: true, amount: priceOf(parsed.scaled) }
}

const MILLION = 1_000_000n

/** Change between two prices in parts per million, rounded half-even; 0 if `from` is zero. */
export const changePpm = (from: string, to: string): bigint => {
  const before = priceUnitsOf(from)
  return before === 0n ? 0n : divideHalfEven((priceUnitsOf(to) - before) * MILLION, before)
}

// Parses typed amounts and prices with the locale's separators and checks bounds.

const REASON_OF_PROBLEM: Readonly<Record<AmountProblem, string>> = {
  empty: "field.required",
  characters: "field.not-an-amount",
  exponent: "field.exponent",
  decimals: "field.decimals",
  negative: "field.negative",
  zero: "field.zero",
  "too-large": "field.too-large",
  ambiguous: "field.ambiguous",
}

export interface Bounds {
  /** Canonical amounts; `null` means unbounded. */
  readonly minimum: string | null
  readonly maximum: string | null
  readonly available: string | null
}

export type ParsedInput =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: Problem }

const failed = (reason: string, params?: Problem["params"]): ParsedInput => ({
  ok: false,
  problem: params ? { reason, params } : { reason },
})

/** True for empty or blank input. */
export const isBlank = (typed: string): boolean => typed.trim() === ""

const parseInput = (
  parse: typeof parseAmount,
  typed: string,
  separators: Separators,
  decimals: number,
): ParsedInput => {
  if (typed.length > INPUT_MAX_LENGTH) return failed("field.too-long", { max: INPUT_MAX_LENGTH })
  const parsed = parse(typed, separators)
  if (parsed.ok) return { ok: true, value: parsed.amount }
  const params = parsed.problem === "decimals" ? { max: decimals } : parsed.readings
  return failed(REASON_OF_PROBLEM[parsed.problem], params)
}

/** Parses an amount and checks its bounds. Each kind of error has its own reason. */
export const parseAmountInput = (typed: string, separators: Separators, bounds: Bounds): ParsedInput => {
  const parsed = parseInput(parseAmount, typed, separators, AMOUNT_DECIMALS)
  if (!parsed.ok) return parsed
  const { minimum, maximum, available } = bounds
  const kobo = koboOf(parsed.value)
  if (minimum !== null && kobo < koboOf(minimum)) return failed("field.below-minimum", { min: minimum })
  if (maximum !== null && kobo > koboOf(maximum)) return failed("field.above-maximum", { max: maximum })
  if (available !== null && kobo > koboOf(available)) return failed("field.above-balance", { available })
  return parsed
}

export const parsePriceInput = (typed: string, separators: Separators): ParsedInput =>
  parseInput(parsePrice, typed, separators, 4)

/**
 * What typed digits mean, as a canonical decimal, where separators were read; null where the digits
 * say it themselves. A field shows it beside them.
 */
export const readingShown = (typed: string, separators: Separators): string | null => {
  const parsed = parseDecimal(typed, separators, 4)
  const isPlain = /^\d*$/.test(numberIn(typed).split(separators.decimal)[0] ?? "")
  return !parsed.ok || isPlain ? null : priceOf(parsed.scaled)
}

/** The decimal and grouping separators of a locale ("de" → "," and "."). */
export const separatorsOf = (languageTag: string): Separators => {
  const parts = new Intl.NumberFormat(languageTag).formatToParts(-1234567.8)
  const separator = (type: string, fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback
  return { decimal: separator("decimal", "."), group: separator("group", ",") }
}

// The shares of an amount that a form offers to fill in.

export interface QuickPart {
  readonly percent: 25 | 50 | 75 | 100
  /** Canonical amount in whole naira (with kobo only below one naira); null below the minimum. */
  readonly amount: string | null
}

/**
 * 25, 50, 75 and 100 % of the smaller of balance and maximum, rounded down to whole naira.
 */
export const quickParts = (available: string, minimum: string, maximum: string): readonly QuickPart[] => {
  const [balance, most] = [koboOf(available), koboOf(maximum)]
  const bound = balance < most ? balance : most
  return ([25, 50, 75, 100] as const).map((percent) => {
    const exact = (bound * BigInt(percent)) / 100n
    const kobo = percent === 100 || exact < 100n ? exact : exact - (exact % 100n)
    return { percent, amount: kobo > 0n && kobo >= koboOf(minimum) ? amountOf(kobo) : null }
  })
}
