/**
 * What is wrong with an input or why something was refused, as data. `reason` is the tail of the translation key `error.<reason>`, whoever found the
 * problem: a check in the app ("field.zero") or the server ("order.slippage").
 */
import { CURRENCY, INPUT_MAX_LENGTH } from "./limits.ts"
import { type AmountProblem, koboOf, parseAmount, parsePrice, type Separators } from "./money.ts"
import type { FieldProblem } from "./validate.ts"

export interface Problem {
  readonly reason: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** A refusal as far as it tells what it is about: its reason, and the field by its name on the wire. */
export interface Named {
  readonly reason: string
  readonly field?: string
}

export type Problems<Field extends string> = Readonly<Partial<Record<Field, Problem>>>

/** A field check's finding as a `Problem`. */
export const fieldProblem = (found: FieldProblem | null): Problem | null =>
  found === null
    ? null
    : { reason: `field.${found.reason}`, ...(found.params ? { params: found.params } : {}) }

const REASON_OF_AMOUNT: Readonly<Record<AmountProblem, string>> = {
  empty: "field.required",
  characters: "field.not-an-amount",
  exponent: "field.exponent",
  decimals: "field.decimals",
  negative: "field.negative",
  zero: "field.zero",
  "too-large": "field.too-large",
}

export interface Bounds {
  /** Canonical amounts; `null` where there is no such bound. */
  readonly minimum: string | null
  readonly maximum: string | null
  readonly available: string | null
}

export type Read =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: Problem }

const failed = (reason: string, params?: Problem["params"]): Read => ({
  ok: false,
  problem: params ? { reason, params } : { reason },
})

/** True where nothing was typed. */
export const isBlank = (typed: string): boolean => typed.trim() === ""

const readWith = (
  parse: typeof parseAmount,
  typed: string,
  separators: Separators,
  decimals: number,
): Read => {
  if (typed.length > INPUT_MAX_LENGTH) return failed("field.too-long", { max: INPUT_MAX_LENGTH })
  const parsed = parse(typed, separators)
  if (parsed.ok) return { ok: true, value: parsed.amount }
  const params = parsed.problem === "decimals" ? { max: decimals } : undefined
  return failed(REASON_OF_AMOUNT[parsed.problem], params)
}

/** Reads a typed amount and holds it against its bounds; each way of being wrong has its own reason. */
export const readAmount = (typed: string, separators: Separators, bounds: Bounds): Read => {
  const read = readWith(parseAmount, typed, separators, 2)
  if (!read.ok) return read
  const { minimum, maximum, available } = bounds
  const kobo = koboOf(read.value)
  if (minimum !== null && kobo < koboOf(minimum)) return failed("field.below-minimum", { min: minimum })
  if (maximum !== null && kobo > koboOf(maximum)) return failed("field.above-maximum", { max: maximum })
  if (available !== null && kobo > koboOf(available)) return failed("field.above-balance", { available })
  return read
}

/** Reads a typed price. */
export const readPrice = (typed: string, separators: Separators): Read =>
  readWith(parsePrice, typed, separators, 4)

/** The decimal and grouping signs a locale writes ("de" → "," and "."). */
export const separatorsOf = (languageTag: string): Separators => {
  const parts = new Intl.NumberFormat(languageTag).formatToParts(-1234567.8)
  const sign = (type: string, fallback: string) => parts.find((part) => part.type === type)?.value ?? fallback
  return { decimal: sign("decimal", "."), group: sign("group", ",") }
}

/** The first field, in the order the screen shows them, that has a problem. */
export const firstProblem = <Field extends string>(
  order: readonly Field[],
  problems: Problems<Field>,
): Field | null => order.find((field) => problems[field] !== undefined) ?? null

const isAmountText = (text: string): text is `${number}` => /^-?\d+\.\d{2}$/.test(text)
const isPriceText = (text: string): text is `${number}` => /^\d+\.\d{4}$/.test(text)

/** What a problem's message names, as a member reads it: amounts as money, prices with four decimals; everything else as it is, for the message to print. */
export const shownParams = (
  languageTag: string,
  params: Problem["params"] = {},
): Record<string, string | number> => {
  const shown = (value: string | number) => {
    if (typeof value === "number") return value
    if (isAmountText(value))
      return new Intl.NumberFormat(languageTag, {
        style: "currency",
        currency: CURRENCY,
        currencyDisplay: "narrowSymbol",
      }).format(value)
    return isPriceText(value)
      ? new Intl.NumberFormat(languageTag, { minimumFractionDigits: 4 }).format(value)
      : value
  }
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)]))
}
