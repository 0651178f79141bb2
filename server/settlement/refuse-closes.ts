/** Refuses early closes whose price is worse than their members allow. The contracts go on. */
import { Clock, Effect } from "effect"
import { ASSET } from "../core/ledger.ts"
import { MEMBER_EVENT_VERSION } from "../core/member-events.ts"
import { writableSql } from "../core/read-only.ts"
import { sql } from "../db/db.ts"
import type { SymbolWindow } from "./due.ts"

/** Closes that one statement refuses. */
const CLOSES_MAX = 500

/** The sale of an up contract is worse at a lower price, that of a down contract at a higher one. */
const isBeyond = `(case o.direction when 'up' then o.close_quoted_price - t.price_units
  else t.price_units - o.close_quoted_price end)::numeric * 10000 > o.close_quoted_price::numeric * o.close_slippage_bps`

/** What ends the contract at this tick or before it, with or without the close. */
const isEnded = `(t.at_ms > o.expires_at_ms or t.price_units <= o.trigger_low or t.price_units >= o.trigger_high)`

const cleared = "'close_requested_at_ms', null, 'close_quoted_price', null, 'close_slippage_bps', null"

/** Balances are locked in member order, as where contracts settle, so that the two never deadlock. */
const refuseSql = `
  with beyond as materialized (
    select o.id, o.close_quoted_price as quoted, t.price_units as price
    from unnest($3::text[], $4::bigint[]) as w (symbol, last_seq)
    join orders o on o.symbol = w.symbol and o.state = 'opened' and o.close_slippage_bps is not null
    cross join lateral (
      select seq, at_ms, price_units from ticks where symbol = o.symbol and at_ms > o.close_requested_at_ms
      order by at_ms limit 1
    ) t where t.seq <= w.last_seq and ${isBeyond} and ${isEnded} is not true
      and exists (select 1 from market_lease where name = 'market' and fence = $1) limit ${CLOSES_MAX}
  ), refused as (
    update orders o set close_requested_at_ms = null, close_quoted_price = null, close_slippage_bps = null,
      close_refused_quoted = d.quoted, close_refused_price = d.price
    from beyond d where o.id = d.id and o.state = 'opened' and o.close_slippage_bps is not null
    returning o.id, o.member_id, jsonb_build_object(${cleared}, 'close_refused_quoted', d.quoted,
      'close_refused_price', d.price) as changes
  ), totals as (
    select member_id, count(*) as events, array_agg(id order by id) as ids, array_agg(changes order by id) as changes
    from refused group by member_id
  ), locked as materialized (
    select t.* from totals t join balances b on b.member_id = t.member_id and b.asset = '${ASSET}'
    order by b.member_id for update of b
  ), moved as (
    update balances b set revision = b.revision + t.events from locked t
    where b.member_id = t.member_id and b.asset = '${ASSET}' returning b.revision - t.events as numbered, t.*
  ), appended as (
    insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
      contracts, withdrawals, who, why, at_ms, transaction_id)
    select m.member_id, m.numbered + e.nth, 'close', ${MEMBER_EVENT_VERSION}, e.id, 'requested', 'refused', e.changes,
      0, 0, 0, 'market', '', $2::bigint, ''
    from moved m cross join lateral unnest(m.ids, m.changes) with ordinality as e (id, changes, nth)
  ), writable as (${writableSql}
  )
  select count(*) as count from refused`

/** Refuses the closes that a tick of these windows would carry out beyond their tolerance. */
export const refuseCloses = Effect.fnUntraced(function* (
  windows: ReadonlyArray<SymbolWindow>,
  fence: bigint,
) {
  const lasts = windows.flatMap(({ symbol, ticks }) => {
    const last = ticks.at(-1)
    return last === undefined ? [] : [{ symbol, seq: last.seq }]
  })
  for (let count = lasts.length === 0 ? 0 : CLOSES_MAX; count >= CLOSES_MAX; ) {
    const [row] = yield* sql<{ count: bigint }>(refuseSql, [
      fence,
      yield* Clock.currentTimeMillis,
      lasts.map(({ symbol }) => symbol),
      lasts.map(({ seq }) => seq),
    ])
    count = Number(row?.count ?? 0n)
  }
})
