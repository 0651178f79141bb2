import { Effect } from "effect"
import { Db } from "../db/db.ts"
import { type OrderRow, orderColumns } from "../orders/row.ts"
import type { Mark } from "./plan.ts"

/** One symbol in one round of settlement: its next tick, or none, and how far its journal is complete. */
export interface Window {
  readonly symbol: string
  readonly tick: Mark | null
  readonly completeUntilMs: number
}

/**
 * Contracts that this round decides something about, at most `limit`; `isAll` is true when there are no more. Each branch walks a partial index of its own and stops at
 * the limit: what is not due costs nothing.
 */
export const findDue = Effect.fnUntraced(function* (
  windows: ReadonlyArray<Window>,
  orderOpenTimeoutMs: number,
  limit: number,
) {
  const db = yield* Db
  const rows = yield* db.query<OrderRow>(dueSql, [
    windows.map((window) => window.symbol),
    windows.map((window) => window.tick?.price ?? null),
    windows.map((window) => window.tick?.atMs ?? null),
    windows.map((window) => window.completeUntilMs),
    orderOpenTimeoutMs,
    limit,
  ])
  // A contract may be due for two reasons at once.
  return { due: [...new Map(rows.map((row) => [row.id, row])).values()], isAll: rows.length < limit }
})

const branch = (state: "accepted" | "opened", condition: string) =>
  `(select ${orderColumns} from orders o where o.symbol = w.symbol and o.state = '${state}' and ${condition} limit $6)`

const dueSql = `
  select due.* from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as w (symbol, price, tick_at, until)
  cross join lateral (
    ${branch("accepted", "o.accepted_at_ms < greatest(coalesce(w.tick_at, 0), w.until - $5::bigint + 1)")}
    union all ${branch("opened", "o.trigger_low >= w.price")}
    union all ${branch("opened", "o.trigger_high <= w.price")}
    union all ${branch("opened", "o.expires_at_ms <= w.until")}
    union all ${branch("opened", "o.close_requested_at_ms < w.tick_at")}
  ) as due
  limit $6`
