/** Writes a backup of a database that is in use. */
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Clock, Effect } from "effect"
import {
  BACKUP_FORMAT,
  BackupRefused,
  createBackupFile,
  encodeHeader,
  onFile,
  type Seal,
} from "./backup-file.ts"
import { Db, execute, sql } from "./db.ts"
import { readSnapshot } from "./snapshot.ts"
import { quoted, readTables, type Table } from "./tables.ts"

/** Characters of rows that are read at once, about. */
const portionLength = 1_000_000
const portionRowsMax = 1_000
/** A first portion, before the size of rows is known. An image has up to four million characters. */
const portionRowsFirst = 4

type WriteLines = (lines: ReadonlyArray<string>) => Effect.Effect<void, BackupRefused>

/**
 * Writes everything that the database holds at one moment into a new file, readable for this user
 * alone. The file appears complete or not at all. PostgreSQL serves others meanwhile; the embedded
 * engine, which has one connection, serves them afterwards.
 */
export const writeBackup = Effect.fn("writeBackup")(function* (path: string, seal: Seal) {
  if (existsSync(path)) return yield* new BackupRefused({ message: `The file exists already: ${path}` })
  const partial = `${path}.partial`
  const work = Effect.gen(function* () {
    return yield* Effect.acquireUseRelease(
      Effect.sync(() => createBackupFile(partial, seal)),
      (file) =>
        Effect.tap(
          writeTables((lines) => onFile(() => file.write(lines))),
          onFile(() => file.end()),
        ),
      (file) => Effect.sync(file.destroy),
    )
  })
  const written = Effect.tap(
    readSnapshot(work),
    onFile(() => rename(partial, path)),
  )
  return yield* Effect.onError(written, () => Effect.promise(() => rm(partial, { force: true })))
})

/** Writes the header and every table. Returns the number of rows. */
const writeTables = Effect.fnUntraced(function* (write: WriteLines) {
  const db = yield* Db
  // Earlier releases have no checksum.
  const migrations = yield* db.sql<{ id: string; checksum: string | null }>(
    "select m.id, to_jsonb(m) ->> 'checksum' as checksum from schema_migrations m order by m.id",
  )
  const atMs = yield* Clock.currentTimeMillis
  yield* write([encodeHeader({ format: BACKUP_FORMAT, atMs, engine: db.engine, migrations })])
  let rows = 0
  for (const table of yield* readTables()) {
    yield* write([JSON.stringify(table)])
    rows += yield* writeRows(table, write)
  }
  return rows
})

/** Writes the rows of a table in portions of about equal size. Returns their number. */
const writeRows = Effect.fnUntraced(function* ({ table, columns }: Table, write: WriteLines) {
  const values = columns.map(({ name }) => `${quoted(name)}::text`).join(", ")
  yield* execute(
    `declare backup_rows no scroll cursor for select json_build_array(${values})::text as line from ${quoted(table)}`,
  )
  let count = 0
  let portion = portionRowsFirst
  for (;;) {
    const rows = yield* sql<{ line: string }>(`fetch forward ${portion} from backup_rows`)
    if (rows.length === 0) break
    yield* write(rows.map(({ line }) => line))
    count += rows.length
    const length = rows.reduce((sum, { line }) => sum + line.length, 0) / rows.length
    portion = Math.max(1, Math.min(portionRowsMax, Math.floor(portionLength / length)))
  }
  yield* execute("close backup_rows")
  return count
})
