import { randomUUID } from "node:crypto"
import { Effect, Schema } from "effect"
import { Db, DbConstraint, type DbError, realPause } from "./db.ts"
import { cashMigrations, paymentMigrations } from "./schema/cash.ts"
import { foundationMigrations, type Migration } from "./schema/foundation.ts"
import { memberEventMigrations } from "./schema/member-events.ts"
import { pushMigrations } from "./schema/push.ts"
import { tradingMigrations } from "./schema/trading.ts"

/** Every migration, in execution order. */
export const migrations: ReadonlyArray<Migration> = [
  ...foundationMigrations,
  ...tradingMigrations,
  ...cashMigrations,
  ...paymentMigrations,
  ...memberEventMigrations,
  ...pushMigrations,
]

/** Another process holds the migration lease and does not finish. */
export class MigrationBusy extends Schema.TaggedError<MigrationBusy>()("MigrationBusy", {
  message: Schema.String,
}) {}

const leaseMs = 30_000
const waitMs = 60_000
const pollMs = 100

/** The engine's clock, so that processes with different clocks agree about leases. */
const nowSql = "(extract(epoch from clock_timestamp()) * 1000)::bigint"

const ground = `
  create table if not exists schema_migrations (id text primary key, applied_at_ms bigint not null);
  create table if not exists leases (name text primary key, holder text not null, expires_at_ms bigint not null);
`

/**
 * Migrates the schema and returns the number of migrations run. Of several concurrent processes one
 * migrates; the others wait.
 */
export const migrate = Effect.fn("migrate")(function* (steps: ReadonlyArray<Migration> = migrations) {
  const db = yield* Db
  // When two processes create the same table at once, the engine rejects one of them even with "if
  // not exists".
  yield* Effect.retry(db.script(ground), { times: 5, while: isRace })
  if ((yield* pending(steps)).length === 0) return 0
  const holder = randomUUID()
  yield* takeLease(holder)
  const todo = yield* pending(steps)
  for (const step of todo) yield* apply(step, holder)
  yield* db.execute("delete from leases where name = 'migrations' and holder = $1", [holder])
  return todo.length
})

/**
 * True for the errors of concurrent creation: a duplicate name, a duplicate catalogue key, or a
 * catalogue row that changed concurrently.
 */
const isRace = (error: DbError): boolean =>
  error instanceof DbConstraint || error.message.includes("concurrently")

const pending = Effect.fnUntraced(function* (steps: ReadonlyArray<Migration>) {
  const db = yield* Db
  const rows = yield* db.query<{ id: string }>("select id from schema_migrations")
  const done = new Set(rows.map((row) => row.id))
  return steps.filter((step) => !done.has(step.id))
})

const takeLease = Effect.fnUntraced(function* (holder: string) {
  const db = yield* Db
  for (let waited = 0; waited < waitMs; waited += pollMs) {
    const taken = yield* db.query(
      `insert into leases (name, holder, expires_at_ms) values ('migrations', $1, ${nowSql} + ${leaseMs})
       on conflict (name) do update set holder = excluded.holder, expires_at_ms = excluded.expires_at_ms
       where leases.expires_at_ms < ${nowSql} returning holder`,
      [holder],
    )
    if (taken.length > 0) return
    yield* realPause(pollMs)
  }
  return yield* new MigrationBusy({ message: "Another process is changing the database schema." })
})

/** Runs and records one migration in one transaction. Fails when the lease was lost. */
const apply = Effect.fnUntraced(function* (step: Migration, holder: string) {
  const db = yield* Db
  const work: Effect.Effect<void, DbError | MigrationBusy> = Effect.gen(function* () {
    const held = yield* db.execute(
      `update leases set expires_at_ms = ${nowSql} + ${leaseMs} where name = 'migrations' and holder = $1`,
      [holder],
    )
    if (held === 0) return yield* new MigrationBusy({ message: "The right to migrate was lost." })
    yield* db.script(step.sql)
    yield* db.execute(`insert into schema_migrations (id, applied_at_ms) values ($1, ${nowSql})`, [step.id])
  })
  yield* db.transaction(work)
})
