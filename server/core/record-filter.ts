/** The filters of lists as SQL: one table of conditions for lists, sums and the statement. */
import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { ACCOUNT_OFFSET_MS } from "../../src/domain/account-day.ts"
import { amountOf, type Kobo, koboOf } from "../../src/domain/money.ts"
import {
  areBounds,
  type FilteredList,
  type FilterField,
  fieldsOf,
  periodOf,
  type RecordFilter,
} from "../../src/domain/record-filter.ts"
import { type SqlValue, sql } from "../db/db.ts"
import type { Call } from "./handler.ts"
import { ASSET } from "./ledger.ts"
import type { Paging } from "./paging.ts"
import { refusal } from "./refusal.ts"

/** As `namedState`: a level that the closing price has reached ended the contract. */
const sign = "case o.direction when 'up' then 1 else -1 end"
export const endingSql = `case when o.state <> 'closed_early' then o.state
  when (o.closing_price - o.take_profit) * ${sign} >= 0 then 'take-profit'
  when (o.closing_price - o.stop_loss) * ${sign} <= 0 then 'stop-loss'
  else o.state end`

const HOUR_MS = 3_600_000
const hoursSql = `((o.accepted_at_ms + ${ACCOUNT_OFFSET_MS}) / ${HOUR_MS})`
/** The first of January 1970 was a Thursday. */
export const weekdaySql = `((${hoursSql} / 24 + 4) % 7)`
export const hourSql = `(${hoursSql} % 24)`

/** The condition of a field on its parameter. */
type Conditions = Readonly<Partial<Record<FilterField, (param: string) => string>>>

/** `amount` has no sign; `texts` are searched. */
const sought = (amount: string, texts: string): Conditions => ({
  least: (param) => `${amount} >= ${param}::bigint`,
  most: (param) => `${amount} <= ${param}::bigint`,
  text: (param) => `position(lower(${param}::text) in lower(concat_ws(' ', ${texts}))) > 0`,
})

const contractTexts = "o.id, o.symbol, o.name"
const ofContract: Conditions = {
  symbol: (param) => `o.symbol = ${param}::text`,
  direction: (param) => `o.direction = ${param}::text`,
  leverage: (param) => `o.leverage = ${param}::int`,
  ending: (param) => `${endingSql} = ${param}::text`,
  result: (param) => `(case when o.net > 0 then 'gain' when o.net < 0 then 'loss' end) = ${param}::text`,
  weekday: (param) => `${weekdaySql} = ${param}::int`,
  hour: (param) => `${hourSql} = ${param}::int`,
}

/** The contract of a change by its key: the offset keeps the planner from reading all of the member. */
const itsContract = (condition: string) =>
  `exists (select 1 from orders o where o.id = p.reference and o.member_id = $1 and ${condition} offset 0)`
const ofItsContract: Conditions = Object.fromEntries(
  Object.entries(ofContract).map(([field, condition]) => [
    field,
    (param: string) => itsContract(condition(param)),
  ]),
)
const ofChange = sought("abs(p.amount)", "p.reference, p.transaction_id, p.reason")
const inContract = sought("", contractTexts).text

interface Filtered {
  readonly from: string
  /** The rows of member $1. */
  readonly own: string
  readonly at: string
  readonly id: string
  /** What the rows of the list add up to. */
  readonly sum: string
  readonly conditions: Conditions
}

const contracts = {
  from: "orders o",
  id: "o.id",
  conditions: { ...ofContract, ...sought("o.stake", contractTexts) },
}
export const CLOSED = "o.state in ('settled', 'stopped_out', 'closed_early')"
const closed: Filtered = {
  ...contracts,
  own: `o.member_id = $1 and ${CLOSED}`,
  at: "o.closed_at_ms",
  sum: "o.net",
}
const open: Filtered = {
  ...contracts,
  own: "o.member_id = $1 and o.state in ('accepted', 'opened')",
  ...{ at: "o.accepted_at_ms", sum: "o.stake" },
}
const payments = (name: "deposits" | "withdrawals", texts: string): Filtered => ({
  from: `${name} r`,
  own: "r.member_id = $1",
  ...{ at: "r.created_at_ms", id: "r.id", sum: "r.amount" },
  conditions: {
    status: (param) =>
      `r.status = case ${param}::text when 'pending' then 0 when 'completed' then 1 else 2 end`,
    ...sought("r.amount", texts),
  },
})

