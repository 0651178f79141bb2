import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { addBankCard, removeBankCard } from "../../server/cash/bank-cards.ts"
import { createDeposit, listDepositNetworks, listDeposits } from "../../server/cash/deposits.ts"
import { listIncome } from "../../server/cash/income.ts"
import { readWallet, startOfDayMs } from "../../server/cash/wallet.ts"
import {
  createWithdrawal,
  listWithdrawals,
  listWithdrawalTerms,
  readWithdrawal,
} from "../../server/cash/withdrawals.ts"
import { Db } from "../../server/db/db.ts"
import type { Call } from "../../server/http/handler.ts"
import { reviewOnce } from "../../server/review/automatic.ts"
import { creditDeposit, refuseDeposit } from "../../server/review/deposits.ts"
import { payWithdrawal, rejectWithdrawal } from "../../server/review/withdrawals.ts"
import {
  expectInvariants,
  newMember,
  newUpload,
  openWorld,
  type RunningWorld,
  reasonOf,
} from "../support/cash.ts"
import { forEachEngine } from "../support/engines.ts"

const operator = { who: "a test", why: "because" }
const cardNumbers = ["4242424242424242", "4000056655665556"] as const

const addCard = (call: Call, number: string = cardNumbers[0]) =>
  addBankCard({ bank_name: "Zenith Bank", card_number: number, username: "Ada Obi" }, call)

const deposit = Effect.fnUntraced(function* (call: Call, amount: string, key: string = randomUUID()) {
  const proof_image = yield* newUpload(call)
  return yield* createDeposit({ key, network_id: "usdt-trc20", amount, proof_image }, call)
})

const withdrawal = (call: Call, amount: string, destination_id: string, key: string = randomUUID()) =>
  createWithdrawal({ key, amount, method: "bank", destination_id }, call)

