/**
 * A member's statement: the changes of the available balance that the wallet lists, in a period of days in
 * Lagos. A change belongs to the period of its posting's time, so that periods that follow each other add up.
 */
import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { accountDayOf, daysSpan, startOfDayMs } from "../../src/domain/account-day.ts"
import type { AccountChange } from "../../src/domain/cash.ts"
import { CURRENCY, STATEMENT_ROWS_MAX } from "../../src/domain/limits.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import type { RecordFilter } from "../../src/domain/record-filter.ts"
import {
  type Period,
  periodProblem,
  STATEMENT_TIME_ZONE,
  type Statement,
} from "../../src/domain/statement.ts"
import type { Call } from "../core/handler.ts"
import { ASSET } from "../core/ledger.ts"
import { conditionsOf } from "../core/record-filter.ts"
import { refusal } from "../core/refusal.ts"
import { type SqlValue, sql } from "../db/db.ts"
import { changeColumns, changeIn, changesOfMember, type JoinedRow, joinSql, recordColumns } from "./wallet.ts"

/** A period as instants: from the first to before the second. */
export interface Span extends Period {
  readonly fromMs: number
  readonly untilMs: number
  readonly isProvisional: boolean
  readonly isShortened: boolean
}

/** Reads the period of a request. It begins with the account at the earliest, and ends now at the latest. */
export const readSpan = Effect.fn("readSpan")(function* (period: Period, { memberId }: Call) {
  const nowMs = yield* Clock.currentTimeMillis
  const problem = periodProblem(period, nowMs)
  if (problem !== null) return yield* refusal(problem.reason, { field: problem.field })
  const rows = yield* sql<{ at_ms: bigint }>("select registered_at_ms as at_ms from members where id = $1", [
    memberId,
  ])
  const { fromMs: wantedMs, untilMs: endMs } = daysSpan(period.from, period.to)
  // what is posted in this millisecond is part of it
  const untilMs = Math.min(endMs, nowMs + 1)
  const beganMs = startOfDayMs(Number(rows[0]?.at_ms ?? 0n))
  const fromMs = Math.min(Math.max(wantedMs, beganMs), untilMs)
  const isShortened = fromMs > wantedMs
  const from = isShortened ? accountDayOf(fromMs) : period.from
  const span: Span = { from, to: period.to, fromMs, untilMs, isProvisional: endMs > nowMs, isShortened }
  return span
})

interface SumRow {
  readonly opening: Kobo
  readonly contracts: Kobo
  readonly withdrawals: Kobo
}

const sumsSql = `
  select coalesce(sum(amount) filter (where account = 'available' and at_ms < $3::bigint), 0)::bigint as opening,
    coalesce(sum(amount) filter (where account = 'contracts'), 0)::bigint as contracts,
    coalesce(sum(amount) filter (where account = 'withdrawals'), 0)::bigint as withdrawals
  from postings where member_id = $1 and asset = $2 and at_ms < $4::bigint`

interface CodeRow {
  readonly code: AccountChange["code"]
  readonly number: bigint
  readonly amount: Kobo
  readonly credit: Kobo
}

const inSpan = `${changesOfMember} and p.at_ms >= $3::bigint and p.at_ms < $4::bigint`

const codesSql = `
  select p.code, count(*) as number, sum(p.amount)::bigint as amount,
    coalesce(sum(p.amount) filter (where p.amount > 0), 0)::bigint as credit
  from postings p where ${inSpan} group by p.code order by p.code`

interface ContractsRow {
  readonly number: bigint
  readonly stakes: Kobo
  readonly exposure: Kobo
  readonly commission: Kobo
  readonly net: Kobo
}

const contractsSql = `
  select count(*) as number, coalesce(sum(o.stake), 0)::bigint as stakes,
    coalesce(sum(o.stake * o.leverage), 0)::bigint as exposure,
    coalesce(sum(o.commission), 0)::bigint as commission, coalesce(sum(o.net), 0)::bigint as net
  from postings p ${joinSql("orders", "o", "p")}
  where ${inSpan} and p.code = 214 and o.net is not null`

