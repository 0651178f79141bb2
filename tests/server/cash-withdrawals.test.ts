import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { idOfKey, operationResult } from "../../server/core/operations.ts"
import { execute } from "../../server/db/db.ts"
import { payWithdrawal, rejectWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { removeBankCard } from "../../server/payments/payment-methods.ts"
import { listIncome, readWallet } from "../../server/payments/wallet.ts"
import {
  listWithdrawals,
  listWithdrawalTerms,
  readWithdrawal,
  refusalReason,
} from "../../server/payments/withdrawals.ts"
import { newMember, reasonOf } from "../support/cash.ts"
import { addCard, heldRateOut, withdrawal } from "../support/cash-requests.ts"
import { createWithdrawal } from "../support/confirmed.ts"
import { forEachEngine } from "../support/engines.ts"
import { appendPlanted } from "../support/invariants.ts"
import { openTestWorld } from "../support/world-tests.ts"

const operator = { who: "a test", why: "because" }

forEachEngine("withdrawals", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0, reviewDelayMs: 8_000 }, { isSound: true })

  test("the wallet's balance and its latest changes are of one revision, whatever is written meanwhile", function* () {
    const call = yield* newMember(1_000_000n)
    expect((yield* readWallet({}, yield* newMember())).latest).toEqual([])
    const atMs = Date.now() + 1_000
    const change = (index: number) =>
      post({
        ...{ memberId: call.memberId, available: 1n, code: CHANGE.systemIncrease, atMs: atMs + index },
        ...{ transactionId: randomUUID(), reason: "a test", reference: String(index) },
      })
    const times = Array.from({ length: 20 }, (_, index) => index)
    const look = () => readWallet({}, call)
    const rounds = yield* Effect.forEach(times, (index) =>
      Effect.all([look(), change(index), look(), look()], { concurrency: 4 }),
    )
    const answers = rounds.flatMap(([first, , ...others]) => [first, ...others])
    expect(new Set(answers.map(({ available }) => available)).size).toBeGreaterThan(10)
    for (const { available, latest } of answers) expect(latest?.[0]?.balanceAfter).toBe(available)
    const { items } = yield* listIncome({ limit: "5" }, call)
    expect((yield* readWallet({}, call)).latest).toEqual(items)
  })

  describe("a withdrawal", () => {
    test("locks the amount, shows what arrives, and is paid once", function* () {
      const call = yield* newMember(1_000_000n)
      const card = yield* addCard(call)
      const made = yield* withdrawal(call, "4000.00", card.id)
      expect(made).toMatchObject({
        status: 0,
        number: "4000.00",
        fee: "0.00",
        realNumber: "4000.00",
        address: "Zenith Bank •••• 4242",
      })
      expect(yield* readWallet({}, call)).toMatchObject({
        available: "6000.00",
        inWithdrawals: "4000.00",
      })
      const outcomes = yield* Effect.all(
        [
          payWithdrawal(made.id, operator),
          rejectWithdrawal(made.id, operator),
          payWithdrawal(made.id, operator),
        ].map((each) => reasonOf(each)),
        { concurrency: "unbounded" },
      )
      expect(outcomes.filter((each) => each === "done")).toHaveLength(1)
      expect((yield* readWallet({}, call)).inWithdrawals).toBe("0.00")
    })

    test("is returned in full with the reason when it is rejected", function* () {
      const call = yield* newMember(1_000_000n)
      const card = yield* addCard(call)
      const made = yield* withdrawal(call, "10000.00", card.id)
      expect((yield* readWallet({}, call)).available).toBe("0.00")
      yield* rejectWithdrawal(made.id, operator, refusalReason("destination"))
      const { reason, ...refused } = yield* readWithdrawal({ id: made.id }, call)
      expect(refused).toMatchObject({ status: 2, refusalCode: "destination" })
      expect(reason).toMatch(/^The bank or network didn’t accept this destination/)
      expect(yield* readWallet({}, call)).toMatchObject({ available: "10000.00", inWithdrawals: "0.00" })
      const { items } = yield* listIncome({ code: "203" }, call)
      expect(items).toMatchObject([
        {
          code: 203,
          amount: "10000.00",
          remark: reason,
        },
      ])
    })

    test("deducts the network fee that was confirmed from the amount", function* () {
      const call = yield* newMember(1_000_000n)
      const id = randomUUID()
      yield* execute(
        `insert into crypto_addresses (id, member_id, network, address, address_key, added_at_ms, usable_at_ms)
         values ($1, $2, 'USDT-TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'k', 0, 0)`,
        [id, call.memberId],
      )
      yield* appendPlanted
      const request = {
        key: randomUUID(),
        amount: "6000.00",
        fee: "1500.00",
        method: "crypto",
        destinationId: id,
        ...(yield* heldRateOut("USDT-TRC20")),
      } as const
      const made = yield* createWithdrawal(request, call)
      expect(made).toMatchObject({ fee: "1500.00", realNumber: "4500.00", network: "USDT-TRC20" })
      const terms = yield* listWithdrawalTerms()
      expect(terms.find(({ network }) => network === "USDT-TRC20")?.fee).toBe("1500.00")
      expect(terms.find(({ network }) => network === "USDT-TRC20")?.format).toBe("tron")
      expect(terms.find(({ method }) => method === "bank")?.fee).toBe("0.00")
      expect(terms.find(({ method }) => method === "bank")).not.toHaveProperty("format")
    })

    test("succeeds for exactly one of fifty at once when the balance suffices for one", function* () {
      const call = yield* newMember(300_000n)
      const card = yield* addCard(call)
      const outcomes = yield* Effect.all(
        Array.from({ length: 50 }, () => reasonOf(withdrawal(call, "3000.00", card.id))),
        { concurrency: "unbounded" },
      )
      expect(outcomes.filter((each) => each === "done")).toHaveLength(1)
      expect(new Set(outcomes)).toEqual(new Set(["done", "withdrawal.insufficient-balance"]))
      expect((yield* listWithdrawals({}, call)).items).toHaveLength(1)
    })

    test("is created once for fifty requests with one key", function* () {
      const call = yield* newMember(1_000_000n)
      const card = yield* addCard(call)
      const key = randomUUID()
      const ids = yield* Effect.all(
        Array.from({ length: 50 }, () =>
          Effect.map(withdrawal(call, "1000.00", card.id, key), ({ id }) => id),
        ),
        { concurrency: "unbounded" },
      )
      const id = idOfKey(call.memberId, "withdrawal", key)
      expect(new Set(ids)).toEqual(new Set([id]))
      expect(yield* operationResult(call.memberId, "withdrawal", key)).toMatchObject({
        state: "done",
        id,
      })
      expect((yield* readWallet({}, call)).available).toBe("9000.00")
    })

    test("is refused with the field and reason, and the refusal is stored under its key", function* () {
      const call = yield* newMember(500_000n)
      const card = yield* addCard(call)
      const ask = (amount: string, id = card.id, key: string = randomUUID()) =>
        Effect.flip(withdrawal(call, amount, id, key))
      expect(yield* ask("999.99")).toMatchObject({
        reason: "withdrawal.below-minimum",
        field: "amount",
        params: { min: "1000.00" },
      })
      expect(yield* ask("20000000.01")).toMatchObject({
        reason: "withdrawal.above-maximum",
        params: { max: "20000000.00" },
      })
      const confirmed = {
        amount: "2000.00",
        fee: "50.00",
        method: "bank",
        destinationId: card.id,
      } as const
      const dearer = createWithdrawal({ key: randomUUID(), ...confirmed }, call)
      expect(yield* Effect.flip(dearer)).toMatchObject({
        reason: "withdrawal.fee-changed",
        field: "fee",
        params: { fee: "0.00" },
      })
      expect((yield* listWithdrawals({}, call)).items).toEqual([])
      const key = randomUUID()
      const poor = { reason: "withdrawal.insufficient-balance", params: { available: "5000.00" } }
      expect(yield* ask("5000.01", card.id, key)).toMatchObject(poor)
      expect(yield* ask("5000.01", card.id, key)).toMatchObject(poor)
      expect(yield* ask("2000.00", "nowhere")).toMatchObject({
        reason: "withdrawal.destination-unknown",
        field: "destination_id",
      })
    })

    test("keeps its destination when the card is removed", function* () {
      const call = yield* newMember(500_000n)
      const card = yield* addCard(call)
      const made = yield* withdrawal(call, "2000.00", card.id)
      yield* removeBankCard({ id: card.id }, call)
      expect((yield* readWithdrawal({ id: made.id }, call)).address).toBe("Zenith Bank •••• 4242")
      expect(yield* reasonOf(withdrawal(call, "2000.00", card.id))).toBe("withdrawal.destination-unknown")
    })

    test("is visible to its owner only", function* () {
      const call = yield* newMember(500_000n)
      const stranger = yield* newMember(500_000n)
      const card = yield* addCard(call)
      const made = yield* withdrawal(call, "2000.00", card.id)
      expect(yield* reasonOf(readWithdrawal({ id: made.id }, stranger))).toBe("withdrawal.unknown")
      expect(yield* reasonOf(withdrawal(stranger, "2000.00", card.id))).toBe("withdrawal.destination-unknown")
      expect(yield* reasonOf(removeBankCard({ id: card.id }, stranger))).toBe("bank.unknown")
      expect((yield* listWithdrawals({}, stranger)).items).toEqual([])
    })
  })
})
