/** The end of a withdrawal: paid, rejected or cancelled, exactly once. */
import { Clock, Effect } from "effect"
import { CURRENCY } from "../../src/domain/limits.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { type Attribution, NotPending, postDecided, recordDecision } from "../core/decision.ts"
import { unfrozenSql } from "../core/frozen-member.ts"
import { CHANGE } from "../core/ledger.ts"
import type { MemberChange } from "../core/member-events.ts"
import { holdAgain, type ReturnedParts } from "../core/returned-hold.ts"
import { sql, transaction } from "../db/db.ts"
import { type RefusalReason, refusalReason } from "./withdrawals.ts"

interface Decided {
  readonly member_id: string
  readonly amount: Kobo
  readonly taken_at_ms: bigint | null
  readonly returned_parts: ReturnedParts | null
}

/**
 * Leaves "pending" exactly once. That of a frozen member, or of one who has locked the account, can be
 * rejected only: the balance's row is locked first, so that a lock comes before a payment or after it.
 * What it had taken of a held amount is held again after a rejection.
 * A payment keeps the sealed destination as the proof of where the money went; a rejection erases it.
 */
const decide = Effect.fnUntraced(function* (
  id: string,
  status: 1 | 2,
  {
    reason = null,
    reference = null,
  }: { readonly reason?: string | null; readonly reference?: string | null },
) {
  const atMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<Decided>(
    `with holder as materialized (
       select b.member_id from balances b where b.member_id = (select member_id from withdrawals where id = $1)
         and b.asset = '${CURRENCY}' and ($2::smallint = 2 or ${unfrozenSql("b")}) for update
     )
     update withdrawals w set status = $2::smallint, reason = $3, reviewed_at_ms = $4,
       payment_reference = $5, destination_sealed = case when $2::smallint = 1 then w.destination_sealed end
     from holder where w.id = $1 and w.status = 0 and w.member_id = holder.member_id
     returning w.member_id, w.amount, w.taken_at_ms, w.returned_parts`,
    [id, status, reason, atMs, reference],
  )
  const decided =
    rows[0] ??
    (yield* new NotPending({
      message: `No withdrawal ${id} is waiting for review, or its member is frozen or has locked the account.`,
    }))
  const from = decided.taken_at_ms === null ? "pending" : "in-review"
  if (status === 2) yield* holdAgain(decided.member_id, decided.returned_parts ?? [], atMs)
  return { memberId: decided.member_id, amount: decided.amount, from, atMs }
})

const reviewed = (
  id: string,
  from: string,
  to: "paid" | "rejected" | "cancelled",
  { who, why }: Attribution,
): MemberChange => ({
  kind: "withdrawal",
  subject: id,
  from,
  to,
  columns: ["status", "reason", "reviewed_at_ms", "payment_reference"],
  who,
  why,
})

/** Payment, rejection and cancellation share a transaction id: the ledger rejects the second of them. */
const reviewTransaction = (id: string): string => `withdrawal-review-${id}`

interface Return {
  readonly id: string
  readonly memberId: string
  readonly amount: Kobo
  readonly from: string
  readonly to: "rejected" | "cancelled"
  readonly who: string
  readonly reason: string
  readonly atMs: number
}

/** Gives the whole amount back (203). The event of a rejection says why; a cancellation needs no reason. */
export const postReturn = ({ id, memberId, amount, from, to, who, reason, atMs }: Return) =>
  postDecided({
    transactionId: reviewTransaction(id),
    memberId,
    available: amount,
    withdrawals: -amount,
    code: CHANGE.withdrawalRejected,
    reason,
    reference: id,
    event: reviewed(id, from, to, { who, why: to === "rejected" ? reason : "" }),
    atMs,
  })

/**
 * Marks a pending withdrawal as paid: the locked amount leaves the member's accounts. The member reads
 * the reference.
 */
export const payWithdrawal = Effect.fn("payWithdrawal")(function* (
  id: string,
  attribution: Attribution,
  reference: string | null = null,
) {
  yield* Effect.gen(function* () {
    const { memberId, amount, from, atMs } = yield* decide(id, 1, { reference })
    yield* postDecided({
      transactionId: reviewTransaction(id),
      memberId,
      withdrawals: -amount,
      code: CHANGE.withdrawalRequested,
      reason: "",
      reference: id,
      event: reviewed(id, from, "paid", attribution),
      atMs,
    })
    const detail = { member: memberId, amount: amountOf(amount) }
    const members = [memberId]
    yield* recordDecision({ command: "withdrawals pay", subject: id, ...attribution, detail, members })
  }).pipe(transaction)
})

/**
 * Rejects a pending withdrawal and returns the whole amount (203). The member reads the text of the
 * reason; why the operator decided so stays in the decision.
 */
export const rejectWithdrawal = Effect.fn("rejectWithdrawal")(function* (
  id: string,
  attribution: Attribution,
  reason: RefusalReason = refusalReason("other"),
) {
  yield* Effect.gen(function* () {
    const decided = yield* decide(id, 2, { reason })
    yield* postReturn({ id, ...decided, to: "rejected", who: attribution.who, reason })
    const detail = { member: decided.memberId, amount: amountOf(decided.amount) }
    yield* recordDecision({
      command: "withdrawals reject",
      subject: id,
      ...attribution,
      detail: { ...detail, reason },
      members: [decided.memberId],
      shownWhy: reason,
    })
  }).pipe(transaction)
})
