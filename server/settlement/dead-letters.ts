import { Cause, Clock, Effect } from "effect"
import { Db } from "../db/db.ts"

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
export interface DeadLetter {
  readonly order_id: string
  readonly tries: number
}

/** The message for the operator. The log has the whole cause. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const thrown = Cause.squash(cause)
  return (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, REASON_MAX)
}

const isFenceCurrent = "exists (select 1 from market_lease where name = 'market' and fence = $1)"

/**
 * Makes contracts dead letters, so that those due after them settle. Must be written before the
 * cursors advance: from then on the contract is decided from its whole journal. False when the
 * lease is lost; nothing was written then.
 */
export const addDeadLetters = Effect.fn("settlement.addDeadLetters")(function* (
  failures: ReadonlyArray<SettlementFailure>,
  fence: bigint,
) {
  if (failures.length === 0) return true
  const db = yield* Db
  const nowMs = yield* Clock.currentTimeMillis
  const ids = failures.map(({ id }) => id)
  yield* db.execute(
    `insert into settlement_holds (order_id, held_at_ms, tries, next_try_ms, fence, reason)
     select f.id, $2::bigint, 1, $3::bigint, $1::bigint, f.reason from unnest($4::text[], $5::text[]) as f (id, reason)
     where ${isFenceCurrent} on conflict (order_id) do nothing`,
    [fence, nowMs, nowMs + PAUSES_MS[0], ids, failures.map(({ cause }) => reasonOf(cause))],
  )
  const held = yield* db.query(`select 1 from settlement_holds where order_id = $2 and ${isFenceCurrent}`, [
    fence,
    ids[0] ?? "",
  ])
  if (held.length === 0) return false
  const [first] = failures
  const which =
    failures.length === 1
      ? `Contract ${first?.id} cannot`
      : `${failures.length} contracts (${first?.id} …) cannot`
  yield* Effect.logError(`${which} be settled and is retried later; the others go on.`, first?.cause)
  return true
})

/**
 * Ids of all dead letters. They are few; passing them to the due query as a list keeps its plan.
 */
export const readDeadLetterIds = Effect.fnUntraced(function* () {
  const db = yield* Db
  const rows = yield* db.query<{ order_id: string }>("select order_id from settlement_holds")
  return rows.map((row) => row.order_id)
})

/**
 * Dead letters whose retry is due. A new lease holder, possibly with a fixed program, retries each
 * once.
 */
export const readRetriesDue = Effect.fnUntraced(function* (fence: bigint) {
  const db = yield* Db
  const nowMs = yield* Clock.currentTimeMillis
  return yield* db.query<DeadLetter>(
    `select order_id, tries from settlement_holds where next_try_ms <= $1::bigint or fence <> $2::bigint
     order by held_at_ms, order_id limit ${RETRIES_PER_PASS}`,
    [nowMs, fence],
  )
})

/** Records a failed retry and schedules the next one. */
export const recordFailedRetry = Effect.fnUntraced(function* (
  letter: DeadLetter,
  failure: SettlementFailure,
  fence: bigint,
) {
  const db = yield* Db
  const nowMs = yield* Clock.currentTimeMillis
  const pauseMs = PAUSES_MS[letter.tries]
  yield* db.execute(
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
export const removeDeadLetter = Effect.fnUntraced(function* (letter: DeadLetter, fence: bigint) {
  const db = yield* Db
  const removed = yield* db.execute(
    `delete from settlement_holds where order_id = $2 and ${isFenceCurrent}`,
    [fence, letter.order_id],
  )
  if (removed > 0)
    yield* Effect.logInfo(
      `Contract ${letter.order_id} is no longer a dead letter, after ${letter.tries + 1} tries.`,
    )
})
