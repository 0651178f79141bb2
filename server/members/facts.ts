import { Clock, Effect, Layer } from "effect"
import type { User } from "../../src/domain/entities.ts"
import { Db } from "../db/db.ts"
import { creditScoreOf, levelOf, type Standing } from "./credit-score.ts"
import { type Facts, MemberFacts } from "./members.ts"

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

const readFacts = Effect.fn("readFacts")(function* (memberId: string) {
  const db = yield* Db
  const rows = yield* db.query<FactsRow>(factsSql, [memberId])
  return rows[0] ?? noFacts
})

const standingOf = (row: FactsRow, registeredAtMs: number): Standing => ({
  isVerified: row.verification === "verified",
  creditedDeposits: Number(row.credited_deposits),
  completedContracts: Number(row.completed_contracts),
  registeredAtMs,
})

/** What the member's level and credit score are made of, counted now. */
export const readStanding = Effect.fn("readStanding")(function* (memberId: string, registeredAtMs: number) {
  return standingOf(yield* readFacts(memberId), registeredAtMs)
})

/** The facts that the member's record shows, gathered from the rooms that know them. */
export const memberFactsLayer: Layer.Layer<MemberFacts, never, Db> = Layer.effect(
  MemberFacts,
  Effect.gen(function* () {
    const db = yield* Db
    return MemberFacts.of({
      of: (memberId, registeredAtMs) =>
        Effect.gen(function* () {
          const row = yield* readFacts(memberId)
          const standing = standingOf(row, registeredAtMs)
          const nowMs = yield* Clock.currentTimeMillis
          const facts: Facts = {
            level: levelOf(standing, nowMs),
            creditScore: creditScoreOf(standing, nowMs).score,
            verification: row.verification ?? "none",
            bankCards: Number(row.bank_cards),
            cryptoAddresses: Number(row.crypto_addresses),
          }
          return facts
        }).pipe(Effect.provideService(Db, db)),
    })
  }),
)
