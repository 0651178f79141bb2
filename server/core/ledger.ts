import { Effect, Schema } from "effect"
import type { Kobo } from "../../src/domain/money.ts"
import { Db } from "../db/db.ts"

/** The account-change codes of the specification. */
export const CHANGE = {
  systemDecrease: 100,
  purchase: 103,
  withdrawalRequested: 104,
  systemIncrease: 200,
  depositCredited: 201,
  withdrawalRejected: 203,
  settlement: 214,
} as const
export type ChangeCode = (typeof CHANGE)[keyof typeof CHANGE]

/** The single asset of the ledger. */
export const ASSET = "NGN"

/**
 * A member's balances in kobo: available, staked in open contracts, and under review for
 * withdrawal.
 */
export interface Balance {
  readonly available: Kobo
  readonly contracts: Kobo
  readonly withdrawals: Kobo
}

/**
 * One ledger transaction of a member. The three amounts are signed changes in kobo; the `house`
 * account takes the opposite of their sum. `transactionId` derives from the cause
 * (`settle-<order>`), so that one cause is never posted twice. `reference` is the id of the
 * contract, deposit or withdrawal.
 */
export interface Entry {
  readonly transactionId: string
  readonly memberId: string
  readonly available?: Kobo
  readonly contracts?: Kobo
  readonly withdrawals?: Kobo
  readonly code: ChangeCode
  readonly reason: string
  readonly reference: string
  readonly atMs: number
}

/** An account would fall below zero. Nothing was posted. */
export class InsufficientFunds extends Schema.TaggedError<InsufficientFunds>()("InsufficientFunds", {
  memberId: Schema.String,
}) {}

const none: Kobo = 0n

/**
 * Posts an entry: balances and postings change in one statement. Returns the new balance. Fails
 * with `InsufficientFunds`, or with `DbConstraint` when `transactionId` is already posted.
 */
export const post = Effect.fn("ledger.post")(function* (entry: Entry) {
  const db = yield* Db
  const { available = none, contracts = none, withdrawals = none } = entry
  const rows = yield* db.query<Balance>(postSql, [
    entry.memberId,
    ASSET,
    available,
    contracts,
    withdrawals,
    entry.transactionId,
    entry.code,
    entry.reason,
    entry.reference,
    entry.atMs,
  ])
  const balance = rows[0]
  if (balance === undefined) return yield* new InsufficientFunds({ memberId: entry.memberId })
  return balance
})

const postSql = `
  with moved as (
    update balances
    set available = available + $3::bigint, contracts = contracts + $4::bigint, withdrawals = withdrawals + $5::bigint,
      revision = revision + 1
    where member_id = $1 and asset = $2 and available + $3::bigint >= 0
      and contracts + $4::bigint >= 0 and withdrawals + $5::bigint >= 0
    returning available, contracts, withdrawals
  ), posted as (
    insert into postings
      (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
    select $6, lines.line, lines.member_id, lines.account, $2, lines.amount, lines.balance_after,
      $7::smallint, $8, $9, $10::bigint
    from moved cross join lateral (values
      (1::smallint, $1, 'available', $3::bigint, moved.available),
      (2::smallint, $1, 'contracts', $4::bigint, moved.contracts),
      (3::smallint, $1, 'withdrawals', $5::bigint, moved.withdrawals),
      (4::smallint, null, 'house', -($3::bigint + $4::bigint + $5::bigint), null)
    ) as lines (line, member_id, account, amount, balance_after)
    where lines.amount <> 0
  )
  select available, contracts, withdrawals from moved`

/**
 * Counts a change of a member's records that posts nothing, such as a refused deposit, so that open
 * apps are notified. Belongs in the transaction of the change. Posting counts by itself.
 */
export const countChange = Effect.fn("ledger.countChange")(function* (memberId: string) {
  const db = yield* Db
  yield* db.execute("update balances set revision = revision + 1 where member_id = $1 and asset = $2", [
    memberId,
    ASSET,
  ])
})

/** How often each of these members' balance or records have changed. */
export const revisionsOf = Effect.fn("ledger.revisionsOf")(function* (memberIds: ReadonlyArray<string>) {
  const db = yield* Db
  const rows = yield* db.query<{ member_id: string; revision: bigint }>(
    "select member_id, revision from balances where member_id = any($1::text[]) and asset = $2",
    [memberIds, ASSET],
  )
  return new Map(rows.map((row) => [row.member_id, Number(row.revision)]))
})

/** A member's balance. Zero for an unknown member. */
export const balanceOf = Effect.fn("ledger.balanceOf")(function* (memberId: string) {
  const db = yield* Db
  const rows = yield* db.query<Balance>(
    "select available, contracts, withdrawals from balances where member_id = $1 and asset = $2",
    [memberId, ASSET],
  )
  return rows[0] ?? { available: none, contracts: none, withdrawals: none }
})

/** Opens a member's accounts with zero balances. Idempotent. */
export const openAccounts = Effect.fn("ledger.openAccounts")(function* (memberId: string) {
  const db = yield* Db
  yield* db.execute("insert into balances (member_id, asset) values ($1, $2) on conflict do nothing", [
    memberId,
    ASSET,
  ])
})
