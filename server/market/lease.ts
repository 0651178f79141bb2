import { Effect } from "effect"
import { execute, sql } from "../db/db.ts"
import { engineNow } from "../db/outer-clocks.ts"

/**
 * The right to append ticks and to settle. `fence` increases with each new holder; the database
 * rejects writes under an older fence.
 */
export interface Lease {
  readonly holder: string
  readonly fence: bigint
  readonly durationMs: number
}

/**
 * Takes the lease when it is free. Null when another process holds it. An expiry later than
 * any holder asks for was written before the engine's clock was set back, and does not count.
 */
export const takeLease = Effect.fnUntraced(function* (holder: string, durationMs: number) {
  const rows = yield* sql<{ fence: bigint }>(
    `insert into market_lease (name, holder, fence, expires_at_ms) values ('market', $1, 1, ${engineNow} + $2::bigint)
     on conflict (name) do update set holder = excluded.holder, fence = market_lease.fence + 1,
       expires_at_ms = excluded.expires_at_ms
     where market_lease.expires_at_ms < ${engineNow} or market_lease.expires_at_ms > ${engineNow} + 2 * $2::bigint
     returning fence`,
    [holder, durationMs],
  )
  const fence = rows[0]?.fence
  return fence === undefined ? null : { holder, fence, durationMs }
})

/** Releases the lease, so that another process need not wait for its expiry. */
export const releaseLease = Effect.fnUntraced(function* (lease: Lease) {
  yield* execute(
    "update market_lease set expires_at_ms = 0 where name = 'market' and holder = $1 and fence = $2",
    [lease.holder, lease.fence],
  )
})
