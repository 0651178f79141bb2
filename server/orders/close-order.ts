import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { Order } from "../../src/domain/entities.ts"
import { SLIPPAGE_MAX_BPS } from "../../src/domain/limits.ts"
import { priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { isBeyondTolerance } from "../../src/domain/trade.ts"
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
      const found = yield* findOrder(wanted.id, call.memberId)
      const limit = yield* limitOf(wanted, found)
      const rows = yield* sql<OrderRow>(closeSql, [wanted.id, call.memberId, nowMs, ...limit])
      const row = rows[0]
      if (row !== undefined) {
        yield* appendEvent(call.memberId, closeRequested(wanted))
        return orderWithCheckpoint(row)
      }
      const isClosing =
        found.state === "opened" &&
        found.close_requested_at_ms !== null &&
        (found.expires_at_ms ?? 0n) > nowMs
      return isClosing ? orderWithCheckpoint(found) : yield* refusal("order.not-open")
    }),
  )
  return key.withReceipt(order)
})

/**
 * The price shown and the tolerance, or nulls. Refuses one that the last tick is beyond already; the
 * tick that closes the contract is judged when it comes.
 */
const limitOf = Effect.fnUntraced(function* (
  { quotedPrice, slippageBps }: RequestOf<"orderClose">,
  { symbol, direction }: OrderRow,
) {
  if (quotedPrice === undefined && slippageBps === undefined) return [null, null]
  if (quotedPrice === undefined || slippageBps === undefined)
    return yield* refusal("request.malformed", { field: "slippage_bps" })
  if (slippageBps < 0 || slippageBps > SLIPPAGE_MAX_BPS)
    return yield* refusal("order.terms", { field: "slippage_bps", params: { max: SLIPPAGE_MAX_BPS } })
  const limit = { quotedPrice: priceUnitsOf(quotedPrice), slippageBps, direction: opposite[direction] }
  if (limit.quotedPrice <= 0n) return yield* refusal("order.terms", { field: "quoted_price" })
  const { quoteBook } = yield* Market
  const current = quoteBook.last(symbol)?.tick.price
  if (current !== undefined && isBeyondTolerance(limit, current))
    return yield* refusal("order.slippage", {
      field: "quoted_price",
      params: { quoted: quotedPrice, current: priceOf(current) },
    })
  return [limit.quotedPrice, slippageBps]
})

/** Closing an up contract is a sale: a lower price is worse. */
const opposite = { up: "down", down: "up" } as const

const closeRequested = ({ id, slippageBps }: RequestOf<"orderClose">): MemberChange => ({
  kind: "close",
  subject: id,
  from: null,
  to: "requested",
  columns:
    slippageBps === undefined
      ? ["close_requested_at_ms"]
      : ["close_requested_at_ms", "close_quoted_price", "close_slippage_bps"],
  who: "member",
  why: "",
})

/** The time of the request is never before an existing tick, as for acceptance. */
const closeSql = `
  update orders as o set close_requested_at_ms = greatest($3::bigint,
    (select at_ms from ticks where symbol = o.symbol order by seq desc limit 1)),
    close_quoted_price = $4::bigint, close_slippage_bps = $5::int
  where o.id = $1 and o.member_id = $2 and o.state = 'opened' and o.expires_at_ms > $3::bigint
    and o.close_requested_at_ms is null
  returning ${orderColumns}`
