/** What an open contract is worth at a price, and how long it still runs. */
import type { Order } from "./entities.ts"
import { amountOf, divideHalfEven, koboOf, priceOf, priceUnitsOf } from "./money.ts"
import { breakEvenPrice, hasReached, isStoppedOut, settle, stopOutPrice, type Terms } from "./trade.ts"

/** The terms of a contract for the arithmetic of `trade.ts`. */
export const orderTerms = (order: Order): Terms => ({
  stakeKobo: koboOf(order.stake),
  leverage: order.leverage,
  direction: order.direction,
  commissionPpm: order.commission_ppm,
  stopOutBps: order.stop_out_bps,
})

export interface LiveResult {
  readonly gross: string
  readonly commission: string
  /** Signed result, and the same as a share of the stake in basis points (−10 000 = all of it). */
  readonly net: string
  readonly netBps: number
  /** What would be paid back. */
  readonly credited: string
  /** True where this price would end the contract. */
  readonly stoppedOut: boolean
}

/** The entry price, where there is one to compute with: a record that was damaged is no reason to show nothing of the others. */
const entryOf = ({ opening_price }: Order): bigint | null => {
  const entry = opening_price === null ? 0n : priceUnitsOf(opening_price)
  return entry > 0n ? entry : null
}

/** The result of a contract if it ended at `price`; null while it has no entry price, when it is over, and while its settlement waits: no price of today decides it then. */
export const liveResult = (order: Order, price: string): LiveResult | null => {
  const entry = entryOf(order)
  if (order.state !== "opened" || order.delayed_since_ms !== undefined || entry === null) return null
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

/** How a completed contract ended; null while it runs. A cancelled one ended at nothing, with the whole stake paid back. */
export const finalResult = (order: Order): Pick<LiveResult, "net" | "netBps" | "credited"> | null => {
  if (order.status !== "completed") return null
  const net = order.net ?? "0.00"
  const netBps = Number(divideHalfEven(koboOf(net) * 10_000n, koboOf(order.stake)))
  return { net, netBps, credited: order.credited ?? order.stake }
}

export type EarlyCause = "take-profit" | "stop-loss" | "member"

/** What ended a contract before its time: a price the member had set, or the member. Null where it ended otherwise. */
export const earlyCause = (order: Order): EarlyCause | null => {
  const { closing_price, direction } = order
  if (order.state !== "closed_early" || closing_price === null) return null
  const isAt = (kind: "take-profit" | "stop-loss", target: string | null) =>
    target !== null && hasReached(direction, kind, priceUnitsOf(target), priceUnitsOf(closing_price))
  if (isAt("take-profit", order.take_profit)) return "take-profit"
  return isAt("stop-loss", order.stop_loss) ? "stop-loss" : "member"
}

/** Break-even and stop-out of an opened contract, canonical prices; null while it has no entry price. */
export const positionPrices = (order: Order) => {
  const entry = entryOf(order)
  if (entry === null) return null
  const terms = orderTerms(order)
  const stopOut = stopOutPrice(terms, entry)
  return { breakEven: priceOf(breakEvenPrice(terms, entry)), stopOut: priceOf(stopOut < 0n ? 0n : stopOut) }
}

export interface Remaining {
  readonly leftMs: number
  /** Share of the contract's time still to run, 1 at the start and 0 at expiry. */
  readonly share: number
}

/** How long a contract still runs at `nowMs` of the server's clock; null before it has opened and when it is over. */
export const remaining = (order: Order, nowMs: number): Remaining | null => {
  if (order.state !== "opened" || order.opened_at_ms === null || order.expires_at_ms === null) return null
  const lengthMs = Math.max(1, order.expires_at_ms - order.opened_at_ms)
  const leftMs = Math.max(0, order.expires_at_ms - nowMs)
  return { leftMs, share: Math.min(1, leftMs / lengthMs) }
}

export interface LiveTotal {
  readonly net: string
  readonly stake: string
  /** The result as a share of the stakes that could be counted, basis points; 0 while there are none. */
  readonly netBps: number
  /** Open contracts that could not be counted: no price is known, or none counts any more. */
  readonly unpriced: number
}

/** The live result of all open contracts together. `priceOfSymbol` gives null where no price is known. */
export const liveTotal = (
  orders: readonly Order[],
  priceOfSymbol: (symbol: string) => string | null,
): LiveTotal => {
  let netKobo = 0n
  let stakeKobo = 0n
  let pricedKobo = 0n
  let unpriced = 0
  for (const order of orders.filter((candidate) => candidate.state === "opened")) {
    const price = priceOfSymbol(order.symbol)
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
