/** Gathers what the planner knows of the tables. The embedded engine runs no autovacuum. */
import { Effect } from "effect"
import { script, sql } from "../db/db.ts"
import { logFailure } from "./log-failure.ts"

/** How often tables are looked at that may have grown. */
const EVERY = "1 minute"

/**
 * Own tables that have grown by a fifth and by eight pages since their statistics, or that have
 * none. The catalogue keeps the pages that a table had then.
 */
const grownSql = `
  select quote_ident(c.relname) as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and pg_has_role(c.relowner, 'member')
    and (c.reltuples < 0 or pg_relation_size(c.oid) / current_setting('block_size')::integer
      > greatest(c.relpages * 1.2, c.relpages + 8))
  order by 1`

/** Analyzes the tables that have grown, one statement each, so that other statements have turns. */
export const gatherStatistics = Effect.fn("gatherStatistics")(function* () {
  const grown = yield* sql<{ name: string }>(grownSql)
  for (const { name } of grown) yield* script(`analyze ${name}`)
  return grown.map(({ name }) => name)
})

/** Gathers them now, and whenever tables have grown, forever. */
export const runStatistics = Effect.forever(
  gatherStatistics().pipe(
    Effect.catch((error) => logFailure("Planner statistics are gathered later", error)),
    Effect.andThen(Effect.sleep(EVERY)),
  ),
)
