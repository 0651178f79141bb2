import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { Order } from "../../src/domain/entities.ts"
import { amountOf } from "../../src/domain/money.ts"
import type { Call } from "../core/handler.ts"
import { balanceOf } from "../core/ledger.ts"
import { idempotentStatement, idOfKey } from "../core/operations.ts"
import { refusal } from "../core/refusal.ts"
import { requireOpenSite } from "../core/site-state.ts"
import { Products, type ProductTerms } from "../market/products.ts"
import { checkOrder } from "./check-order.ts"
import { OrderWriter } from "./order-writer.ts"

type Wanted = RequestOf<"orderCreate">

/**
 * Accepts an order: one statement locks the stake, posts the purchase (103) and stores the key. The
 * entry is the first tick sequenced afterwards, so that it is unknown to everybody. Idempotent by
 * key.
 */
export const createOrder = Effect.fn("orders.create")(function* (wanted: Wanted, call: Call) {
  const command = { memberId: call.memberId, operation: "order" as const, key: wanted.key, body: wanted }
  return yield* idempotentStatement({ ...command, answers: Order }, (bodyHash) =>
    Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const { find } = yield* Products
      const product = yield* find(wanted.product_id)
      if (product === null) return yield* refusal("order.product-unknown", { field: "product_id" })
      yield* checkOrder(wanted, product, nowMs)
      const order = newOrder(wanted, product, call.memberId, nowMs)
      const { memberId } = call
      const { write } = yield* OrderWriter
      const acceptedAtMs = yield* write({ order, memberId, key: wanted.key, bodyHash })
      if (acceptedAtMs === null) return yield* refuseUnwritten(memberId)
      return { ...order, acceptedAtMs }
    }),
  )
})

/** Why nothing was written: the site is closed, or else the balance is too small. */
const refuseUnwritten = Effect.fnUntraced(function* (memberId: string) {
  yield* requireOpenSite()
  const { available } = yield* balanceOf(memberId)
  return yield* refusal("order.insufficient-balance", {
    field: "stake",
    params: { available: amountOf(available) },
  })
})

/** An order at its acceptance. */
export const newOrder = (wanted: Wanted, product: ProductTerms, memberId: string, nowMs: number): Order => ({
  id: idOfKey(memberId, "order", wanted.key),
  productId: product.id,
  symbol: product.symbol,
  name: product.name,
  direction: wanted.direction,
  status: "pending",
  state: "accepted",
  stake: wanted.stake,
  leverage: wanted.leverage,
  periodDays: wanted.period_days,
  commissionPpm: product.commissionPpm,
  stopOutBps: product.stopOutBps,
  quotedPrice: wanted.quoted_price,
  slippageBps: wanted.slippage_bps ?? null,
  takeProfit: wanted.take_profit ?? null,
  stopLoss: wanted.stop_loss ?? null,
  acceptedAtMs: nowMs,
  openedAtMs: null,
  openingPrice: null,
  entrySeq: null,
  expiresAtMs: null,
  closeRequestedAtMs: null,
  closedAtMs: null,
  closingPrice: null,
  exitSeq: null,
  gross: null,
  commission: null,
  net: null,
  credited: null,
  cancelReason: null,
})