/** The sums of a period. */
export const readStatement = Effect.fn("readStatement")(function* (
  request: RequestOf<"statement">,
  call: Call,
) {
  const span = yield* readSpan(request, call)
  const values = [call.memberId, ASSET, span.fromMs, span.untilMs]
  const [sums] = yield* sql<SumRow>(sumsSql, values)
  const codes = yield* sql<CodeRow>(codesSql, values)
  const [ended] = yield* sql<ContractsRow>(contractsSql, values)
  const { opening = 0n, contracts = 0n, withdrawals = 0n } = sums ?? {}
  const credit = codes.reduce((sum, row) => sum + row.credit, 0n)
  const net = codes.reduce((sum, row) => sum + row.amount, 0n)
  const statement: Statement = {
    ...span,
    timeZone: STATEMENT_TIME_ZONE,
    currency: CURRENCY,
    opening: amountOf(opening),
    in: amountOf(credit),
    out: amountOf(credit - net),
    closing: amountOf(opening + net),
    changes: codes.map(({ code, number, amount }) => ({
      code,
      number: Number(number),
      amount: amountOf(amount),
    })),
    contracts: {
      number: Number(ended?.number ?? 0n),
      stakes: amountOf(ended?.stakes ?? 0n),
      exposure: amountOf(ended?.exposure ?? 0n),
      commission: amountOf(ended?.commission ?? 0n),
      before: amountOf((ended?.net ?? 0n) + (ended?.commission ?? 0n)),
      after: amountOf(ended?.net ?? 0n),
    },
    inContracts: amountOf(contracts),
    inWithdrawals: amountOf(withdrawals),
  }
  return statement
})

/** The changes of a period that a filter leaves. */
const chosenIn = (filter: RecordFilter, values: Array<SqlValue>): string =>
  conditionsOf("changes", filter, values)
    .map((condition) => `and ${condition}`)
    .join(" ")

/** The head of the member's posting chain before an instant, in hexadecimal; "" before the first link. */
const headSql = (atMs: string) => `coalesce((
    select encode(e.postings_hash, 'hex') from member_events e
    where e.member_id = $1 and (e.transaction_id <> '' or e.kind = 'operator') and e.postings_hash is not null
      and e.at_ms < ${atMs} order by e.number desc limit 1
  ), (select encode(hash, 'hex') from carried_postings where member_id = $1), '')`

interface OpenRow {
  readonly username: string
  readonly opening: Kobo
  readonly changes: bigint
  readonly before: string
  readonly after: string
}

const openSql = (conditions: string) => `
  select m.username, (select coalesce(sum(p.amount), 0)::bigint from postings p where ${changesOfMember} and p.at_ms < $3::bigint) as opening,
    (select count(*) from (select 1 from postings p where ${inSpan} ${conditions} limit ${STATEMENT_ROWS_MAX + 1}) c) as changes,
    ${headSql("$3::bigint")} as before, ${headSql("$4::bigint")} as after
  from members m where m.id = $1`

/** What the file of a period begins with. Refused where it would be too long. */
export const openStatement = Effect.fn("openStatement")(function* (
  span: Span,
  filter: RecordFilter,
  { memberId }: Call,
) {
  const values: Array<SqlValue> = [memberId, ASSET, span.fromMs, span.untilMs]
  const conditions = chosenIn(filter, values)
  const rows = yield* sql<OpenRow>(openSql(conditions), values)
  const row = rows[0] ?? { username: "", opening: 0n, changes: 0n, before: "", after: "" }
  if (row.changes > BigInt(STATEMENT_ROWS_MAX))
    return yield* refusal("statement.too-many", { field: "to", params: { max: STATEMENT_ROWS_MAX } })
  return row
})

/** Where the next page of changes begins: after this time and transaction. */
export interface After {
  readonly atMs: number
  readonly id: string
}

/** The records of each change by their keys, as in the wallet. */
const pageSql = (conditions: string) => `
  with page as (
    select null::bigint as number, ${changeColumns} from postings p
    where ${changesOfMember} and p.at_ms < $4::bigint and (p.at_ms, p.transaction_id) > ($3::bigint, $5) ${conditions}
    order by p.at_ms, p.transaction_id limit $6
  )
  select ${recordColumns} from page ${joinSql("orders", "o")} ${joinSql("deposits", "d")} ${joinSql("withdrawals", "w")}
  order by page.at_ms, page.transaction_id`

/** The next changes of a period, oldest first. */
export const readStatementChanges = Effect.fn("readStatementChanges")(function* (
  { untilMs }: Span,
  filter: RecordFilter,
  after: After,
  limit: number,
  { memberId, locale }: Call,
) {
  const values: Array<SqlValue> = [memberId, ASSET, after.atMs, untilMs, after.id, limit]
  const conditions = chosenIn(filter, values)
  const rows = yield* sql<JoinedRow>(pageSql(conditions), values)
  return rows.map(changeIn(locale))
})
