import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { gatherStatistics } from "../../server/core/planner-statistics.ts"
import { execute, script, sql } from "../../server/db/db.ts"
import { grounds } from "../support/grounds.ts"

const insertBalances = (from: number, to: number) =>
  `insert into balances (member_id, asset) select 'm' || n, 'NGN' from generate_series(${from}, ${to}) n`

for (const { name, isFound, database } of grounds()) {
  describe.skipIf(!isFound)(`what the planner knows of the tables [${name}]`, () => {
    it("is gathered of every table once, and again of those that have grown", () =>
      Effect.runPromise(
        Effect.gen(function* () {
          yield* script("drop table if exists idle; create table idle (id integer)")
          expect(yield* gatherStatistics()).toContain("idle")
          expect(yield* gatherStatistics()).toEqual([])
          yield* execute(insertBalances(1, 5_000))
          expect(yield* gatherStatistics()).toEqual(["balances"])
          const [known] = yield* sql<{ rows: number }>(
            "select reltuples::integer as rows from pg_class where oid = 'balances'::regclass",
          )
          expect(known).toEqual({ rows: 5_000 })
          yield* execute(insertBalances(5_001, 5_100))
          expect(yield* gatherStatistics()).toEqual([])
        }).pipe(Effect.provide(database)),
      ))
  })
}
