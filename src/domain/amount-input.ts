/** Parses typed amounts and prices with the locale's separators and checks bounds. */
import { INPUT_MAX_LENGTH } from "./limits.ts"
import { type AmountProblem, koboOf, parseAmount, parsePrice, type Separators } from "./money.ts"
import type { Problem } from "./problem.ts"

const REASON_OF_PROBLEM: Readonly<Record<AmountProblem, string>> = {
  empty: "field.required",
  characters: "field.not-an-amount",
  exponent: "field.exponent",
  decimals: "field.decimals",
  negative: "field.negative",
  zero: "field.zero",
  "too-large": "field.too-large",
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
  const params = parsed.problem === "decimals" ? { max: decimals } : undefined
  return failed(REASON_OF_PROBLEM[parsed.problem], params)
}

/** Parses an amount and checks its bounds. Each kind of error has its own reason. */
export const parseAmountInput = (typed: string, separators: Separators, bounds: Bounds): ParsedInput => {
  const parsed = parseInput(parseAmount, typed, separators, 2)
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

/** The decimal and grouping separators of a locale ("de" → "," and "."). */
export const separatorsOf = (languageTag: string): Separators => {
  const parts = new Intl.NumberFormat(languageTag).formatToParts(-1234567.8)
  const separator = (type: string, fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback
  return { decimal: separator("decimal", "."), group: separator("group", ",") }
}
