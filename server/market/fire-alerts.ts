/**
 * Decides price alerts by the tick journal. Each symbol has a cursor, which moves in the statement that
 * fires what the ticks up to it reach: after a crash the same ticks are looked at again, and what has
 * fired is not armed any more.
 */
import { Clock, Effect } from "effect"
import { CURRENCY } from "../../src/domain/limits.ts"
import { logFailure } from "../core/log-failure.ts"
import { MEMBER_EVENT_VERSION } from "../core/member-events.ts"
import { writableSql } from "../core/read-only.ts"
import { sql } from "../db/db.ts"
import { Market } from "./market.ts"

/** Ticks of a symbol, and alerts, that one statement looks at. */
const TICKS_MAX = 500
const ALERTS_MAX = 500
/** A daily alert that has fired rests for this time. */
export const REST_MS = 86_400_000
const SWEEP_EVERY_MS = 60_000

/** What becomes of an alert: the state of its event and of its row, and the tick that decided it. */
const dueColumns = "id, to_state, state, seq, price, at_ms"

/**
 * A part of a statement that changes the alerts of `due` and appends an event for each. $1 is the time.
 * Balances are locked in member order, as where contracts settle, so that the two never deadlock.
 */
const changeSql = (isStillSo: string): string => `
  changed as (
    update alerts a set state = d.state, is_armed = false, fired_seq = coalesce(d.seq, a.fired_seq),
      fired_price = coalesce(d.price, a.fired_price), fired_at_ms = coalesce(d.at_ms, a.fired_at_ms),
      after_seq = coalesce(d.seq, a.after_seq),
      changed_at_ms = case when d.state = 'active' then a.changed_at_ms else $1::bigint end
    from due d where a.id = d.id and a.state = 'active' and ${isStillSo}
    returning a.id, a.member_id, d.to_state, jsonb_strip_nulls(jsonb_build_object('symbol', a.symbol, 'kind', a.kind,
      'level', a.level, 'state', a.state, 'changed_at_ms', a.changed_at_ms, 'after_seq', a.after_seq,
      'fired_seq', a.fired_seq, 'fired_price', a.fired_price, 'fired_at_ms', a.fired_at_ms)) as changes
  ), totals as (
    select member_id, count(*) as events, array_agg(id order by id) as ids, array_agg(to_state order by id) as to_states,
      array_agg(changes order by id) as changes from changed group by member_id
  ), locked as materialized (
    select t.* from totals t join balances b on b.member_id = t.member_id and b.asset = '${CURRENCY}'
    order by b.member_id for update of b
  ), moved as (
    update balances b set revision = b.revision + t.events from locked t
    where b.member_id = t.member_id and b.asset = '${CURRENCY}'
    returning b.revision - t.events as numbered, t.*
  ), appended as (
    insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
      contracts, withdrawals, who, why, at_ms, transaction_id)
    select m.member_id, m.numbered + e.nth, 'alert', ${MEMBER_EVENT_VERSION}, e.id, 'active', e.to_state, e.changes,
      0, 0, 0, 'market', '', $1::bigint, ''
    from moved m cross join lateral unnest(m.ids, m.to_states, m.changes) with ordinality as e (id, to_state, changes, nth)
  ), writable as (${writableSql}
  )`

/** Alerts on one side that the pending ticks of `w` reach, each with the first tick that reaches it. */
const reached = (side: "above" | "below", comparison: ">=" | "<=", extreme: string, order: string) => `
  (select a.id, 'fired' as to_state, case when a.is_daily then 'active' else 'fired' end as state, t.seq,
      t.price_units as price, t.at_ms
    from alerts a cross join lateral (
      select seq, price_units, at_ms from ticks
      where symbol = a.symbol and seq > greatest(w.seen, a.after_seq) and seq <= w.last and price_units ${comparison} a.level
      order by seq limit 1
    ) t where a.symbol = w.symbol and a.is_armed and a.side = '${side}' and ${extreme} ${comparison} a.level
      and t.at_ms <= a.until_ms order by ${order} limit ${ALERTS_MAX})`

