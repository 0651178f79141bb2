import { Effect, Schema } from "effect"
import { AMOUNT_MAX_KOBO, CURRENCY } from "../../src/domain/limits.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { execute, sql } from "../db/db.ts"
import { noteBegunSql } from "./invitation-counts.ts"
import { eventValues, insertEventSql, type MemberChange } from "./member-events.ts"
import { lineTextSql, nextHashSql } from "./posting-chain.ts"
import { writableSql } from "./read-only.ts"

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
export const ASSET = CURRENCY

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
  /** The change of the record that the posting belongs to; without one the balance alone changes. */
  readonly event?: MemberChange
  readonly atMs: number
}

/** An account would fall below zero. Nothing was posted. */
export class InsufficientFunds extends Schema.TaggedError<InsufficientFunds>()("InsufficientFunds", {
  memberId: Schema.String,
}) {}

/** A member would own more than the bound. */
export class BalanceTooLarge extends Schema.TaggedError<BalanceTooLarge>()("BalanceTooLarge", {
  message: Schema.String,
}) {}

/**
 * Refuses a balance whose sum is above `AMOUNT_MAX_KOBO`; the transaction that posted it must fail. An
 * answer carries a hundred times as much, so that gains never make an account unreadable.
 */
export const requireBounded = ({ available, contracts, withdrawals }: Balance) =>
  available + contracts + withdrawals <= AMOUNT_MAX_KOBO
    ? Effect.void
    : new BalanceTooLarge({ message: `A member can have at most ${amountOf(AMOUNT_MAX_KOBO)} in all.` })

const none: Kobo = 0n

/**
 * Posts an entry: balances, postings and the member's events change in one statement. Returns the
 * new balance. Fails
 * with `InsufficientFunds`, or with `DbConstraint` when `transactionId` is already posted.
 */
export const post = Effect.fn("post")(function* (entry: Entry) {
  const { available = none, contracts = none, withdrawals = none } = entry
  const event = entry.event ?? accountChange(entry)
  const rows = yield* sql<Balance>(postSql(event.kind), [
    ...eventValues(entry.memberId, event, entry.atMs),
    ...[available, contracts, withdrawals, entry.transactionId, entry.code, entry.reason, entry.reference],
  ])
  const balance = rows[0]
  if (balance === undefined) return yield* new InsufficientFunds({ memberId: entry.memberId })
  return balance
})

/** The event of a posting that changes no record. */
const accountChange = ({ transactionId, code, reason }: Entry): MemberChange => ({
  kind: "balance",
  subject: transactionId,
  from: null,
  to: code === CHANGE.systemDecrease ? "decreased" : "increased",
  columns: [],
  who: "service",
  why: reason,
})

const signedChanges = { available: "$10::bigint", contracts: "$11::bigint", withdrawals: "$12::bigint" }

/** The columns that all lines of an entry share. */
const shared = {
  transaction_id: "$13::text",
  asset: "$2::text",
  code: "$14::smallint",
  reason: "$15::text",
  reference: "$16::text",
  at_ms: "$9::bigint",
}

/** The lines of an entry, from the accounts' new balances as SQL. */
const linesSql = (available: string, contracts: string, withdrawals: string) => `(values
      (1::smallint, $1::text, 'available', $10::bigint, ${available}),
      (2::smallint, $1::text, 'contracts', $11::bigint, ${contracts}),
      (3::smallint, $1::text, 'withdrawals', $12::bigint, ${withdrawals}),
      (4::smallint, null, 'house', -($10::bigint + $11::bigint + $12::bigint), null)
    ) as lines (line, member_id, account, amount, balance_after)`

const newLinesSql = linesSql(
  "b.available + $10::bigint",
  "b.contracts + $11::bigint",
  "b.withdrawals + $12::bigint",
)

const isPosted = "($10::bigint <> 0 or $11::bigint <> 0 or $12::bigint <> 0)"

/** A member begins with the first credited deposit or contract. */
const beginsSql = `$14::smallint in (${CHANGE.depositCredited}, ${CHANGE.purchase})`

const postSql = (kind: MemberChange["kind"]) => `
  with locked as materialized (
    select has_begun from balances where member_id = $1 and asset = $2 for update
  ), moved as (
    update balances b
    set has_begun = b.has_begun or ${beginsSql}, available = available + $10::bigint, contracts = contracts + $11::bigint,
      withdrawals = withdrawals + $12::bigint, revision = revision + 1,
      postings_hash = ${nextHashSql(
        "b.postings_hash",
        `(select string_agg(${lineTextSql("lines", shared)}, '' order by lines.line) from ${newLinesSql} where lines.amount <> 0)`,
      )}
    from locked
    where member_id = $1 and asset = $2 and available + $10::bigint >= 0
      and contracts + $11::bigint >= 0 and withdrawals + $12::bigint >= 0
    returning available, contracts, withdrawals, revision, postings_hash, ${beginsSql} and not locked.has_begun as is_first
  ), begun as (${noteBegunSql("select $1::text as member_id from moved where is_first")}
  ), posted as (
    insert into postings
      (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
    select ${shared.transaction_id}, lines.line, lines.member_id, lines.account, ${shared.asset}, lines.amount,
      lines.balance_after, ${shared.code}, ${shared.reason}, ${shared.reference}, ${shared.at_ms}
    from moved cross join lateral ${linesSql("moved.available", "moved.contracts", "moved.withdrawals")}
    where lines.amount <> 0
    returning amount
  ), checked as (${zeroSumSql(shared.transaction_id)}
  ), writable as (${writableSql}
  ), noted as (${insertEventSql(kind, signedChanges, {
    transactionId: `case when ${isPosted} then ${shared.transaction_id} else '' end`,
    hash: `case when ${isPosted} then moved.postings_hash end`,
  })})
  select available, contracts, withdrawals from moved`

/** A member's balance. Zero for an unknown member. */
export const balanceOf = Effect.fn("balanceOf")(function* (memberId: string) {
  const rows = yield* sql<Balance>(
    "select available, contracts, withdrawals from balances where member_id = $1 and asset = $2",
    [memberId, ASSET],
  )
  return rows[0] ?? { available: none, contracts: none, withdrawals: none }
})

/** Opens a member's accounts with zero balances. Idempotent. */
export const openAccounts = Effect.fn("openAccounts")(function* (memberId: string) {
  yield* execute("insert into balances (member_id, asset) values ($1, $2) on conflict do nothing", [
    memberId,
    ASSET,
  ])
})

/**
 * Invariants of the books as parts of the statements that write: a statement that would break one
 * fails as a whole with `DbInvariant`. Those of single rows are check constraints of the tables.
 */

/**
 * A part of a statement, for its `with` list. `broken` selects a `subject` for each violation; every
 * row that is inserted violates the constraint `invariant_holds`.
 */
export const stopSql = (invariant: string, broken: string): string => `
  insert into broken_invariants (invariant, subject)
  select '${invariant}', violation.subject from (${broken}) as violation`

/** Stops a statement whose part `posted (amount)` does not sum to zero. */
export const zeroSumSql = (subject: string): string =>
  stopSql("postings sum to zero", `select ${subject} as subject from posted having sum(amount) <> 0`)
