/** What each account change says and leads to, whose it is, and which results count as today's. */

import { randomUUID } from "node:crypto"
import { Effect, Schema } from "effect"
import { expect, it } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { execute } from "../../server/db/db.ts"
import { rejectWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { creditDeposit } from "../../server/payments/deposits.ts"
import { listIncome, readWallet } from "../../server/payments/wallet.ts"
import { endpoints } from "../../src/contract/endpoints.ts"
import { startOfDayMs } from "../../src/domain/account-day.ts"
import type { Order } from "../../src/domain/entities.ts"
import { newMember } from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const NOW_MS = 1_800_000_000_000

/** A correction by an operator; its reference is free text. */
const correct = (call: Call, reason: string, reference: string = randomUUID()) =>
  post({
    ...{ transactionId: randomUUID(), memberId: call.memberId, available: 100n, atMs: NOW_MS },
    ...{ code: CHANGE.systemIncrease, reason, reference },
  })

/** The newest change. */
const latest = (call: Call) => Effect.map(listIncome({ limit: "1" }, call), ({ items }) => items[0])

const insertContract = Effect.fnUntraced(function* (
  { memberId }: Call,
  contract: {
    readonly state: Order["state"]
    readonly net: bigint | null
    readonly closedAtMs: number | null
  },
) {
  const id = randomUUID()
  yield* execute(
    `insert into orders (id, member_id, product_id, symbol, name, direction, state, stake, leverage, period_days,
       commission_ppm, stop_out_bps, quoted_price, accepted_at_ms, net, closed_at_ms)
     values ($1, $2, 'p', 's', 'Apple', 'up', $3, 100000, 1, 1, 0, 10000, 10000, 0, $4, $5)`,
    [id, memberId, contract.state, contract.net, contract.closedAtMs],
  )
  return id
})

forEachEngineInTurn("account changes", (engine) => {
  const { runAt, test } = openTestWorld(engine, { coolingOffMs: 0 })

  test("say where money went or came from, and lead to its record", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const asked = yield* withdrawal(call, "2000.00", card.id)
    expect(yield* latest(call)).toMatchObject({
      ...{ code: 104, amount: "-2000.00", profit: null, remark: "Zenith Bank •••• 4242" },
      record: { kind: "withdrawal", id: asked.id },
    })
    yield* rejectWithdrawal(asked.id, { who: "a test", why: "The name differs" })
    expect(yield* latest(call)).toMatchObject({
      ...{ code: 203, amount: "2000.00", balanceAfter: "10000.00" },
      record: { kind: "withdrawal", id: asked.id },
    })
    expect((yield* latest(call))?.remark).not.toContain("Zenith")
    const reported = yield* deposit(call, "3000.00")
    yield* creditDeposit(reported.id, { who: "a test", why: "seen" })
    expect(yield* latest(call)).toMatchObject({
      ...{ code: 201, record: { kind: "deposit", id: reported.id }, profit: null },
    })
    const { items } = yield* listIncome({}, call)
    expect(items.map(({ record }) => record?.id)).toEqual([reported.id, asked.id, asked.id, undefined])
  })

  test("of an operator say the reason: the product's own in the member's language, others as written", function* () {
    const call = yield* newMember()
    yield* correct(call, "registration-bonus")
    expect(yield* latest(call)).toMatchObject({
      ...{ remark: "Registration bonus. You can withdraw it like any other money.", record: null },
    })
    // a reason that is by chance the name of another text of the app
    for (const reason of ["A ticket was late", "contract"]) {
      yield* correct(call, reason)
      expect(yield* latest(call)).toMatchObject({ remark: reason, record: null, profit: null })
    }
  })

  test("lead to no record of another member, whatever the reference says", function* () {
    const other = yield* newMember(1_000_000n)
    const card = yield* addCard(other)
    const foreign = [
      (yield* withdrawal(other, "2000.00", card.id)).id,
      (yield* deposit(other, "3000.00")).id,
      yield* insertContract(other, { state: "opened", net: null, closedAtMs: null }),
    ]
    const call = yield* newMember()
    for (const reference of foreign) {
      yield* correct(call, "A correction", reference)
      expect(yield* latest(call)).toMatchObject({ remark: "A correction", record: null, reference })
    }
    const { items } = yield* listIncome({}, call)
    expect(items.map(({ reference }) => reference)).toEqual(foreign.toReversed())
  })

  test("are requested by a code that exists, or refused", function* () {
    const call = yield* newMember(500n)
    expect((yield* listIncome({ code: "200" }, call)).items).toHaveLength(1)
    expect((yield* listIncome({ code: "100" }, call)).items).toEqual([])
    for (const code of ["", "2", "999", "200x"])
      expect(Schema.is(endpoints.income.request)({ code })).toBe(false)
  })

  it("count in the result of the day from its first millisecond, of the member's contracts alone", () =>
    runAt(
      NOW_MS,
      Effect.gen(function* () {
        const [call, other] = [yield* newMember(), yield* newMember()]
        const closedAtMs = startOfDayMs(NOW_MS)
        const today = [
          [call, { state: "settled", net: 1n, closedAtMs }],
          [call, { state: "stopped_out", net: -20n, closedAtMs }],
          [call, { state: "closed_early", net: 300n, closedAtMs }],
          [call, { state: "settled", net: 4_000n, closedAtMs: closedAtMs - 1 }],
          [call, { state: "cancelled", net: 50_000n, closedAtMs }],
          [other, { state: "settled", net: 600_000n, closedAtMs }],
        ] as const
        for (const [of, contract] of today) yield* insertContract(of, contract)
        expect(yield* readWallet({}, call)).toMatchObject({ todayDividend: "2.81", totalDividend: "0.00" })
      }),
    ))

  test("of a member without accounts are none, and every amount is zero", function* () {
    const call: Call = { memberId: randomUUID(), tokenHash: "", address: "", locale: "en" }
    expect(yield* readWallet({}, call)).toEqual({
      ...{ available: "0.00", inContracts: "0.00", inWithdrawals: "0.00" },
      ...{ todayDividend: "0.00", totalDividend: "0.00", number: 0, latest: [] },
    })
    expect(yield* listIncome({}, call)).toEqual({ items: [], nextCursor: null })
    expect((yield* readWallet({}, yield* newMember(500n))).number).toBe(1)
  })
})
