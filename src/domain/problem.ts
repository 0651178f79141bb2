/**
 * A validation error or refusal as data. `reason` is the tail of the translation key
 * `error.<reason>`, whether found by the app ("field.zero") or the server ("order.slippage").
 */
import { CURRENCY } from "./limits.ts"

export interface Problem {
  readonly reason: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** The reason of a refusal, and its field by wire name. */
export interface NamedRefusal {
  readonly reason: string
  readonly field?: string
}

export type Problems<Field extends string> = Readonly<Partial<Record<Field, Problem>>>

/** A request that was never sent, or that the server never saw, is no longer on the screen. */
export const UNSENT: Problem = { reason: "operation.not-sent" }

/** The member has cancelled a question of the browser: no mistake, and nothing was sent. */
export const CANCELLED = "cancelled"

export const firstProblem = <Field extends string>(
  order: readonly Field[],
  problems: Problems<Field>,
): Field | null => order.find((field) => problems[field] !== undefined) ?? null

/** A focus request; `count` distinguishes successive requests. */
export interface Focus<Field extends string> {
  readonly field: Field
  readonly count: number
}

/** Requests the focus for a field; keeps the previous request if there is none. */
export const focusOn = <Field extends string>(
  before: Focus<Field> | null,
  field: Field | null,
): Focus<Field> | null => (field === null ? before : { field, count: (before?.count ?? 0) + 1 })

/** A refusal of the last attempt; `field` is null if it concerns none. */
export interface Notice<Field extends string> {
  readonly field: Field | null
  readonly problem: Problem
}

/** Turns a refusal into a notice on its field. */
export const noticeOf = <Field extends string | null>(field: Field, { reason, params }: Problem) => ({
  field,
  problem: params ? { reason, params } : { reason },
})

/** The notice after fields have changed: one without a field is cleared by any change. */
export const noticeAfter = <Field extends string>(
  notice: Notice<Field> | null,
  ...changed: readonly Field[]
): Notice<Field> | null =>
  notice === null || notice.field === null || changed.includes(notice.field) ? null : notice

/** The problems to display: those of touched fields, and the server's refusal. */
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

/**
 * The message parameters in readable form: amounts as money, prices with four decimals, the rest as
 * is. The member's balance is `available`.
 */
export const shownParams = (
  languageTag: string,
  params: Problem["params"] = {},
  isBalanceHidden = false,
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
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      isBalanceHidden && name === "available" ? HIDDEN_DIGITS : shown(value),
    ]),
  )
}

/** Replaces the digits of an amount that the member hides. */
export const HIDDEN_DIGITS = "••••••"

/** The values of the texts `error.<reason>`: a text without one of its values cannot be shown. */

/** Reason → the values that its text names, in every locale. Reasons without values are absent. */
export const REASON_PARAMS = {
  "alert.beyond": ["price"],
  "alert.limit": ["max"],
  "bank.limit": ["max"],
  "deposit.above-maximum": ["max"],
  "deposit.below-minimum": ["min"],
  "deposit.limit": ["max"],
  "deposit.over-own-limit": ["period", "max", "rest"],
  "deposit.own-limit": ["period", "max", "rest", "from"],
  "factor.clock-off": ["seconds"],
  "field.above-balance": ["available"],
  "field.above-maximum": ["max"],
  "field.address-tag": ["tag"],
  "field.ambiguous": ["grouped", "fraction"],
  "field.below-minimum": ["min"],
  "field.decimals": ["max"],
  "field.tag": ["max"],
  "field.too-long": ["max"],
  "field.too-short": ["min"],
  "level.at-once": ["price"],
  "level.change-limit": ["max"],
  "level.distance": ["price", "least"],
  "member.excluded": ["until"],
  "member.paused": ["until"],
  "knowledge.wait": ["until"],
  "member.unlocking": ["until"],
  "order.above-maximum": ["max"],
  "order.below-minimum": ["min"],
  "order.insufficient-balance": ["available"],
  "order.over-own-limit": ["kind", "period", "max", "rest"],
  "order.own-limit": ["kind", "period", "max", "rest", "from"],
  "order.own-open-limit": ["max"],
  "order.knowledge-wait": ["until"],
  "order.returned-hold": ["available", "until"],
  "order.slippage": ["quoted", "current"],
  "order.slippage-range": ["max"],
  "order.stop-loss-side": ["price", "direction"],
  "order.stop-loss-useless": ["price"],
  "order.take-profit-side": ["price", "direction"],
  "passkey.limit": ["max"],
  "protection.exclusion-range": ["min", "max", "days"],
  "protection.pause-range": ["min", "max"],
  "protection.session-range": ["min", "max"],
  "protection.waiting": ["from"],
  "request.too-many": ["seconds"],
  "statement.too-many": ["max"],
  "usdt.limit": ["max"],
  "withdrawal.above-maximum": ["max"],
  "withdrawal.below-fee": ["fee"],
  "withdrawal.below-minimum": ["min"],
  "withdrawal.destination-cooling-off": ["until"],
  "withdrawal.fee-changed": ["fee"],
  "withdrawal.insufficient-balance": ["available"],
  "withdrawal.not-late": ["until"],
  "withdrawal.taken": ["since"],
} as const satisfies Readonly<Record<string, readonly string[]>>

type ReasonParams = typeof REASON_PARAMS

export type Params = Readonly<Record<string, string | number>>

/** The values that a reason requires; undefined for a text without any. */
export type ParamsOf<R extends string> = R extends keyof ReasonParams
  ? Readonly<Record<ReasonParams[R][number], string | number>>
  : undefined
