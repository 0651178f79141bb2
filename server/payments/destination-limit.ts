import { Effect } from "effect"
import { Db } from "../db/db.ts"

/** So many bank cards, and so many crypto addresses, a member may keep. */
export const DESTINATIONS_PER_MEMBER = 10

/** Takes the member's row for the running transaction, so that two requests at once cannot both be the last one allowed. */
export const lockMember = Effect.fnUntraced(function* (memberId: string) {
  const db = yield* Db
  yield* db.query("select 1 from members where id = $1 for update", [memberId])
})
