import { createHash, randomUUID } from "node:crypto"
import { Effect, Schema } from "effect"
import { type Db, DbConstraint, type DbError, execute, script, sql, transaction } from "./db.ts"
import { realPause } from "./outer-clocks.ts"
import { alertMigrations } from "./schema/alerts.ts"
import { appendOnlyMigrations } from "./schema/append-only.ts"
import {
  cashMigrations,
  paymentMigrations,
  realNameMigrations,
  returnedPartMigrations,
  withdrawalMigrations,
} from "./schema/cash.ts"
import { executionMigrations } from "./schema/execution.ts"
import { foundationMigrations, type Migration } from "./schema/foundation.ts"
import {
  confirmationMigrations,
  factorMigrations,
  limitEventMigrations,
  limitPromiseMigrations,
  lockMigrations,
  memberEventMigrations,
  protectionMigrations,
  sessionEventMigrations,
} from "./schema/member-events.ts"
import { operatorMigrations } from "./schema/operators.ts"
import { passkeyMigrations } from "./schema/passkeys.ts"
import { liabilityMigrations, postingChainMigrations } from "./schema/posting-chain.ts"
import { pushMigrations } from "./schema/push.ts"
import { readOnlyMigrations } from "./schema/read-only.ts"
import {
  amendmentMigrations,
  closeToleranceMigrations,
  contractComplaintMigrations,
  endedOrderMigrations,
  knowledgeMigrations,
  lossRateMigrations,
  tradingMigrations,
} from "./schema/trading.ts"

/** Every migration, in execution order. */
export const migrations: ReadonlyArray<Migration> = [
  ...foundationMigrations,
  ...tradingMigrations,
  ...cashMigrations,
  ...paymentMigrations,
  ...memberEventMigrations,
  ...pushMigrations,
  ...operatorMigrations,
  ...appendOnlyMigrations,
  ...postingChainMigrations,
  ...readOnlyMigrations,
  ...limitEventMigrations,
  ...sessionEventMigrations,
  ...lockMigrations,
  ...withdrawalMigrations,
  ...factorMigrations,
  ...realNameMigrations,
  ...confirmationMigrations,
  ...lossRateMigrations,
  ...alertMigrations,
  ...protectionMigrations,
  ...amendmentMigrations,
  ...passkeyMigrations,
  ...returnedPartMigrations,
  ...knowledgeMigrations,
  ...endedOrderMigrations,
  ...closeToleranceMigrations,
  ...limitPromiseMigrations,
  ...executionMigrations,
  ...contractComplaintMigrations,
  ...liabilityMigrations,
]

/** Another process holds the migration lease and does not finish. */
export class MigrationBusy extends Schema.TaggedError<MigrationBusy>()("MigrationBusy", {
  message: Schema.String,
}) {}

/**
 * The database has a migration that this release does not know or that has been edited since. The
 * message is one sentence for the operator. Nothing was changed.
 */
export class MigrationRefused extends Schema.TaggedError<MigrationRefused>()("MigrationRefused", {
  message: Schema.String,
}) {}

const leaseMs = 30_000
/** A holder that ends loses its lease, so this bounds only the longest migration. */
const waitMs = 3_600_000
const pollMs = 100

/** The engine's clock, so that processes with different clocks agree about leases. */
const nowSql = "(extract(epoch from clock_timestamp()) * 1000)::bigint"

const ground = `
  create table if not exists schema_migrations (id text primary key, applied_at_ms bigint not null);
  alter table schema_migrations add column if not exists checksum text;
  create table if not exists leases (name text primary key, holder text not null, expires_at_ms bigint not null);
`

/** Identifies what a migration does. Its layout does not count. */
export const checksumOf = ({ sql }: Migration): string =>
  createHash("sha256").update(sql.trim().replaceAll(/\s+/g, " ")).digest("hex")

/**
 * Migrates the schema and returns the number of migrations run. Of several concurrent processes one
 * migrates; the others wait. Refuses a schema that a later release has migrated.
 */
export const migrate = Effect.fn("migrate")(function* (
  steps: ReadonlyArray<Migration> = migrations,
  heldForMs = leaseMs,
) {
  if ((yield* isPrepared()) && (yield* pending(steps)).length === 0) return 0
  yield* requireOwner()
  // When two processes create the same table at once, the engine rejects one of them even with "if
  // not exists".
  yield* Effect.retry(script(ground), { times: 5, while: isRace })
  if ((yield* pending(steps)).length === 0) return 0
  const lease = { holder: randomUUID(), heldForMs }
  yield* takeLease(lease)
  const todo = yield* pending(steps)
  for (const step of todo) yield* Effect.raceFirst(apply(step, lease), keepLease(lease))
  yield* execute("delete from leases where name = 'migrations' and holder = $1", [lease.holder])
  return todo.length
})

