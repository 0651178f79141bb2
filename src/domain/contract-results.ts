/** What came of a member's ended contracts, in all and by what they have in common. */
import { Schema } from "effect"
import { AccountDay } from "./account-day.ts"
import { Amount } from "./entities.ts"
import type { FilterField } from "./record-filter.ts"

const sums = {
  count: Schema.Int,
  gains: Schema.Int,
  losses: Schema.Int,
  net: Amount,
  /** All gains, and all losses as a negative amount. */
  gained: Amount,
  lost: Amount,
  /** "0.00" without one. */
  largestGain: Amount,
  largestLoss: Amount,
  commission: Amount,
  stakes: Amount,
}
const wireNames = { largestGain: "largest_gain", largestLoss: "largest_loss" } as const
export const ResultSums = Schema.Struct(sums).pipe(Schema.encodeKeys(wireNames))
export type ResultSums = typeof ResultSums.Type

/** What contracts can have in common, each with its field of the filter. */
export const RESULT_DIMENSIONS = [
  "days",
  "symbols",
  "directions",
  "leverages",
  "endings",
  "weekdays",
  "hours",
] as const
export type ResultDimension = (typeof RESULT_DIMENSIONS)[number]

export const FIELD_OF = {
  days: "from",
  symbols: "symbol",
  directions: "direction",
  leverages: "leverage",
  endings: "ending",
  weekdays: "weekday",
  hours: "hour",
} as const satisfies Readonly<Record<ResultDimension, FilterField>>

/** The contracts with one value of a field of the filter. */
const ResultGroup = Schema.Struct({ key: Schema.String, ...sums }).pipe(Schema.encodeKeys(wireNames))
export type ResultGroup = typeof ResultGroup.Type
const groups = Schema.Array(ResultGroup)

export const OrderResults = Schema.Struct({
  from: AccountDay,
  to: AccountDay,
  total: ResultSums,
  days: groups,
  symbols: groups,
  directions: groups,
  leverages: groups,
  endings: groups,
  weekdays: groups,
  hours: groups,
})
export type OrderResults = typeof OrderResults.Type
