import { Effect } from "effect"
import { execute, type SqlValue, script, sql, transaction } from "../../server/db/db.ts"

/** Changes rows past the triggers, as only the database's superuser can. */
export const tamper = Effect.fnUntraced(function* (sql: string, values: ReadonlyArray<SqlValue> = []) {
  const asReplica = script("set local session_replication_role = 'replica'")
  return yield* transaction(Effect.andThen(asReplica, execute(sql, values)))
})

/** Removes rows of a table. Returns what puts them back. */
export const removeRows = Effect.fnUntraced(function* (table: string, condition: string) {
  const [row] = yield* sql<{ rows: string }>(
    `select json_agg(to_jsonb(t))::text as rows from ${table} t where ${condition}`,
  )
  yield* tamper(`delete from ${table} where ${condition}`)
  return tamper(
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
    [row?.rows ?? "[]"],
  )
})
