import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { execute, sql } from "../../server/db/db.ts"
import { reviewOnce } from "../../server/operator/automatic-reviewer.ts"
import { listDeposits } from "../../server/payments/deposits.ts"
import { listIncome, readWallet } from "../../server/payments/wallet.ts"
import { readWithdrawal } from "../../server/payments/withdrawals.ts"
import { type CashWorld, newMember } from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { effectTests } from "../support/effect-tests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { appendPlanted } from "../support/invariants.ts"
import { tamper } from "../support/tamper.ts"
import { openTestWorld } from "../support/world-tests.ts"

forEachEngineInTurn("review and wallet", (engine) => {
  const { runAt, test } = openTestWorld(engine, { coolingOffMs: 0, reviewDelayMs: 8_000 }, { isSound: true })
  const testAt = (atMs: number) => effectTests<CashWorld>((work) => runAt(atMs, work))

  describe("the automatic reviewer", () => {
    test("decides after the delay, by its rule, with a reason", function* () {
      yield* reviewOnce()
      const call = yield* newMember(1_000_000n)
      const card = yield* addCard(call)
      const good = yield* deposit(call, "1000.00")
      const bad = yield* deposit(call, "1000.13")
      const paid = yield* withdrawal(call, "2000.00", card.id)
      const rejected = yield* withdrawal(call, "2000.13", card.id)
      const left = yield* withdrawal(call, "2000.07", card.id)
      yield* reviewOnce()
      expect((yield* readWithdrawal({ id: paid.id }, call)).status).toBe(0)
      for (const table of ["deposits", "withdrawals"])
        yield* execute(`update ${table} set created_at_ms = created_at_ms - 8000 where member_id = $1`, [
          call.memberId,
        ])
      yield* appendPlanted
      yield* Effect.all([reviewOnce(), reviewOnce()], { concurrency: 2 })
      expect((yield* readWithdrawal({ id: left.id }, call)).status).toBe(0)
      const deposits = (yield* listDeposits({}, call)).items
      expect(deposits.find(({ id }) => id === good.id)?.status).toBe(1)
      expect(deposits.find(({ id }) => id === bad.id)).toMatchObject({
        status: 2,
        reason: expect.stringContaining(".13"),
      })
      expect((yield* readWithdrawal({ id: paid.id }, call)).status).toBe(1)
      expect(yield* readWithdrawal({ id: rejected.id }, call)).toMatchObject({ status: 2 })
      expect((yield* readWallet({}, call)).available).toBe("6999.93")
      const events = yield* sql<{ who: string; why: string }>(
        "select who, why from operator_events where subject = $1",
        [bad.id],
      )
      expect(events).toEqual([{ who: "automatic reviewer", why: "review.demo-amount" }])
    })
  })

  describe("the wallet", () => {
    testAt(1_800_000_000_000)("sums the results of contracts that have ended", function* () {
      const call = yield* newMember()
      const insert = (net: bigint | null, state: string, closedAtMs: number | null) =>
        execute(
          `insert into orders (id, member_id, product_id, symbol, name, direction, state, stake, leverage, period_days,
             commission_ppm, stop_out_bps, quoted_price, accepted_at_ms, net, closed_at_ms)
           values ($1, $2, 'p', 's', 'n', 'up', $3, 100000, 1, 1, 0, 10000, 10000, 0, $4, $5)`,
          [randomUUID(), call.memberId, state, net, closedAtMs],
        )
      yield* insert(12_345n, "settled", 1_800_000_000_000)
      yield* insert(-45_000n, "stopped_out", 1_800_000_000_000 - 5 * 86_400_000)
      yield* insert(null, "opened", null)
      yield* execute("update balances set result = -32655 where member_id = $1", [call.memberId])
      expect(yield* readWallet({}, call)).toMatchObject({
        todayDividend: "123.45",
        totalDividend: "-326.55",
      })
      // These orders were inserted without funds, which the invariants would report.
      yield* execute("delete from orders where member_id = $1", [call.memberId])
      // the total is kept, not summed at each look
      expect(yield* readWallet({}, call)).toMatchObject({
        todayDividend: "0.00",
        totalDividend: "-326.55",
      })
      yield* execute("update balances set result = 0 where member_id = $1", [call.memberId])
    })
  })

  test("names the contract that an account change belongs to", function* () {
    const call = yield* newMember(100_000n)
    const id = randomUUID()
    yield* execute(
      `insert into orders (id, member_id, product_id, symbol, name, direction, state, stake, leverage, period_days,
         commission_ppm, stop_out_bps, quoted_price, accepted_at_ms)
       values ($1, $2, 'p', 's', 'Apple', 'down', 'accepted', 100, 5, 1, 0, 10000, 10000, 0)`,
      [id, call.memberId],
    )
    const entry = { memberId: call.memberId, available: -100n, contracts: 100n, reason: "", atMs: 2 }
    yield* post({ ...entry, transactionId: `order-${id}`, code: CHANGE.purchase, reference: id })
    const { items } = yield* listIncome({}, call)
    expect(items.map(({ remark }) => remark)).toEqual([
      "Apple, down, leverage\u00a05",
      "Simulated opening balance",
    ])
    yield* tamper("delete from postings where reference = $1", [id])
    yield* execute("delete from orders where id = $1", [id])
    yield* execute(
      `update balances b set available = b.available + 100, contracts = 0, has_begun = false, revision = 1, postings_hash = e.postings_hash
       from member_events e where b.member_id = $1 and e.member_id = b.member_id and e.number = 1`,
      [call.memberId],
    )
    yield* tamper("delete from member_events where member_id = $1 and number > 1", [call.memberId])
  })
})
