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

/** Ticks read at a time. */
const TICKS_AT_ONCE = 2_000

/** The journal lacks a tick that the settlement of a contract may follow from: nobody can say how it ended. */
export class JournalGap extends Schema.TaggedError<JournalGap>()("JournalGap", {
  message: Schema.String,
}) {}

/** The gap before a tick, as a sentence. */
export const gapBefore = (symbol: string, seq: number): JournalGap =>
  new JournalGap({ message: `The journal of ${symbol} lacks the tick before ${seq}.` })

/** The first tick that does not follow the one before it; null where none is missing. */
export const firstAfterGap = (ticks: ReadonlyArray<PricePoint>): PricePoint | null =>
  ticks.find((tick, i) => i > 0 && tick.seq !== (ticks[i - 1]?.seq ?? 0) + 1) ?? null

/**
 * Where a contract's part of the journal begins: at its entry, or at the tick before the first one after its acceptance, which shows that it is the
 * first. Null: there is none yet.
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
 * What becomes of one contract, from the whole of its journal: the same as if it had been held against every tick with the others. Null
 * where it waits for its entry still, or is open and that is known.
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

/** True where something is wrong with the database and not with a contract, or the server stops. */
export const isDatabaseUnavailable = (cause: Cause.Cause<{ readonly _tag: string }>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag === "Interrupt" ||
      (reason._tag === "Fail" &&
        (reason.error._tag === "DbUnavailable" || reason.error._tag === "DbConflict")),
  )

const retryOne = Effect.fnUntraced(function* (
  hold: DeadLetter,
  { lease, completeUntilMs }: Leadership,
  rules: SettlementRules,
) {
  const row = yield* readContract(hold.order_id)
  const decision = row === null ? null : yield* decideFromJournal(contractOf(row), completeUntilMs, rules)
  if (decision === null) {
    yield* removeDeadLetter(hold, lease.fence)
    return 0
  }
  const applied = yield* applyDecisions([decision], lease.fence)
  if (applied > 0) yield* removeDeadLetter(hold, lease.fence)
  return applied
})

/**
 * Tries contracts again that had been set aside, each on its own. Runs after the rounds of a pass: what it releases has been held against every
 * tick that they were. Answers how many changed.
 */
export const retryDeadLetters = Effect.fn("settlement.tryAgain")(function* (
  leadership: Leadership,
  rules: SettlementRules,
) {
  let changed = 0
  for (const hold of yield* readRetriesDue(leadership.lease.fence)) {
    const exit = yield* Effect.exit(retryOne(hold, leadership, rules))
    if (Exit.isSuccess(exit)) {
      changed += exit.value
      continue
    }
    if (isDatabaseUnavailable(exit.cause)) return yield* exit
    yield* recordFailedRetry(hold, { id: hold.order_id, cause: exit.cause }, leadership.lease.fence)
  }
  return changed
})
