import { Effect } from "effect"
import type { Db } from "../db/db.ts"
import { readTicksBetween } from "../market/journal.ts"
import { type Lead, Market } from "../market/market.ts"
import { contractOf } from "../orders/row.ts"
import { applyDecisions } from "./apply.ts"
import { BATCH_SIZES, type BatchSize, findDue } from "./due.ts"
import { type Contract, type JournalPart, type Mark, planSettlement, type Rules } from "./plan.ts"
import { moveCursors, type Round, readUnseen, roundsOf } from "./rounds.ts"

/** No batch should take longer: other members' orders wait behind it. */
const BATCH_TARGET_MS = 180
const FIRST_BATCH: BatchSize = 1_000
/** Ticks looked back over for an order that was written down late. */
const LATE_TICKS_MAX = 5_000

/**
 * One pass: holds every contract against every tick that has come since the last pass, tick by tick, and writes down what
 * follows. May be interrupted anywhere: what has been written stays right, and the next pass goes on. Only the holder of
 * the market's lease settles; in other processes this does nothing. Answers how many contracts changed.
 */
export const settlePass = Effect.fn("settlement.pass")(function* () {
  const market = yield* Market
  const lead = market.lead()
  return lead === null ? 0 : yield* settleAs(lead, market.feed.symbols, market.settings)
})

/** Settles for ever, after each beat of the market. A pass that fails is logged; the next one does its work. */
export const runSettlement: Effect.Effect<never, never, Market | Db> = Effect.forever(
  Effect.gen(function* () {
    const market = yield* Market
    yield* market.nextBeat
    yield* Effect.catch(settlePass(), (error) =>
      Effect.logWarning(`Settlement waits for the next beat: ${error.message}`),
    )
  }),
)

/** A pass on behalf of a lease; the database refuses what is written under an old fence. */
export const settleAs = Effect.fnUntraced(function* (
  lead: Lead,
  symbols: ReadonlyArray<string>,
  rules: Rules,
) {
  let changed = 0
  for (;;) {
    const { unseen, isAll } = yield* readUnseen(symbols)
    for (const round of roundsOf(symbols, unseen, lead.completeUntilMs, isAll)) {
      const outcome = yield* settleRound(round, lead.lease.fence, rules)
      changed += outcome.changed
      if (!outcome.isFinished) return changed
      yield* moveCursors(round, lead.lease.fence)
    }
    if (isAll) return changed
  }
})

/** Settles what is due in a round, batch by batch. It is not finished when another process has taken over. */
const settleRound = Effect.fnUntraced(function* (round: Round, fence: bigint, rules: Rules) {
  let changed = 0
  let batch: BatchSize = FIRST_BATCH
  for (;;) {
    const { due, isAll } = yield* findDue(round, rules.orderOpenTimeoutMs, batch)
    if (due.length === 0) return { changed, isFinished: true }
    const contracts = due.map(contractOf)
    const journal = yield* journalOf(round, contracts)
    const decisions = planSettlement(contracts, journal, rules)
    const startedMs = performance.now()
    const applied = yield* applyDecisions(decisions, fence)
    const tookMs = performance.now() - startedMs
    changed += applied
    if (applied === 0) return { changed, isFinished: false }
    if (isAll && applied === due.length) return { changed, isFinished: true }
    batch = nextBatch(batch, tookMs)
  }
})

/** One size up where there is time to spare, one down where it took too long. */
const nextBatch = (batch: BatchSize, tookMs: number): BatchSize => {
  const step = tookMs > BATCH_TARGET_MS ? -1 : tookMs < BATCH_TARGET_MS / 2 ? 1 : 0
  return BATCH_SIZES[BATCH_SIZES.indexOf(batch) + step] ?? batch
}

/** The part of the journal that these contracts need: usually the round's tick and the one before it. */
const journalOf = Effect.fnUntraced(function* (round: Round, contracts: ReadonlyArray<Contract>) {
  const parts = new Map<string, JournalPart>()
  for (const window of round) {
    const { symbol, tick, before, completeUntilMs } = window
    const fromMs = Math.min(...contracts.filter((contract) => contract.symbol === symbol).map(neededFromMs))
    const recent = [before, tick].filter((mark): mark is Mark => mark !== null)
    const isLate = before !== null && fromMs < before.atMs
    const untilMs = tick?.atMs ?? before?.atMs ?? 0
    const ticks = isLate ? yield* readTicksBetween(symbol, fromMs, untilMs, LATE_TICKS_MAX) : recent
    parts.set(symbol, { ticks, completeUntilMs })
  }
  return (symbol: string): JournalPart => parts.get(symbol) ?? { ticks: [], completeUntilMs: 0 }
})

/** From when on a contract needs the journal, beyond what this round brings. */
const neededFromMs = (contract: Contract): number =>
  contract.opened === null ? contract.acceptedAtMs : (contract.closeRequestedAtMs ?? Number.POSITIVE_INFINITY)
