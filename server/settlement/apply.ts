import { Clock, Effect } from "effect"
import type { Decision, Ending } from "../../src/domain/settlement-plan.ts"
import { ASSET, CHANGE } from "../core/ledger.ts"
import { Db, type SqlValue } from "../db/db.ts"

/**
 * Applies decisions: contracts, balances and postings change in one statement. It updates only
 * contracts that are still in the state the decision was made for, and only while `fence` is
 * current, so that each contract settles once. Returns the number applied.
 */
export const applyDecisions = Effect.fn("settlement.apply")(function* (
  decisions: ReadonlyArray<Decision>,
  fence: bigint,
) {
  const db = yield* Db
  const nowMs = yield* Clock.currentTimeMillis
  const rows = decisions.map(rowOf)
  const columns = columnNames.map((name) => rows.map((row) => row[name]))
  const answer = yield* db.query<{ count: bigint }>(applySql, [fence, nowMs, ...columns])
  return Number(answer[0]?.count ?? 0n)
})

const columnTypes = {
  id: "text",
  from_state: "text",
  to_state: "text",
  opened_at_ms: "bigint",
  opening_price: "bigint",
  entry_seq: "bigint",
  expires_at_ms: "bigint",
  trigger_low: "bigint",
  trigger_high: "bigint",
  closed_at_ms: "bigint",
  closing_price: "bigint",
  exit_seq: "bigint",
  gross: "bigint",
  commission: "bigint",
  net: "bigint",
  credited: "bigint",
  cancel_reason: "text",
} as const

type Column = keyof typeof columnTypes
type Row = Readonly<Record<Column, string | number | bigint | null>> & Record<Column, SqlValue>

const columnNames = Object.keys(columnTypes).filter((name): name is Column => name in columnTypes)

const nothing: Omit<Row, "id" | "from_state" | "to_state"> = {
  opened_at_ms: null,
  opening_price: null,
  entry_seq: null,
  expires_at_ms: null,
  trigger_low: null,
  trigger_high: null,
  closed_at_ms: null,
  closing_price: null,
  exit_seq: null,
  gross: null,
  commission: null,
  net: null,
  credited: null,
  cancel_reason: null,
}

const rowOf = (decision: Decision): Row => {
  const { id } = decision
  if (decision.kind === "cancelled")
    return {
      ...nothing,
      id,
      from_state: "accepted",
      to_state: "cancelled",
      closed_at_ms: decision.atMs,
      credited: decision.refund,
      cancel_reason: decision.reason,
    }
  const entry =
    decision.opened === null
      ? {}
      : {
          opened_at_ms: decision.opened.entry.atMs,
          opening_price: decision.opened.entry.price,
          entry_seq: decision.opened.entry.seq,
          expires_at_ms: decision.opened.expiresAtMs,
        }
  if (decision.kind === "opened")
    return {
      ...nothing,
      ...entry,
      id,
      from_state: "accepted",
      to_state: "opened",
      trigger_low: decision.triggers.low,
      trigger_high: decision.triggers.high,
    }
  const from_state = decision.opened === null ? "opened" : "accepted"
  return { ...nothing, ...entry, ...exitOf(decision.ending), id, from_state, to_state: decision.ending.state }
}

const exitOf = ({ exit, atMs, settlement }: Ending) => ({
  closed_at_ms: atMs,
  closing_price: exit.price,
  exit_seq: exit.seq,
  gross: settlement.grossKobo,
  commission: settlement.commissionKobo,
  net: settlement.netKobo,
  credited: settlement.creditedKobo,
})

const firstColumn = 3
const lists = columnNames
  .map((name, i) => `$${firstColumn + i}::${columnTypes[name]}[] as ${name}`)
  .join(", ")
const assignments = columnNames
  .filter((name) => name !== "id" && name !== "from_state" && name !== "to_state")
  .map((name) => `${name} = coalesce(d.${name}, o.${name})`)
  .join(", ")

/** Reason of the posting: the id of a message (`remark.<…>`), shown in the member's language. */
const reason = `'contract-' || case when e.state = 'cancelled' then 'refunded-' || e.cancel_reason
  else replace(e.state, '_', '-') end`

/**
 * A contract that lost its whole stake credits nothing and still has its account change, of zero.
 *
 * The balance row of each member counts the change (`revision`), of those too whose contract only
 * opened.
 *
 * The lists are materialized so that the planner does not see their length; otherwise it scans all
 * contracts per batch instead of looking each up by key. Balances are locked in member order, as in
 * the order writer, so that the two never deadlock.
 */
const applySql = `
  with lists as materialized (
    select ${lists}
  ), d as (
    select d.* from lists cross join lateral unnest(${columnNames.map((name) => `lists.${name}`).join(", ")})
      as d (${columnNames.join(", ")})
    where exists (select 1 from market_lease where name = 'market' and fence = $1)
  ), done as (
    update orders o set state = d.to_state, ${assignments}
    from d where o.id = d.id and o.state = d.from_state
    returning o.id, o.member_id, o.stake, o.state, o.credited, o.cancel_reason
  ), ended as (
    select done.*, sum(credited) over (partition by member_id order by id) as running,
      sum(credited) over (partition by member_id) as total
    from done where state <> 'opened'
  ), totals as (
    select member_id, sum(credited)::bigint as credited, sum(stake)::bigint as stake from ended group by member_id
  ), locked as materialized (
    select member_id from balances where asset = '${ASSET}' and member_id in (select member_id from done)
    order by member_id for update
  ), counted as (
    update balances b set revision = b.revision + 1
    from locked where b.member_id = locked.member_id and b.asset = '${ASSET}'
      and b.member_id not in (select member_id from totals)
  ), moved as (
    update balances b set available = b.available + t.credited, contracts = b.contracts - t.stake,
      revision = b.revision + 1
    from totals t join locked on locked.member_id = t.member_id where b.member_id = t.member_id and b.asset = '${ASSET}'
    returning b.member_id, b.available
  ), posted as (
    insert into postings
      (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
    select 'settle-' || e.id, lines.line, lines.member_id, lines.account, '${ASSET}', lines.amount,
      lines.balance_after, ${CHANGE.settlement}, ${reason}, e.id, $2::bigint
    from ended e join moved m on m.member_id = e.member_id cross join lateral (values
      (1::smallint, e.member_id, 'available', e.credited, (m.available - e.total + e.running)::bigint),
      (2::smallint, e.member_id, 'contracts', -e.stake, null::bigint),
      (4::smallint, null, 'house', e.stake - e.credited, null)
    ) as lines (line, member_id, account, amount, balance_after)
    where lines.amount <> 0 or lines.account = 'available'
  )
  select count(*) as count from done`
