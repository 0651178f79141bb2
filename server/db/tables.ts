import { Effect } from "effect"
import { sql } from "./db.ts"

export interface Column {
  readonly name: string
  readonly type: string
}

/** A table of the schema, as backups hold it. */
export interface Table {
  readonly table: string
  readonly columns: ReadonlyArray<Column>
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What belongs to running processes, or says how far the schema is. */
const leftOut = ["leases", "processes", "schema_migrations"]

interface ColumnRow extends Column {
  readonly table_name: string
}

const columnsSql = `
  select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
    and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1::text[])
  order by c.relname, a.attnum`

const referencesSql = `
  select f.relname as from_table, t.relname as to_table from pg_constraint k
  join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = current_schema()::regnamespace and f.oid <> t.oid`

/** Every table that holds the site's data, each after the tables that its rows refer to. */
export const readTables = Effect.fn("readTables")(function* () {
  const rows = yield* sql<ColumnRow>(columnsSql, [leftOut])
  const references = yield* sql<{ from_table: string; to_table: string }>(referencesSql)
  const columnsOf = Map.groupBy(rows, ({ table_name }) => table_name)
  const ordered = new Set<string>()
  const add = (table: string): void => {
    if (ordered.has(table)) return
    for (const { from_table, to_table } of references) if (from_table === table) add(to_table)
    ordered.add(table)
  }
  for (const table of columnsOf.keys()) add(table)
  return [...ordered].map((table): Table => {
    const columns = columnsOf.get(table) ?? []
    return { table, columns: columns.map(({ name, type }) => ({ name, type })) }
  })
})
