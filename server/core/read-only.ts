/**
 * Read-only mode: while a difference in the books is open, no statement of any
 * process changes what a member owns. Reads and log-ins go on.
 */
import { Clock, Effect } from "effect"
import { execute, sql } from "../db/db.ts"

/** A part of a statement, for its `with` list: stops the statement with `DbReadOnly` in read-only mode. */
export const writableSql = "insert into refused_writes (reason) select reason from read_only"

export interface ReadOnly {
  readonly sinceMs: number
  /** One sentence: the difference that was found. */
  readonly reason: string
}

/** Null while the books are writable. */
export const readReadOnly = Effect.fn("readReadOnly")(function* () {
  const rows = yield* sql<{ since_ms: bigint; reason: string }>("select since_ms, reason from read_only")
  const [row] = rows
  const state: ReadOnly | null =
    row === undefined ? null : { sinceMs: Number(row.since_ms), reason: row.reason }
  return state
})

/** Stops writes. False if they were stopped already. */
export const stopWrites = Effect.fn("stopWrites")(function* (reason: string) {
  const atMs = yield* Clock.currentTimeMillis
  const written = yield* execute(
    "insert into read_only (since_ms, reason) values ($1, $2) on conflict do nothing",
    [atMs, reason],
  )
  return written > 0
})

/** Lets writes go on. */
export const resumeWrites = Effect.fn("resumeWrites")(function* () {
  yield* execute("delete from read_only")
})
