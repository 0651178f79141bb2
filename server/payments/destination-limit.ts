import { Effect } from "effect"
import { Db } from "../db/db.ts"

/** Bank cards, and likewise crypto addresses, that a member may store. */
export const DESTINATIONS_PER_MEMBER = 10

/**
 * Locks the member's row for the running transaction, so that concurrent requests cannot exceed the
 * limit together.
 */
export const lockMember = Effect.fnUntraced(function* (memberId: string) {
  const db = yield* Db
  yield* db.query("select 1 from members where id = $1 for update", [memberId])
})
