import { Effect } from "effect"
import { Db, type DbError } from "./db.ts"

const scansSql = (to: "on" | "off") =>
  ["seqscan", "bitmapscan", "sort"].map((way) => `set local enable_${way} = ${to};`).join(" ")

const snapshotSql = `
  set transaction isolation level repeatable read, read only;
  set local statement_timeout = 0;
  ${scansSql("on")}
  set local idle_in_transaction_session_timeout = 0`

/**
 * A read within a snapshot of the next rows by an index. Without statistics the planner would read and
 * sort all that follow.
 */
export const inIndexOrder = <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E | DbError, R | Db> =>
  Effect.flatMap(Db, ({ script }) =>
    Effect.andThen(
      script(scansSql("off")),
      Effect.tap(read, () => script(scansSql("on"))),
    ),
  )

/**
 * Runs reads that see one moment of the database, without a time limit and by
 * scans of whole tables. PostgreSQL serves others
 * meanwhile; the embedded engine, which has one connection, serves them afterwards.
 */
export const readSnapshot = <A, E, R>(reads: Effect.Effect<A, E, R>): Effect.Effect<A, E | DbError, R | Db> =>
  Effect.flatMap(Db, (db) => db.transaction(Effect.andThen(db.script(snapshotSql), reads)))
