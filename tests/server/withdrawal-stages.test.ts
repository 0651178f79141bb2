/** A withdrawal before its decision: its member cancels it, or a person takes it for review. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { expect } from "vitest"
import { setFrozen } from "../../server/core/frozen-member.ts"
import type { Call } from "../../server/core/handler.ts"
import { CANCELLED } from "../../server/core/member-events.ts"
import { findDifferences } from "../../server/core/projections.ts"
import { execute, sql } from "../../server/db/db.ts"
import { writeOrders } from "../../server/orders/order-writer.ts"
import { payWithdrawal, rejectWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { readDecidedIn } from "../../server/payments/decided-withdrawals.ts"
import { listIncome, readWallet } from "../../server/payments/wallet.ts"
import { cancelWithdrawal, takeWithdrawal } from "../../server/payments/withdrawal-stages.ts"
import { readWithdrawal } from "../../server/payments/withdrawals.ts"
import { RETURNED_HOLD_HOURS } from "../../src/domain/limits.ts"
import { newMember, reasonOf } from "../support/cash.ts"
import { addCard, withdrawal } from "../support/cash-requests.ts"
import { acceptedContract } from "../support/contracts.ts"
import { forEachEngine, forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const operator = { who: "a test", why: "because" }
const holdMs = RETURNED_HOLD_HOURS * 3_600_000

const cancel = (id: string, call: Call, key: string = randomUUID()) => cancelWithdrawal({ key, id }, call)

const statesOf = (id: string) =>
  Effect.map(
    sql<{ from_state: string | null; to_state: string }>(
      "select from_state, to_state from member_events where subject = $1 and kind <> 'operator' order by number",
      [id],
    ),
    (events) => events.map(({ from_state, to_state }) => `${from_state} → ${to_state}`),
  )

/** Whether a stake is locked at a time. */
const isStaked = Effect.fnUntraced(function* ({ memberId }: Call, stake: string, acceptedAtMs: number) {
  const order = { ...acceptedContract, id: randomUUID(), stake, acceptedAtMs }
  const written = yield* writeOrders([
    { order, memberId, key: randomUUID(), bodyHash: "", leverageWaitMs: null },
  ])
  return written.size === 1
})

/** A cancel and a take at once, so many times: the member has all of the money, or a person the withdrawal. */
const race = (rounds: number) =>
  function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const ends = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      const { id } = yield* withdrawal(call, "10000.00", card.id)
      const both = [reasonOf(cancel(id, call)), reasonOf(takeWithdrawal(id, "a person"))]
      const done = yield* Effect.all(round % 2 === 0 ? both : both.toReversed(), { concurrency: 2 })
      const [cancelled, taken] = round % 2 === 0 ? done : done.toReversed()
      const { available, inWithdrawals } = yield* readWallet({}, call)
      ends.add(`${cancelled}, ${taken}: ${available} and ${inWithdrawals}`)
      if (taken === "done") yield* rejectWithdrawal(id, operator)
    }
    for (const end of ends)
      expect(["done, NotPending: 10000.00 and 0.00", "withdrawal.taken, done: 0.00 and 10000.00"]).toContain(
        end,
      )
    expect(yield* findDifferences()).toEqual([])
  }

