import { Effect } from "effect"
import { Db, type DbError } from "./db.ts"

const snapshotSql = `
  set transaction isolation level repeatable read, read only;
  set local statement_timeout = 0;
  set local enable_seqscan = on;
  set local enable_bitmapscan = on;
  set local enable_sort = on;
  set local idle_in_transaction_session_timeout = 0`

/**
 * Runs reads that see one moment of the database, without a time limit and by
 * scans of whole tables. PostgreSQL serves others
 * meanwhile; the embedded engine, which has one connection, serves them afterwards.
 */
export const readSnapshot = <A, E, R>(reads: Effect.Effect<A, E, R>): Effect.Effect<A, E | DbError, R | Db> =>
  Effect.flatMap(Db, (db) => db.transaction(Effect.andThen(db.script(snapshotSql), reads)))
