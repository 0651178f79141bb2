import { Cause, Clock, Duration, Effect } from "effect"
import type { Kobo } from "../../src/domain/money.ts"
import { Config } from "../config.ts"
import { AUTOMATIC_REVIEWER, type NotPending } from "../core/decision.ts"
import { frozenSql } from "../core/frozen-member.ts"
import { logFailure } from "../core/log-failure.ts"
import { type DbError, sql } from "../db/db.ts"
import { approveRealName, openSubmission, rejectRealName } from "../members/real-name.ts"
import { payWithdrawal, rejectWithdrawal } from "../payments/decide-withdrawal.ts"
import { creditDeposit, refuseDeposit } from "../payments/deposits.ts"

/**
 * The reviewer of the demo profile. After a delay it refuses amounts ending in .13, ID numbers
 * ending in 13 and ID numbers verified for another member, leaves withdrawals ending in .07 to an
 * operator, and approves the rest, so that every outcome can be tried. Two processes may review at once: the guarded status change lets one
 * decide.
 */
const who = AUTOMATIC_REVIEWER

/** Decisions per kind and round, so that a long queue does not occupy the database. */
const roundMax = 50
const pauseMs = 1_000

const isRefusedAmount = (amount: Kobo): boolean => amount % 100n === 13n
/** Of a withdrawal that stays in review until an operator decides it. */
const leftKobo = 7

interface Waiting {
  readonly id: string
  readonly amount: Kobo
}

const approval = { who, why: "review.demo-approval" }
const amountRule = { who, why: "review.demo-amount" }
const idNumberRule = { who, why: "refused by the ID number" }

const reviewDeposits = Effect.fnUntraced(function* (handedInBeforeMs: number) {
  const waiting = yield* sql<Waiting>(
    `select id, amount from deposits where status = 0 and way is null and created_at_ms <= $1
     order by created_at_ms, id limit $2`,
    [handedInBeforeMs, roundMax],
  )
  yield* Effect.forEach(waiting, ({ id, amount }) =>
    unlessDecided(isRefusedAmount(amount) ? refuseDeposit(id, amountRule) : creditDeposit(id, approval)),
  )
  return waiting.length
})

const reviewWithdrawals = Effect.fnUntraced(function* (handedInBeforeMs: number) {
  const waiting = yield* sql<Waiting>(
    `select id, amount from withdrawals where status = 0 and created_at_ms <= $1
       and amount % 100 <> ${leftKobo} and not ${frozenSql("withdrawals.member_id")} order by created_at_ms, id limit $2`,
    [handedInBeforeMs, roundMax],
  )
  yield* Effect.forEach(waiting, ({ id, amount }) =>
    unlessDecided(
      isRefusedAmount(amount)
        ? rejectWithdrawal(id, amountRule, "review.demo-amount")
        : payWithdrawal(id, approval),
    ),
  )
  return waiting.length
})

interface WaitingCheck {
  readonly id: string
  readonly member_id: string
  readonly real_name_sealed: string
  readonly id_number_sealed: string
  readonly is_taken: boolean
}

const reviewRealNames = Effect.fnUntraced(function* (handedInBeforeMs: number) {
  const waiting = yield* sql<WaitingCheck>(
    `select r.id, r.member_id, r.real_name_sealed, r.id_number_sealed, exists (
       select 1 from real_names v where v.id_number_fingerprint = r.id_number_fingerprint and v.status = 'verified'
     ) as is_taken
     from real_names r where r.status = 'pending' and r.submitted_at_ms <= $1
     order by r.submitted_at_ms, r.id limit $2`,
    [handedInBeforeMs, roundMax],
  )
  yield* Effect.forEach(waiting, (check) => unlessDecided(reviewRealName(check)))
  return waiting.length
})

const reviewRealName = Effect.fnUntraced(function* (check: WaitingCheck) {
  const { idNumber } = yield* openSubmission(check)
  if (idNumber.endsWith("13")) return yield* rejectRealName(check.id, idNumberRule, "review.demo-id-number")
  if (check.is_taken) return yield* rejectRealName(check.id, idNumberRule, "review.id-number-taken")
  return yield* approveRealName(check.id, approval)
})

/**
 * Ignores an item that another reviewer decided first, and logs a defect so that one item does not
 * stop the others.
 */
const unlessDecided = <R>(decision: Effect.Effect<void, NotPending | DbError, R>) =>
  decision.pipe(
    Effect.catchTag("NotPending", () => Effect.void),
    // Logged as a cause: a bare error would also print the statement's parameters.
    Effect.catchDefect((defect) =>
      Effect.logError("The automatic reviewer could not decide.", Cause.die(defect)),
    ),
  )

/** Reviews everything that has waited long enough. Returns the number of items. */
export const reviewOnce = Effect.fn("reviewOnce")(function* () {
  const { reviewDelayMs } = yield* Config
  const beforeMs = (yield* Clock.currentTimeMillis) - reviewDelayMs
  const counts = [
    yield* reviewDeposits(beforeMs),
    yield* reviewWithdrawals(beforeMs),
    yield* reviewRealNames(beforeMs),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
})

/** Reviews forever. A failed round is logged. Only for the demo profile. */
export const runAutomaticReviewer = reviewOnce().pipe(
  Effect.catch((error: DbError) => logFailure("The automatic reviewer will try again", error)),
  Effect.andThen(Effect.sleep(Duration.millis(pauseMs))),
  Effect.forever,
)
