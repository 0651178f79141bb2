/**
 * The levels of an open contract when they are changed: what may be set, and a level as a price, as a
 * share of the stake and as a result. Shared by app and server.
 */
import { LEVEL_DISTANCE_MIN_BPS } from "./limits.ts"
import { divideHalfEven, type Kobo, type PriceUnits, priceOf } from "./money.ts"
import type { Problem } from "./problem.ts"
import { hasReached, isStoppedOut, type LevelKind, settle, stopOutPrice, type Terms } from "./trade.ts"

/** An open contract, and the price that its new levels are judged at. */
export interface JudgedContract {
  readonly terms: Terms
  readonly entry: PriceUnits
  readonly price: PriceUnits
}

export interface ChangedLevelProblem extends Problem {
  readonly reason:
    | "order.take-profit-side"
    | "order.stop-loss-side"
    | "order.level-at-once"
    | "order.stop-loss-useless"
    | "order.level-distance"
  readonly params: Readonly<Record<string, string>>
}

/**
 * Why a level cannot be set. `order.level-at-once`: it would end the contract at this price, so that a
 * close is meant.
 */
export const changedLevelProblem = (
  kind: LevelKind,
  level: PriceUnits,
  { terms, entry, price }: JudgedContract,
): ChangedLevelProblem | null => {
  const { direction } = terms
  if (level <= 0n) return { reason: `order.${kind}-side`, params: { price: priceOf(price), direction } }
  if (hasReached(direction, kind, level, price))
    return { reason: "order.level-at-once", params: { price: priceOf(price) } }
  if (kind === "stop-loss" && isStoppedOut(terms, entry, level))
    return { reason: "order.stop-loss-useless", params: { price: priceOf(stopOutPrice(terms, entry)) } }
  const distance = level > price ? level - price : price - level
  const least = divideHalfEven(price * BigInt(LEVEL_DISTANCE_MIN_BPS), 10_000n)
  return distance < least
    ? { reason: "order.level-distance", params: { price: priceOf(price), least: priceOf(least) } }
    : null
}

/** The net result of a contract that ends at a level. */
export const resultAt = (terms: Terms, entry: PriceUnits, level: PriceUnits): Kobo =>
  settle(terms, entry, level).netKobo

const PPM = 1_000_000n

/** The price at which a contract has this net result, rounded to a price unit. */
export const priceForResult = (terms: Terms, entry: PriceUnits, netKobo: Kobo): PriceUnits => {
  const exposure = terms.stakeKobo * BigInt(terms.leverage)
  const gross = netKobo * PPM + exposure * BigInt(terms.commissionPpm)
  const move = divideHalfEven(entry * gross, exposure * PPM)
  return terms.direction === "up" ? entry + move : entry - move
}
