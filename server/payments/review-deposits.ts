import { Clock, Effect } from "effect"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { type Attribution, NotPending, postDecided, recordDecision } from "../core/decision.ts"
import { CHANGE, countChange } from "../core/ledger.ts"
import { Db } from "../db/db.ts"

interface Decided {
  readonly member_id: string
  readonly amount: Kobo
}

/**
 * Leaves "pending" exactly once: one of several concurrent reviewers succeeds, the others fail with
 * `NotPending`.
 */
const decide = Effect.fnUntraced(function* (id: string, status: 1 | 2, reason: string | null) {
  const db = yield* Db
  const atMs = yield* Clock.currentTimeMillis
  const rows = yield* db.query<Decided>(
    `update deposits set status = $2, reason = $3, reviewed_at_ms = $4 where id = $1 and status = 0
     returning member_id, amount`,
    [id, status, reason, atMs],
  )
  const decided = rows[0] ?? (yield* new NotPending({ message: `No deposit ${id} is waiting for review.` }))
  return { memberId: decided.member_id, amount: decided.amount, atMs }
})

/**
 * Credits a pending deposit: status, posting (201) and operator event change in one transaction.
 */
export const creditDeposit = Effect.fn("creditDeposit")(function* (id: string, { who, why }: Attribution) {
  const db = yield* Db
  yield* db.transaction(
    Effect.gen(function* () {
      const { memberId, amount, atMs } = yield* decide(id, 1, null)
      yield* postDecided({
        transactionId: `deposit-${id}`,
        memberId,
        available: amount,
        code: CHANGE.depositCredited,
        reason: "",
        reference: id,
        atMs,
      })
      const detail = { member: memberId, amount: amountOf(amount) }
      yield* recordDecision({ command: "deposits approve", subject: id, who, why, detail })
    }),
  )
})

/** Refuses a pending deposit. The member reads `why`. */
export const refuseDeposit = Effect.fn("refuseDeposit")(function* (id: string, { who, why }: Attribution) {
  const db = yield* Db
  yield* db.transaction(
    Effect.gen(function* () {
      const { memberId, amount } = yield* decide(id, 2, why)
      yield* countChange(memberId)
      const detail = { member: memberId, amount: amountOf(amount) }
      yield* recordDecision({ command: "deposits refuse", subject: id, who, why, detail })
    }),
  )
})
