/**
 * What cancelled withdrawals return can be withdrawn at once, and staked after a day, each amount by its own
 * time. It is part of the available balance, in the same row, so that the statement that locks a stake sees
 * it under its lock.
 */
import { Effect } from "effect"
import { RETURNED_HOLD_HOURS } from "../../src/domain/limits.ts"
import type { Kobo } from "../../src/domain/money.ts"
import { execute, sql } from "../db/db.ts"
import { ASSET } from "./ledger.ts"

const holdMs = RETURNED_HOLD_HOURS * 3_600_000

/** Held amounts in kobo, each with the time until when it is, as texts. */
export type ReturnedParts = ReadonlyArray<readonly [kobo: string, untilMs: string]>

/** SQL: the parts of a row of balances that are held at a time. */
const partsSql = (alias: string, atMs: string): string =>
  `jsonb_array_elements(${alias}.returned_parts) part where (part->>1)::bigint > ${atMs}`

/** SQL: what a balance holds back from stakes at a time. `returned_until_ms` is the last time. */
export const returnedHoldSql = (alias: string, atMs: string): string =>
  `(case when ${alias}.returned_until_ms > ${atMs} then least(
    (select coalesce(sum((part->>0)::bigint), 0)::bigint from ${partsSql(alias, atMs)}), ${alias}.available) else 0 end)`

/** SQL: until when the last of what is held is; null where nothing is. */
export const returnedUntilSql = (alias: string, atMs: string): string =>
  `(select max((part->>1)::bigint) from ${partsSql(alias, atMs)})`

/** Holds parts back from stakes, with what is held already. Before their amount is posted. */
export const holdAgain = Effect.fn("holdAgain")(function* (
  memberId: string,
  parts: ReturnedParts,
  atMs: number,
) {
  if (parts.length === 0) return
  yield* execute(
    `update balances b set returned_parts = coalesce((select jsonb_agg(part) from ${partsSql("b", "$4::bigint")}), '[]') || $3::jsonb
     where member_id = $1 and asset = $2`,
    [memberId, ASSET, JSON.stringify(parts), atMs],
  )
})

/** Holds a returned amount back from stakes for a day. */
export const holdReturned = Effect.fn("holdReturned")(function* (
  memberId: string,
  amount: Kobo,
  atMs: number,
) {
  const untilMs = atMs + holdMs
  yield* holdAgain(memberId, [[String(amount), String(untilMs)]], atMs)
  yield* execute("update balances set returned_until_ms = $3 where member_id = $1 and asset = $2", [
    ...[memberId, ASSET, untilMs],
  ])
})

/** Divides held parts into what an amount takes, the last to end first, and what is left. */
const divide = (parts: ReturnedParts, amount: Kobo) => {
  const [taken, left]: [Array<[string, string]>, Array<[string, string]>] = [[], []]
  let open = amount
  for (const [held, untilMs] of parts.toSorted(([, a], [, b]) => Number(b) - Number(a))) {
    const part = BigInt(held) < open ? BigInt(held) : open
    if (part > 0n) taken.push([String(part), untilMs])
    if (part < BigInt(held)) left.push([String(BigInt(held) - part), untilMs])
    open -= part
  }
  return { taken, left }
}

interface Taking {
  readonly id: string
  readonly memberId: string
  readonly amount: Kobo
  readonly atMs: number
}

/**
 * An inserted withdrawal takes what is held first, and its row says what it took. The row of balances is
 * locked.
 */
export const takeReturned = Effect.fn("takeReturned")(function* ({ id, memberId, amount, atMs }: Taking) {
  const rows = yield* sql<{ parts: ReturnedParts }>(
    `select jsonb_agg(part) as parts from balances b, ${partsSql("b", "$3::bigint")} and member_id = $1 and asset = $2
     having count(*) > 0`,
    [memberId, ASSET, atMs],
  )
  if (rows[0] === undefined) return
  const { taken, left } = divide(rows[0].parts, amount)
  yield* execute("update balances set returned_parts = $3::jsonb where member_id = $1 and asset = $2", [
    ...[memberId, ASSET, JSON.stringify(left)],
  ])
  yield* execute("update withdrawals set returned_parts = $2::jsonb where id = $1", [
    id,
    JSON.stringify(taken),
  ])
})

/** What is held at a time, and until when; null where nothing is. */
export const readReturnedHold = Effect.fn("readReturnedHold")(function* (memberId: string, atMs: number) {
  const rows = yield* sql<{ amount: Kobo; until_ms: bigint }>(
    `select ${returnedHoldSql("b", "$3::bigint")} as amount, ${returnedUntilSql("b", "$3::bigint")} as until_ms
     from balances b where member_id = $1 and asset = $2 and ${returnedHoldSql("b", "$3::bigint")} > 0`,
    [memberId, ASSET, atMs],
  )
  const [row] = rows
  return row === undefined ? null : { amount: row.amount, untilMs: Number(row.until_ms) }
})
