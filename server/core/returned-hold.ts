/**
 * What cancelled withdrawals return can be withdrawn at once, and staked after a day. It is part of the
 * available balance, in the same row, so that the statement that locks a stake sees it under its lock.
 */
import { Effect } from "effect"
import { RETURNED_HOLD_HOURS } from "../../src/domain/limits.ts"
import type { Kobo } from "../../src/domain/money.ts"
import { execute, sql } from "../db/db.ts"
import { ASSET } from "./ledger.ts"

const holdMs = RETURNED_HOLD_HOURS * 3_600_000

/** SQL: what a row of balances holds back from stakes at a time. */
export const returnedHoldSql = (alias: string, atMs: string): string =>
  `(case when ${alias}.returned_until_ms > ${atMs} then least(${alias}.returned, ${alias}.available) else 0 end)`

/** Holds a returned amount back from stakes, with what is held already. Before the amount is posted. */
export const holdReturned = Effect.fn("holdReturned")(function* (
  memberId: string,
  amount: Kobo,
  atMs: number,
) {
  yield* execute(
    `update balances b set returned = ${returnedHoldSql("b", "$4::bigint")} + $3::bigint,
       returned_until_ms = $4::bigint + ${holdMs} where member_id = $1 and asset = $2`,
    [memberId, ASSET, amount, atMs],
  )
})

/** A withdrawal takes what is held first. */
export const takeReturned = Effect.fn("takeReturned")(function* (memberId: string, amount: Kobo) {
  yield* execute(
    `update balances set returned = greatest(returned - $3::bigint, 0)
     where member_id = $1 and asset = $2 and returned > 0`,
    [memberId, ASSET, amount],
  )
})

/** What is held at a time, and until when; null where nothing is. */
export const readReturnedHold = Effect.fn("readReturnedHold")(function* (memberId: string, atMs: number) {
  const rows = yield* sql<{ amount: Kobo; until_ms: bigint }>(
    `select ${returnedHoldSql("b", "$3::bigint")} as amount, returned_until_ms as until_ms from balances b
     where member_id = $1 and asset = $2 and ${returnedHoldSql("b", "$3::bigint")} > 0`,
    [memberId, ASSET, atMs],
  )
  const [row] = rows
  return row === undefined ? null : { amount: row.amount, untilMs: Number(row.until_ms) }
})