const tables: Readonly<Record<FilteredList, Filtered>> = {
  contracts: closed,
  changes: {
    from: "postings p",
    own: `p.member_id = $1 and p.account = 'available' and p.asset = '${ASSET}'`,
    ...{ at: "p.at_ms", id: "p.transaction_id", sum: "p.amount" },
    conditions: {
      code: (param) => `p.code = ${param}::int`,
      ...ofItsContract,
      ...ofChange,
      text: (param) => `(${ofChange.text?.(param)} or ${itsContract(inContract?.(param) ?? "false")})`,
    },
  },
  deposits: payments("deposits", "r.id, r.network, r.address"),
  withdrawals: payments("withdrawals", "r.id, r.network, r.address, r.payment_reference"),
}

/** The conditions of the fields besides the period. Their values are added to those given. */
export const conditionsOf = (list: FilteredList, filter: RecordFilter, values: Array<SqlValue>) => {
  const { conditions } = tables[list]
  return fieldsOf(list).flatMap((field) => {
    const [value, condition] = [filter[field], conditions[field]]
    if (value === undefined || condition === undefined) return []
    values.push(field === "least" || field === "most" ? koboOf(value) : value)
    return [condition(`$${values.length}`)]
  })
}

/** Whether a filter has more than these fields. */
export const hasOther = (filter: RecordFilter, fields: readonly FilterField[]): boolean =>
  Object.keys(filter).some((field) => !fields.some((each) => each === field))

/** A filter of a list as a condition on its table; refused without a period. */
export const filteredWhere = Effect.fnUntraced(function* (
  list: FilteredList,
  filter: RecordFilter,
  memberId: string,
) {
  const period = periodOf(filter)
  if (period === null) return yield* refusal("request.malformed", { field: "from" })
  if (!areBounds(filter)) return yield* refusal("request.malformed", { field: "most" })
  const isOpen = list === "contracts" && filter.status === "pending"
  const table = isOpen ? open : tables[list]
  const values: Array<SqlValue> = [memberId, period.fromMs, period.untilMs]
  const parts = [table.own, `${table.at} >= $2::bigint`, `${table.at} < $3::bigint`]
  return { table, period, where: [...parts, ...conditionsOf(list, filter, values)].join(" and "), values }
})

/** A page of the rows that a filter leaves, newest first. */
export const filteredPage = Effect.fnUntraced(function* <Row>(
  list: FilteredList,
  {
    filter,
    columns,
    paging,
  }: { readonly filter: RecordFilter; readonly columns: string; readonly paging: Paging },
  { memberId }: Call,
  /** Reads the rows further as `page`. */
  around: (page: string) => string = (page) => page,
) {
  const { table, where, values } = yield* filteredWhere(list, filter, memberId)
  const [next, { at, id, from }] = [values.length, table]
  return yield* sql<Row>(
    around(`select ${columns} from ${from} where ${where} and (${at}, ${id}) < ($${next + 1}::bigint, $${next + 2})
      order by ${at} desc, ${id} desc limit $${next + 3}`),
    [...values, paging.beforeMs, paging.beforeId, paging.take],
  )
})

/** How many rows a filter leaves of a list, and what they add up to. */
export const readRecordSum = Effect.fn("readRecordSum")(function* (
  { list, ...filter }: RequestOf<"recordSum">,
  call: Call,
) {
  const { table, where, values } = yield* filteredWhere(list, filter, call.memberId)
  const [row] = yield* sql<{ count: bigint; amount: Kobo }>(
    `select count(*) as count, coalesce(sum(${table.sum}), 0)::bigint as amount from ${table.from} where ${where}`,
    values,
  )
  return { count: Number(row?.count ?? 0n), amount: amountOf(row?.amount ?? 0n) }
})
