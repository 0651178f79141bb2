/** Fills an empty database from a backup. */
import { Effect, Option, Schema } from "effect"
import {
  type BackupHeader,
  BackupRefused,
  checkBackupFile,
  isRowLine,
  onFile,
  readLines,
  type Seal,
  TableLine,
} from "./backup-file.ts"
import { execute, script, sql, transaction } from "./db.ts"
import { checksumOf, migrate, migrations } from "./migrations.ts"
import { quoted, readTables, type Table } from "./tables.ts"

const portionLength = 1_000_000
const portionRowsMax = 1_000

const refused = (message: string) => new BackupRefused({ message })

/**
 * Restores a backup into an empty database: the schema as it was, all rows in one transaction, then
 * the migrations of this release. Refuses a database that has rows or a later schema, a backup of a
 * later release, and a file that is cut off or altered. `seal`: null for a file without a seal.
 */
export const restoreBackup = Effect.fn("restoreBackup")(function* (path: string, seal: Seal | null) {
  const header = yield* checkBackupFile(path, seal)
  const steps = yield* stepsOf(header)
  yield* requireEmpty()
  yield* migrate(steps)
  const unlimited = "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0"
  const rows = yield* transaction(Effect.andThen(script(unlimited), load(path)))
  const upgrades = yield* migrate()
  return { rows, upgrades, atMs: header.atMs }
})

/** The migrations that the backup's database had. */
const stepsOf = Effect.fnUntraced(function* ({ migrations: ran }: BackupHeader) {
  const checksums = new Map(ran.map(({ id, checksum }) => [id, checksum]))
  const steps = migrations.filter(({ id }) => checksums.has(id))
  if (steps.length < checksums.size)
    return yield* refused("A later release made this backup: restore it with that release.")
  const isEdited = (checksum: string | null | undefined, own: string) => checksum != null && checksum !== own
  const edited = steps.find((step) => isEdited(checksums.get(step.id), checksumOf(step)))
  if (edited !== undefined)
    return yield* refused(`The migration ${edited.id} is not the one that ran on the backup's database.`)
  return steps
})

/** A database that a restore has prepared and not filled counts as empty. */
const requireEmpty = Effect.fnUntraced(function* () {
  for (const { table } of yield* readTables()) {
    const rows = yield* sql(`select 1 from ${quoted(table)} limit 1`)
    if (rows.length > 0)
      return yield* refused(`The database is not empty (table ${table}): restore into a new one.`)
  }
})

interface Portion {
  readonly table: Table
  /** Arrays of texts, as they are in the file. */
  readonly rows: ReadonlyArray<string>
}

const decodeTable = Schema.decodeUnknownOption(TableLine)

/** The rows of a backup, table by table. The lines between the tables end a portion. */
async function* readPortions(path: string): AsyncGenerator<Portion, null> {
  let table: Table | null = null
  let rows: Array<string> = []
  let length = 0
  for await (const line of readLines(path)) {
    const isRow = isRowLine(line)
    if (isRow) {
      rows.push(line)
      length += line.length
    }
    const isWhole = !isRow || length >= portionLength || rows.length >= portionRowsMax
    if (table !== null && rows.length > 0 && isWhole) {
      yield { table, rows }
      rows = []
      length = 0
    }
    if (!isRow) table = Option.getOrNull(decodeTable(line))
  }
  return null
}

/** A database that was upgraded may have its columns in another order. */
const columnsOf = ({ columns }: Table): string =>
  columns
    .map(({ name, type }) => `${name} ${type}`)
    .toSorted()
    .join()

/** Inserts every row. Returns their number. */
const load = Effect.fnUntraced(function* (path: string) {
  const known = new Map((yield* readTables()).map((table) => [table.table, columnsOf(table)]))
  const portions = readPortions(path)
  let count = 0
  for (;;) {
    const { value: portion } = yield* onFile(() => portions.next())
    if (portion === null) return count
    const { table, rows } = portion
    if (known.get(table.table) !== columnsOf(table))
      return yield* refused(`The backup has a table that this schema has not: ${table.table}`)
    yield* insertRows(table, rows)
    count += rows.length
  }
})

const insertRows = Effect.fnUntraced(function* ({ table, columns }: Table, rows: ReadonlyArray<string>) {
  const names = columns.map(({ name }) => quoted(name)).join(", ")
  const values = columns.map(({ type }, index) => `(r.v ->> ${index})::${type}`).join(", ")
  yield* execute(
    `insert into ${quoted(table)} (${names}) select ${values} from jsonb_array_elements($1::jsonb) as r (v)`,
    [`[${rows.join(",")}]`],
  )
})