/** True if the list of migrations is there, so that a role that owns nothing need not create it. */
const isPrepared = Effect.fnUntraced(function* () {
  const rows = yield* sql(
    `select 1 from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'checksum'
       and to_regclass('leases') is not null`,
  )
  return rows.length > 0
})

/** Refuses a role that may not change the schema. */
const requireOwner = Effect.fnUntraced(function* () {
  const [row] = yield* sql<{ owns: boolean }>(
    `select has_schema_privilege(current_schema(), 'create') and coalesce((select pg_has_role(relowner, 'member')
       from pg_class where oid = to_regclass('schema_migrations')), true) as owns`,
  )
  if (row?.owns !== true)
    return yield* new MigrationRefused({
      message:
        "The database needs migrations, and this role may not change its schema: run the operator command migrate with the owner's DATABASE_URL.",
    })
})

/**
 * True for the errors of concurrent creation: a duplicate name, a duplicate catalogue key, or a
 * catalogue row that changed concurrently.
 */
const isRace = (error: DbError): boolean =>
  error instanceof DbConstraint || error.message.includes("concurrently")

const pending = Effect.fnUntraced(function* (steps: ReadonlyArray<Migration>) {
  const rows = yield* sql<{ id: string; checksum: string | null }>(
    "select id, checksum from schema_migrations order by id",
  )
  const known = new Map(steps.map((step) => [step.id, step]))
  for (const { id, checksum } of rows) {
    const step = known.get(id)
    if (step === undefined)
      return yield* new MigrationRefused({
        message: `A later release has changed this database (migration ${id}): start that release.`,
      })
    if (checksum === null) yield* recordChecksum(step)
    else if (checksum !== checksumOf(step))
      return yield* new MigrationRefused({
        message: `The migration ${id} is not the one that ran on this database: a released migration must not be edited.`,
      })
  }
  const done = new Set(rows.map((row) => row.id))
  return steps.filter((step) => !done.has(step.id))
})

/** Earlier releases stored none. */
const recordChecksum = Effect.fnUntraced(function* (step: Migration) {
  yield* execute("update schema_migrations set checksum = $2 where id = $1 and checksum is null", [
    step.id,
    checksumOf(step),
  ])
})

interface Lease {
  readonly holder: string
  /** Milliseconds from each renewal on. */
  readonly heldForMs: number
}

const takeLease = Effect.fnUntraced(function* ({ holder, heldForMs }: Lease) {
  for (let waited = 0; waited < waitMs; waited += pollMs) {
    const taken = yield* sql(
      `insert into leases (name, holder, expires_at_ms) values ('migrations', $1, ${nowSql} + $2::bigint)
       on conflict (name) do update set holder = excluded.holder, expires_at_ms = excluded.expires_at_ms
       where leases.expires_at_ms < ${nowSql} returning holder`,
      [holder, heldForMs],
    )
    if (taken.length > 0) return
    yield* realPause(pollMs)
  }
  return yield* new MigrationBusy({ message: "Another process is changing the database schema." })
})

const renew = Effect.fnUntraced(function* ({ holder, heldForMs }: Lease) {
  return yield* execute(
    `update leases set expires_at_ms = ${nowSql} + $2::bigint where name = 'migrations' and holder = $1`,
    [holder, heldForMs],
  )
})

/** Renews the lease on another connection while a migration runs. Never ends. */
const keepLease = (lease: Lease): Effect.Effect<never, never, Db> =>
  Effect.forever(Effect.andThen(realPause(lease.heldForMs / 3), Effect.ignore(renew(lease))))

/**
 * Runs and records one migration in one transaction, without a time limit. Fails when the lease was
 * lost; the row is locked only at the end, so that it can be renewed meanwhile.
 */
const apply = Effect.fnUntraced(function* (step: Migration, lease: Lease) {
  const work: Effect.Effect<void, DbError | MigrationBusy, Db> = Effect.gen(function* () {
    yield* script("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0")
    yield* script(step.sql)
    yield* execute(`insert into schema_migrations (id, applied_at_ms, checksum) values ($1, ${nowSql}, $2)`, [
      step.id,
      checksumOf(step),
    ])
    if ((yield* renew(lease)) === 0)
      return yield* new MigrationBusy({ message: "The right to migrate was lost." })
  })
  yield* transaction(work)
})
