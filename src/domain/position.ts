/** The value of an open contract at a price, and its remaining time. */
import type { Order } from "./entities.ts"
import { amountOf, divideHalfEven, koboOf, priceOf, priceUnitsOf } from "./money.ts"
import { breakEvenPrice, hasReached, isStoppedOut, orderTerms, settle, stopOutPrice } from "./trade.ts"

export interface LiveResult {
  readonly gross: string
  readonly commission: string
  /** Signed result, and the result as basis points of the stake (−10 000 = all of it). */
  readonly net: string
  readonly netBps: number
  /** The amount that would be credited. */
  readonly credited: string
  /** True if this price would stop the contract out. */
  readonly stoppedOut: boolean
}

/** The entry price; null if missing or damaged, so that one bad record does not hide the others. */
const entryOf = ({ openingPrice }: Order): bigint | null => {
  const entry = openingPrice === null ? 0n : priceUnitsOf(openingPrice)
  return entry > 0n ? entry : null
}

/**
 * The result of a contract if it ended at `price`. Null before entry, after the end, and while
 * settlement is pending: no current price decides it then.
 */
export const liveResult = (order: Order, price: string): LiveResult | null => {
  const entry = entryOf(order)
  if (order.state !== "opened" || order.delayedSinceMs !== undefined || entry === null) return null
  const terms = orderTerms(order)
  const at = priceUnitsOf(price)
  const settlement = settle(terms, entry, at)
  return {
    gross: amountOf(settlement.grossKobo),
    commission: amountOf(settlement.commissionKobo),
    net: amountOf(settlement.netKobo),
    netBps: Number(divideHalfEven(settlement.netKobo * 10_000n, terms.stakeKobo)),
    credited: amountOf(settlement.creditedKobo),
    stoppedOut: isStoppedOut(terms, entry, at),
  }
}

/**
 * The final result of a completed contract; null while it runs. A cancelled one returns the stake.
 */
export const finalResult = (order: Order): Pick<LiveResult, "net" | "netBps" | "credited"> | null => {
  if (order.status !== "completed") return null
  const net = order.net ?? "0.00"
  const netBps = Number(divideHalfEven(koboOf(net) * 10_000n, koboOf(order.stake)))
  return { net, netBps, credited: order.credited ?? order.stake }
}

export type EarlyCause = "take-profit" | "stop-loss" | "member"

type EndedOrder = Pick<
  Order,
  "state" | "direction" | "closingPrice" | "closedAtMs" | "takeProfit" | "stopLoss" | "levelHistory"
>

/** The levels that a tick of this time is judged by. */
export const levelsAt = (
  order: Pick<Order, "takeProfit" | "stopLoss" | "levelHistory">,
  atMs: number,
): Pick<Order, "takeProfit" | "stopLoss"> => {
  const { levelHistory } = order
  if (levelHistory === undefined) return order
  return levelHistory.amendments.findLast((amendment) => amendment.atMs < atMs) ?? levelHistory.agreed
}

/** What ended a contract early: take-profit, stop-loss or the member; null otherwise. */
export const earlyCause = (order: EndedOrder): EarlyCause | null => {
  const { closingPrice, direction } = order
  if (order.state !== "closed_early" || closingPrice === null) return null
  const isAt = (kind: "take-profit" | "stop-loss", target: string | null) =>
    target !== null && hasReached(direction, kind, priceUnitsOf(target), priceUnitsOf(closingPrice))
  const { takeProfit, stopLoss } = levelsAt(order, order.closedAtMs ?? Number.POSITIVE_INFINITY)
  if (isAt("take-profit", takeProfit)) return "take-profit"
  return isAt("stop-loss", stopLoss) ? "stop-loss" : "member"
}

export type NamedState = Order["state"] | "take-profit" | "stop-loss"

/** The state of a contract, with what closed it early where that was not the member. */
export const namedState = (order: EndedOrder): NamedState => {
  const cause = earlyCause(order)
  return cause === null || cause === "member" ? order.state : cause
}

/** Break-even and stop-out prices of an opened contract; null before entry. */
export const positionPrices = (order: Order) => {
  const entry = entryOf(order)
  if (entry === null) return null
  const terms = orderTerms(order)
  return { breakEven: priceOf(breakEvenPrice(terms, entry)), stopOut: priceOf(stopOutPrice(terms, entry)) }
}

export interface Remaining {
  readonly leftMs: number
  /** Remaining share of the contract's time: 1 at the start, 0 at expiry. */
  readonly share: number
}

/** The remaining time at `nowMs` of the server's clock; null before opening and after the end. */
export const remaining = (order: Order, nowMs: number): Remaining | null => {
  if (order.state !== "opened" || order.openedAtMs === null || order.expiresAtMs === null) return null
  const lengthMs = Math.max(1, order.expiresAtMs - order.openedAtMs)
  const leftMs = Math.max(0, order.expiresAtMs - nowMs)
  return { leftMs, share: Math.min(1, leftMs / lengthMs) }
}

/**
 * Whether the time of the contract is over and it is not settled: it cannot be closed early. A late
 * price from before the end may still change the result.
 */
export const isEnding = (order: Order, nowMs: number): boolean =>
  order.delayedSinceMs !== undefined || remaining(order, nowMs)?.leftMs === 0

export interface LiveTotal {
  readonly net: string
  readonly stake: string
  /** The result in basis points of the counted stakes; 0 without any. */
  readonly netBps: number
  /** Open contracts without a usable price, and those whose settlement is delayed: left out of the total. */
  readonly unpriced: number
}

/**
 * The total result of all open contracts at the price of each: the sum of their rows. `priceOf`
 * returns null for an unknown price.
 */
export const liveTotal = (orders: readonly Order[], priceOf: (order: Order) => string | null): LiveTotal => {
  let netKobo = 0n
  let stakeKobo = 0n
  let pricedKobo = 0n
  let unpriced = 0
  for (const order of orders.filter((candidate) => candidate.state === "opened")) {
    const price = priceOf(order)
    const result = price === null ? null : liveResult(order, price)
    stakeKobo += koboOf(order.stake)
    if (result === null) unpriced += 1
    else {
      netKobo += koboOf(result.net)
      pricedKobo += koboOf(order.stake)
    }
  }
  const netBps = pricedKobo === 0n ? 0 : Number(divideHalfEven(netKobo * 10_000n, pricedKobo))
  return { net: amountOf(netKobo), stake: amountOf(stakeKobo), netBps, unpriced }
}
