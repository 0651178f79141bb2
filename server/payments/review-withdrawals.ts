import { Clock, Effect } from "effect"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { type Attribution, NotPending, postDecided, recordDecision } from "../core/decision.ts"
import { CHANGE } from "../core/ledger.ts"
import { Db } from "../db/db.ts"

interface Decided {
  readonly member_id: string
  readonly amount: Kobo
}

/** Leaves "pending" exactly once, and erases the sealed destination, which is no longer needed. */
const decide = Effect.fnUntraced(function* (id: string, status: 1 | 2, reason: string | null) {
  const db = yield* Db
  const atMs = yield* Clock.currentTimeMillis
  const rows = yield* db.query<Decided>(
    `update withdrawals set status = $2, reason = $3, reviewed_at_ms = $4, destination_sealed = null
     where id = $1 and status = 0 returning member_id, amount`,
    [id, status, reason, atMs],
  )
  const decided =
    rows[0] ?? (yield* new NotPending({ message: `No withdrawal ${id} is waiting for review.` }))
  return { memberId: decided.member_id, amount: decided.amount, atMs }
})

/** Payment and rejection share a transaction id, so that the ledger rejects the second of them. */
const reviewTransaction = (id: string): string => `withdrawal-review-${id}`

/** Marks a pending withdrawal as paid: the locked amount leaves the member's accounts. */
export const payWithdrawal = Effect.fn("payWithdrawal")(function* (id: string, { who, why }: Attribution) {
  const db = yield* Db
  yield* db.transaction(
    Effect.gen(function* () {
      const { memberId, amount, atMs } = yield* decide(id, 1, null)
      yield* postDecided({
        transactionId: reviewTransaction(id),
        memberId,
        withdrawals: -amount,
        code: CHANGE.withdrawalRequested,
        reason: "",
        reference: id,
        atMs,
      })
      const detail = { member: memberId, amount: amountOf(amount) }
      yield* recordDecision({ command: "withdrawals pay", subject: id, who, why, detail })
    }),
  )
})

/** Rejects a pending withdrawal and returns the whole amount (203). The member reads `why`. */
export const rejectWithdrawal = Effect.fn("rejectWithdrawal")(function* (
  id: string,
  { who, why }: Attribution,
) {
  const db = yield* Db
  yield* db.transaction(
    Effect.gen(function* () {
      const { memberId, amount, atMs } = yield* decide(id, 2, why)
      yield* postDecided({
        transactionId: reviewTransaction(id),
        memberId,
        available: amount,
        withdrawals: -amount,
        code: CHANGE.withdrawalRejected,
        reason: why,
        reference: id,
        atMs,
      })
      const detail = { member: memberId, amount: amountOf(amount) }
      yield* recordDecision({ command: "withdrawals reject", subject: id, who, why, detail })
    }),
  )
})
