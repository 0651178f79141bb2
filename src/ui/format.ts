import { useIntl } from "react-intl"
import type { Locale } from "../domain/limits.ts"
import { dateTagOf, type LocaleTag, localeTagOf } from "../domain/locale.ts"
import { HIDDEN_DIGITS } from "../domain/problem.ts"
import { useIsAmountHidden } from "./hidden-amounts.tsx"
import { isDecimal, isMillionths, MONEY, placesOf, RATIO, trueMinus } from "./money-parts.ts"
import { POINTS, type PriceUnit, usePriceUnit } from "./price-unit.tsx"

/** Shown instead of an unknown figure, never a zero. */
export const NO_FIGURE = "–"

export interface FormatPart {
  readonly type: string
  readonly value: string
}

export type TimeUnit = "year" | "month" | "day" | "minute" | "second"

export interface Signed {
  /** Shows "+" too; zero has no sign. */
  readonly signed?: boolean | undefined
}

export interface Format {
  readonly tag: LocaleTag
  /** "10000.00" → "₦10,000.00". */
  readonly amount: (amount: string, options?: Signed) => string
  /** The same in parts, for a lighter symbol and lighter decimals. */
  readonly amountParts: (amount: string, options?: Signed) => readonly FormatPart[]
  /** "25.4000" → "25.40", "25.4050" → "25.4050": two decimals, four where they are needed. With its unit. */
  readonly price: (price: string, decimals?: 2 | 4) => string
  /** The same in parts, for lighter decimals and unit. */
  readonly priceParts: (price: string) => readonly FormatPart[]
  /** Signed parts per million to per cent with two decimals: 12500 → "+1.25%" if signed. */
  readonly percent: (ppm: number | bigint, options?: Signed) => string
  /** Whole per cent: 25 → "25%". */
  readonly share: (percent: number) => string
  /** A decimal or a count with the grouping of the locale. */
  readonly number: (value: string | number | bigint) => string
  /** Date and time of epoch milliseconds. */
  readonly dateTime: (atMs: number) => string
  /** The same with seconds, for times that are compared with ticks. */
  readonly instant: (atMs: number) => string
  readonly date: (atMs: number) => string
  /**
   * A calendar day, "2009-03-12", whatever the time zone: whole, with its month, or month and year. A
   * month, "2009-03", is a month and year in each width.
   */
  readonly calendarDay: (day: string, width?: "full" | "day" | "month") => string
  /** Time of day with seconds. */
  readonly time: (atMs: number) => string
  /** A label on a time axis, with the precision of its unit. */
  readonly mark: (atMs: number, unit: TimeUnit) => string
  /** A day of the week, 0 for Sunday. */
  readonly weekday: (day: number, width?: "long" | "short") => string
  /** A minute of a day, 0 to 1440, as a time of day without a time zone: 570 → "9:30 AM". */
  readonly minuteOfDay: (minute: number) => string
  /** A duration in its two largest units: 93_784_000 → "1d 2h"; long: "1 day 2 hours". */
  readonly duration: (ms: number, width?: "narrow" | "long") => string
  readonly bytes: (count: number) => string
  /** "1, 3, and 7"; narrow omits the "and". */
  readonly list: (items: readonly string[], width?: "narrow" | "long") => string
  /**
   * An amount as a member types it, for filling an input: decimal sign of the locale, no grouping.
   */
  readonly typed: (amount: string) => string
  /** A signed amount in few characters, without its currency: "+2.9K". */
  readonly compact: (amount: string) => string
  /** The separators of the locale, for parsing what a member types. */
  readonly separators: { readonly decimal: string; readonly group: string }
}

const byteUnits = [
  ["byte", 1],
  ["kilobyte", 1024],
  ["megabyte", 1024 ** 2],
  ["gigabyte", 1024 ** 3],
] as const

const durationUnits = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const

/** The largest unit above zero, and the next smaller one if it is above zero. */
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

/** Creates a value on first use and keeps it: Intl formatters are expensive to create. */
const kept = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

const withSign = (tag: string, options: Intl.NumberFormatOptions) => {
  const plain = kept(() => new Intl.NumberFormat(tag, { ...options, signDisplay: "negative" }))
  const signed = kept(() => new Intl.NumberFormat(tag, { ...options, signDisplay: "exceptZero" }))
  return (wish?: Signed): Intl.NumberFormat => (wish?.signed ? signed() : plain())
}

const decimals = (count: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: count,
  maximumFractionDigits: count,
})

