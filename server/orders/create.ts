import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/api/endpoints.ts"
import { Order } from "../../src/domain/entities.ts"
import { amountOf, koboOf, priceUnitsOf } from "../../src/domain/money.ts"
import { Db } from "../db/db.ts"
import type { Call } from "../http/handler.ts"
import { refusal } from "../http/refusal.ts"
import { ASSET, balanceOf, CHANGE } from "../ledger/ledger.ts"
import { doneOutcome, idempotentStatement, idOfKey } from "../ledger/operations.ts"
import { Products, type ProductTerms } from "../products/product.ts"
import { checkOrder } from "./check.ts"

type Wanted = RequestOf<"orderCreate">

/**
 * Accepts an order: the stake is locked, the purchase (103) is posted and the key is kept, in one statement. The entry is the
 * first tick sequenced after this; nobody can know it yet. The same key with the same body answers the same order again.
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
      return yield* place(
        newOrder(wanted, product, call.memberId, nowMs),
        call.memberId,
        wanted.key,
        bodyHash,
      )
    }),
  )
})

/** The order as it stands when it is accepted. */
export const newOrder = (wanted: Wanted, product: ProductTerms, memberId: string, nowMs: number): Order => ({
  id: idOfKey(memberId, "order", wanted.key),
  product_id: product.id,
  symbol: product.symbol,
  name: product.name,
  direction: wanted.direction,
  status: "pending",
  state: "accepted",
  stake: wanted.stake,
  leverage: wanted.leverage,
  period_days: wanted.period_days,
  commission_ppm: product.commissionPpm,
  stop_out_bps: product.stopOutBps,
  quoted_price: wanted.quoted_price,
  slippage_bps: wanted.slippage_bps ?? null,
  take_profit: wanted.take_profit ?? null,
  stop_loss: wanted.stop_loss ?? null,
  accepted_at_ms: nowMs,
  opened_at_ms: null,
  opening_price: null,
  entry_seq: null,
  expires_at_ms: null,
  close_requested_at_ms: null,
  closed_at_ms: null,
  closing_price: null,
  exit_seq: null,
  gross: null,
  commission: null,
  net: null,
  credited: null,
  cancel_reason: null,
})

const unitsOrNull = (price: string | null) => (price === null ? null : priceUnitsOf(price))

/** Writes an accepted order down: the one statement of the hot path. */
export const place = Effect.fnUntraced(function* (
  order: Order,
  memberId: string,
  key: string,
  bodyHash: string,
) {
  const db = yield* Db
  const rows = yield* db.query<{ accepted_at_ms: bigint }>(placeSql, [
    memberId,
    key,
    bodyHash,
    doneOutcome(order.id, order),
    order.id,
    order.product_id,
    order.symbol,
    order.name,
    order.direction,
    koboOf(order.stake),
    order.leverage,
    order.period_days,
    order.commission_ppm,
    order.stop_out_bps,
    priceUnitsOf(order.quoted_price),
    order.slippage_bps,
    unitsOrNull(order.take_profit),
    unitsOrNull(order.stop_loss),
    order.accepted_at_ms,
  ])
  const accepted = rows[0]
  if (accepted !== undefined) return { ...order, accepted_at_ms: Number(accepted.accepted_at_ms) }
  const { available } = yield* balanceOf(memberId)
  return yield* refusal("order.insufficient-balance", {
    field: "stake",
    params: { available: amountOf(available) },
  })
})

/**
 * The time of acceptance is never before a tick that is already there, whatever the clocks of two processes say: so every tick
 * with a later time was sequenced after the order. Each part hangs on the one before, so that a key that is taken fails the
 * whole statement and a balance that is too small makes it write nothing.
 */
const placeSql = `
  with accepted as (
    select greatest($19::bigint, coalesce(
      (select at_ms from ticks where symbol = $7 order by seq desc limit 1), 0)) as at_ms
  ), moved as (
    update balances set available = available - $10::bigint, contracts = contracts + $10::bigint
    where member_id = $1 and asset = '${ASSET}' and available >= $10::bigint returning available
  ), kept as (
    insert into operations (member_id, operation, key, body_hash, outcome, at_ms)
    select $1, 'order', $2, $3, jsonb_set($4::jsonb, '{answer,accepted_at_ms}', to_jsonb(accepted.at_ms)), accepted.at_ms
    from moved cross join accepted returning at_ms
  ), placed as (
    insert into orders (id, member_id, product_id, symbol, name, direction, state, stake, leverage, period_days,
      commission_ppm, stop_out_bps, quoted_price, slippage_bps, take_profit, stop_loss, accepted_at_ms)
    select $5, $1, $6, $7, $8, $9, 'accepted', $10::bigint, $11::integer, $12::integer, $13::integer, $14::integer,
      $15::bigint, $16::integer, $17::bigint, $18::bigint, kept.at_ms
    from kept
  ), posted as (
    insert into postings (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
    select 'order-' || $5, lines.line, $1, lines.account, '${ASSET}', lines.amount, lines.balance_after,
      ${CHANGE.purchase}, '', $5, kept.at_ms
    from kept cross join moved cross join lateral (values
      (1::smallint, 'available', -$10::bigint, moved.available),
      (2::smallint, 'contracts', $10::bigint, null)
    ) as lines (line, account, amount, balance_after)
  )
  select at_ms as accepted_at_ms from kept`
