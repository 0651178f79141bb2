/** Slices of the tables, so that a check of everything reads and holds a bounded part at a time. */
import { Effect } from "effect"
import { Db } from "../db/db.ts"

/** The rows whose key is after `after` and up to `upTo`; null: to the end. Keys are text. */
export interface Slice {
  readonly after: string
  readonly upTo: string | null
}

/** Every row in one slice. */
export const everything: Slice = { after: "", upTo: null }

/** The SQL condition that a row is in the slice, by the column that holds its key. */
export type Within = (column: string) => string

/** An invariant that is checked slice by slice. */
export interface SliceCheck {
  readonly invariant: string
  /** Selects `member`, `subject`, `found` and `expected` of the violations in a slice. */
  readonly sql: (within: Within) => string
}

/** The parameters of a statement about a slice, $1 and $2. */
export const sliceValues = ({ after, upTo }: Slice): ReadonlyArray<string> =>
  upTo === null ? [after] : [after, upTo]

/** Slices by a text column. */
export const byText =
  ({ upTo }: Slice): Within =>
  (column) =>
    upTo === null ? `${column} > $1` : `${column} > $1 and ${column} <= $2`

const symbolAndSeq = (key: string) =>
  `(split_part(${key}, E'\\n', 1), coalesce(nullif(split_part(${key}, E'\\n', 2), ''), '0')::bigint)`

/** Slices of ticks, by symbol and number with a line break between. `column` is the table's alias. */
export const byTick =
  ({ upTo }: Slice): Within =>
  (alias) => {
    const row = `(${alias}.symbol, ${alias}.seq)`
    const after = `${row} > ${symbolAndSeq("$1")}`
    return upTo === null ? after : `${after} and ${row} <= ${symbolAndSeq("$2")}`
  }

const MEMBERS = 500
/** Postings or ticks in a slice. */
const ROWS = 5_000
/**
 * Events in a slice of members; those of one member are never divided. On the embedded engine, calls
 * wait.
 */
const EVENTS = { pglite: 1_000, postgres: 5_000 }

export const SLICED = ["members", "transactions", "ticks"] as const
/** What is cut into slices: the rows of members, ledger transactions, ticks. */
export type Sliced = (typeof SLICED)[number]

/** Selects the last key of the slice after $1, null if nothing is left after it. $2: events at most. */
const endSql: Readonly<Record<Sliced, string>> = {
  members: `
    with next as (
      select member_id, revision from balances where member_id > $1 order by member_id limit ${MEMBERS}
    ), counted as (
      select member_id, row_number() over w as nth, sum(revision) over w as events from next window w as (order by member_id)
    )
    select case when c.up_to = c.last and c.members < ${MEMBERS} then null else c.up_to end as up_to from (
      select max(member_id) filter (where nth = 1 or events <= $2) as up_to, max(member_id) as last,
        count(*) as members from counted
    ) c`,
  transactions: `
    select case when count(*) < ${ROWS} then null else max(transaction_id) end as up_to from (
      select transaction_id from postings where transaction_id > $1 order by transaction_id limit ${ROWS}
    ) next`,
  ticks: `
    select symbol || E'\\n' || seq as up_to from ticks t where ${byTick(everything)("t")}
    order by symbol, seq limit 1 offset ${ROWS - 1}`,
}

/** The slice that begins after a key. */
export const sliceAfter = Effect.fnUntraced(function* (sliced: Sliced, after: string) {
  const db = yield* Db
  const values = sliced === "members" ? [after, EVENTS[db.engine]] : [after]
  const rows = yield* db.query<{ up_to: string | null }>(endSql[sliced], values)
  const slice: Slice = { after, upTo: rows[0]?.up_to ?? null }
  return slice
})