const unitsOf = (tag: string): Pick<Format, "duration" | "bytes"> => {
  const made = new Map<string, Intl.NumberFormat>()
  const inUnit = (count: number, unit: string, unitDisplay: "narrow" | "short" | "long"): string => {
    const key = `${unit} ${unitDisplay}`
    const format =
      made.get(key) ??
      new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 })
    made.set(key, format)
    return format.format(count)
  }
  return {
    duration: (ms, width = "narrow") =>
      durationParts(ms)
        .map(([unit, count]) => inUnit(count, unit, width))
        .join(" "),
    bytes: (count) => {
      const [unit, size] = byteUnits.findLast(([, least]) => count >= least) ?? byteUnits[0]
      return inUnit(count / size, unit, "short")
    },
  }
}

const separatorsOf = (tag: string): Format["separators"] => {
  const sample = new Intl.NumberFormat(tag, { minimumFractionDigits: 1 }).formatToParts(123_456.7)
  const signOf = (type: string, otherwise: string) =>
    sample.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: signOf("decimal", "."), group: signOf("group", ",") }
}

const UNKNOWN_PARTS: readonly FormatPart[] = [{ type: "literal", value: NO_FIGURE }]

const partsOf = (format: Intl.NumberFormat, figure: Intl.StringNumericLiteral): readonly FormatPart[] =>
  format.formatToParts(figure).map(({ type, value }) => ({ type, value: trueMinus(value) }))

const figuresOf = (tag: string) => {
  const money = withSign(tag, MONEY)
  const ratio = withSign(tag, RATIO)
  const prices = {
    2: kept(() => new Intl.NumberFormat(tag, decimals(2))),
    4: kept(() => new Intl.NumberFormat(tag, decimals(4))),
  }
  const whole = kept(() => new Intl.NumberFormat(tag, { style: "percent" }))
  const plain = kept(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 20 }))
  const short = withSign(tag, { notation: "compact", maximumSignificantDigits: 3 })
  const separators = separatorsOf(tag)
  return {
    separators,
    amount: (amount, wish) => (isDecimal(amount) ? trueMinus(money(wish).format(amount)) : NO_FIGURE),
    amountParts: (amount, wish) => (isDecimal(amount) ? partsOf(money(wish), amount) : UNKNOWN_PARTS),
    typed: (amount) => amount.replace(".", separators.decimal),
    compact: (amount) => (isDecimal(amount) ? trueMinus(short({ signed: true }).format(amount)) : NO_FIGURE),
    price: (price, places = placesOf(price)) =>
      isDecimal(price) ? trueMinus(prices[places]().format(price)) : NO_FIGURE,
    priceParts: (price) => (isDecimal(price) ? partsOf(prices[placesOf(price)](), price) : UNKNOWN_PARTS),
    percent: (ppm, wish) => {
      const text = `${ppm}e-6`
      return isMillionths(text) ? trueMinus(ratio(wish).format(text)) : NO_FIGURE
    },
    share: (percent) => whole().format(percent / 100),
    number: (value) => {
      if (typeof value !== "string") return trueMinus(plain().format(value))
      return isDecimal(value) ? trueMinus(plain().format(value)) : NO_FIGURE
    },
  } satisfies Partial<Format>
}

const listsOf = (tag: string): Pick<Format, "list"> => {
  const widths = {
    long: kept(() => new Intl.ListFormat(tag)),
    narrow: kept(() => new Intl.ListFormat(tag, { style: "narrow" })),
  }
  return { list: (items, width = "long") => widths[width]().format(items) }
}

const MEDIUM_DATE = { dateStyle: "medium" } as const
/** Vietnamese writes dates in digits alone. */
const DIGITS_DATE = { day: "2-digit", month: "2-digit", year: "numeric" } as const
const DIGITS_TIME = { hour: "2-digit", minute: "2-digit" } as const

const dateStylesOf = (tag: string) =>
  tag === "vi-VN"
    ? {
        date: DIGITS_DATE,
        dateTime: { ...DIGITS_DATE, ...DIGITS_TIME },
        instant: { ...DIGITS_DATE, ...DIGITS_TIME, second: "2-digit" } as const,
      }
    : {
        date: MEDIUM_DATE,
        dateTime: { ...MEDIUM_DATE, timeStyle: "short" } as const,
        instant: { ...MEDIUM_DATE, timeStyle: "medium" } as const,
      }

const isMonth = (day: string): boolean => day.length === "2009-03".length

const timesOf = (
  tag: string,
): Pick<
  Format,
  "dateTime" | "instant" | "date" | "calendarDay" | "time" | "mark" | "weekday" | "minuteOfDay"
