import { Effect } from "effect"
import { expect, it } from "vitest"
import { Db } from "../../server/db/db.ts"
import { memoryDatabase } from "../support/database.ts"

const statements = {
  "a constraint that was dropped": "alter table balances drop constraint balances_contracts_check",
  "a column that was dropped": "alter table balances drop column has_begun",
  "a trigger that was disabled": "alter table postings disable trigger append_only",
} as const

const run = <A, E>(effect: Effect.Effect<A, E, Db>) =>
  Effect.runPromise(Effect.provide(effect, memoryDatabase))

const script = (sql: string) => Effect.flatMap(Db, (db) => db.script(sql))

/** What the test before left: the schema as statements see it. */
const seen = Effect.flatMap(Db, (db) =>
  db.query(
    `select (select count(*) from pg_constraint where conname = 'balances_contracts_check') as constraints,
      (select count(*) from pg_attribute where attname = 'has_begun' and not attisdropped) as columns,
      (select count(*) from pg_trigger where tgname = 'append_only' and tgrelid = 'postings'::regclass
        and tgenabled = 'O') as triggers`,
  ),
)

it.each(Object.entries(statements))("does not inherit %s", async (_, sql) => {
  await run(script(sql))
  expect(await run(seen)).toEqual([{ constraints: 1n, columns: 1n, triggers: 1n }])
})

it("inherits no row and no table, from the same engine", async () => {
  const engines = await Promise.all(
    [0, 1].map(() =>
      run(
        Effect.gen(function* () {
          yield* script("create table notes (n int); insert into notes values (1)")
          const db = yield* Db
          return yield* db.query("select pg_postmaster_start_time()::text as since")
        }),
      ),
    ),
  )
  const [known] = await run(
    Effect.gen(function* () {
      const db = yield* Db
      expect(yield* db.query("select 1 from pg_tables where tablename = 'notes'")).toEqual([])
      return yield* db.query("select pg_postmaster_start_time()::text as since")
    }),
  )
  expect(engines.flat()).toContainEqual(known)
})
