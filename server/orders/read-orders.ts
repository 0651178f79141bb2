import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { hashBefore } from "../../src/domain/check-settlement.ts"
import type { Amendment, Order, OrderDetail } from "../../src/domain/entities.ts"
import type { Locale } from "../../src/domain/limits.ts"
import { amountOf, type Kobo, type PriceUnits, priceOf } from "../../src/domain/money.ts"
import type { RulesVersion } from "../../src/domain/settlement-plan.ts"
import type { Direction } from "../../src/domain/trade.ts"
import { readContractComplaint } from "../core/complaint-clock.ts"
import type { Call } from "../core/handler.ts"
import { levelHistoryOf, type StoredLevels } from "../core/level-history.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { productNameIn } from "../core/product-names.ts"
import { filteredPage, hasOther } from "../core/record-filter.ts"
import { refusal } from "../core/refusal.ts"
import { sql } from "../db/db.ts"
import { Market } from "../market/market.ts"
import { tickOf } from "../market/tick.ts"
import { readTicks } from "../market/tick-journal.ts"
import { type EndedContract, readProof } from "../market/tick-log/log-reader.ts"

/** A contract of this member. Refused as unknown where it belongs to another member. */
export const findOrder = Effect.fnUntraced(function* (id: string, memberId: string) {
  const rows = yield* sql<OrderRow>(
    `select ${orderColumns} from orders o where o.id = $1 and o.member_id = $2`,
    [id, memberId],
  )
  return rows[0] ?? (yield* refusal("order.unknown", { field: "id" }))
})

const statesOf = {
  pending: ["accepted", "opened"],
  completed: ["settled", "stopped_out", "closed_early", "cancelled"],
  rejected: ["cancelled"],
} as const

/** The member's contracts, newest first; with a filter those that ended, the last first, or those open. */
export const listOrders = Effect.fn("listOrders")(function* (request: RequestOf<"orders">, call: Call) {
  const paging = yield* readPaging(request)
  const { cursor, limit, ...filter } = request
  const { status, symbol } = filter
  if (hasOther(filter, ["status", "symbol"])) {
    const rows = yield* filteredPage<OrderRow>("contracts", { filter, columns: orderColumns, paging }, call)
    const position = ({ id, accepted_at_ms, closed_at_ms }: OrderRow) => ({
      ...{ id, atMs: status === "pending" ? accepted_at_ms : (closed_at_ms ?? accepted_at_ms) },
    })
    return pageFrom(rows, paging, position, shownTo(call))
  }
  // each filter has its own text, so that each has its index
  const rows = yield* sql<OrderRow>(
    `select ${orderColumns} from orders o
     where o.member_id = $1 and (o.accepted_at_ms, o.id) < ($2::bigint, $3)
       ${status === undefined ? "" : `and o.state in (${statesOf[status].map((state) => `'${state}'`).join(", ")})`}
       ${symbol === undefined ? "" : "and o.symbol = $5::text"}
     order by o.accepted_at_ms desc, o.id desc limit $4`,
    [call.memberId, paging.beforeMs, paging.beforeId, paging.take, ...(symbol === undefined ? [] : [symbol])],
  )
  return pageFrom(rows, paging, (row) => ({ atMs: row.accepted_at_ms, id: row.id }), shownTo(call))
})

const shownTo =
  ({ locale }: Call) =>
  (row: OrderRow): Order =>
    orderOf(inLocale(row, locale))

const inLocale = (row: OrderRow, locale: Locale): OrderRow => ({
  ...row,
  name: productNameIn(locale, row.symbol, row.name),
})

/** Changes of a member's own limits shown from a contract's acceptance on. */
const PROMISES_SHOWN = 200
/** Ticks shown on either side of an entry or exit. */
const TICKS_AROUND = 2

const ticksAround = (symbol: string, seq: bigint | null) =>
  seq === null
    ? Effect.succeed([])
    : Effect.map(readTicks(symbol, Math.max(1, Number(seq) - TICKS_AROUND), 2 * TICKS_AROUND + 1), (ticks) =>
        ticks.map(tickOf),
      )

