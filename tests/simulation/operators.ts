/** Those who decide beside the members: reviewers, payment providers and the operator of the site. */
import { Clock, Effect, Exit } from "effect"
import { type Attribution, type NotPending, recordDecision } from "../../server/core/decision.ts"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { removeExpiredVoids } from "../../server/core/operations.ts"
import { Db, type DbError, sql, transaction } from "../../server/db/db.ts"
import { payWithdrawal, rejectWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { creditDeposit, refuseDeposit } from "../../server/payments/deposits.ts"
import { takePaymentEvent } from "../../server/payments/payment-events.ts"
import { takeWithdrawal } from "../../server/payments/withdrawal-stages.ts"
import { CURRENCY } from "../../src/domain/limits.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import type { ProvidedWay } from "../../src/domain/payment.ts"
import { answerOfFailure } from "./answers.ts"
import { untilSlot, type World } from "./world.ts"

const minuteMs = 60_000
const operator: Attribution = { who: "operator", why: "simulated" }

type Decide = (id: string, attribution: Attribution) => Effect.Effect<void, NotPending | DbError, Db>
type Reviewed = "deposits" | "withdrawals"

const decisions: Readonly<Record<Reviewed, readonly [Decide, ...Decide[]]>> = {
  deposits: [creditDeposit, creditDeposit, refuseDeposit],
  withdrawals: [payWithdrawal, rejectWithdrawal],
}

const hasFailedWith = (exit: Exit.Exit<unknown, unknown>, tag: string): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some(
    (reason) =>
      reason._tag === "Fail" &&
      typeof reason.error === "object" &&
      reason.error !== null &&
      Reflect.get(reason.error, "_tag") === tag,
  )

/** Ends the run at a failure that no fault explains. */
const reportDefect = (world: World, what: string, exit: Exit.Exit<unknown, unknown>) => {
  if (Exit.isSuccess(exit)) return
  const answer = answerOfFailure(exit.cause)
  if (answer.kind === "defect") world.problem(`${what}: ${answer.text}`)
}

interface Waiting {
  readonly kind: Reviewed
  readonly id: string
  readonly member_id: string
}

const readWaiting = Effect.gen(function* () {
  return yield* sql<Waiting>(
    `select 'deposits' as kind, id, member_id from deposits where status = 0 and way is null
     union all select 'withdrawals', id, member_id from withdrawals where status = 0 order by 2`,
  )
})

/** Reviewers decide what waits, two of them at times at once and differently. */
export const startReviews = (world: World) => {
  const { dice, after, processes, trail, touch, problem } = world
  const decided = new Set<string>()
  const decide = ({ kind, id, member_id }: Waiting) =>
    dice.pick(processes).call(dice.pick(decisions[kind])(id, operator), (exit) => {
      touch(member_id)
      if (exit === null || hasFailedWith(exit, "NotPending")) return
      if (Exit.isFailure(exit)) return reportDefect(world, `the decision about ${kind} ${id}`, exit)
      trail.note(`${kind} ${id.slice(0, 6)} decided`)
      trail.count(`${kind}: decided`)
      if (decided.has(id)) problem(`${kind} ${id}: decided twice (C5)`)
      decided.add(id)
    })
  /** A withdrawal that was taken is still to be decided, and its member cannot cancel it. */
  const take = ({ id, member_id }: Waiting) =>
    dice.pick(processes).call(takeWithdrawal(id, "reviewer"), (exit) => {
      touch(member_id)
      if (exit === null || hasFailedWith(exit, "NotPending")) return
      if (Exit.isFailure(exit)) return reportDefect(world, `the taking of withdrawal ${id}`, exit)
      trail.count("withdrawals: taken")
    })
  const review = () =>
    after(untilSlot(world, dice.roll(12 * minuteMs)), () => {
      dice.pick(processes).call(readWaiting, (exit) => {
        if (exit === null || Exit.isFailure(exit)) return
        for (const each of exit.value) {
          // a withdrawal waits longer, so that its member comes to cancel it
          if (each.kind === "withdrawals" && dice.roll(12) > 0) {
            if (dice.roll(20) === 0) take(each)
            continue
          }
          if (dice.roll(3) === 0) continue
          for (let left = dice.roll(5) === 0 ? 2 : 1; left > 0; left--) decide(each)
        }
      })
      if (!world.isHealing()) review()
    })
  review()
}

interface PaymentRow {
  readonly way: ProvidedWay
  readonly amount: Kobo
  readonly member_id: string
}

/** Reports the result of a payment: late, doubled, and at times a failure before the success. */
export const startProviders = (world: World) => {
  const { dice, after, processes, trail, touch, problem } = world
  const credited = new Set<string>()
  const report = (id: string, result: "success" | "fail", copy: number, eventNumber = "1") =>
    after(untilSlot(world, dice.roll(20 * minuteMs)), () => {
      const sending = Effect.gen(function* () {
        const rows = yield* sql<PaymentRow>("select way, amount, member_id from deposits where id = $1", [id])
        const [row] = rows
        if (row === undefined) return null
        const event = {
          event_id: `${id}-${result}-${eventNumber}`,
          payment_id: id,
          result,
          amount: amountOf(copy > 1 ? row.amount + 1n : row.amount),
          currency: CURRENCY,
        }
        touch(row.member_id)
        return yield* takePaymentEvent(row.way, event)
      })
      dice.pick(processes).call(sending, (exit) => {
        if (exit !== null && Exit.isSuccess(exit)) {
          trail.note(`payment ${id.slice(0, 6)} ${result}: ${exit.value}`)
          trail.count(`payment: ${exit.value}`)
          if (exit.value === null) problem(`payment ${id} was acknowledged and is gone (C3)`)
          if (exit.value !== "credited") return
          if (copy > 1 || credited.has(id)) problem(`payment ${id}: credited twice, or with another amount`)
          credited.add(id)
          return
        }
        if (exit !== null) reportDefect(world, `the result of payment ${id}`, exit)
        const isRefused = exit !== null && hasFailedWith(exit, "Refusal")
        // a provider repeats its report until it is answered
        if (!isRefused) report(id, result, copy, eventNumber)
      })
    })
  return (id: string): void => {
    const isPaid = dice.roll(5) > 0
    const copies = dice.roll(3) === 0 ? 2 : 1
    // the same event again, or another one with the same result
    for (let copy = copies; copy > 0; copy--)
      report(id, isPaid ? "success" : "fail", 1, dice.pick(["1", "2"]))
    if (isPaid && dice.roll(4) === 0) report(id, "fail", 1)
    if (dice.roll(10) === 0) report(id, "success", 2)
  }
}

/** Balances are corrected, products and the site closed and opened, void rows removed. */
export const startOperator = (world: World) => {
  const { dice, after, members, processes, trail, touch } = world
  const correct = (number: number) =>
    Effect.gen(function* () {
      const memberId = members[dice.roll(members.length)]?.call.memberId ?? ""
      const isIncrease = dice.roll(2) === 0
      const kobo = BigInt(1 + dice.roll(5_000_00))
      touch(memberId)
      const entry = {
        transactionId: `adjust-${number}`,
        memberId,
        available: isIncrease ? kobo : -kobo,
        code: isIncrease ? CHANGE.systemIncrease : CHANGE.systemDecrease,
        reason: "simulated",
        reference: `adjust-${number}`,
        atMs: yield* Clock.currentTimeMillis,
      }
      const decision = { command: "balance", subject: memberId, ...operator }
      yield* transaction(Effect.andThen(post(entry), recordDecision(decision)))
    })
  const run = (sql: string) => Effect.flatMap(Db, (db) => db.execute(sql))
  const setSite = (status: 0 | 1) =>
    run(`insert into settings (name, value, changed_at_ms) values ('website', '{"status": ${status}, "page_url": ""}', 0)
         on conflict (name) do update set value = excluded.value`)
  const setSoldOut = (isSoldOut: boolean) =>
    run(`update products set sold_out = ${isSoldOut} where id = '${dice.pick(["aapl", "msft", "goog"])}'`)
  const actions = (number: number) =>
    dice.pick([
      () => correct(number),
      () => correct(number),
      () => setSoldOut(dice.roll(6) === 0),
      () => setSite(dice.roll(8) === 0 ? 0 : 1),
      () => setSite(1),
      () => removeExpiredVoids(),
    ])()
  const act = (number: number) =>
    after(untilSlot(world, dice.roll(30 * minuteMs)), () => {
      const action: Effect.Effect<unknown, { readonly _tag: string }, Db> = world.isHealing()
        ? setSite(1)
        : actions(number)
      dice.pick(processes).call(action, (exit) => {
        trail.note(`operator ${number}: ${exit?._tag ?? "silence"}`)
        if (exit !== null && !hasFailedWith(exit, "InsufficientFunds"))
          reportDefect(world, `operator ${number}`, exit)
      })
      if (!world.isHealing()) act(number + 1)
    })
  act(1)
}