const fireSql = `
  with w as materialized (
    select c.symbol, c.seq as seen, c.adds, t.low, t.high, t.last, t.ticks from alert_cursors c cross join lateral (
      select min(p.price_units) as low, max(p.price_units) as high, max(p.seq) as last, count(*) as ticks from (
        select seq, price_units from ticks where symbol = c.symbol and seq > c.seq order by seq limit ${TICKS_MAX}
      ) p
    ) t where t.last is not null and exists (select 1 from market_lease where name = 'market' and fence = $2)
  ), due as materialized (
    select ${dueColumns} from w cross join lateral (
      ${reached("above", ">=", "w.high", "a.level")} union all ${reached("below", "<=", "w.low", "a.level desc")}
    ) d limit ${ALERTS_MAX}
  ), ${changeSql("a.is_armed")}, advanced as (
    update alert_cursors c set seq = w.last from w
    where c.symbol = w.symbol and c.seq = w.seen and c.adds = w.adds and (select count(*) from due) < ${ALERTS_MAX}
    returning 1
  )
  select (select count(*) from changed) as changed,
    (select count(*) from due) >= ${ALERTS_MAX} or exists (select 1 from w where ticks >= ${TICKS_MAX}) as more`

/** Fires what the ticks since the last time reach, as the holder of the lease. Returns how many. */
export const fireAlerts = Effect.fn("fireAlerts")(function* () {
  const leadership = (yield* Market).leadership()
  let fired = 0
  for (let more = leadership !== null; more; ) {
    const nowMs = yield* Clock.currentTimeMillis
    const [row] = yield* sql<{ changed: bigint; more: boolean }>(fireSql, [
      nowMs,
      leadership?.lease.fence ?? 0n,
    ])
    fired += Number(row?.changed ?? 0n)
    more = row?.more ?? false
  }
  return fired
})

/** Arms the daily alerts that have rested. */
const armSql = `
  update alerts set is_armed = true where state = 'active' and not is_armed and fired_at_ms <= $1::bigint - ${REST_MS}`

/** Ends the alerts whose time is over, and with a notice those whose product is gone. */
const endSql = `
  with due as materialized (
    select id, case when until_ms < $1::bigint then 'expired' else 'ended' end as to_state,
      case when until_ms < $1::bigint then 'expired' else 'ended' end as state,
      null::bigint as seq, null::bigint as price, null::bigint as at_ms
    from alerts where state = 'active' and (until_ms < $1::bigint or symbol <> all($2::text[])) limit ${ALERTS_MAX}
  ), ${changeSql("true")} select count(*) as changed from changed`

/** Arms, and ends, what time alone decides. */
export const sweepAlerts = Effect.fn("sweepAlerts")(function* () {
  const { feed, leadership } = yield* Market
  if (leadership() === null) return
  const nowMs = yield* Clock.currentTimeMillis
  yield* sql(armSql, [nowMs])
  const products = yield* sql<{ symbol: string }>("select distinct symbol from products")
  const traded = products.map(({ symbol }) => symbol).filter((symbol) => feed.symbols.includes(symbol))
  for (let changed = ALERTS_MAX; changed >= ALERTS_MAX; ) {
    const [row] = yield* sql<{ changed: bigint }>(endSql, [nowMs, traded])
    changed = Number(row?.changed ?? 0n)
  }
})

/** Fires after every tick cycle, forever. A failed pass is logged; the next one catches up. */
export const runAlerts = Effect.gen(function* () {
  const { nextCycle } = yield* Market
  let sweptAtMs = Number.NEGATIVE_INFINITY
  const pass = Effect.gen(function* () {
    yield* nextCycle
    yield* fireAlerts()
    const nowMs = yield* Clock.currentTimeMillis
    if (Math.abs(nowMs - sweptAtMs) < SWEEP_EVERY_MS) return
    yield* sweepAlerts()
    sweptAtMs = nowMs
  })
  return yield* Effect.forever(
    Effect.catch(pass, (error) => logFailure("Price alerts wait for the next tick cycle", error)),
  )
})
