/**
 * The arithmetic of a contract, shared by server, app and offline verifier. Exact integers:
 * multiply before dividing, round once, half to even. Rates are parts per million of the exposure
 * S·L; the stop-out fraction is basis points of the stake.
 */
import { divideHalfEven, type Kobo, koboOf, type PriceUnits, priceOf } from "./money.ts"

export type Direction = "up" | "down"

/** The terms of a contract, fixed at acceptance. */
export interface Terms {
  readonly stakeKobo: Kobo
  readonly leverage: number
  readonly direction: Direction
  /** c: commission on the exposure, parts per million (1 000 = 0.1 %). */
  readonly commissionPpm: number
  /** f: the fraction of the stake at which the contract is stopped out, basis points. */
  readonly stopOutBps: number
}

/** The terms of a contract, or of an order before its acceptance. */
export const orderTerms = (order: Omit<Terms, "stakeKobo"> & { readonly stake: string }): Terms => ({
  stakeKobo: koboOf(order.stake),
  leverage: order.leverage,
  direction: order.direction,
  commissionPpm: order.commissionPpm,
  stopOutBps: order.stopOutBps,
})

export interface Settlement {
  /** Result of the price move before commission, rounded for display. */
  readonly grossKobo: Kobo
  /** Commission on the exposure, rounded for display. */
  readonly commissionKobo: Kobo
  /** max(−S, gross − commission), rounded once from the exact value. */
  readonly netKobo: Kobo
  /** The credited amount: S + net, never negative. */
  readonly creditedKobo: Kobo
  /** True if the loss was capped at the stake. */
  readonly capped: boolean
}

const PPM = 1_000_000n
const BPS = 10_000n
const sign = (direction: Direction): bigint => (direction === "up" ? 1n : -1n)
const exposure = (terms: Terms): Kobo => terms.stakeKobo * BigInt(terms.leverage)

/** c·S·L in kobo, rounded once. */
export const commissionKobo = (terms: Terms): Kobo =>
  divideHalfEven(exposure(terms) * BigInt(terms.commissionPpm), PPM)

/**
 * Settles a contract from its entry and exit prices. Pure. Throws RangeError unless `entry` is
 * positive.
 */
export const settle = (terms: Terms, entry: PriceUnits, exit: PriceUnits): Settlement => {
  if (entry <= 0n) throw new RangeError("the entry price must be positive")
  const move = exposure(terms) * sign(terms.direction) * (exit - entry)
  const exactNet = move * PPM - exposure(terms) * BigInt(terms.commissionPpm) * entry
  const uncapped = divideHalfEven(exactNet, entry * PPM)
  const capped = uncapped < -terms.stakeKobo
  const netKobo = capped ? -terms.stakeKobo : uncapped
  return {
    grossKobo: divideHalfEven(move, entry),
    commissionKobo: commissionKobo(terms),
    netKobo,
    creditedKobo: terms.stakeKobo + netKobo,
    capped,
  }
}

/**
 * P* = E·(1 − d·(f/L − c)), rounded to a price unit for display. `isStoppedOut` decides exactly.
 */
export const stopOutPrice = (terms: Terms, entry: PriceUnits): PriceUnits => {
  const { numerator, denominator } = stopOutFactor(terms)
  return divideHalfEven(entry * numerator, denominator)
}

/** The price at which the whole stake is lost (f = 1), rounded to a price unit. */
export const fullLossPrice = (terms: Terms, entry: PriceUnits): PriceUnits =>
  stopOutPrice({ ...terms, stopOutBps: Number(BPS) }, entry)

/** True if `price` is at or past P*, exactly. */
export const isStoppedOut = (terms: Terms, entry: PriceUnits, price: PriceUnits): boolean => {
  const { numerator, denominator } = stopOutFactor(terms)
  const distance = price * denominator - entry * numerator
  return terms.direction === "up" ? distance <= 0n : distance >= 0n
}

/**
 * The commission as a share of the stake, and the move of the price from the entry at which the result is
 * zero, signed by the direction; in parts per million.
 */
