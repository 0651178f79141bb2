import { Clock, Effect } from "effect"
import { keyTimeMs } from "../../src/domain/operation.ts"
import { Db } from "../db/db.ts"

const dayMs = 86_400_000
/** A key made longer ago is void. Longer than the clock of any device that still connects is wrong. */
const KEY_LIFE_MS = 30 * dayMs
/** Void rows outlive their keys, so that processes whose clocks differ agree. */
const ROW_LIFE_MS = KEY_LIFE_MS + dayMs
const ROWS_AT_ONCE = 10_000

/** True for a key that no request may use any more. Keys that do not say their age never expire. */
export const isExpiredKey = (key: string, nowMs: number): boolean =>
  (keyTimeMs(key) ?? Number.POSITIVE_INFINITY) < nowMs - KEY_LIFE_MS

/**
 * Removes void rows whose keys have expired: a request that arrives later is refused by the age of
 * its key. Returns their number, at most `ROWS_AT_ONCE`.
 */
export const removeExpiredVoids = Effect.fn("removeExpiredVoids")(function* () {
  const db = yield* Db
  const beforeMs = (yield* Clock.currentTimeMillis) - ROW_LIFE_MS
  return yield* db.execute(
    `delete from operations where (member_id, operation, key) in (
       select member_id, operation, key from operations
       where outcome->>'state' = 'void' and at_ms < $1::bigint and case when key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7'
         then ('x' || replace(substr(key, 1, 13), '-', ''))::bit(48)::bigint < $1::bigint else false end
       order by at_ms limit ${ROWS_AT_ONCE})`,
    [beforeMs],
  )
})
