/**
 * "Check this settlement": recomputes a contract from the ticks the server published for it, trusting none of the server's figures. The same arithmetic
 * settles on the server, so any difference is the server's to explain.
 */
import { tickText } from "./chain.ts"
import type { Order, OrderDetail, Tick } from "./entities.ts"
import { amountOf, priceUnitsOf } from "./money.ts"
import { orderTerms } from "./position.ts"
import { hasReached, isStoppedOut, settle } from "./trade.ts"

/** Each check answers one question a member may ask; its translation key is `verify.<check>`. */
export const CHECKS = ["entry-chain", "entry-tick", "exit-chain", "exit-tick", "result"] as const
export type Check = (typeof CHECKS)[number]
export interface Finding {
  readonly check: Check
  readonly holds: boolean
  /** Published and recomputed value where they can be set side by side. */
  readonly published: string | null
  readonly recomputed: string | null
}
export interface Verification {
  readonly holds: boolean
  readonly findings: readonly Finding[]
}

const sha256Hex = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** True when every hash is what it says and every tick follows the one before. An empty chain proves nothing. */
export const isChain = async (ticks: readonly Tick[]): Promise<boolean> => {
  const hashes = await Promise.all(ticks.map((tick) => sha256Hex(tickText(tick))))
  return (
    ticks.length > 0 &&
    ticks.every((tick, index) => {
      const before = ticks[index - 1]
      const follows =
        before === undefined ||
        (tick.previous_hash === before.hash &&
          tick.seq === before.seq + 1 &&
          tick.symbol === before.symbol &&
          tick.at_ms >= before.at_ms)
      return follows && hashes[index] === tick.hash
    })
  )
}

const finding = (
  check: Check,
  holds: boolean,
  published: string | null = null,
  recomputed: string | null = null,
): Finding => ({ check, holds, published, recomputed })

const around = (ticks: readonly Tick[], seq: number | null) => {
  const index = ticks.findIndex((tick) => tick.seq === seq)
  return { before: ticks[index - 1], at: index < 0 ? undefined : ticks[index], after: ticks[index + 1] }
}

/** A tick is the first after an instant when the one before it is not after it; only a symbol's very first has none before it. */
const isFirstAfter = (instantMs: number, before: Tick | undefined, at: Tick): boolean =>
  at.at_ms > instantMs && (before === undefined ? at.seq === 1 : before.at_ms <= instantMs)

/** The entry is the first tick after acceptance. */
const entryFinding = (order: Order, ticks: readonly Tick[]): Finding => {
  const { before, at } = around(ticks, order.entry_seq)
  const isFirst =
    at !== undefined && at.symbol === order.symbol && isFirstAfter(order.accepted_at_ms, before, at)
  return finding(
    "entry-tick",
    isFirst && at.price === order.opening_price,
    order.opening_price,
    at?.price ?? null,
  )
}

/** Whether a tick is where a contract in this state had to end. */
const endsAt = (order: Order, ticks: readonly Tick[]): boolean => {
  const { before, at, after } = around(ticks, order.exit_seq)
  if (at === undefined || order.opening_price === null) return false
  const entry = priceUnitsOf(order.opening_price)
  const price = priceUnitsOf(at.price)
  if (order.state === "settled" && order.expires_at_ms !== null && isDue(order, at, after)) return true
  if (order.state === "stopped_out") return isStoppedOut(orderTerms(order), entry, price)
  if (
    order.take_profit !== null &&
    hasReached(order.direction, "take-profit", priceUnitsOf(order.take_profit), price)
  )
    return true
  if (
    order.stop_loss !== null &&
    hasReached(order.direction, "stop-loss", priceUnitsOf(order.stop_loss), price)
  )
    return true
  if (order.state !== "closed_early" || order.close_requested_at_ms === null) return false
  return isFirstAfter(order.close_requested_at_ms, before, at)
}

/** The last tick at or before expiry. */
const isDue = (order: Order, at: Tick, after: Tick | undefined): boolean =>
  order.expires_at_ms !== null &&
  at.at_ms <= order.expires_at_ms &&
  (after === undefined || after.at_ms > order.expires_at_ms)

const exitFinding = (order: Order, ticks: readonly Tick[]): Finding => {
  const { at } = around(ticks, order.exit_seq)
  const holds = endsAt(order, ticks) && at?.price === order.closing_price
  return finding("exit-tick", holds, order.closing_price, at?.price ?? null)
}

const resultFinding = (order: Order): Finding => {
  if (order.opening_price === null || order.closing_price === null) return finding("result", false)
  const settlement = settle(
    orderTerms(order),
    priceUnitsOf(order.opening_price),
    priceUnitsOf(order.closing_price),
  )
  const recomputed = amountOf(settlement.netKobo)
  const holds =
    recomputed === order.net &&
    amountOf(settlement.grossKobo) === order.gross &&
    amountOf(settlement.commissionKobo) === order.commission &&
    amountOf(settlement.creditedKobo) === order.credited
  return finding("result", holds, order.net, recomputed)
}

/** A cancelled contract has nothing to recompute but that the whole stake came back. */
const cancelled = (order: Order): readonly Finding[] => [
  finding("result", order.credited === null || order.credited === order.stake, order.credited, order.stake),
]

/**
 * Recomputes a completed contract: both hash chains, that entry and exit are the ticks the rules name, and every amount. Null while the contract
 * still runs. Never throws on what the server published; what does not fit simply does not hold.
 */
export const verifySettlement = async (detail: OrderDetail): Promise<Verification | null> => {
  const { order } = detail
  if (order.status !== "completed") return null
  const findings =
    order.state === "cancelled"
      ? cancelled(order)
      : [
          finding("entry-chain", await isChain(detail.entry_ticks)),
          entryFinding(order, detail.entry_ticks),
          finding("exit-chain", await isChain(detail.exit_ticks)),
          exitFinding(order, detail.exit_ticks),
          resultFinding(order),
        ]
  return { holds: findings.every((each) => each.holds), findings }
}
