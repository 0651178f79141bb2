import { Effect } from "effect"
import { Db } from "../db/db.ts"

/** True when the upload exists and this member made it. */
export const isOwnUpload = Effect.fnUntraced(function* (memberId: string, uploadId: string) {
  const db = yield* Db
  const rows = yield* db.query("select 1 from uploads where id = $1 and member_id = $2", [uploadId, memberId])
  return rows.length > 0
})
