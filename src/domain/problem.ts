/**
 * What is wrong with an input or why something was refused, as data. `reason` is the tail of the translation key `error.<reason>`, whoever found the
 * problem: a check in the app ("field.zero") or the server ("order.slippage").
 */
import { CURRENCY } from "./limits.ts"
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