/** The member's own limits from the ones in force at the acceptance on; none where there were none. */
const readPromises = Effect.fnUntraced(function* ({ member_id, accepted_at_ms }: OrderRow) {
  const rows = yield* sql<{ body: string }>(
    `select body from limit_promises where member_id = $1 and number >= (
       select number from limit_promises where member_id = $1 and at_ms < $2::bigint order by number desc limit 1)
     order by number limit ${PROMISES_SHOWN}`,
    [member_id, accepted_at_ms],
  )
  return rows.map(({ body }) => body)
})

/** A contract with everything needed to recompute its settlement. */
export const readOrder = Effect.fn("readOrder")(function* (request: RequestOf<"order">, call: Call) {
  const { quoteBook, key } = yield* Market
  const row = inLocale(yield* findOrder(request.id, call.memberId), call.locale)
  const order = orderWithCheckpoint(row)
  const proof = order.status === "completed" ? yield* readProof(endedOf(row)) : null
  const promises = (yield* readPromises(row)).map(key.signText)
  const complaint = yield* readContractComplaint(row.id)
  const detail: OrderDetail = {
    order: key.withReceipt(order),
    marketKey: key.publicText,
    proof,
    currentPrice: priceOf(quoteBook.last(row.symbol)?.tick.price ?? row.closing_price ?? row.quoted_price),
    entryTicks: yield* ticksAround(row.symbol, row.entry_seq),
    exitTicks: yield* ticksAround(row.symbol, row.exit_seq),
    ...(promises.length > 0 && { promises, owner: key.signOwner(row.id, row.member_id) }),
    ...(complaint !== null && { complaint }),
  }
  return detail
})

const endedOf = (row: OrderRow): EndedContract => ({
  symbol: row.symbol,
  state: row.state,
  acceptedAtMs: Number(row.accepted_at_ms),
  openTimeoutMs: present(row.open_timeout_ms, Number),
  expiresAtMs: present(row.expires_at_ms, Number),
  entrySeq: present(row.entry_seq, Number),
  exitSeq: present(row.exit_seq, Number),
  checkpoint: row.checkpoint,
  amendments: (row.level_history ?? []).slice(1).map(([, , atMs], index) => ({
    atMs,
    checkpoint: row.level_checkpoints?.[index] ?? null,
  })),
  closedAtMs: present(row.closed_at_ms, Number),
})

export interface OrderRow {
  readonly id: string
  readonly member_id: string
  readonly product_id: string
  readonly symbol: string
  readonly name: string
  readonly direction: Direction
  readonly state: Order["state"]
  readonly stake: Kobo
  readonly leverage: number
  readonly period_days: number
  readonly commission_ppm: number
  readonly stop_out_bps: number
  readonly quoted_price: PriceUnits
  readonly slippage_bps: number | null
  readonly take_profit: PriceUnits | null
  readonly stop_loss: PriceUnits | null
  readonly accepted_at_ms: bigint
  readonly opened_at_ms: bigint | null
  readonly opening_price: PriceUnits | null
  readonly entry_seq: bigint | null
  readonly expires_at_ms: bigint | null
  readonly close_requested_at_ms: bigint | null
  readonly closed_at_ms: bigint | null
  readonly closing_price: PriceUnits | null
  readonly exit_seq: bigint | null
  readonly gross: Kobo | null
  readonly commission: Kobo | null
  readonly net: Kobo | null
  readonly credited: Kobo | null
  readonly cancel_reason: Order["cancelReason"]
  /** The prices of an early close that was refused: the one shown, and the one that came. */
  readonly close_refused_quoted: PriceUnits | null
  readonly close_refused_price: PriceUnits | null
  /** The length of its day, and how long it waits for its entry. Null in rows of earlier releases. */
  readonly day_ms: bigint | null
  readonly open_timeout_ms: bigint | null
  /** Null in rows of earlier releases. */
  readonly rules_version: RulesVersion | null
  /** The signed checkpoint of the market's log at acceptance. Null without one. */
  readonly checkpoint: string | null
  readonly level_history: StoredLevels
  /** The signed checkpoint at each change. */
  readonly level_checkpoints: readonly (string | null)[] | null
  /** The time of the last change. */
  readonly amended_at_ms: bigint | null
  /** When settlement made it a dead letter. Null while it settles normally. */
  readonly delayed_since_ms: bigint | null
}