export const costShares = ({
  commissionPpm,
  leverage,
  direction,
}: Omit<Terms, "stakeKobo" | "stopOutBps">) => ({
  commissionSharePpm: commissionPpm * leverage,
  breakEvenMovePpm: direction === "up" ? commissionPpm : -commissionPpm,
})

/** E·(1 + d·c): the exit price at which the net result is zero, rounded to a price unit. */
export const breakEvenPrice = (terms: Terms, entry: PriceUnits): PriceUnits =>
  divideHalfEven(entry * (PPM + sign(terms.direction) * BigInt(terms.commissionPpm)), PPM)

/** 1 − d·(f/L − c) as a fraction of integers. */
const stopOutFactor = (terms: Terms) => {
  const denominator = BPS * BigInt(terms.leverage) * PPM
  const lossShare =
    BigInt(terms.stopOutBps) * PPM - BigInt(terms.commissionPpm) * BPS * BigInt(terms.leverage)
  return { numerator: denominator - sign(terms.direction) * lossShare, denominator }
}

/**
 * True if `price` has reached `target` in the member's favour (take-profit) or against (stop-loss).
 */
export const hasReached = (
  direction: Direction,
  kind: LevelKind,
  target: PriceUnits,
  price: PriceUnits,
): boolean => {
  const rising = (direction === "up") === (kind === "take-profit")
  return rising ? price >= target : price <= target
}

export type LevelKind = "take-profit" | "stop-loss"

/** Why a level cannot be taken: on the wrong side of the price, or beyond the stop-out, which acts first. */
export type LevelProblem =
  | {
      readonly reason: "order.take-profit-side" | "order.stop-loss-side"
      readonly params: { readonly price: string; readonly direction: Direction }
    }
  | { readonly reason: "order.stop-loss-useless"; readonly params: { readonly price: string } }

/** Judges a level at the current price. Without terms (no leverage yet) only its side is judged. */
export const levelProblem = (
  kind: LevelKind,
  level: PriceUnits,
  price: PriceUnits,
  { direction, terms }: { readonly direction: Direction; readonly terms: Terms | null },
): LevelProblem | null => {
  if (level <= 0n || hasReached(direction, kind, level, price))
    return { reason: `order.${kind}-side`, params: { price: priceOf(price), direction } }
  if (kind === "take-profit" || terms === null || !isStoppedOut(terms, price, level)) return null
  return { reason: "order.stop-loss-useless", params: { price: priceOf(stopOutPrice(terms, price)) } }
}

export const reachedLevel = (
  direction: Direction,
  levels: { readonly takeProfit: PriceUnits | null; readonly stopLoss: PriceUnits | null },
  price: PriceUnits,
): LevelKind | null => {
  const { takeProfit, stopLoss } = levels
  if (takeProfit !== null && hasReached(direction, "take-profit", takeProfit, price)) return "take-profit"
  return stopLoss !== null && hasReached(direction, "stop-loss", stopLoss, price) ? "stop-loss" : null
}

/**
 * The settlement of a contract entered at `entry` after a price move of `changeBps` basis points.
 */
export const scenario = (terms: Terms, entry: PriceUnits, changeBps: number): Settlement =>
  settle(terms, entry, divideHalfEven(entry * (BPS + BigInt(changeBps)), BPS))

/**
 * What a member agreed to at most: the quoted price and the tolerance in basis points. Null
 * tolerates every price.
 */
export interface SlippageLimit {
  readonly direction: Direction
  readonly quotedPrice: PriceUnits
  readonly slippageBps: number | null
}

/**
 * True when a price is worse than the quoted one by more than the tolerance. A better price is
 * never beyond it.
 */
export const isBeyondTolerance = (limit: SlippageLimit, price: PriceUnits): boolean => {
  const { direction, quotedPrice, slippageBps } = limit
  if (slippageBps === null) return false
  const worse = sign(direction) * (price - quotedPrice)
  return worse * BPS > quotedPrice * BigInt(slippageBps)
}
