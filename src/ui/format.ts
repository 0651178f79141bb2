import { useIntl } from "react-intl"
import { CURRENCY } from "../domain/limits.ts"
import { localeTagOf } from "./locale.ts"

/** Shown where a figure is not known; never a zero that nobody computed. */
export const NO_FIGURE = "–"

const decimalPattern = /^[+-]?\d+(\.\d+)?(e-6)?$/

const isDecimal = (text: string): text is `${number}` => decimalPattern.test(text)

export interface FormatPart {
  readonly type: string
  readonly value: string
}

export type TimeUnit = "year" | "month" | "day" | "minute" | "second"

export interface Signed {
  /** Show "+" too; zero carries no sign. */
  readonly signed?: boolean | undefined
}

/** Formatting for one locale. Decimal strings go to Intl as they are: no binary fraction ever holds an amount. */
export interface Format {
  readonly tag: string
  /** "10000.00" → "₦10,000.00". */
  readonly amount: (amount: string, options?: Signed) => string
  /** The same in parts, for lighter symbol and decimals. */
  readonly amountParts: (amount: string, options?: Signed) => readonly FormatPart[]
  /** "25.4000" → "25.4000", always `decimals` places (4 unless told). */
  readonly price: (price: string, decimals?: 2 | 4) => string
  /** Signed parts per million → percent with two decimals: 12500 → "+1.25%" when signed. */
  readonly percent: (ppm: number | bigint, options?: Signed) => string
  /** A plain decimal or count with the locale's grouping. */
  readonly number: (value: string | number | bigint) => string
  /** Date and time of an epoch in milliseconds. */
  readonly dateTime: (atMs: number) => string
  readonly date: (atMs: number) => string
  /** Time of day with seconds. */
  readonly time: (atMs: number) => string
  /** A mark on a time axis, as coarse as its unit. */
  readonly mark: (atMs: number, unit: TimeUnit) => string
  /** A minute of a day, 0 to 1440, as an hour and minute of no particular time zone: 570 → "9:30 AM". */
  readonly minuteOfDay: (minute: number) => string
  /** A length of time in its two largest units: 93_784_000 → "1d 2h" ("1 day 2 hours" when long). */
  readonly duration: (ms: number, width?: "narrow" | "long") => string
  readonly bytes: (count: number) => string
  /** An amount as a member would type it: the locale's decimal sign, no grouping. For filling an input. */
  readonly typed: (amount: string) => string
  /** The signs of the locale, for reading what a member typed. */
  readonly separators: { readonly decimal: string; readonly group: string }
}

const trueMinus = (parts: readonly FormatPart[]): FormatPart[] =>
  parts.map((part) => (part.type === "minusSign" ? { type: part.type, value: "−" } : part))

const joined = (parts: readonly FormatPart[]): string =>
  trueMinus(parts)
    .map((part) => part.value)
    .join("")

const durationUnits = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const

/** The largest unit that is not zero and the one below it, when that is not zero either. */
export const durationParts = (ms: number): readonly (readonly [unit: string, count: number])[] => {
  let rest = Math.max(0, Math.round(ms / 1000))
  const counts = durationUnits.map(([unit, seconds]) => {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    return [unit, count] as const
  })
  const first = counts.findIndex(([, count]) => count > 0)
  if (first < 0) return [["second", 0]]
  return counts.slice(first, first + 2).filter(([, count]) => count > 0)
}

const buildNumbers = (tag: string) => {
  const memo = new Map<string, Intl.NumberFormat>()
  return (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options)
    const known = memo.get(key)
    if (known) return known
    const made = new Intl.NumberFormat(tag, options)
    memo.set(key, made)
    return made
  }
}

const moneyOptions = (options?: Signed): Intl.NumberFormatOptions => ({
  style: "currency",
  currency: CURRENCY,
  currencyDisplay: "narrowSymbol",
  signDisplay: options?.signed ? "exceptZero" : "negative",
})

const figuresOf = (tag: string) => {
  const numbers = buildNumbers(tag)
  const amountParts: Format["amountParts"] = (amount, options) =>
    isDecimal(amount)
      ? trueMinus(numbers(moneyOptions(options)).formatToParts(amount))
      : [{ type: "literal", value: NO_FIGURE }]
  const number: Format["number"] = (value) => {
    const exact = typeof value === "string" ? (isDecimal(value) ? value : undefined) : value
    return exact === undefined
      ? NO_FIGURE
      : joined(numbers({ maximumFractionDigits: 20 }).formatToParts(exact))
  }
  const percent: Format["percent"] = (ppm, options) => {
    const ratio = `${ppm}e-6`
    const figures = numbers({
      style: "percent",
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: options?.signed ? "exceptZero" : "negative",
    })
    return isDecimal(ratio) ? joined(figures.formatToParts(ratio)) : NO_FIGURE
  }
  const price: Format["price"] = (value, decimals = 4) =>
    isDecimal(value)
      ? joined(
          numbers({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).formatToParts(value),
        )
      : NO_FIGURE
  const duration: Format["duration"] = (ms, width = "narrow") =>
    durationParts(ms)
      .map(([unit, count]) => numbers({ style: "unit", unit, unitDisplay: width }).format(count))
      .join(" ")
  const bytes: Format["bytes"] = (count) => {
    const [unit, size] = count >= 1_048_576 ? ["megabyte", 1_048_576] : (["kilobyte", 1024] as const)
    return numbers({ style: "unit", unit: String(unit), maximumFractionDigits: 1 }).format(
      count / Number(size),
    )
  }
  const sample = numbers({ minimumFractionDigits: 1 }).formatToParts(123_456.7)
  const signOf = (type: string, otherwise: string) =>
    sample.find((part) => part.type === type)?.value ?? otherwise
  const separators = { decimal: signOf("decimal", "."), group: signOf("group", ",") }
  const amount: Format["amount"] = (value, options) => joined(amountParts(value, options))
  const typed: Format["typed"] = (value) => value.replace(".", separators.decimal)
  return { amount, amountParts, typed, number, percent, price, duration, bytes, separators }
}

const createFormat = (tag: string): Format => {
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" })
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium" })
  const time = new Intl.DateTimeFormat(tag, { timeStyle: "medium" })
  const minute = new Intl.DateTimeFormat(tag, { timeStyle: "short", timeZone: "UTC" })
  const marks: Readonly<Record<TimeUnit, Intl.DateTimeFormat>> = {
    year: new Intl.DateTimeFormat(tag, { year: "numeric" }),
    month: new Intl.DateTimeFormat(tag, { month: "short" }),
    day: new Intl.DateTimeFormat(tag, { day: "numeric", month: "short" }),
    minute: new Intl.DateTimeFormat(tag, { timeStyle: "short" }),
    second: time,
  }
  return {
    tag,
    ...figuresOf(tag),
    dateTime: (atMs) => dateTime.format(atMs),
    date: (atMs) => date.format(atMs),
    time: (atMs) => time.format(atMs),
    mark: (atMs, unit) => marks[unit].format(atMs),
    minuteOfDay: (count) => minute.format(count * 60_000),
  }
}

const known = new Map<string, Format>()

/** The formatter of a locale (an app id such as "vn" or a BCP 47 tag), made once. There are ten, so the memory is bounded. */
export const formatOf = (locale: string): Format => {
  const tag = localeTagOf(locale)
  const made = known.get(tag) ?? createFormat(tag)
  known.set(tag, made)
  return made
}

/** The formatter of the locale in force. The same object until the member changes the language. */
export const useFormat = (): Format => formatOf(useIntl().locale)
