import { Clock, Effect } from "effect"
import type { User } from "../../src/domain/entities.ts"
import { amountOf } from "../../src/domain/money.ts"
import type { Call } from "../core/handler.ts"
import { balanceOf } from "../core/ledger.ts"
import { Db } from "../db/db.ts"
import { type CreditHistory, creditScoreOf, levelOf } from "./credit-score.ts"
import { type Member, requireMember } from "./members.ts"

/**
 * What the member's record shows besides name and balance; counted from other tables, never stored.
 */
export interface MemberFacts {
  readonly level: number
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

const factsSql = `
  select
    (select status from real_names where member_id = $1 order by submitted_at_ms desc, id desc limit 1) as verification,
    (select count(*) from deposits where member_id = $1 and status = 1) as credited_deposits,
    (select count(*) from orders where member_id = $1 and state in ('settled', 'stopped_out', 'closed_early'))
      as completed_contracts,
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
  const db = yield* Db
  const rows = yield* db.query<FactsRow>(factsSql, [memberId])
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
    creditScore: creditScoreOf(history, nowMs).score,
    verification: row.verification ?? "none",
    bankCards: Number(row.bank_cards),
    cryptoAddresses: Number(row.crypto_addresses),
  }
  return facts
})

/** The member's record on the wire. */
export const userOf = Effect.fn("members.userOf")(function* (member: Member) {
  const facts = yield* readMemberFacts(member.id, Number(member.registered_at_ms))
  const balance = yield* balanceOf(member.id)
  const unavailable = balance.contracts + balance.withdrawals
  const user: User = {
    id: member.id,
    username: member.username,
    level: facts.level,
    balance: amountOf(balance.available + unavailable),
    available: amountOf(balance.available),
    unavailable: amountOf(unavailable),
    invitationCode: member.invitation_code,
    creditScore: facts.creditScore,
    verification: facts.verification,
    bankCards: facts.bankCards,
    cryptoAddresses: facts.cryptoAddresses,
    vin: member.vin,
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
