import { Effect } from "effect"
import { sql } from "../../server/db/db.ts"
import { quoted, readTables } from "../../server/db/tables.ts"

/** Every row of every table that a backup holds, as text, in an order of its own. */
export const readRows = Effect.gen(function* () {
  const found: Record<string, ReadonlyArray<unknown>> = {}
  for (const { table } of yield* readTables())
    found[table] = yield* sql(
      `select to_jsonb(t)::text as row from ${quoted(table)} t order by to_jsonb(t)::text collate "C"`,
    )
  return found
})
