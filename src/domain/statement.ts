/** A member's statement of a period: what it consists of, and which periods there are. */
import { Schema } from "effect"
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
const dayMs = 86_400_000
/** Lagos is one hour ahead of UTC all year. */
const lagosOffsetMs = 3_600_000

/** The day of an instant in Lagos. */
export const statementDay = (atMs: number): string =>
  new Date(atMs + lagosOffsetMs).toISOString().slice(0, 10)

/** Midnight in Lagos, at which a day begins; null for what is no day. */
export const startOfStatementDay = (day: string): number | null => {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day
    ? null
    : midnight - lagosOffsetMs
}

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
  const [fromMs, toMs] = [startOfStatementDay(from), startOfStatementDay(to)]
  if (fromMs === null) return { field: "from", reason: "statement.day" }
  if (toMs === null) return { field: "to", reason: "statement.day" }
  if (fromMs > nowMs) return { field: "from", reason: "statement.future" }
  if (fromMs > toMs) return { field: "to", reason: "statement.order" }
  if (toMs > nowMs) return { field: "to", reason: "statement.future" }
  return (toMs - fromMs) / dayMs >= STATEMENT_DAYS_MAX ? { field: "to", reason: "statement.too-long" } : null
}

export const STATEMENT_PERIODS = ["month", "last-month", "quarter", "year", "last-year"] as const
export type StatementPeriod = (typeof STATEMENT_PERIODS)[number]

/** The days of a period of the calendar, until today where it runs. */
export const periodOf = (name: StatementPeriod, nowMs: number): Period => {
  const to = statementDay(nowMs)
  const [year, month] = [Number(to.slice(0, 4)), Number(to.slice(5, 7))]
  const first = (ofYear: number, ofMonth: number) =>
    new Date(Date.UTC(ofYear, ofMonth - 1, 1)).toISOString().slice(0, 10)
  const last = (ofYear: number, ofMonth: number) =>
    new Date(Date.UTC(ofYear, ofMonth, 0)).toISOString().slice(0, 10)
  switch (name) {
    case "month":
      return { from: first(year, month), to }
    case "last-month":
      return { from: first(year, month - 1), to: last(year, month - 1) }
    case "quarter":
      return { from: first(year, month - ((month - 1) % 3)), to }
    case "year":
      return { from: first(year, 1), to }
    case "last-year":
      return { from: first(year - 1, 1), to: last(year - 1, 12) }
  }
}
