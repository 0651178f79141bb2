import { Clock, Effect } from "effect"
import type { Decision, Ending } from "../../src/domain/settlement-plan.ts"
import { ASSET, CHANGE, stopSql } from "../core/ledger.ts"
import { MEMBER_EVENT_VERSION } from "../core/member-events.ts"
import { lineTextSql, nextHashSql } from "../core/posting-chain.ts"
import { writableSql } from "../core/read-only.ts"
import { type SqlValue, sql } from "../db/db.ts"

/**
 * Applies decisions: contracts, balances and postings change in one statement. It updates only
 * contracts that are still in the state the decision was made for, and only while `fence` is
 * current, so that each contract settles once. Returns the number applied.
 */
export const applyDecisions = Effect.fn("applyDecisions")(function* (
  decisions: ReadonlyArray<Decision>,
  fence: bigint,
) {
  const nowMs = yield* Clock.currentTimeMillis
  const rows = decisions.map(rowOf)
  const columns = columnNames.map((name) => rows.map((row) => row[name]))
  const answer = yield* sql<{ count: bigint }>(applySql, [fence, nowMs, ...columns])
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
/** The columns that a decision sets where it has a value for them. */
const setColumns = columnNames.filter((name) => name !== "id" && name !== "from_state" && name !== "to_state")
const assignments = setColumns.map((name) => `${name} = coalesce(d.${name}, o.${name})`).join(", ")
const changed = setColumns.map((name) => `'${name}', d.${name}`).join(", ")

/** Reason of the posting and the event: the id of a message (`remark.<…>`), shown in the member's language. */
const reason = `case when e.state = 'opened' then '' when e.state = 'cancelled' then 'contract-refunded-' || e.cancel_reason
  else 'contract-' || replace(e.state, '_', '-') end`

/** Members whose balance row changed by another amount than their postings sum to. */
const changedOtherwise = `
    select member_id as subject from (
      select member_id, available - available_before as available, contracts - contracts_before as contracts from moved
      union all
      select member_id, case when account = 'available' then -amount else 0 end,
        case when account = 'contracts' then -amount else 0 end
      from posted where member_id is not null
    ) c group by member_id having sum(available) <> 0 or sum(contracts) <> 0`

/** What the rows of a member carry through the update of its balance, in the order of their ids. */
const carried = ["id", "from_state", "state", "stake", "credited", "running", "cancel_reason", "changes"]

/** The lines of the contract `e`, as it ends, from its member's new balance as SQL. */
const linesSql = (memberId: string, balanceAfter: string) => `(values
      (1::smallint, ${memberId}, 'available', e.credited, ${balanceAfter}),
      (2::smallint, ${memberId}, 'contracts', -e.stake, null::bigint),
      (4::smallint, null, 'house', e.stake - e.credited, null)
    ) as lines (line, member_id, account, amount, balance_after)`

const isPosted = "e.state <> 'opened' and (lines.amount <> 0 or lines.account = 'available')"

/** The columns of a line that are not its own. */
const shared = {
  transaction_id: "'settle-' || e.id",
  asset: `'${ASSET}'`,
  code: String(CHANGE.settlement),
  reason,
  reference: "e.id",
  at_ms: "$2::bigint",
}

/** The texts of all that is posted for the member `t`, whose balance row is `b`. */
const postedTexts = `(
        select string_agg(${lineTextSql("lines", shared)}, '' order by e.nth, lines.line)
        from unnest(t.id, t.state, t.stake, t.credited, t.running, t.cancel_reason) with ordinality
          as e (id, state, stake, credited, running, cancel_reason, nth)
        cross join lateral ${linesSql("t.member_id", "b.available + e.running")} where ${isPosted}
      )`

/**
 * A contract that lost its whole stake credits nothing and still has its account change, of zero.
 *
 * Each contract appends an event of its member. Those of one member are numbered in the order of the
 * contracts' ids, up to the new `revision` of the balance row. `running` is the member's credit up to
 * the contract.
 *
 * The lists are materialized so that the planner does not see their length; otherwise it scans all
 * contracts per batch instead of looking each up by key. Each member's rows travel as arrays through
 * the update of the balance: joining them again would compare each contract with each member, because
 * the planner takes both for few. Balances are locked in member order, as in the order writer, so that
 * the two never deadlock.
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
    returning o.id, o.member_id, o.stake, d.from_state, o.state, o.credited, o.net, o.cancel_reason,
      jsonb_strip_nulls(jsonb_build_object('state', o.state, ${changed})) as changes
  ), ranked as (
    select done.*, coalesce(sum(credited) over (partition by member_id order by id), 0)::bigint as running from done
  ), totals as (
    select member_id, count(*) as events, coalesce(sum(credited), 0)::bigint as credited_now,
      coalesce(sum(net), 0)::bigint as result_now,
      coalesce(sum(stake) filter (where state <> 'opened'), 0)::bigint as released,
      ${carried.map((name) => `array_agg(${name} order by id) as ${name}`).join(", ")}
    from ranked group by member_id
  ), locked as materialized (
    select t.*, b.available as available_before, b.contracts as contracts_before from totals t join balances b on b.member_id = t.member_id and b.asset = '${ASSET}'
    order by b.member_id for update of b
  ), moved as (
    update balances b set available = b.available + t.credited_now, contracts = b.contracts - t.released,
      result = b.result + t.result_now, revision = b.revision + t.events, postings_hash = ${nextHashSql("b.postings_hash", postedTexts)}
    from locked t where b.member_id = t.member_id and b.asset = '${ASSET}'
    returning b.available, b.contracts, b.postings_hash, b.revision - t.events as numbered, t.*
  ), changed as (
    select m.member_id, m.available - m.credited_now + e.running as balance_after, m.numbered + e.nth as number, m.postings_hash, e.*
    from moved m cross join lateral unnest(${carried.map((name) => `m.${name}`).join(", ")})
      with ordinality as e (${carried.join(", ")}, nth)
  ), appended as (
    insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
      contracts, withdrawals, who, why, at_ms, transaction_id, postings_hash)
    select e.member_id, e.number, 'order', ${MEMBER_EVENT_VERSION}, e.id, e.from_state, e.state, e.changes,
      coalesce(e.credited, 0), case when e.state = 'opened' then 0 else -e.stake end, 0, 'market', ${reason}, $2::bigint,
      case when e.state = 'opened' then '' else ${shared.transaction_id} end,
      case when e.state <> 'opened' then e.postings_hash end
    from changed e
    returning member_id
  ), posted as (
    insert into postings
      (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
    select ${shared.transaction_id}, lines.line, lines.member_id, lines.account, ${shared.asset}, lines.amount,
      lines.balance_after, ${shared.code}, ${shared.reason}, ${shared.reference}, ${shared.at_ms}
    from changed e cross join lateral ${linesSql("e.member_id", "e.balance_after")}
    where ${isPosted}
    returning transaction_id, member_id, account, amount
  ), balanced as (${stopSql(
    "postings sum to zero",
    "select transaction_id as subject from posted group by transaction_id having sum(amount) <> 0",
  )}
  ), moved_as_posted as (${stopSql("a balance changes by what is posted", changedOtherwise)}
  ), writable as (${writableSql}
  ), complete as (${stopSql(
    "every change has its event",
    "select 'settlement' as subject where (select count(*) from appended) <> (select count(*) from done)",
  )}
  )
  select count(*) as count from done`
