import { type Cause, Effect, Exit, Schema } from "effect"
import { Db } from "../db/db.ts"
import type { Leadership } from "../market/market.ts"
import { readTicks } from "../market/tick-journal.ts"
import { applyDecisions } from "./apply.ts"
import { contractOf } from "./contract-row.ts"
import { type DeadLetter, readRetriesDue, recordFailedRetry, removeDeadLetter } from "./dead-letters.ts"
import { readContract } from "./due.ts"
import {
  type Contract,
  type Decision,
  type PricePoint,
  planSettlement,
  type SettlementRules,
} from "./plan.ts"

/** Ticks read per query. */
const TICKS_AT_ONCE = 2_000

/** The journal lacks a tick that the settlement depends on, so the result is undecidable. */
export class JournalGap extends Schema.TaggedError<JournalGap>()("JournalGap", {
  message: Schema.String,
}) {}

/** The error for a missing tick before `seq`. */
export const gapBefore = (symbol: string, seq: number): JournalGap =>
  new JournalGap({ message: `The journal of ${symbol} lacks the tick before ${seq}.` })

/** The first tick that does not follow its predecessor. Null without a gap. */
export const firstAfterGap = (ticks: ReadonlyArray<PricePoint>): PricePoint | null =>
  ticks.find((tick, i) => i > 0 && tick.seq !== (ticks[i - 1]?.seq ?? 0) + 1) ?? null

/**
 * First tick that a contract needs: its entry, or the tick before the first one after its
 * acceptance, which proves that one to be the first. Null while there is none.
 */
const firstSeqOf = Effect.fnUntraced(function* (contract: Contract) {
  if (contract.opened !== null) return contract.opened.entry.seq
  const db = yield* Db
  const rows = yield* db.query<{ seq: bigint }>(
    "select seq from ticks where symbol = $1 and at_ms > $2 order by at_ms limit 1",
    [contract.symbol, contract.acceptedAtMs],
  )
  return rows[0] === undefined ? null : Math.max(1, Number(rows[0].seq) - 1)
})

/**
 * Decides one contract from its whole journal, with the same result as if it had been processed
 * tick by tick. Null while nothing is due.
 */
const decideFromJournal = Effect.fnUntraced(function* (
  contract: Contract,
  completeUntilMs: number,
  rules: SettlementRules,
) {
  const { symbol } = contract
  let fromSeq = (yield* firstSeqOf(contract)) ?? Number.MAX_SAFE_INTEGER
  let { opened } = contract
  let decided: Decision | null = null
  for (;;) {
    const ticks = yield* readTicks(symbol, fromSeq, TICKS_AT_ONCE)
    const first = ticks[0]
    if (first !== undefined && first.seq !== fromSeq) return yield* gapBefore(symbol, first.seq)
    const after = firstAfterGap(ticks)
    if (after !== null) return yield* gapBefore(symbol, after.seq)
    const last = ticks.at(-1)
    const isAll = ticks.length < TICKS_AT_ONCE
    const part = { ticks, completeUntilMs: isAll || last === undefined ? completeUntilMs : last.atMs }
    const decision = planSettlement([{ ...contract, opened }], () => part, rules)[0] ?? null
    if (decision?.kind === "ended")
      return contract.opened === null ? { ...decision, opened: decision.opened ?? opened } : decision
    if (decision?.kind === "cancelled") return decision
    if (decision !== null) {
      opened = decision.opened
      decided = decision
    }
    if (isAll || last === undefined) return decided
    fromSeq = last.seq
  }
})

/**
 * True when the database is unavailable or the server stops, rather than the contract being at
 * fault.
 */
export const isDatabaseUnavailable = (cause: Cause.Cause<{ readonly _tag: string }>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag === "Interrupt" ||
      (reason._tag === "Fail" &&
        (reason.error._tag === "DbUnavailable" || reason.error._tag === "DbConflict")),
  )

const retryOne = Effect.fnUntraced(function* (
  letter: DeadLetter,
  { lease, completeUntilMs }: Leadership,
  rules: SettlementRules,
) {
  const row = yield* readContract(letter.order_id)
  const decision = row === null ? null : yield* decideFromJournal(contractOf(row), completeUntilMs, rules)
  if (decision === null) {
    yield* removeDeadLetter(letter, lease.fence)
    return 0
  }
  const applied = yield* applyDecisions([decision], lease.fence)
  if (applied > 0) yield* removeDeadLetter(letter, lease.fence)
  return applied
})

/**
 * Retries the due dead letters, each alone. It runs after the rounds of a pass, so that a removed
 * one is processed up to the cursors. Returns the number of settled contracts.
 */
export const retryDeadLetters = Effect.fn("settlement.retry")(function* (
  leadership: Leadership,
  rules: SettlementRules,
) {
  let changed = 0
  for (const letter of yield* readRetriesDue(leadership.lease.fence)) {
    const exit = yield* Effect.exit(retryOne(letter, leadership, rules))
    if (Exit.isSuccess(exit)) {
      changed += exit.value
      continue
    }
    if (isDatabaseUnavailable(exit.cause)) return yield* exit
    yield* recordFailedRetry(letter, { id: letter.order_id, cause: exit.cause }, leadership.lease.fence)
  }
  return changed
})