forEachEngine("a withdrawal that waits", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0 }, { isSound: true })

  test("is cancelled once by its member, with the same answer by key, and returned whole", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const { id } = yield* withdrawal(call, "10000.00", card.id)
    const key = randomUUID()
    const cancelled = yield* cancel(id, call, key)
    expect(cancelled).toMatchObject({ id, status: 2, isCancelled: true, reason: "You cancelled it." })
    expect(yield* cancel(id, call, key)).toEqual(cancelled)
    expect(yield* cancel(id, call)).toEqual(cancelled)
    expect(yield* readWithdrawal({ id }, call)).toEqual(cancelled)
    expect(yield* readWallet({}, call)).toMatchObject({ available: "10000.00", inWithdrawals: "0.00" })
    const returned = { amount: "10000.00", remark: "You cancelled it.", record: { kind: "withdrawal", id } }
    expect((yield* listIncome({ code: "203" }, call)).items).toMatchObject([returned])
    expect(yield* statesOf(id)).toEqual(["null → pending", "pending → cancelled"])
    expect(yield* reasonOf(payWithdrawal(id, operator))).toBe("NotPending")
    expect(yield* reasonOf(takeWithdrawal(id, "a person"))).toBe("NotPending")
    const stranger = yield* newMember()
    expect(yield* reasonOf(cancel(id, stranger))).toBe("withdrawal.unknown")
    expect(yield* findDifferences()).toEqual([])
  })

  test("is not cancelled once a person has taken it, which its member reads", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const { id } = yield* withdrawal(call, "10000.00", card.id)
    yield* takeWithdrawal(id, "ngozi")
    const { takenAtMs: since } = yield* readWithdrawal({ id }, call)
    const key = randomUUID()
    for (const each of [key, key, randomUUID()])
      expect(yield* Effect.flip(cancel(id, call, each))).toMatchObject({
        reason: "withdrawal.taken",
        params: { since },
      })
    const again = yield* Effect.flip(takeWithdrawal(id, "emeka"))
    expect(again.message).toBe(`ngozi has taken the withdrawal ${id} already.`)
    yield* payWithdrawal(id, operator, "GTB-778")
    expect((yield* readWithdrawal({ id }, call)).paymentReference).toBe("GTB-778")
    expect(yield* reasonOf(cancel(id, call))).toBe("withdrawal.decided")
    expect(yield* statesOf(id)).toEqual(["null → pending", "pending → in-review", "in-review → paid"])
    expect(yield* findDifferences()).toEqual([])
  })

  test("is held, not cancelled, while its member is frozen", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const { id } = yield* withdrawal(call, "10000.00", card.id)
    yield* setFrozen(call.memberId, "frozen", operator)
    expect(yield* reasonOf(cancel(id, call))).toBe("withdrawal.held")
    yield* setFrozen(call.memberId, "free", operator)
    expect(yield* reasonOf(cancel(id, call))).toBe("done")
  })

  test("once cancelled can be withdrawn at once, and staked after a day", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const { id } = yield* withdrawal(call, "7000.00", card.id)
    const { reviewedAtMs } = yield* cancel(id, call)
    const untilMs = Number(reviewedAtMs) + holdMs
    expect(yield* readWallet({}, call)).toMatchObject({
      available: "10000.00",
      returnedHold: { amount: "7000.00", untilMs },
    })
    expect(yield* isStaked(call, "3000.01", untilMs - 1)).toBe(false)
    expect(yield* isStaked(call, "1000.00", untilMs - 1)).toBe(true)
    expect(yield* isStaked(call, "2000.01", untilMs)).toBe(true)
    yield* withdrawal(call, "4000.00", card.id)
    expect((yield* readWallet({}, call)).returnedHold).toMatchObject({ amount: "2999.99" })
    const last = yield* withdrawal(call, "2999.99", card.id)
    expect(yield* readWallet({}, call)).not.toHaveProperty("returnedHold")
    yield* cancel(last.id, call)
    expect((yield* readWallet({}, call)).returnedHold).toMatchObject({ amount: "2999.99" })
    const setParts = (kobo: string) =>
      execute(
        "update balances set returned_parts = jsonb_build_array(jsonb_build_array($2::text, '9')) where member_id = $1",
        [...[call.memberId, kobo]],
      )
    yield* setParts("5000000")
    expect((yield* findDifferences()).map(({ what }) => what)).toEqual(["returned"])
    yield* setParts("299999")
  })

  test("holds what each cancelled one returned until its own time, again after a refusal", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const first = yield* withdrawal(call, "6000.00", card.id)
    const second = yield* withdrawal(call, "3000.00", card.id)
    const held = Effect.map(readWallet({}, call), ({ returnedHold }) => returnedHold)
    const untilOf = ({ reviewedAtMs }: { readonly reviewedAtMs: number | null }) =>
      Number(reviewedAtMs) + holdMs
    const untilMs = untilOf(yield* cancel(first.id, call))
    yield* Effect.sleep(5)
    const laterMs = untilOf(yield* cancel(second.id, call))
    expect(yield* held).toEqual({ amount: "9000.00", untilMs: laterMs })
    expect(yield* isStaked(call, "1000.01", untilMs - 1)).toBe(false)
    // the first amount is free at its own time
    expect(yield* isStaked(call, "7000.01", untilMs)).toBe(false)
    const again = yield* withdrawal(call, "8000.00", card.id)
    expect(yield* held).toEqual({ amount: "1000.00", untilMs })
    yield* rejectWithdrawal(again.id, operator)
    expect(yield* held).toEqual({ amount: "9000.00", untilMs: laterMs })
    expect(yield* isStaked(call, "1000.01", untilMs - 1)).toBe(false)
    expect(yield* isStaked(call, "7000.00", untilMs)).toBe(true)
    expect(yield* findDifferences()).toEqual([])
  })

  test("is cancelled or taken, never both, when both come at once", race(10))
  test("is cancelled or taken, never both, in a hundred rounds", race(100), ["exhaustive"])
})

forEachEngineInTurn("the last decided withdrawals", (engine) => {
  const { test } = openTestWorld(engine)
  let made = 0
  /** Withdrawals that took so many minutes, each decided later than the one before. */
  const decide = (minutes: readonly number[], reason: string | null = null) =>
    Effect.forEach(minutes, (minute) => {
      made += 1
      const atMs = made * 86_400_000
      const values = [`w${made}`, atMs, reason === null ? 1 : 2, reason, atMs + minute * 60_000]
      return execute(
        `insert into withdrawals (id, member_id, currency, amount, fee, method, address, created_at_ms, status, reason,
           reviewed_at_ms) values ($1, 'm', 'NGN', 100, 0, 'bank', 'a', $2, $3, $4, $5)`,
        values,
      )
    })
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

  test("say within how long half and nine of ten were decided, from twenty on and of fifty", function* () {
    yield* decide(upTo(19))
    yield* decide([1_000, 1_000], CANCELLED)
    expect(yield* readDecidedIn()).toEqual({})
    yield* decide([20])
    expect(yield* readDecidedIn()).toEqual({ decidedIn: { halfMinutes: 10, mostMinutes: 18 } })
    yield* decide(upTo(50), "The name differs.")
    expect(yield* readDecidedIn()).toEqual({ decidedIn: { halfMinutes: 25, mostMinutes: 45 } })
  })
})
