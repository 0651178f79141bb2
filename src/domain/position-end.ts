/** How an open contract ends by what a device sees of prices, before the server's answer says it. */
import { Schema } from "effect"
import { type Order, OrderState, type Quote } from "./entities.ts"
import type { MemberEvent } from "./member-event.ts"
import { priceUnitsOf } from "./money.ts"
import { isEnding, levelsAt } from "./position.ts"
import { hasReached, isStoppedOut, orderTerms } from "./trade.ts"

/** The price that ends a contract; null where the device has not seen it. */
export interface PositionEnd {
  readonly price: string | null
}

type Tick = Pick<Quote, "seq" | "atMs" | "price">

const isReached = (order: Order, kind: "take-profit" | "stop-loss", target: string | null, price: string) =>
  target !== null && hasReached(order.direction, kind, priceUnitsOf(target), priceUnitsOf(price))

/** Whether this tick, which is not after the expiry, ends the contract. */
const endsAt = (order: Order, entry: string, { atMs, price }: Tick): boolean => {
  const { takeProfit, stopLoss } = levelsAt(order, atMs)
  return (
    isStoppedOut(orderTerms(order), priceUnitsOf(entry), priceUnitsOf(price)) ||
    isReached(order, "take-profit", takeProfit, price) ||
    isReached(order, "stop-loss", stopLoss, price) ||
    (order.closeRequestedAtMs !== null && atMs > order.closeRequestedAtMs)
  )
}

/**
 * The end of an open contract by a tick; null if it stays open, and for a tick that is not after
 * its entry. `before` is the price before the tick, which decides if the tick is after the expiry.
 * The settlement applies the same rules to every tick (`planSettlement`); a device sees only some of
 * them, so its figure is shown as being settled and not as the result.
 */
export const endByTick = (order: Order, tick: Tick, before: string | null): PositionEnd | null => {
  const { openingPrice, entrySeq, expiresAtMs } = order
  if (order.state !== "opened" || openingPrice === null || entrySeq === null || expiresAtMs === null)
    return null
  if (tick.seq <= entrySeq || priceUnitsOf(openingPrice) <= 0n) return null
  if (tick.atMs > expiresAtMs) return { price: before }
  return endsAt(order, openingPrice, tick) ? { price: tick.price } : null
}

/**
 * Whether only the settlement of an open contract is awaited: a price has ended it, the server says
 * that the settlement is late, or its time is over and no prices come. While prices come, one from
 * before the end may still change the result.
 */
export const isSettling = (
  order: Order,
  known: { readonly end: PositionEnd | null; readonly nowMs: number; readonly isStale: boolean },
): boolean =>
  known.end !== null || order.delayedSinceMs !== undefined || (known.isStale && isEnding(order, known.nowMs))

const isState = Schema.is(OrderState)

/** The contract after the event of its end, until the server's answer holds the rest of its figures. */
export const afterEvent = (order: Order, { to, amount, atMs, contract }: MemberEvent): Order => {
  if (order.status === "completed" || contract === null || contract.ending === null || !isState(to))
    return order
  const { delayedSinceMs: _, ...rest } = order
  const { net, closingPrice } = contract
  return { ...rest, status: "completed", state: to, closedAtMs: atMs, net, closingPrice, credited: amount }
}
