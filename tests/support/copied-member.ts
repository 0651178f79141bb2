/** A member with many times the rows of another. */
import { Effect } from "effect"
import { execute, sql } from "../../server/db/db.ts"

/** Columns that name a row, or the row that another belongs to. */
const COPIED = {
  orders: ["id"],
  postings: ["transaction_id", "reference"],
  member_events: ["subject", "transaction_id"],
  operations: ["key"],
  deposits: ["id"],
  withdrawals: ["id"],
} as const

/** Copies the rows of the member $3 for `to`, an expression of $1 and the number of the copy. */
const copyRows = Effect.fnUntraced(function* (
  to: string,
  [name, times, from]: readonly [string, number, string],
  isOneMember: boolean,
) {
  const earlier = isOneMember ? "n" : "0"
  for (const [table, named] of Object.entries(COPIED)) {
    const columns = yield* sql<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
    const names = columns.map((column) => column.name)
    const values = names.map((column) => {
      if (column === "member_id") return `case when r.member_id is null then null else ${to} end`
      if (column === "number")
        return `r.number + ${earlier} * (select max(number) from member_events where member_id = $3)`
      // each copy a day older, so that one day's rows are as many
      if (/(?:^|_)at_ms$/.test(column)) return `r.${column} - ${earlier} * 86400000::bigint`
      return named.some((each) => each === column) ? `r.${column} || '-' || $1 || '-' || n` : `r.${column}`
    })
    // one line of a posting belongs to no member
    const own =
      table === "postings"
        ? "r.transaction_id in (select transaction_id from postings where member_id = $3)"
        : "r.member_id = $3"
    yield* execute(
      `insert into ${table} (${names.join(", ")}) select ${values.join(", ")}
       from ${table} r cross join generate_series(0, $2::integer - 1) n where ${own}`,
      [name, times, from],
    )
  }
})

/**
 * Copies the rows of a member, `times` over, for a new member `to` with the same password. Events go on
 * being numbered.
 */
export const copyMember = Effect.fnUntraced(function* (from: string, to: string, times: number) {
  yield* execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
     select $1, $1, $1, password_hash, $1, 0, 0 from members where id = $2`,
    [to, from],
  )
  yield* copyRows("$1", [to, times, from], true)
  yield* execute(
    `insert into balances (member_id, asset, available, contracts, withdrawals, revision, result)
     select $1, asset, available * $2::bigint, contracts * $2::bigint, withdrawals * $2::bigint, revision * $2::bigint, result * $2::bigint
     from balances where member_id = $3`,
    [to, times, from],
  )
})

/** As many members, `to1` and on, each with the rows of one. */
export const copyMembers = Effect.fnUntraced(function* (from: string, to: string, count: number) {
  yield* execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
     select $1 || n, $1 || n, $1 || n, password_hash, $1 || n, 0, 0
     from members cross join generate_series(1, $2::integer) n where id = $3`,
    [to, count, from],
  )
  yield* copyRows("$1 || (n + 1)", [to, count, from], false)
  yield* execute(
    `insert into balances (member_id, asset, available, contracts, withdrawals, revision, result)
     select $1 || n, asset, available, contracts, withdrawals, revision, result
     from balances cross join generate_series(1, $2::integer) n where member_id = $3`,
    [to, count, from],
  )
})
