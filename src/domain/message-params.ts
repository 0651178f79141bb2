/** The values of the texts `error.<reason>`: a text without one of its values cannot be shown. */

/** Reason → the values that its text names, in every locale. Reasons without values are absent. */
export const REASON_PARAMS = {
  "bank.limit": ["max"],
  "deposit.above-maximum": ["max"],
  "deposit.below-minimum": ["min"],
  "deposit.limit": ["max"],
  "field.above-balance": ["available"],
  "field.above-maximum": ["max"],
  "field.address-tag": ["tag"],
  "field.ambiguous": ["grouped", "fraction"],
  "field.below-minimum": ["min"],
  "field.decimals": ["max"],
  "field.tag": ["max"],
  "field.too-long": ["max"],
  "field.too-short": ["min"],
  "order.above-maximum": ["max"],
  "order.below-minimum": ["min"],
  "order.insufficient-balance": ["available"],
  "order.slippage": ["quoted", "current"],
  "order.slippage-range": ["max"],
  "order.stop-loss-side": ["price", "direction"],
  "order.stop-loss-useless": ["price"],
  "order.take-profit-side": ["price", "direction"],
  "request.too-many": ["seconds"],
  "usdt.limit": ["max"],
  "withdrawal.above-maximum": ["max"],
  "withdrawal.below-fee": ["fee"],
  "withdrawal.below-minimum": ["min"],
  "withdrawal.destination-cooling-off": ["until"],
  "withdrawal.fee-changed": ["fee"],
  "withdrawal.insufficient-balance": ["available"],
} as const satisfies Readonly<Record<string, readonly string[]>>

type ReasonParams = typeof REASON_PARAMS

/** The values of a text. */
export type Params = Readonly<Record<string, string | number>>

/** The values that a reason requires; undefined for a text without any. */
export type ParamsOf<R extends string> = R extends keyof ReasonParams
  ? Readonly<Record<ReasonParams[R][number], string | number>>
  : undefined
