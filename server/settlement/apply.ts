import { Clock, Effect } from "effect"
import type { Decision, Ending } from "../../src/domain/settlement-plan.ts"
import { stopSql } from "../core/invariants.ts"
import { ASSET, CHANGE } from "../core/ledger.ts"
import { MEMBER_EVENT_VERSION } from "../core/member-events.ts"
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

const changed = columnNames
  .filter((name) => name !== "id" && name !== "from_state" && name !== "to_state")
  .map((name) => `'${name}', d.${name}`)
  .join(", ")

/** Reason of the posting and the event: the id of a message (`remark.<…>`), shown in the member's language. */
const reason = `case when e.state = 'opened' then '' when e.state = 'cancelled' then 'contract-refunded-' || e.cancel_reason
  else 'contract-' || replace(e.state, '_', '-') end`

/** Members whose balance row changed by another amount than their postings sum to. */
const changedOtherwise = `
    select m.member_id as subject from moved m join locked l on l.member_id = m.member_id left join (
      select member_id, sum(amount) filter (where account = 'available') as available,
        sum(amount) filter (where account = 'contracts') as contracts
      from posted where member_id is not null group by member_id
    ) p on p.member_id = m.member_id
    where m.available - l.available <> coalesce(p.available, 0)
      or m.contracts - l.contracts <> coalesce(p.contracts, 0)`

/**
 * A contract that lost its whole stake credits nothing and still has its account change, of zero.
 *
 * Each contract appends an event of its member. Those of one member are numbered in the order of the
 * contracts' ids, up to the new `revision` of the balance row.
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
    returning o.id, o.member_id, o.stake, d.from_state, o.state, o.credited, o.cancel_reason,
      jsonb_strip_nulls(jsonb_build_object('state', o.state, ${changed})) as changes
  ), changed as (
    select done.*, row_number() over (partition by member_id order by id) as nth,
      coalesce(sum(credited) over (partition by member_id order by id), 0) as running
    from done
  ), ended as (
    select * from changed where state <> 'opened'
  ), totals as (
    select member_id, count(*) as events, coalesce(sum(credited), 0)::bigint as credited,
      coalesce(sum(stake) filter (where state <> 'opened'), 0)::bigint as stake from done group by member_id
  ), locked as materialized (
    select member_id, available, contracts from balances
    where asset = '${ASSET}' and member_id in (select member_id from done)
    order by member_id for update
  ), moved as (
    update balances b set available = b.available + t.credited, contracts = b.contracts - t.stake,
      revision = b.revision + t.events
    from totals t join locked on locked.member_id = t.member_id where b.member_id = t.member_id and b.asset = '${ASSET}'
    returning b.member_id, b.available, b.contracts, b.revision, t.events, t.credited
  ), appended as (
    insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
      contracts, withdrawals, who, why, at_ms)
    select e.member_id, m.revision - m.events + e.nth, 'order', ${MEMBER_EVENT_VERSION}, e.id, e.from_state, e.state, e.changes,
      coalesce(e.credited, 0), case when e.state = 'opened' then 0 else -e.stake end, 0, 'market', ${reason}, $2::bigint
    from changed e join moved m on m.member_id = e.member_id
    returning member_id
  ), posted as (
    insert into postings
      (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
    select 'settle-' || e.id, lines.line, lines.member_id, lines.account, '${ASSET}', lines.amount,
      lines.balance_after, ${CHANGE.settlement}, ${reason}, e.id, $2::bigint
    from ended e join moved m on m.member_id = e.member_id cross join lateral (values
      (1::smallint, e.member_id, 'available', e.credited, (m.available - m.credited + e.running)::bigint),
      (2::smallint, e.member_id, 'contracts', -e.stake, null::bigint),
      (4::smallint, null, 'house', e.stake - e.credited, null)
    ) as lines (line, member_id, account, amount, balance_after)
    where lines.amount <> 0 or lines.account = 'available'
    returning transaction_id, member_id, account, amount
  ), balanced as (${stopSql(
    "postings sum to zero",
    "select transaction_id as subject from posted group by transaction_id having sum(amount) <> 0",
  )}
  ), moved_as_posted as (${stopSql("a balance changes by what is posted", changedOtherwise)}
  ), complete as (${stopSql(
    "every change has its event",
    "select 'settlement' as subject where (select count(*) from appended) <> (select count(*) from done)",
  )}
  )
  select count(*) as count from done`
