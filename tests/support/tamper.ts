import { Effect } from "effect"
import { Db, type SqlValue } from "../../server/db/db.ts"

/** Changes rows past the triggers, as only the database's superuser can. */
export const tamper = Effect.fnUntraced(function* (sql: string, values: ReadonlyArray<SqlValue> = []) {
  const db = yield* Db
  const asReplica = db.script("set local session_replication_role = 'replica'")
  return yield* db.transaction(Effect.andThen(asReplica, db.execute(sql, values)))
})
