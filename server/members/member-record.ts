import { Clock, Effect } from "effect"
import type { CreditScore, User } from "../../src/domain/entities.ts"
import { LEVEL_CONTRACTS, LEVEL_DAYS, LEVEL_STEPS, type LevelStep } from "../../src/domain/limits.ts"
import { amountOf } from "../../src/domain/money.ts"
import type { Call } from "../core/handler.ts"
import { balanceOf } from "../core/ledger.ts"
import { readAway } from "../core/protection.ts"
import { sql } from "../db/db.ts"
import { type Member, requireMember } from "./members.ts"

/**
 * What the member's record shows besides name and balance; counted from other tables, never stored.
 */
export interface MemberFacts {
  readonly level: number
  readonly levelSteps: readonly LevelStep[]
  readonly creditScore: number
  readonly verification: User["verification"]
  readonly bankCards: number
  readonly cryptoAddresses: number
}

interface FactsRow {
  readonly verification: Exclude<User["verification"], "none"> | null
  readonly credited_deposits: bigint
  readonly completed_contracts: bigint
  readonly bank_cards: bigint
  readonly crypto_addresses: bigint
}

/** Further deposits and contracts change neither score nor level, so they are not counted. */
const COUNTED_MAX = 50

const factsSql = `
  select
    (select status from real_names where member_id = $1 order by submitted_at_ms desc, id desc limit 1) as verification,
    (select count(*) from (select 1 from deposits where member_id = $1 and status = 1 limit $2) d) as credited_deposits,
    (select count(*) from (
      select 1 from orders where member_id = $1 and state in ('settled', 'stopped_out', 'closed_early')
      order by closed_at_ms limit $2
    ) o) as completed_contracts,
    (select count(*) from bank_cards where member_id = $1) as bank_cards,
    (select count(*) from crypto_addresses where member_id = $1) as crypto_addresses`

const noFacts: FactsRow = {
  verification: null,
  credited_deposits: 0n,
  completed_contracts: 0n,
  bank_cards: 0n,
  crypto_addresses: 0n,
}

const readRow = Effect.fnUntraced(function* (memberId: string) {
  const rows = yield* sql<FactsRow>(factsSql, [memberId, COUNTED_MAX])
  return rows[0] ?? noFacts
})

const historyOf = (row: FactsRow, registeredAtMs: number): CreditHistory => ({
  isVerified: row.verification === "verified",
  creditedDeposits: Number(row.credited_deposits),
  completedContracts: Number(row.completed_contracts),
  registeredAtMs,
})

/** The facts of one member, counted now. */
export const readMemberFacts = Effect.fn("readMemberFacts")(function* (
  memberId: string,
  registeredAtMs: number,
) {
  const row = yield* readRow(memberId)
  const history = historyOf(row, registeredAtMs)
  const nowMs = yield* Clock.currentTimeMillis
  const facts: MemberFacts = {
    level: levelOf(history, nowMs),
    levelSteps: levelStepsOf(history, nowMs),
    creditScore: creditScoreOf(history, nowMs).score,
    verification: row.verification ?? "none",
    bankCards: Number(row.bank_cards),
    cryptoAddresses: Number(row.crypto_addresses),
  }
  return facts
})

/** The member's record on the wire. */
export const userOf = Effect.fn("userOf")(function* (member: Member) {
  const facts = yield* readMemberFacts(member.id, Number(member.registered_at_ms))
  const balance = yield* balanceOf(member.id)
  const awayUntilMs = yield* readAway(member.id)
  const unavailable = balance.contracts + balance.withdrawals
  const user: User = {
    id: member.id,
    username: member.username,
    level: facts.level,
    levelSteps: facts.levelSteps,
    balance: amountOf(balance.available + unavailable),
    available: amountOf(balance.available),
    unavailable: amountOf(unavailable),
    invitationCode: member.invitation_code,
    creditScore: facts.creditScore,
    verification: facts.verification,
    bankCards: facts.bankCards,
    cryptoAddresses: facts.cryptoAddresses,
    vin: member.vin,
    ...(awayUntilMs !== null && { awayUntilMs }),
  }
  return user
})

/** The caller's own member record. */
export const readUser = (_request: object, call: Call) => Effect.flatMap(requireMember(call.memberId), userOf)

/** The caller's credit score and what it is computed from. */
export const readCredit = Effect.fn("readCredit")(function* (_request: object, call: Call) {
  const member = yield* requireMember(call.memberId)
  const history = historyOf(yield* readRow(member.id), Number(member.registered_at_ms))
  return creditScoreOf(history, yield* Clock.currentTimeMillis)
})

/** Input of the credit score and the level. Deposits and contracts are counted up to `COUNTED_MAX`. */
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
  1 + levelStepsOf(history, nowMs).length

/** The steps of the level that the member has. */
const levelStepsOf = (history: CreditHistory, nowMs: number): readonly LevelStep[] => {
  const has: Readonly<Record<LevelStep, boolean>> = {
    verified: history.isVerified,
    deposit: history.creditedDeposits > 0,
    contracts: history.completedContracts >= LEVEL_CONTRACTS,
    tenure: daysSince(history.registeredAtMs, nowMs) >= LEVEL_DAYS,
  }
  return LEVEL_STEPS.filter((step) => has[step])
}

const daysSince = (atMs: number, nowMs: number): number => Math.max(0, Math.floor((nowMs - atMs) / dayMs))
const capped = (points: number, most: number): number => Math.min(points, most)