> => {
  const made = (options: Intl.DateTimeFormatOptions) => kept(() => new Intl.DateTimeFormat(tag, options))
  const styles = dateStylesOf(tag)
  const dateTime = made(styles.dateTime)
  const instant = made(styles.instant)
  const date = made(styles.date)
  const time = made({ timeStyle: "medium" })
  const minute = made({ timeStyle: "short", timeZone: "UTC" })
  const days = {
    full: made({ ...styles.date, timeZone: "UTC" }),
    day: made({ day: "numeric", month: "short", timeZone: "UTC" }),
    month: made({ month: "short", year: "numeric", timeZone: "UTC" }),
  }
  const weekdays = {
    long: made({ weekday: "long", timeZone: "UTC" }),
    short: made({ weekday: "short", timeZone: "UTC" }),
  }
  const marks: Readonly<Record<TimeUnit, () => Intl.DateTimeFormat>> = {
    year: made({ year: "numeric" }),
    month: made({ month: "short" }),
    day: made({ day: "numeric", month: "short" }),
    minute: made({ timeStyle: "short" }),
    second: time,
  }
  return {
    dateTime: (atMs) => dateTime().format(atMs),
    instant: (atMs) => instant().format(atMs),
    date: (atMs) => date().format(atMs),
    calendarDay: (day, width = "full") => days[isMonth(day) ? "month" : width]().format(Date.parse(day)),
    time: (atMs) => time().format(atMs),
    mark: (atMs, unit) => marks[unit]().format(atMs),
    // the fourth of January 1970 was a Sunday
    weekday: (day, width = "long") => weekdays[width]().format((day + 3) * 86_400_000),
    minuteOfDay: (count) => minute().format(count * 60_000),
  }
}

const createFormat = (tag: LocaleTag, languages: readonly string[]): Format => ({
  tag,
  ...figuresOf(tag),
  ...unitsOf(tag),
  ...listsOf(tag),
  ...timesOf(dateTagOf(tag, languages)),
})

const known = new Map<string, Format>()

/**
 * The formatter of a locale or of its tag, created once for each of the ten locales. Dates follow the
 * region of the browser's `languages`.
 */
export const formatOf = (
  locale: Locale | LocaleTag,
  languages: readonly string[] = navigator.languages,
): Format => {
  const tag = localeTagOf(locale)
  const key = `${tag} ${languages.join()}`
  const made = known.get(key) ?? createFormat(tag, languages)
  known.set(key, made)
  return made
}

/** The format of prices and amounts at a component's position. */
interface FormatContext {
  readonly areAmountsHidden: boolean
  readonly unit: PriceUnit | null
  /** "{figure} points" in the language. */
  readonly points: (figure: string) => string
}

const pricesIn = (format: Format, { unit, points }: FormatContext): Partial<Format> => {
  if (unit === null) return {}
  if (unit === POINTS)
    return {
      price: (price, places) => points(format.price(price, places)),
      priceParts: (price) => {
        const figure = format.price(price)
        const [before = "", after = ""] = points(figure).split(figure)
        const unitParts = (value: string) => (value === "" ? [] : [{ type: "currency", value }])
        return [...unitParts(before), ...format.priceParts(price), ...unitParts(after)]
      },
    }
  const inUnit = (places: 2 | 4) =>
    kept(
      () =>
        new Intl.NumberFormat(format.tag, {
          style: "currency",
          currency: unit,
          currencyDisplay: "narrowSymbol",
          ...decimals(places),
        }),
    )
  const prices = { 2: inUnit(2), 4: inUnit(4) }
  return {
    price: (price, places = placesOf(price)) =>
      isDecimal(price) ? trueMinus(prices[places]().format(price)) : NO_FIGURE,
    priceParts: (price) => (isDecimal(price) ? partsOf(prices[placesOf(price)](), price) : UNKNOWN_PARTS),
  }
}

const adapted = new Map<string, Format>()

/** The formatter of a place: with the unit of its prices, and dots for hidden amounts. */
const formatIn = (tag: LocaleTag, context: FormatContext): Format => {
  const format = formatOf(tag)
  const { areAmountsHidden, unit } = context
  if (!areAmountsHidden && unit === null) return format
  const key = `${format.tag} ${unit} ${areAmountsHidden}`
  const made = adapted.get(key) ?? {
    ...format,
    ...pricesIn(format, context),
    ...(areAmountsHidden && { amount: () => HIDDEN_DIGITS, compact: () => HIDDEN_DIGITS }),
  }
  adapted.set(key, made)
  return made
}

/**
 * The formatter of the current locale, with the unit of the prices around and with dots for amounts
 * where the member hides them. The same object until one of them changes.
 */
export const useFormat = (): Format => {
  const intl = useIntl()
  return formatIn(intl.locale, {
    areAmountsHidden: useIsAmountHidden(),
    unit: usePriceUnit(),
    points: (figure) => intl.formatMessage({ id: "ui.points" }, { figure }),
  })
}

/** Converts basis points to the parts per million that `percent` takes. */
export const ppmOfBps = (bps: number): number => bps * 100
