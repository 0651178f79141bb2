/**
 * Verifies a contract in the old form, from a few ticks around entry and exit that nothing anchors. It
 * does not notice ticks that were invented together, nor an exit that was skipped.
 */
import { tickText } from "./chain.ts"
import type { Order, OrderDetail, Tick } from "./entities.ts"
import { amountOf, priceUnitsOf } from "./money.ts"
import { hasReached, isStoppedOut, orderTerms, settle } from "./trade.ts"

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
export const isHashChain = async (ticks: readonly Tick[]): Promise<boolean> => {
  const hashes = await Promise.all(ticks.map((tick) => sha256Hex(tickText(tick))))
  return (
    ticks.length > 0 &&
    ticks.every((tick, index) => {
      const previous = ticks[index - 1]
      const follows =
        previous === undefined ||
        (tick.previousHash === previous.hash &&
          tick.seq === previous.seq + 1 &&
          tick.symbol === previous.symbol &&
          tick.atMs >= previous.atMs)
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

const tickAndNeighbours = (ticks: readonly Tick[], seq: number | null) => {
  const index = ticks.findIndex((tick) => tick.seq === seq)
  return { previous: ticks[index - 1], tick: ticks[index], next: ticks[index + 1] }
}

/**
 * True if `tick` is the first after the instant. Only a symbol's first tick has no previous tick.
 */
const isFirstAfter = (instantMs: number, previous: Tick | undefined, tick: Tick): boolean =>
  tick.atMs > instantMs && (previous === undefined ? tick.seq === 1 : previous.atMs <= instantMs)

/** The entry is the first tick after acceptance. */
const entryFinding = (order: Order, ticks: readonly Tick[]): Finding => {
  const { previous, tick } = tickAndNeighbours(ticks, order.entrySeq)
  const isFirst =
    tick !== undefined && tick.symbol === order.symbol && isFirstAfter(order.acceptedAtMs, previous, tick)
  return finding(
    "entry-tick",
    isFirst && tick.price === order.openingPrice,
    order.openingPrice,
    tick?.price ?? null,
  )
}

/** True if the exit tick justifies the state in which the contract ended. */
const isJustifiedExit = (order: Order, ticks: readonly Tick[]): boolean => {
  const { previous, tick, next } = tickAndNeighbours(ticks, order.exitSeq)
  if (tick === undefined || order.openingPrice === null) return false
  const entry = priceUnitsOf(order.openingPrice)
  const price = priceUnitsOf(tick.price)
  if (order.state === "settled" && isLastBeforeExpiry(order, tick, next)) return true
  if (order.state === "stopped_out") return isStoppedOut(orderTerms(order), entry, price)
  if (
    order.takeProfit !== null &&
    hasReached(order.direction, "take-profit", priceUnitsOf(order.takeProfit), price)
  )
    return true
  if (
    order.stopLoss !== null &&
    hasReached(order.direction, "stop-loss", priceUnitsOf(order.stopLoss), price)
  )
    return true
  if (order.state !== "closed_early" || order.closeRequestedAtMs === null) return false
  return isFirstAfter(order.closeRequestedAtMs, previous, tick)
}

const isLastBeforeExpiry = (order: Order, tick: Tick, next: Tick | undefined): boolean =>
  order.expiresAtMs !== null &&
  tick.atMs <= order.expiresAtMs &&
  (next === undefined || next.atMs > order.expiresAtMs)

const exitFinding = (order: Order, ticks: readonly Tick[]): Finding => {
  const { tick } = tickAndNeighbours(ticks, order.exitSeq)
  const holds = isJustifiedExit(order, ticks) && tick?.price === order.closingPrice
  return finding("exit-tick", holds, order.closingPrice, tick?.price ?? null)
}

const resultFinding = (order: Order): Finding => {
  if (order.openingPrice === null || order.closingPrice === null) return finding("result", false)
  const settlement = settle(
    orderTerms(order),
    priceUnitsOf(order.openingPrice),
    priceUnitsOf(order.closingPrice),
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
const cancelledFindings = (order: Order): readonly Finding[] => [
  finding("result", order.credited === null || order.credited === order.stake, order.credited, order.stake),
]

/**
 * Recomputes a completed contract: both hash chains, the entry and exit ticks, and every amount.
 * Null while the contract runs. Never throws: data that does not fit fails its check.
 */
export const verifyOldForm = async (detail: OrderDetail): Promise<Verification | null> => {
  const { order } = detail
  if (order.status !== "completed") return null
  const findings =
    order.state === "cancelled"
      ? cancelledFindings(order)
      : [
          finding("entry-chain", await isHashChain(detail.entryTicks)),
          entryFinding(order, detail.entryTicks),
          finding("exit-chain", await isHashChain(detail.exitTicks)),
          exitFinding(order, detail.exitTicks),
          resultFinding(order),
        ]
  return { holds: findings.every((each) => each.holds), findings }
}
