import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { Order } from "../../src/domain/entities.ts"
import type { Call } from "../core/handler.ts"
import { appendEvent, type MemberChange } from "../core/member-events.ts"
import { idempotent } from "../core/operations.ts"
import { refusal } from "../core/refusal.ts"
import { sql } from "../db/db.ts"
import { Market } from "../market/market.ts"
import { findOrder, type OrderRow, orderColumns, orderWithCheckpoint } from "./read-orders.ts"

/**
 * Requests that an open contract closes at the next tick. Requesting again changes nothing; a
 * contract that is not open is refused.
 */
export const closeOrder = Effect.fn("closeOrder")(function* (wanted: RequestOf<"orderClose">, call: Call) {
  const command = {
    memberId: call.memberId,
    operation: "order-close" as const,
    key: wanted.key,
    body: wanted,
  }
  const { key, nowMs: marketNow } = yield* Market
  const order = yield* idempotent(
    { ...command, answers: Order, id: (order: Order) => order.id },
    Effect.gen(function* () {
      const nowMs = marketNow()
      const rows = yield* sql<OrderRow>(closeSql, [wanted.id, call.memberId, nowMs])
      const row = rows[0]
      if (row !== undefined) {
        yield* appendEvent(call.memberId, closeRequested(wanted.id))
        return orderWithCheckpoint(row)
      }
      const found = yield* findOrder(wanted.id, call.memberId)
      const isClosing =
        found.state === "opened" &&
        found.close_requested_at_ms !== null &&
        (found.expires_at_ms ?? 0n) > nowMs
      return isClosing ? orderWithCheckpoint(found) : yield* refusal("order.not-open")
    }),
  )
  return key.withReceipt(order)
})

const closeRequested = (id: string): MemberChange => ({
  kind: "close",
  subject: id,
  from: null,
  to: "requested",
  columns: ["close_requested_at_ms"],
  who: "member",
  why: "",
})

/** The time of the request is never before an existing tick, as for acceptance. */
const closeSql = `
  update orders as o set close_requested_at_ms = greatest($3::bigint,
    (select at_ms from ticks where symbol = o.symbol order by seq desc limit 1))
  where o.id = $1 and o.member_id = $2 and o.state = 'opened' and o.expires_at_ms > $3::bigint
    and o.close_requested_at_ms is null
  returning ${orderColumns}`
