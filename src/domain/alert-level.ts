/** Reads the level of an alert as it is typed: a price, or a change from the price now. */
import { INPUT_MAX_LENGTH, PRICE_MAX_UNITS } from "./limits.ts"
import {
  divideHalfEven,
  type PriceUnits,
  parseDecimal,
  priceOf,
  priceUnitsOf,
  type Separators,
} from "./money.ts"
import type { FieldProblem } from "./validate.ts"

/** What a typed price, or a typed change such as "+5 %" from the price now, means as a level. */
export type ReadLevel =
  | { readonly ok: true; readonly level: string }
  | { readonly ok: false; readonly problem: FieldProblem }

const REASONS = {
  empty: "required",
  characters: "not-an-amount",
  exponent: "exponent",
  negative: "negative",
  zero: "zero",
  "too-large": "too-large",
} as const

const failed = (problem: FieldProblem): ReadLevel => ({ ok: false, problem })

const levelOf = (units: PriceUnits): ReadLevel => {
  if (units <= 0n) return failed({ reason: "zero" })
  return units > PRICE_MAX_UNITS ? failed({ reason: "too-large" }) : { ok: true, level: priceOf(units) }
}

const readNumber = (typed: string, separators: Separators, decimals: number) => {
  const parsed = parseDecimal(typed, separators, decimals)
  if (parsed.ok) return parsed
  const { problem, readings } = parsed
  if (problem === "decimals") return failed({ reason: "decimals", params: { max: decimals } })
  if (problem === "ambiguous" && readings) return failed({ reason: "ambiguous", params: readings })
  return failed({ reason: problem === "ambiguous" ? "not-an-amount" : REASONS[problem] })
}

/** Reads what is typed for a level. A change needs the price `now`; without one it is not a price. */
export const readLevel = (typed: string, separators: Separators, now: string | undefined): ReadLevel => {
  if (typed.length > INPUT_MAX_LENGTH)
    return failed({ reason: "too-long", params: { max: INPUT_MAX_LENGTH } })
  const change = /^([-+−]?)(.*?)\s*[%％٪]$/u.exec(typed.trim())
  if (change === null) {
    const parsed = readNumber(typed, separators, 4)
    return "scaled" in parsed ? levelOf(parsed.scaled) : parsed
  }
  const bps = readNumber(change[2] ?? "", separators, 2)
  if (!("scaled" in bps)) return bps
  if (now === undefined) return failed({ reason: "not-an-amount" })
  const factor = /[-−]/u.test(change[1] ?? "") ? 10_000n - bps.scaled : 10_000n + bps.scaled
  return levelOf(divideHalfEven(priceUnitsOf(now) * factor, 10_000n))
}

/** The side on which a level lies of the price now; null at the price itself. */
export const sideOf = (level: string, now: string): "above" | "below" | null => {
  const distance = priceUnitsOf(level) - priceUnitsOf(now)
  return distance === 0n ? null : distance > 0n ? "above" : "below"
}