forEachEngine("money in and out", (engine) => {
  let world: RunningWorld
  beforeAll(async () => {
    world = await openWorld(engine, { coolingOffMs: 0, reviewDelayMs: 8_000 })
  })
  afterEach(() => world.run(expectInvariants()))
  afterAll(() => world.stop())

  describe("a deposit", () => {
    it("waits, is credited once, and appears in wallet and account changes", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember()
          const made = yield* deposit(call, "2500.50")
          expect(made).toMatchObject({ status: 0, number: "2500.50", network: "USDT-TRC20", reason: null })
          expect((yield* readWallet({}, call)).available).toBe("0.00")
          const twice = yield* Effect.all(
            [reasonOf(creditDeposit(made.id, operator)), reasonOf(creditDeposit(made.id, operator))],
            { concurrency: 2 },
          )
          expect(twice.toSorted()).toEqual(["NotPending", "done"])
          expect(yield* reasonOf(refuseDeposit(made.id, operator))).toBe("NotPending")
          expect((yield* readWallet({}, call)).available).toBe("2500.50")
          const { items } = yield* listIncome({}, call)
          expect(items).toMatchObject([
            {
              code: 201,
              amount: "2500.50",
              balance_after: "2500.50",
              reference: made.id,
              remark: "Deposit credited",
            },
          ])
          expect((yield* listDeposits({}, call)).items[0]).toMatchObject({ id: made.id, status: 1 })
        }),
      ))

    it("is refused with a reason that the member reads", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember()
          const made = yield* deposit(call, "1000.00")
          yield* refuseDeposit(made.id, { who: "a test", why: "The picture shows another amount." })
          expect((yield* listDeposits({}, call)).items[0]).toMatchObject({
            status: 2,
            reason: "The picture shows another amount.",
          })
          expect((yield* readWallet({}, call)).available).toBe("0.00")
        }),
      ))

    it("names what is wrong with it", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember()
          const stranger = yield* newMember()
          const proof_image = yield* newUpload(stranger)
          const ask = (amount: string, network_id = "usdt-trc20", proof = proof_image) =>
            Effect.flip(createDeposit({ key: randomUUID(), network_id, amount, proof_image: proof }, call))
          expect(yield* ask("10.00")).toMatchObject({
            reason: "deposit.below-minimum",
            field: "amount",
            params: { min: "1000.00" },
          })
          expect(yield* ask("-5.00")).toMatchObject({ reason: "deposit.below-minimum" })
          expect(yield* ask("50000000.01")).toMatchObject({
            reason: "deposit.above-maximum",
            params: { max: "50000000.00" },
          })
          expect(yield* ask("1000.00", "nowhere")).toMatchObject({ reason: "deposit.network-unknown" })
          expect(yield* ask("1000.00")).toMatchObject({
            reason: "deposit.proof-unknown",
            field: "proof_image",
          })
        }),
      ))

    it("is made once per key, and another body is a conflict", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember()
          const proof_image = yield* newUpload(call)
          const request = { key: randomUUID(), network_id: "btc", amount: "20000.00", proof_image }
          const answers = yield* Effect.all(
            Array.from({ length: 8 }, () => createDeposit(request, call)),
            { concurrency: "unbounded" },
          )
          expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
          expect((yield* listDeposits({}, call)).items).toHaveLength(1)
          expect(yield* reasonOf(createDeposit({ ...request, amount: "20001.00" }, call))).toBe(
            "operation.key-conflict",
          )
        }),
      ))

    it("offers networks that say themselves that they are simulated", () =>
      world.run(
        Effect.gen(function* () {
          const networks = yield* listDepositNetworks()
          expect(networks.map(({ network }) => network)).toEqual(["USDT-TRC20", "USDT-ERC20", "BTC"])
        }),
      ))
  })

  describe("a withdrawal", () => {
    it("sets the amount aside, shows what arrives, and is paid once", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember(1_000_000n)
          const card = yield* addCard(call)
          const made = yield* withdrawal(call, "4000.00", card.id)
          expect(made).toMatchObject({
            status: 0,
            number: "4000.00",
            fee: "0.00",
            real_number: "4000.00",
            address: "Zenith Bank •••• 4242",
          })
          expect(yield* readWallet({}, call)).toMatchObject({
            available: "6000.00",
            in_withdrawals: "4000.00",
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
          expect((yield* readWallet({}, call)).in_withdrawals).toBe("0.00")
        }),
      ))

    it("comes back whole when it is rejected, with the reason", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember(1_000_000n)
          const card = yield* addCard(call)
          const made = yield* withdrawal(call, "10000.00", card.id)
          expect((yield* readWallet({}, call)).available).toBe("0.00")
          yield* rejectWithdrawal(made.id, { who: "a test", why: "The bank does not know this card." })
          expect(yield* readWithdrawal({ id: made.id }, call)).toMatchObject({
            status: 2,
            reason: "The bank does not know this card.",
          })
          expect(yield* readWallet({}, call)).toMatchObject({ available: "10000.00", in_withdrawals: "0.00" })
          const { items } = yield* listIncome({ code: "203" }, call)
          expect(items).toMatchObject([
            {
              code: 203,
              amount: "10000.00",
              remark: "Withdrawal rejected, amount returned. The bank does not know this card.",
            },
          ])
        }),
      ))

    it("takes the network's own cost from the amount", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember(1_000_000n)
          const db = yield* Db
          const id = randomUUID()
          yield* db.execute(
            `insert into crypto_addresses (id, member_id, network, address, address_key, added_at_ms, usable_at_ms)
             values ($1, $2, 'USDT-TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'k', 0, 0)`,
            [id, call.memberId],
          )
          const request = {
            key: randomUUID(),
            amount: "6000.00",
            method: "crypto",
            destination_id: id,
          } as const
          const made = yield* createWithdrawal(request, call)
          expect(made).toMatchObject({ fee: "1500.00", real_number: "4500.00", network: "USDT-TRC20" })
          const terms = yield* listWithdrawalTerms()
          expect(terms.find(({ network }) => network === "USDT-TRC20")?.fee).toBe("1500.00")
          expect(terms.find(({ method }) => method === "bank")?.fee).toBe("0.00")
        }),
      ))

    it("is won by exactly one of fifty at once when the balance is for one", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember(300_000n)
          const card = yield* addCard(call)
          const outcomes = yield* Effect.all(
            Array.from({ length: 50 }, () => reasonOf(withdrawal(call, "3000.00", card.id))),
            { concurrency: "unbounded" },
          )
          expect(outcomes.filter((each) => each === "done")).toHaveLength(1)
          expect(new Set(outcomes)).toEqual(new Set(["done", "withdrawal.insufficient-balance"]))
          expect((yield* listWithdrawals({}, call)).items).toHaveLength(1)
        }),
      ))

    it("is made once for fifty requests with one key", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember(1_000_000n)
          const card = yield* addCard(call)
          const key = randomUUID()
          const ids = yield* Effect.all(
            Array.from({ length: 50 }, () =>
              Effect.map(withdrawal(call, "1000.00", card.id, key), ({ id }) => id),
            ),
            { concurrency: "unbounded" },
          )
          expect(new Set(ids).size).toBe(1)
          expect((yield* readWallet({}, call)).available).toBe("9000.00")
        }),
      ))

    it("names what is wrong with it, and keeps the refusal under its key", () =>
      world.run(
        Effect.gen(function* () {
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
          const key = randomUUID()
          const poor = { reason: "withdrawal.insufficient-balance", params: { available: "5000.00" } }
          expect(yield* ask("5000.01", card.id, key)).toMatchObject(poor)
          expect(yield* ask("5000.01", card.id, key)).toMatchObject(poor)
          expect(yield* ask("2000.00", "nowhere")).toMatchObject({
            reason: "withdrawal.destination-unknown",
            field: "destination_id",
          })
        }),
      ))

    it("keeps its destination when the card is removed", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember(500_000n)
          const card = yield* addCard(call)
          const made = yield* withdrawal(call, "2000.00", card.id)
          yield* removeBankCard({ id: card.id }, call)
          expect((yield* readWithdrawal({ id: made.id }, call)).address).toBe("Zenith Bank •••• 4242")
          expect(yield* reasonOf(withdrawal(call, "2000.00", card.id))).toBe("withdrawal.destination-unknown")
        }),
      ))

    it("is nobody else's business", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember(500_000n)
          const stranger = yield* newMember(500_000n)
          const card = yield* addCard(call)
          const made = yield* withdrawal(call, "2000.00", card.id)
          expect(yield* reasonOf(readWithdrawal({ id: made.id }, stranger))).toBe("withdrawal.unknown")
          expect(yield* reasonOf(withdrawal(stranger, "2000.00", card.id))).toBe(
            "withdrawal.destination-unknown",
          )
          expect(yield* reasonOf(removeBankCard({ id: card.id }, stranger))).toBe("bank.unknown")
          expect((yield* listWithdrawals({}, stranger)).items).toEqual([])
        }),
      ))
  })

  describe("lists", () => {
    it("come in pages that neither repeat nor miss", () =>
      world.run(
        Effect.gen(function* () {
          const call = yield* newMember()
          for (let count = 0; count < 7; count += 1) yield* deposit(call, "1000.00")
          const seen: Array<string> = []
          let cursor: string | null = null
          do {
            const paging: { limit: string; cursor?: string } = { limit: "3", ...(cursor ? { cursor } : {}) }
            const page: { items: ReadonlyArray<{ id: string }>; next_cursor: string | null } =
              yield* listDeposits(paging, call)
            expect(page.items.length).toBeLessThanOrEqual(3)
            seen.push(...page.items.map(({ id }) => id))
            cursor = page.next_cursor
          } while (cursor !== null)
          expect(new Set(seen).size).toBe(7)
          expect(seen).toHaveLength(7)
          expect(yield* reasonOf(listDeposits({ cursor: "1' or '1" }, call))).toBe("request.malformed")
        }),
      ))
  })

  describe("the automatic reviewer", () => {
    it("decides after the delay, by its rule, and says why", () =>
      world.run(
        Effect.gen(function* () {
          yield* reviewOnce()
          const call = yield* newMember(1_000_000n)
          const card = yield* addCard(call)
          const good = yield* deposit(call, "1000.00")
          const bad = yield* deposit(call, "1000.13")
          const paid = yield* withdrawal(call, "2000.00", card.id)
          const rejected = yield* withdrawal(call, "2000.13", card.id)
          const db = yield* Db
          yield* reviewOnce()
          expect((yield* readWithdrawal({ id: paid.id }, call)).status).toBe(0)
          for (const table of ["deposits", "withdrawals"])
            yield* db.execute(
              `update ${table} set created_at_ms = created_at_ms - 8000 where member_id = $1`,
              [call.memberId],
            )
          yield* Effect.all([reviewOnce(), reviewOnce()], { concurrency: 2 })
          const deposits = (yield* listDeposits({}, call)).items
          expect(deposits.find(({ id }) => id === good.id)?.status).toBe(1)
          expect(deposits.find(({ id }) => id === bad.id)).toMatchObject({
            status: 2,
            reason: expect.stringContaining(".13"),
          })
          expect((yield* readWithdrawal({ id: paid.id }, call)).status).toBe(1)
          expect(yield* readWithdrawal({ id: rejected.id }, call)).toMatchObject({ status: 2 })
          expect((yield* readWallet({}, call)).available).toBe("9000.00")
          const events = yield* db.query<{ who: string; why: string }>(
            "select who, why from operator_events where subject = $1",
            [bad.id],
          )
          expect(events).toEqual([{ who: "automatic reviewer", why: "review.demo-amount" }])
        }),
      ))
  })

  describe("the wallet", () => {
    it("counts the day from midnight in Lagos", () => {
      const midnight = Date.parse("2026-03-01T00:00:00+01:00")
      expect(startOfDayMs(midnight)).toBe(midnight)
      expect(startOfDayMs(midnight - 1)).toBe(midnight - 86_400_000)
    })

    it("sums the results of contracts that have ended", () =>
      world.runAt(
        1_800_000_000_000,
        Effect.gen(function* () {
          const call = yield* newMember()
          const db = yield* Db
          const insert = (net: bigint | null, state: string, closedAtMs: number | null) =>
            db.execute(
              `insert into orders (id, member_id, product_id, symbol, name, direction, state, stake, leverage, period_days,
                 commission_ppm, stop_out_bps, quoted_price, accepted_at_ms, net, closed_at_ms)
               values ($1, $2, 'p', 's', 'n', 'up', $3, 100000, 1, 1, 0, 10000, 10000, 0, $4, $5)`,
              [randomUUID(), call.memberId, state, net, closedAtMs],
            )
          yield* insert(12_345n, "settled", 1_800_000_000_000)
          yield* insert(-45_000n, "stopped_out", 1_800_000_000_000 - 5 * 86_400_000)
          yield* insert(null, "opened", null)
          expect(yield* readWallet({}, call)).toMatchObject({
            today_dividend: "123.45",
            total_dividend: "-326.55",
          })
        }),
      ))
  })
})
