/** A member's statement of a period: what it consists of, and which periods there are. */
import { Schema } from "effect"
import { accountDayOf, DAY_MS, daysSpan, isAccountDay, monthSpan } from "./account-day.ts"
import { AccountChangeCode } from "./cash.ts"
import { Amount, AtMs } from "./entities.ts"
import { STATEMENT_DAYS_MAX } from "./limits.ts"

/** A calendar day in Lagos, such as 2026-11-29. */
const Day = Schema.String
const count = Schema.Int

/** The contracts that ended in the period. */
const Contracts = Schema.Struct({
  number: count,
  stakes: Amount,
  /** Stakes times leverage. */
  exposure: Amount,
  commission: Amount,
  /** The result before the commission, and after it. */
  before: Amount,
  after: Amount,
})

export const Statement = Schema.Struct({
  from: Day,
  /** The last day. */
  to: Day,
  /** The instants of the first and of the end; that of a running period is the time of the answer. */
  fromMs: AtMs,
  untilMs: AtMs,
  /** True while the period runs. */
  isProvisional: Schema.Boolean,
  /** True if it was asked from a day before the account, and begins with it. */
  isShortened: Schema.Boolean,
  timeZone: Schema.String,
  currency: Schema.String,
  /** Of the available balance: opening + in − out = closing. */
  opening: Amount,
  in: Amount,
  out: Amount,
  closing: Amount,
  /** The changes by their code; their sum is in − out. */
  changes: Schema.Array(Schema.Struct({ code: AccountChangeCode, number: count, amount: Amount })),
  contracts: Contracts,
  /** At the end, beside the available balance. */
  inContracts: Amount,
  inWithdrawals: Amount,
}).pipe(
  Schema.encodeKeys({
    fromMs: "from_ms",
    untilMs: "until_ms",
    isProvisional: "is_provisional",
    isShortened: "is_shortened",
    timeZone: "time_zone",
    inContracts: "in_contracts",
    inWithdrawals: "in_withdrawals",
  }),
)
export type Statement = typeof Statement.Type

export const STATEMENT_TIME_ZONE = "Africa/Lagos"
export interface Period {
  readonly from: string
  readonly to: string
}

export interface PeriodProblem {
  readonly field: keyof Period
  readonly reason: "statement.day" | "statement.order" | "statement.future" | "statement.too-long"
}

/** What is wrong with a period; null if nothing is. */
export const periodProblem = ({ from, to }: Period, nowMs: number): PeriodProblem | null => {
  if (!isAccountDay(from)) return { field: "from", reason: "statement.day" }
  if (!isAccountDay(to)) return { field: "to", reason: "statement.day" }
  const { fromMs, untilMs } = daysSpan(from, to)
  if (fromMs > nowMs) return { field: "from", reason: "statement.future" }
  if (fromMs >= untilMs) return { field: "to", reason: "statement.order" }
  if (untilMs - DAY_MS > nowMs) return { field: "to", reason: "statement.future" }
  return untilMs - fromMs > STATEMENT_DAYS_MAX * DAY_MS ? { field: "to", reason: "statement.too-long" } : null
}

export const STATEMENT_PERIODS = ["month", "last-month", "quarter", "year", "last-year"] as const
export type StatementPeriod = (typeof STATEMENT_PERIODS)[number]

/** The days of a period of the calendar, until today where it runs. */
export const periodOf = (name: StatementPeriod, nowMs: number): Period => {
  const to = accountDayOf(nowMs)
  const month = Number(to.slice(5, 7))
  switch (name) {
    case "month":
      return { from: monthSpan(to).from, to }
    case "last-month":
      return monthSpan(to, -1)
    case "quarter":
      return { from: monthSpan(to, -((month - 1) % 3)).from, to }
    case "year":
      return { from: monthSpan(to, 1 - month).from, to }
    case "last-year":
      return { from: monthSpan(to, -11 - month).from, to: monthSpan(to, -month).to }
  }
}
