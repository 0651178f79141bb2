import type { CreditScore } from "../../src/domain/entities.ts"
import { LEVEL_CONTRACTS, LEVEL_DAYS } from "../../src/domain/limits.ts"

/** Input of the credit score and the level. Every figure is counted from other tables. */
export interface CreditHistory {
  readonly isVerified: boolean
  readonly creditedDeposits: number
  readonly completedContracts: number
  readonly registeredAtMs: number
}

const basePoints = 500
const verifiedPoints = 200
const depositPoints = { each: 10, most: 100 } as const
const contractPoints = { each: 2, most: 100 } as const
const tenurePoints = { eachDays: 7, most: 100 } as const
const dayMs = 86_400_000

/**
 * The credit score: 500, plus 200 for a verified name, 10 per credited deposit, 2 per completed
 * contract, won or lost, and 1 per week of membership; the last three add at most 100 each. It
 * depends on no amount and no result, so trading more or losing changes nothing beyond the cap. It
 * is informational: no withdrawal depends on it.
 */
export const creditScoreOf = (history: CreditHistory, nowMs: number): CreditScore => {
  const weeks = Math.floor(daysSince(history.registeredAtMs, nowMs) / tenurePoints.eachDays)
  const factors: CreditScore["factors"] = [
    { factor: "base", points: basePoints },
    { factor: "verified", points: history.isVerified ? verifiedPoints : 0 },
    {
      factor: "deposits",
      points: capped(history.creditedDeposits * depositPoints.each, depositPoints.most),
    },
    {
      factor: "contracts",
      points: capped(history.completedContracts * contractPoints.each, contractPoints.most),
    },
    { factor: "tenure", points: capped(weeks, tenurePoints.most) },
  ]
  return { score: factors.reduce((sum, factor) => sum + factor.points, 0), factors }
}

/**
 * The level: 1, plus one for each of a verified name, a credited deposit, LEVEL_CONTRACTS completed
 * contracts, and LEVEL_DAYS of membership. It is informational and unlocks nothing.
 */
export const levelOf = (history: CreditHistory, nowMs: number): number =>
  1 +
  [
    history.isVerified,
    history.creditedDeposits > 0,
    history.completedContracts >= LEVEL_CONTRACTS,
    daysSince(history.registeredAtMs, nowMs) >= LEVEL_DAYS,
  ].filter(Boolean).length

const daysSince = (atMs: number, nowMs: number): number => Math.max(0, Math.floor((nowMs - atMs) / dayMs))
const capped = (points: number, most: number): number => Math.min(points, most)
