/** Slices of the tables, so that a check of everything reads and holds a bounded part at a time. */
import { Effect } from "effect"
import { type Db, type DbError, sql } from "../db/db.ts"
import { inIndexOrder } from "../db/snapshot.ts"

/** The rows whose key is after `after` and up to `upTo`; null: to the end. Keys are text. */
export interface Slice {
  readonly after: string
  readonly upTo: string | null
  /** The only member of the slice, if it has so many events that its checks are divided. */
  readonly large?: string | null
}

/** The events of a member after a subject or a number, up to another; null: to the end. */
export interface Part {
  readonly member: string
  readonly after: string
  readonly upTo: string | null
}

/** Every row in one slice. */
const everything: Slice = { after: "", upTo: null }

/**
 * The SQL condition that a row is in the slice, by the column that holds its key; in a part of a member
 * by `record` too, the column that holds the record's id.
 */
export type Within = (column: string, record?: string) => string

export interface SliceCheck {
  readonly invariant: string
  /** How a large member is divided for it; without one its statement only sums and joins. */
  readonly partedBy?: "number"
  /** Selects `member`, `subject`, `found` and `expected` of the violations in a slice. */
  readonly sql: (within: Within) => string
}

/** The parameters of a statement about a slice, $1 and $2. */
export const sliceValues = ({ after, upTo }: Slice): ReadonlyArray<string> =>
  upTo === null ? [after] : [after, upTo]

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

/** The parameters of a statement about a part, $1 to $3. */
export const partValues = ({ member, after, upTo }: Part): ReadonlyArray<string> =>
  upTo === null ? [member, after] : [member, after, upTo]

/** Parts by the subject of events, which is the id of their record. */
export const bySubject =
  ({ upTo }: Part): Within =>
  (column, record = "subject") =>
    `${column} = $1 and ${record} > $2${upTo === null ? "" : ` and ${record} <= $3`}`

/** Parts by the number of events. */
export const byNumber =
  ({ upTo }: Part): Within =>
  (column) =>
    `${column} = $1 and number > $2::bigint${upTo === null ? "" : " and number <= $3::bigint"}`

const MEMBERS = 500
/** Events, postings or ticks in a slice, and events in a part of a member. */
export const ROWS = 1_000

export const SLICED = ["members", "transactions", "ticks"] as const
/** What is cut into slices: the rows of members, ledger transactions, ticks. */
export type Sliced = (typeof SLICED)[number]

/** Selects the last key of the slice after $1, null if nothing is left after it. */
const endSql: Readonly<Record<Sliced, string>> = {
  members: `
    with next as (
      select member_id, revision from balances where member_id > $1 order by member_id limit ${MEMBERS}
    ), counted as (
      select member_id, row_number() over w as nth, sum(revision) over w as events from next window w as (order by member_id)
    )
    select case when c.up_to = c.last and c.members < ${MEMBERS} then null else c.up_to end as up_to, large from (
      select max(member_id) filter (where nth = 1 or events <= ${ROWS}) as up_to, max(member_id) as last,
        count(*) as members, min(member_id) filter (where nth = 1 and events > ${ROWS}) as large from counted
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
  const rows = yield* sql<{ up_to: string | null; large?: string | null }>(endSql[sliced], [after])
  const slice: Slice = { after, upTo: rows[0]?.up_to ?? null, large: rows[0]?.large ?? null }
  return slice
})

/** What a large member's events are divided by. */
export type PartedBy = "subject" | "number"

/** Selects the last key of the part of $1 after $2, null if nothing is left after it. */
const partEndSql: Readonly<Record<PartedBy, string>> = {
  subject: `
    select case when count(*) < ${ROWS} then null else max(subject) end as up_to from (
      select subject from member_events where member_id = $1 and subject > $2 order by subject limit ${ROWS}
    ) next`,
  // the events of one statement have one hash, and are not divided
  number: `
    with posted as (
      select number, postings_hash as hash from member_events
      where member_id = $1 and (transaction_id <> '' or kind = 'operator') and number > $2::bigint
    ), here as (
      select hash from posted where number <= $2::bigint + ${ROWS} order by number desc limit 1
    ), next as (
      select number, hash from posted where number > $2::bigint + ${ROWS} order by number limit 1
    )
    select (case when next.hash is distinct from (select hash from here) then $2::bigint + ${ROWS} else (
      select coalesce(nullif(min(p.number) - 1, $2::bigint), (select max(number) from posted where hash = next.hash)) from posted p
      where p.number <= $2::bigint + ${ROWS} and p.hash = next.hash
    ) end)::text as up_to from next`,
}

const beginning: Readonly<Record<PartedBy, string>> = { subject: "", number: "0" }

/** Runs reads of one slice or part, so that a failure leaves the next ones possible. */
export type Alone = <A, E>(reads: Effect.Effect<A, E, Db>) => Effect.Effect<A, E | DbError, Db>

/** Reads within what is alone already. */
export const together: Alone = (reads) => reads

/** Reads a large member part by part, each alone. */
export const readParts = Effect.fnUntraced(function* <A, E>(
  member: string,
  by: PartedBy,
  alone: Alone,
  read: (part: Part) => Effect.Effect<ReadonlyArray<A>, E, Db>,
) {
  const found: Array<A> = []
  for (let after: string | null = beginning[by]; after !== null; ) {
    const begun: Omit<Part, "upTo"> = { member, after }
    const [rows, upTo] = yield* alone(
      Effect.gen(function* () {
        const ends = yield* inIndexOrder(sql<{ up_to: string | null }>(partEndSql[by], [member, begun.after]))
        const end = ends[0]?.up_to ?? null
        return [yield* read({ ...begun, upTo: end }), end] as const
      }),
    )
    found.push(...rows)
    after = upTo
  }
  return found
})
