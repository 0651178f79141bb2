import { Cause, Clock, Effect } from "effect"
import { Db } from "../db/db.ts"

/** Before each further try; behind the last one a contract waits for an operator, or for the next holder of the lease. */
const PAUSES_MS = [1_000, 5_000, 30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const
/** Tried again in one pass at most: the others wait meanwhile. */
const TRIES_A_PASS = 25
const REASON_MAX = 300

/** Why a contract could not be settled. */
export interface SettlementFailure {
  readonly id: string
  readonly cause: Cause.Cause<unknown>
}

/** A contract set aside, due for another try. */
export interface DeadLetter {
  readonly order_id: string
  readonly tries: number
}

/** The sentence that the operator reads; the log has the whole of it. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const thrown = Cause.squash(cause)
  return (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, REASON_MAX)
}

const isHeldBy = "exists (select 1 from market_lease where name = 'market' and fence = $1)"

/**
 * Sets contracts aside, so that those due after them are settled. Written before the cursors move on: from then on the contract is held
 * against the journal as a whole. False where the lease has passed to another process, and then nothing was written.
 */
export const addDeadLetters = Effect.fn("settlement.setAside")(function* (
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
     where ${isHeldBy} on conflict (order_id) do nothing`,
    [fence, nowMs, nowMs + PAUSES_MS[0], ids, failures.map(({ cause }) => reasonOf(cause))],
  )
  const held = yield* db.query(`select 1 from settlement_holds where order_id = $2 and ${isHeldBy}`, [
    fence,
    ids[0] ?? "",
  ])
  if (held.length === 0) return false
  const [first] = failures
  const which =
    failures.length === 1
      ? `Contract ${first?.id} cannot`
      : `${failures.length} contracts (${first?.id} …) cannot`
  yield* Effect.logError(`${which} be settled: set aside, the others go on.`, first?.cause)
  return true
})

/** What is set aside. Few, or something is so wrong that it does not matter how fast: they are named to the due-poll one by one, which leaves its plan as it is. */
export const readDeadLetterIds = Effect.fnUntraced(function* () {
  const db = yield* Db
  const rows = yield* db.query<{ order_id: string }>("select order_id from settlement_holds")
  return rows.map((row) => row.order_id)
})

/** Contracts whose next try has come. A holder of the lease who has not tried one yet, perhaps with a mended program, tries it once. */
export const readRetriesDue = Effect.fnUntraced(function* (fence: bigint) {
  const db = yield* Db
  const nowMs = yield* Clock.currentTimeMillis
  return yield* db.query<DeadLetter>(
    `select order_id, tries from settlement_holds where next_try_ms <= $1::bigint or fence <> $2::bigint
     order by held_at_ms, order_id limit ${TRIES_A_PASS}`,
    [nowMs, fence],
  )
})

/** Notes that another try has failed. */
export const recordFailedRetry = Effect.fnUntraced(function* (
  hold: DeadLetter,
  failure: SettlementFailure,
  fence: bigint,
) {
  const db = yield* Db
  const nowMs = yield* Clock.currentTimeMillis
  const pauseMs = PAUSES_MS[hold.tries]
  yield* db.execute(
    `update settlement_holds set tries = tries + 1, next_try_ms = $3::bigint, fence = $1::bigint, reason = $4
     where order_id = $2 and ${isHeldBy}`,
    [fence, hold.order_id, pauseMs === undefined ? null : nowMs + pauseMs, reasonOf(failure.cause)],
  )
  if (hold.tries === PAUSES_MS.length)
    yield* Effect.logError(
      `Contract ${hold.order_id} could not be settled ${hold.tries + 1} times. It waits for: operator settlement retry.`,
      failure.cause,
    )
})

/** The contract has ended, or has been held against everything that the others were and may be looked at with them again. */
export const removeDeadLetter = Effect.fnUntraced(function* (hold: DeadLetter, fence: bigint) {
  const db = yield* Db
  const removed = yield* db.execute(`delete from settlement_holds where order_id = $2 and ${isHeldBy}`, [
    fence,
    hold.order_id,
  ])
  if (removed > 0)
    yield* Effect.logInfo(`Contract ${hold.order_id} is no longer set aside, after ${hold.tries + 1} tries.`)
})
