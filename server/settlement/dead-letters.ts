import { Cause, Clock, Effect, Exit, Metric, Schema } from "effect"
import {
  type Contract,
  type Decision,
  type PricePoint,
  planSettlement,
  type SettlementRules,
} from "../../src/domain/settlement-plan.ts"
import { metrics } from "../core/metrics.ts"
import { DbInvariant, execute, sql } from "../db/db.ts"
import type { Leadership } from "../market/market.ts"
import { readTicks } from "../market/tick-journal.ts"
import { applyDecisions } from "./apply.ts"
import { contractOf, readContract } from "./due.ts"

/**
 * Pauses before each retry. After the last one a contract waits for an operator or the next lease
 * holder.
 */
const PAUSES_MS = [1_000, 5_000, 30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const
/** Maximum retries per pass, so that other contracts are not delayed. */
const RETRIES_PER_PASS = 25
const REASON_MAX = 300

/** Why a contract could not be settled. */
export interface SettlementFailure {
  readonly id: string
  readonly cause: Cause.Cause<unknown>
}

/** A contract whose settlement failed, due for a retry. */
interface DeadLetter {
  readonly order_id: string
  readonly tries: number
}

/** The message for the operator. The log has the whole cause. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const thrown = Cause.squash(cause)
  return (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, REASON_MAX)
}

const isStoppedWrite = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Fail" && reason.error instanceof DbInvariant)

const isFenceCurrent = "exists (select 1 from market_lease where name = 'market' and fence = $1)"

/**
 * Makes contracts dead letters, so that those due after them settle. Must be written before the
 * cursors advance: from then on the contract is decided from its whole journal. False when the
 * lease is lost; nothing was written then.
 */
export const addDeadLetters = Effect.fn("addDeadLetters")(function* (
  failures: ReadonlyArray<SettlementFailure>,
  fence: bigint,
) {
  if (failures.length === 0) return true
  const nowMs = yield* Clock.currentTimeMillis
  const ids = failures.map(({ id }) => id)
  yield* execute(
    `insert into settlement_holds (order_id, held_at_ms, tries, next_try_ms, fence, reason)
     select f.id, $2::bigint, 1, $3::bigint, $1::bigint, f.reason from unnest($4::text[], $5::text[]) as f (id, reason)
     where ${isFenceCurrent} on conflict (order_id) do nothing`,
    [fence, nowMs, nowMs + PAUSES_MS[0], ids, failures.map(({ cause }) => reasonOf(cause))],
  )
  const held = yield* sql(`select 1 from settlement_holds where order_id = $2 and ${isFenceCurrent}`, [
    fence,
    ids[0] ?? "",
  ])
  if (held.length === 0) return false
  const [first] = failures
  const which =
    failures.length === 1
      ? `Contract ${first?.id} cannot`
      : `${failures.length} contracts (${first?.id} …) cannot`
  const isStopped = failures.some(({ cause }) => isStoppedWrite(cause))
  if (isStopped) yield* Metric.update(metrics.stoppedWrites, 1)
  yield* Effect.annotateLogs(
    Effect.logError(`${which} be settled and will be retried; the others go on.`, first?.cause),
    isStopped ? { alarm: "invariant" } : {},
  )
  return true
})

/**
 * Ids of all dead letters. They are few; passing them to the due query as a list keeps its plan.
 */
export const readDeadLetterIds = Effect.fnUntraced(function* () {
  const rows = yield* sql<{ order_id: string }>("select order_id from settlement_holds")
  return rows.map((row) => row.order_id)
})

/**
 * Dead letters whose retry is due. A new lease holder, possibly with a fixed program, retries each
 * once.
 */
const readRetriesDue = Effect.fnUntraced(function* (fence: bigint) {
  const nowMs = yield* Clock.currentTimeMillis
  return yield* sql<DeadLetter>(
    `select order_id, tries from settlement_holds where next_try_ms <= $1::bigint or fence <> $2::bigint
     order by held_at_ms, order_id limit ${RETRIES_PER_PASS}`,
    [nowMs, fence],
  )
})

/** Records a failed retry and schedules the next one. */
const recordFailedRetry = Effect.fnUntraced(function* (
  letter: DeadLetter,
  failure: SettlementFailure,
  fence: bigint,
) {
  const nowMs = yield* Clock.currentTimeMillis
  const pauseMs = PAUSES_MS[letter.tries]
  yield* execute(
    `update settlement_holds set tries = tries + 1, next_try_ms = $3::bigint, fence = $1::bigint, reason = $4
     where order_id = $2 and ${isFenceCurrent}`,
    [fence, letter.order_id, pauseMs === undefined ? null : nowMs + pauseMs, reasonOf(failure.cause)],
  )
  if (letter.tries === PAUSES_MS.length)
    yield* Effect.logError(
      `Contract ${letter.order_id} could not be settled ${letter.tries + 1} times and waits for: operator settlement retry.`,
      failure.cause,
    )
})

/** Removes a dead letter: its contract has ended, or is processed up to the cursors again. */
const removeDeadLetter = Effect.fnUntraced(function* (letter: DeadLetter, fence: bigint) {
  const removed = yield* execute(`delete from settlement_holds where order_id = $2 and ${isFenceCurrent}`, [
    fence,
    letter.order_id,
  ])
  if (removed > 0)
    yield* Effect.logInfo(
      `Contract ${letter.order_id} is no longer a dead letter, after ${letter.tries + 1} tries.`,
    )
})

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
  const rows = yield* sql<{ seq: bigint }>(
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
      (reason._tag === "Fail" && ["DbUnavailable", "DbConflict", "DbReadOnly"].includes(reason.error._tag)),
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
export const retryDeadLetters = Effect.fn("retryDeadLetters")(function* (
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