/** Columns of an `OrderRow`, for `orders o`. */
export const orderColumns = `o.id, o.member_id, o.product_id, o.symbol, o.name, o.direction, o.state, o.stake,
  o.leverage, o.period_days, o.commission_ppm, o.stop_out_bps, o.quoted_price, o.slippage_bps, o.take_profit, o.stop_loss,
  o.accepted_at_ms, o.opened_at_ms, o.opening_price, o.entry_seq, o.expires_at_ms, o.close_requested_at_ms,
  o.closed_at_ms, o.closing_price, o.exit_seq, o.gross, o.commission, o.net, o.credited, o.cancel_reason, o.day_ms,
  o.open_timeout_ms, o.rules_version, o.checkpoint, o.level_history, o.level_checkpoints, o.amended_at_ms,
  o.close_refused_quoted, o.close_refused_price,
  (select h.held_at_ms from settlement_holds h
    where h.order_id = o.id and o.state in ('accepted', 'opened')) as delayed_since_ms`

const present = <A, B>(value: A | null, show: (value: A) => B): B | null =>
  value === null ? null : show(value)

/** A contract on the wire. */
export const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  productId: row.product_id,
  symbol: row.symbol,
  name: row.name,
  direction: row.direction,
  status: row.state === "accepted" || row.state === "opened" ? "pending" : "completed",
  state: row.state,
  stake: amountOf(row.stake),
  leverage: row.leverage,
  periodDays: row.period_days,
  commissionPpm: row.commission_ppm,
  stopOutBps: row.stop_out_bps,
  quotedPrice: priceOf(row.quoted_price),
  slippageBps: row.slippage_bps,
  takeProfit: present(row.take_profit, priceOf),
  stopLoss: present(row.stop_loss, priceOf),
  acceptedAtMs: Number(row.accepted_at_ms),
  openedAtMs: present(row.opened_at_ms, Number),
  openingPrice: present(row.opening_price, priceOf),
  entrySeq: present(row.entry_seq, Number),
  expiresAtMs: present(row.expires_at_ms, Number),
  closeRequestedAtMs: present(row.close_requested_at_ms, Number),
  closedAtMs: present(row.closed_at_ms, Number),
  closingPrice: present(row.closing_price, priceOf),
  exitSeq: present(row.exit_seq, Number),
  gross: present(row.gross, amountOf),
  commission: present(row.commission, amountOf),
  net: present(row.net, amountOf),
  credited: present(row.credited, amountOf),
  cancelReason: row.cancel_reason,
  ...(row.close_refused_quoted === null || row.close_refused_price === null
    ? {}
    : {
        closeRefused: { quoted: priceOf(row.close_refused_quoted), price: priceOf(row.close_refused_price) },
      }),
  ...(row.delayed_since_ms === null ? {} : { delayedSinceMs: Number(row.delayed_since_ms) }),
  ...(row.day_ms === null ? {} : { dayMs: Number(row.day_ms) }),
  ...(row.open_timeout_ms === null ? {} : { openTimeoutMs: Number(row.open_timeout_ms) }),
  ...(row.rules_version === null ? {} : { rulesVersion: row.rules_version }),
  ...levelHistoryOf(row.level_history),
})

/** A contract on the wire, with the checkpoints of its acceptance and of each change, in a chain. */
export const orderWithCheckpoint = (row: OrderRow): Order => {
  const order = { ...orderOf(row), ...(row.checkpoint === null ? {} : { checkpoint: row.checkpoint }) }
  if (order.levelHistory === undefined) return order
  const amendments: Amendment[] = []
  for (const [index, amendment] of order.levelHistory.amendments.entries()) {
    const checkpoint = row.level_checkpoints?.[index] ?? null
    const previous = hashBefore(order, amendments.at(-1))
    amendments.push({ ...amendment, previous, ...(checkpoint === null ? {} : { checkpoint }) })
  }
  return { ...order, levelHistory: { ...order.levelHistory, amendments } }
}
