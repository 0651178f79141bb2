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
import { nextOpeningOf, Products } from "./products.ts"

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

/** A contract that has ended needs no alert: its end is a notice. */
const isContractOpen =
  "(a.contract_id is null or exists (select 1 from orders o where o.id = a.contract_id and o.state = 'opened'))"

/** Alerts of one index that the pending ticks of `w` may reach, each with the first tick that does. */
const reached = (condition: string, isReached: string, order: string) => `
  (select a.id, 'fired' as to_state, case when a.is_daily then 'active' else 'fired' end as state, t.seq,
      t.price_units as price, t.at_ms
    from alerts a cross join lateral (
      select seq, price_units, at_ms from ticks
      where symbol = a.symbol and seq > greatest(w.seen, a.after_seq) and seq <= w.last and ${isReached}
      order by seq limit 1
    ) t where a.symbol = w.symbol and a.is_armed and ${condition} and t.at_ms <= a.until_ms and ${isContractOpen}
    order by ${order} limit ${ALERTS_MAX})`

const dueSql = [
  reached("a.side = 'above' and a.level <= w.high", "price_units >= a.level", "a.level"),
  reached("a.side = 'below' and a.level >= w.low", "price_units <= a.level", "a.level desc"),
  reached("a.kind = 'opens' and a.opens_at_ms <= w.last_ms", "at_ms >= a.opens_at_ms", "a.opens_at_ms"),
].join(" union all ")

const fireSql = `
  with w as materialized (
    select c.symbol, c.seq as seen, c.adds, t.low, t.high, t.last, t.last_ms, t.ticks from alert_cursors c cross join lateral (
      select min(p.price_units) as low, max(p.price_units) as high, max(p.seq) as last,
          max(p.at_ms) as last_ms, count(*) as ticks from (
        select seq, at_ms, price_units from ticks where symbol = c.symbol and seq > c.seq order by seq limit ${TICKS_MAX}
      ) p
    ) t where t.last is not null and exists (select 1 from market_lease where name = 'market' and fence = $2)
  ), due as materialized (
    select ${dueColumns} from w cross join lateral (${dueSql}) d limit ${ALERTS_MAX}
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

/** Moves what waits for an opening to the next one, of products whose hours have changed too. */
const openingsSql = `
  update alerts a set opens_at_ms = n.opens_at_ms from unnest($2::text[], $3::bigint[]) as n (product_id, opens_at_ms)
  where a.kind = 'opens' and a.state = 'active' and a.product_id = n.product_id and a.opens_at_ms <> n.opens_at_ms
    and (a.opens_at_ms > $1::bigint or not a.is_armed)`

/** Arms the daily alerts that have rested. One that waits for an opening must be armed before it. */
const armSql = `
  update alerts set is_armed = true where state = 'active' and not is_armed and fired_at_ms <= $1::bigint - ${REST_MS / 2}
    and (kind = 'opens' or fired_at_ms <= $1::bigint - ${REST_MS})`

const isContractOver =
  "(kind = 'stop-out' and not exists (select 1 from orders o where o.id = contract_id and o.state = 'opened'))"
const isOver = `(until_ms < $1::bigint or ${isContractOver})`

/** Ends the alerts whose time or contract is over, and with a notice those whose product is gone. */
const endSql = `
  with due as materialized (
    select id, s.state as to_state, s.state, null::bigint as seq, null::bigint as price, null::bigint as at_ms
    from alerts cross join lateral (select case when ${isOver} then 'expired' else 'ended' end as state) s
    where alerts.state = 'active' and (${isOver} or symbol <> all($2::text[])) limit ${ALERTS_MAX}
  ), ${changeSql("true")} select count(*) as changed from changed`

/** Arms, and ends, what time alone decides. */
export const sweepAlerts = Effect.fn("sweepAlerts")(function* () {
  const { feed, leadership } = yield* Market
  if (leadership() === null) return
  const nowMs = yield* Clock.currentTimeMillis
  const products = yield* (yield* Products).all
  const openings = yield* Effect.forEach(products, (product) => nextOpeningOf(product, nowMs))
  const closing = products.flatMap(({ id }, index) => {
    const atMs = openings[index] ?? null
    return atMs === null ? [] : [{ id, atMs }]
  })
  yield* sql(openingsSql, [nowMs, closing.map(({ id }) => id), closing.map(({ atMs }) => atMs)])
  yield* sql(armSql, [nowMs])
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
