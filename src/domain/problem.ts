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

/** Where the focus has to go; `count` tells one request from the next. */
export interface Focus<Field extends string> {
  readonly field: Field
  readonly count: number
}

/** A request for the focus; where it is for no field, the one before stands. */
export const focusOn = <Field extends string>(
  before: Focus<Field> | null,
  field: Field | null,
): Focus<Field> | null => (field === null ? before : { field, count: (before?.count ?? 0) + 1 })

/** What the server had against the last attempt; `field` is null where it is about none. */
export interface Notice<Field extends string> {
  readonly field: Field | null
  readonly problem: Problem
}

/** A refusal, put where it belongs. */
export const noticeOf = <Field extends string | null>(field: Field, { reason, params }: Problem) => ({
  field,
  problem: params ? { reason, params } : { reason },
})

/** What stands of a notice when fields have changed: one about no field goes with any change. */
export const noticeAfter = <Field extends string>(
  notice: Notice<Field> | null,
  ...changed: readonly Field[]
): Notice<Field> | null =>
  notice === null || notice.field === null || changed.includes(notice.field) ? null : notice

/** The problems to show next to the fields: what was found in those that were touched, and what the server had against one. */
export const shownProblems = <Field extends string>(
  found: Problems<Field>,
  touched: readonly Field[],
  notice: Notice<Field> | null,
): Problems<Field> => {
  const shown: Partial<Record<Field, Problem>> = {}
  for (const field of touched) {
    const problem = found[field]
    if (problem !== undefined) shown[field] = problem
  }
  return notice === null || notice.field === null ? shown : { ...shown, [notice.field]: notice.problem }
}

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
