import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { OrderDetail } from "../../src/domain/entities.ts"
import { priceOf } from "../../src/domain/money.ts"
import type { Call } from "../core/handler.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { refusal } from "../core/refusal.ts"
import { Db } from "../db/db.ts"
import { Market } from "../market/market.ts"
import { tickOf } from "../market/tick.ts"
import { readTicks } from "../market/tick-journal.ts"
import { type OrderRow, orderColumns, orderOf } from "./order-row.ts"

/** A contract of this member. Refused as unknown where it belongs to another member. */
export const findOrder = Effect.fnUntraced(function* (id: string, memberId: string) {
  const db = yield* Db
  const rows = yield* db.query<OrderRow>(
    `select ${orderColumns} from orders o where o.id = $1 and o.member_id = $2`,
    [id, memberId],
  )
  return rows[0] ?? (yield* refusal("order.unknown", { field: "id" }))
})

const statesOf = {
  pending: ["accepted", "opened"],
  completed: ["settled", "stopped_out", "closed_early", "cancelled"],
} as const

/** The member's contracts, newest first. */
export const listOrders = Effect.fn("orders.list")(function* (request: RequestOf<"orders">, call: Call) {
  const db = yield* Db
  const paging = yield* readPaging(request)
  const states =
    request.status === undefined
      ? [...statesOf.pending, ...statesOf.completed]
      : [...statesOf[request.status]]
  const rows = yield* db.query<OrderRow>(
    `select ${orderColumns} from orders o
     where o.member_id = $1 and o.state = any($2::text[]) and ($3::text is null or o.symbol = $3::text)
       and (o.accepted_at_ms, o.id) < ($4::bigint, $5)
     order by o.accepted_at_ms desc, o.id desc limit $6`,
    [call.memberId, states, request.symbol ?? null, paging.beforeMs, paging.beforeId, paging.take],
  )
  return pageFrom(rows, paging, (row) => ({ atMs: row.accepted_at_ms, id: row.id }), orderOf)
})

/** Ticks shown on either side of an entry or exit. */
const TICKS_AROUND = 2

const ticksAround = (symbol: string, seq: bigint | null) =>
  seq === null
    ? Effect.succeed([])
    : Effect.map(readTicks(symbol, Math.max(1, Number(seq) - TICKS_AROUND), 2 * TICKS_AROUND + 1), (ticks) =>
        ticks.map(tickOf),
      )

/** A contract with everything needed to recompute its settlement. */
export const readOrder = Effect.fn("orders.detail")(function* (request: RequestOf<"order">, call: Call) {
  const { quoteBook } = yield* Market
  const row = yield* findOrder(request.id, call.memberId)
  const detail: OrderDetail = {
    order: orderOf(row),
    currentPrice: priceOf(quoteBook.last(row.symbol)?.tick.price ?? row.closing_price ?? row.quoted_price),
    entryTicks: yield* ticksAround(row.symbol, row.entry_seq),
    exitTicks: yield* ticksAround(row.symbol, row.exit_seq),
  }
  return detail
})
