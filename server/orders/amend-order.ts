import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { boundsOf, changedLevelProblem } from "../../src/domain/changed-levels.ts"
import { Order } from "../../src/domain/entities.ts"
import { AMENDMENTS_MAX } from "../../src/domain/limits.ts"
import { type PriceUnits, priceUnitsOf } from "../../src/domain/money.ts"
import { triggersOf } from "../../src/domain/settlement-plan.ts"
import { isStoppedOut, type LevelKind, reachedLevel, type Terms } from "../../src/domain/trade.ts"
import type { Call } from "../core/handler.ts"
import { appendEvent } from "../core/member-events.ts"
import { idempotent } from "../core/operations.ts"
import { requireLossWithin } from "../core/protection.ts"
import { Refusal, refusal } from "../core/refusal.ts"
import { sql } from "../db/db.ts"
import { Market } from "../market/market.ts"
import { readHeads } from "../market/tick-journal.ts"
import { findOrder, type OrderRow, orderColumns, orderWithCheckpoint } from "./read-orders.ts"

type Wanted = RequestOf<"orderAmend">

/**
 * Changes both levels of an open contract: in force from the first tick later than the acceptance. It is
 * open to a member of a closed site and of a frozen account, as an early close is. Idempotent by key.
 */
export const amendOrder = Effect.fn("amendOrder")(function* (wanted: Wanted, call: Call) {
  const { memberId } = call
  const command = { memberId, operation: "order-amend" as const, key: wanted.key, body: wanted }
  const { checkpointOf, key, nowMs: marketNow } = yield* Market
  const order = yield* idempotent(
    { ...command, answers: Order, id: (order: Order) => order.id },
    Effect.gen(function* () {
      const found = yield* findOrder(wanted.id, memberId)
      const amended = yield* checkAmendment(wanted, found, marketNow())
      const checkpoint = checkpointOf(found.symbol)
      const rows = yield* sql<OrderRow>(amendSql, [
        ...[wanted.id, memberId, wanted.number],
        ...[amended.takeProfit, amended.stopLoss, amended.low, amended.high, amended.atMs, checkpoint],
      ])
      const row = rows[0]
      if (row === undefined) return yield* refuseUnwritten(wanted, memberId)
      yield* appendEvent(memberId, {
        ...{ kind: "amend", subject: wanted.id, from: null, to: "changed" },
        columns: changedColumns,
        ...{ who: "member", why: "" },
      })
      return orderWithCheckpoint(row)
    }),
  )
  return key.withReceipt(order)
})

const changedColumns = [
  "take_profit",
  "stop_loss",
  "trigger_low",
  "trigger_high",
  "amended_at_ms",
  "level_history",
]

/** It has ended meanwhile, or another change came first. */
const refuseUnwritten = Effect.fnUntraced(function* ({ id }: Wanted, memberId: string) {
  const { state } = yield* findOrder(id, memberId)
  return yield* refusal(state === "opened" ? "level.changed-elsewhere" : "order.not-open")
})

const unitsIn = (price: string | undefined): PriceUnits | null =>
  price === undefined ? null : priceUnitsOf(price)

const termsOf = (row: OrderRow): Terms => ({
  stakeKobo: row.stake,
  leverage: row.leverage,
  direction: row.direction,
  commissionPpm: row.commission_ppm,
  stopOutBps: row.stop_out_bps,
})

/** Judges a change at the latest tick, which decides too whether the contract is still open. */
const checkAmendment = Effect.fnUntraced(function* (wanted: Wanted, row: OrderRow, nowMs: number) {
  const [last] = yield* readHeads([row.symbol])
  const { opening_price: entry, take_profit, stop_loss } = row
  const terms = termsOf(row)
  const before = { takeProfit: take_profit, stopLoss: stop_loss }
  const isOpen = row.state === "opened" && row.close_requested_at_ms === null
  if (!isOpen || entry === null || last === undefined || (row.expires_at_ms ?? 0n) <= nowMs)
    return yield* refusal("order.not-open")
  const isEnded =
    isStoppedOut(terms, entry, last.price) || reachedLevel(row.direction, before, last.price) !== null
  if (isEnded) return yield* refusal("order.not-open")
  const changes = Math.max(0, (row.level_history?.length ?? 0) - 1)
  if (changes !== wanted.number) return yield* refusal("level.changed-elsewhere")
  if (changes >= AMENDMENTS_MAX)
    return yield* refusal("level.change-limit", { params: { max: AMENDMENTS_MAX } })
  const levels = { takeProfit: unitsIn(wanted.takeProfit), stopLoss: unitsIn(wanted.stopLoss) }
  const isSame = levels.takeProfit === before.takeProfit && levels.stopLoss === before.stopLoss
  if (isSame) return yield* refusal("level.same")
  const judge = (kind: LevelKind, level: PriceUnits | null, was: PriceUnits | null) =>
    level === null || level === was
      ? null
      : changedLevelProblem(kind, level, { terms, entry, price: last.price })
  const ofProfit = judge("take-profit", levels.takeProfit, before.takeProfit)
  if (ofProfit !== null) return yield* new Refusal({ ...ofProfit, field: "take_profit" })
  const ofLoss = judge("stop-loss", levels.stopLoss, before.stopLoss)
  if (ofLoss !== null) return yield* new Refusal({ ...ofLoss, field: "stop_loss" })
  const [worst, worstBefore] = [levels, before].map((each) => boundsOf({ terms, entry }, each).worst)
  if (worst !== undefined && worstBefore !== undefined && worst < worstBefore)
    yield* requireLossWithin(row.member_id, { stake: row.stake, wanted: -worst }, nowMs)
  const { low, high } = triggersOf({ terms, ...levels }, entry)
  return { ...levels, low, high, atMs: Math.max(nowMs, last.atMs, Number(row.amended_at_ms ?? 0)) }
})

/**
 * The levels of the acceptance are kept once something replaces them. Two changes at once: one counts, and
 * the other finds another number.
 */
const amendSql = `
  update orders as o set take_profit = $4::bigint, stop_loss = $5::bigint, trigger_low = $6::bigint,
    trigger_high = $7::bigint, amended_at_ms = $8::bigint,
    level_history = coalesce(o.level_history,
        jsonb_build_array(jsonb_build_array(o.take_profit::text, o.stop_loss::text, o.accepted_at_ms)))
      || jsonb_build_array(jsonb_build_array($4::bigint::text, $5::bigint::text, $8::bigint)),
    level_checkpoints = coalesce(o.level_checkpoints, '[]') || jsonb_build_array($9::text)
  where o.id = $1 and o.member_id = $2 and o.state = 'opened' and o.close_requested_at_ms is null
    and coalesce(jsonb_array_length(o.level_history) - 1, 0) = $3::integer
  returning ${orderColumns}`
