/**
 * A withdrawal before its decision: its member cancels it, or a person takes it for review. Both lock
 * the balance's row first, as a decision does, and change a row that is pending and not taken: exactly
 * one of them wins.
 */
import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { Withdrawal } from "../../src/domain/cash.ts"
import { CURRENCY } from "../../src/domain/limits.ts"
import type { Kobo } from "../../src/domain/money.ts"
import { LOOK, NotPending, recordDecision } from "../core/decision.ts"
import { stayUnfrozen } from "../core/frozen-member.ts"
import type { Call } from "../core/handler.ts"
import { appendEvent, CANCELLED } from "../core/member-events.ts"
import { idempotent } from "../core/operations.ts"
import { requireReturnable } from "../core/protection.ts"
import { refusal } from "../core/refusal.ts"
import { holdReturned } from "../core/returned-hold.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { postReturn } from "./decide-withdrawal.ts"
import { readWithdrawal } from "./withdrawals.ts"

/**
 * Cancels a withdrawal that no person has taken, and returns the whole amount (203). It can be withdrawn
 * at once, and staked after a day. Idempotent by key; one that is cancelled already stays so.
 */
export const cancelWithdrawal = (request: RequestOf<"withdrawalCancel">, call: Call) =>
  idempotent(
    {
      memberId: call.memberId,
      operation: "withdrawal-cancel",
      key: request.key,
      body: request,
      answers: Withdrawal,
      id: (withdrawal) => withdrawal.id,
    },
    Effect.gen(function* () {
      yield* Effect.catchTag(stayUnfrozen(call.memberId), "Refusal", () => refusal("withdrawal.held"))
      yield* requireReturnable(call.memberId)
      const atMs = yield* Clock.currentTimeMillis
      const [cancelled] = yield* sql<{ amount: Kobo }>(
        `update withdrawals set status = 2, reason = '${CANCELLED}', reviewed_at_ms = $3, destination_sealed = null
         where id = $1 and member_id = $2 and status = 0 and taken_at_ms is null returning amount`,
        [request.id, call.memberId, atMs],
      )
      if (cancelled !== undefined) yield* returnAmount(request.id, call.memberId, cancelled.amount, atMs)
      const withdrawal = yield* readWithdrawal(request, call)
      return withdrawal.isCancelled === true ? withdrawal : yield* refuseLate(withdrawal)
    }),
  )

const refuseLate = ({ status, takenAtMs }: Withdrawal) =>
  status === 0 && takenAtMs !== undefined
    ? refusal("withdrawal.taken", { params: { since: takenAtMs } })
    : refusal("withdrawal.decided")

const returnAmount = Effect.fnUntraced(function* (id: string, memberId: string, amount: Kobo, atMs: number) {
  yield* holdReturned(memberId, amount, atMs)
  yield* postReturn({
    ...{ id, memberId, amount, from: "pending", to: "cancelled" },
    ...{ who: "member", reason: CANCELLED, atMs },
  })
})

/** Locks the balance's row of a withdrawal's member, before the withdrawal is changed. */
export const lockHolder = Effect.fnUntraced(function* (id: string) {
  yield* execute(
    `select 1 from balances where member_id = (select member_id from withdrawals where id = $1)
       and asset = '${CURRENCY}' for update`,
    [id],
  )
})

/** Takes a withdrawal for review: its member reads since when, and can no longer cancel it. */
export const takeWithdrawal = Effect.fn("takeWithdrawal")(function* (id: string, who: string) {
  const atMs = yield* Clock.currentTimeMillis
  yield* Effect.gen(function* () {
    yield* lockHolder(id)
    const [taken] = yield* sql<{ member_id: string }>(
      `update withdrawals set taken_at_ms = $2, taken_by = $3
         where id = $1 and status = 0 and taken_at_ms is null returning member_id`,
      [id, atMs, who],
    )
    if (taken === undefined) return yield* refuseTake(id)
    yield* appendEvent(taken.member_id, {
      kind: "withdrawal",
      subject: id,
      from: "pending",
      to: "in-review",
      columns: ["taken_at_ms", "taken_by"],
      who,
      why: "",
    })
    yield* recordDecision({
      ...{ command: "withdrawals take", subject: id, who, why: "to review it" },
      ...{ members: [taken.member_id], shownWhy: LOOK.decide },
    })
  }).pipe(transaction)
})

const refuseTake = Effect.fnUntraced(function* (id: string) {
  const [other] = yield* sql<{ taken_by: string }>(
    "select taken_by from withdrawals where id = $1 and status = 0 and taken_by is not null",
    [id],
  )
  return yield* new NotPending({
    message:
      other === undefined
        ? `No withdrawal ${id} is waiting for review.`
        : `${other.taken_by} has taken the withdrawal ${id} already.`,
  })
})
