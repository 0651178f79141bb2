/**
 * The levels of an open contract when they are changed: what may be set, and a level as a price, as a
 * share of the stake and as a result. Shared by app and server.
 */
import { LEVEL_DISTANCE_MIN_BPS, PRICE_MAX_UNITS } from "./limits.ts"
import {
  amountOf,
  divideHalfEven,
  isBlank,
  type Kobo,
  type PriceUnits,
  parseDecimal,
  parsePriceInput,
  priceOf,
  priceUnitsOf,
  type Separators,
} from "./money.ts"
import type { Problem } from "./problem.ts"
import { hasReached, isStoppedOut, type LevelKind, settle, stopOutPrice, type Terms } from "./trade.ts"

/** A change as it is sent. `number`: of the last change that the member was shown, 0 before the first. */
export interface LevelChange {
  readonly number: number
  /** Null: the level is removed. */
  readonly takeProfit: string | null
  readonly stopLoss: string | null
}

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
    | "level.at-once"
    | "order.stop-loss-useless"
    | "level.distance"
  readonly params: Readonly<Record<string, string>>
}

/**
 * Why a level cannot be set. `level.at-once`: it would end the contract at this price, so that a
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
    return { reason: "level.at-once", params: { price: priceOf(price) } }
  if (kind === "stop-loss" && isStoppedOut(terms, entry, level))
    return { reason: "order.stop-loss-useless", params: { price: priceOf(stopOutPrice(terms, entry)) } }
  const distance = level > price ? level - price : price - level
  const least = divideHalfEven(price * BigInt(LEVEL_DISTANCE_MIN_BPS), 10_000n)
  return distance < least
    ? { reason: "level.distance", params: { price: priceOf(price), least: priceOf(least) } }
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

// A level as a member types it: as a price, as a share of the stake, or as a result in naira.

export const LEVEL_UNITS = ["price", "share", "result"] as const
export type LevelUnit = (typeof LEVEL_UNITS)[number]

export type TypedLevel =
  | { readonly ok: true; readonly level: PriceUnits | null }
  | { readonly ok: false; readonly problem: Problem }

type OpenContract = Omit<JudgedContract, "price">

const signs = /^[-−+]/u

/** Without a sign a stop-loss is a loss and a take-profit a gain. */
const isLoss = (kind: LevelKind, typed: string): boolean =>
  signs.test(typed) ? !typed.startsWith("+") : kind === "stop-loss"

/** Reads a typed level. Blank: none. */
export const readLevel = (
  kind: LevelKind,
  unit: LevelUnit,
  text: string,
  { terms, entry }: OpenContract,
  separators: Separators,
): TypedLevel => {
  const typed = text.trim()
  if (isBlank(typed)) return { ok: true, level: null }
  if (unit === "price") {
    const parsed = parsePriceInput(typed, separators)
    return parsed.ok ? { ok: true, level: priceUnitsOf(parsed.value) } : parsed
  }
  const bare = typed.replace(signs, "").replace(/\s*%$/u, "")
  const parsed = parseDecimal(bare, separators, 2)
  if (!parsed.ok) return { ok: false, problem: { reason: "field.not-an-amount" } }
  const amount = unit === "result" ? parsed.scaled : divideHalfEven(terms.stakeKobo * parsed.scaled, 10_000n)
  const level = priceForResult(terms, entry, isLoss(kind, typed) ? -amount : amount)
  return level > PRICE_MAX_UNITS ? { ok: false, problem: { reason: "field.too-large" } } : { ok: true, level }
}

/** A level as canonical text in a unit, to be typed on; the sign only where it is not the usual one. */
export const levelIn = (
  kind: LevelKind,
  unit: LevelUnit,
  level: PriceUnits,
  { terms, entry }: OpenContract,
): string => {
  if (unit === "price") return priceOf(level)
  const net = resultAt(terms, entry, level)
  const figure = unit === "result" ? net : divideHalfEven(net * 10_000n, terms.stakeKobo)
  const sign = figure < 0n === (kind === "stop-loss") ? "" : figure < 0n ? "-" : "+"
  return `${sign}${amountOf(figure < 0n ? -figure : figure)}`
}

/** The worst and the best result of a contract with these levels. Null: nothing bounds the best. */
export const boundsOf = (
  { terms, entry }: OpenContract,
  { takeProfit, stopLoss }: { readonly takeProfit: PriceUnits | null; readonly stopLoss: PriceUnits | null },
): { readonly worst: Kobo; readonly best: Kobo | null } => ({
  worst: resultAt(terms, entry, stopLoss ?? stopOutPrice(terms, entry)),
  best: takeProfit === null ? null : resultAt(terms, entry, takeProfit),
})
