/**
 * "Check this settlement": recomputes a contract from the published ticks with the arithmetic that
 * settles on the server.
 */
import { tickText } from "./chain.ts"
import type { Order, OrderDetail, Tick } from "./entities.ts"
import { amountOf, priceUnitsOf } from "./money.ts"
import { orderTerms } from "./position.ts"
import { hasReached, isStoppedOut, settle } from "./trade.ts"

/** The checks; each has a translation key `verify.<check>`. */
export const CHECKS = ["entry-chain", "entry-tick", "exit-chain", "exit-tick", "result"] as const
export type Check = (typeof CHECKS)[number]
export interface Finding {
  readonly check: Check
  readonly holds: boolean
  /** The published and the recomputed value, if comparable. */
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

/**
 * True if every hash is correct and every tick follows the previous one. False for an empty chain.
 */
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

/**
 * True if a tick is the first after an instant: the previous one is not after it. Only a symbol's
 * first tick has no previous one.
 */
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

/** True if a contract in this state had to end at this tick. */
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

/** A cancelled contract is correct if the whole stake was returned. */
const cancelled = (order: Order): readonly Finding[] => [
  finding("result", order.credited === null || order.credited === order.stake, order.credited, order.stake),
]

/**
 * Recomputes a completed contract: both hash chains, the entry and exit ticks, and every amount.
 * Null while the contract runs. Never throws: data that does not fit fails its check.
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
