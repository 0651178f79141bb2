import { randomUUID } from "node:crypto"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { operationResult } from "../../server/core/operations.ts"
import { execute, sql } from "../../server/db/db.ts"
import {
  createDeposit,
  creditDeposit,
  listDepositNetworks,
  listDeposits,
  readDeposit,
  refuseDeposit,
} from "../../server/payments/deposits.ts"
import { listIncome, readWallet } from "../../server/payments/wallet.ts"
import { Deposit } from "../../src/domain/cash.ts"
import { newMember, newUpload, reasonOf } from "../support/cash.ts"
import { deposit, heldRate } from "../support/cash-requests.ts"
import { forEachEngine } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const operator = { who: "a test", why: "because" }

/** The decisions about a deposit. */
const decisionsOn = Effect.fnUntraced(function* (id: string) {
  return yield* sql("select command, who, why, detail from operator_events where subject = $1", [id])
})

forEachEngine("deposits", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0, reviewDelayMs: 8_000 }, { isSound: true })

  describe("a deposit", () => {
    test("is pending, is credited once, and appears in wallet and account changes", function* () {
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
          balanceAfter: "2500.50",
          reference: made.id,
          remark: "USDT-TRC20",
        },
      ])
      expect((yield* listDeposits({}, call)).items[0]).toMatchObject({ id: made.id, status: 1 })
      expect(yield* decisionsOn(made.id)).toEqual([
        {
          ...{ command: "deposits approve", ...operator },
          detail: { member: call.memberId, amount: "2500.50" },
        },
      ])
    })

    test("stores its answer under the key with wire names", function* () {
      const call = yield* newMember()
      const key = randomUUID()
      const rate = yield* heldRate("usdt-trc20")
      const request = { key, networkId: "usdt-trc20", amount: "1000.00", ...rate }
      const made = yield* createDeposit({ ...request, proofImage: yield* newUpload(call) }, call)
      expect(yield* operationResult(call.memberId, "deposit", key)).toMatchObject({
        state: "done",
        answer: Schema.encodeSync(Deposit)(made),
      })
    })

    test("is refused with a reason that the member reads", function* () {
      const call = yield* newMember()
      const made = yield* deposit(call, "1000.00")
      yield* refuseDeposit(made.id, { who: "a test", why: "The picture shows another amount." })
      expect((yield* listDeposits({}, call)).items[0]).toMatchObject({
        status: 2,
        reason: "The picture shows another amount.",
      })
      expect(yield* decisionsOn(made.id)).toMatchObject([
        { command: "deposits refuse", detail: { member: call.memberId, amount: "1000.00" } },
      ])
      expect((yield* readWallet({}, call)).available).toBe("0.00")
    })

    test("is refused with the field and reason", function* () {
      const call = yield* newMember()
      const stranger = yield* newMember()
      const proofImage = yield* newUpload(stranger)
      const ask = (amount: string, networkId = "usdt-trc20", proof = proofImage) =>
        Effect.flip(createDeposit({ key: randomUUID(), networkId, amount, proofImage: proof }, call))
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
      const earlier = {
        key: randomUUID(),
        networkId: "usdt-trc20",
        address: "an earlier one",
        proofImage,
      }
      expect(yield* Effect.flip(createDeposit({ ...earlier, amount: "1000.00" }, call))).toMatchObject({
        reason: "deposit.address-changed",
        field: "address",
      })
      expect((yield* listDeposits({}, call)).items).toEqual([])
    })

    test("is created once per key; another body is a conflict", function* () {
      const call = yield* newMember()
      const proofImage = yield* newUpload(call)
      const rate = yield* heldRate("btc")
      const request = { key: randomUUID(), networkId: "btc", amount: "20000.00", proofImage, ...rate }
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => createDeposit(request, call)),
        { concurrency: "unbounded" },
      )
      expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
      expect((yield* listDeposits({}, call)).items).toHaveLength(1)
      expect(yield* reasonOf(createDeposit({ ...request, amount: "20001.00" }, call))).toBe(
        "operation.key-conflict",
      )
    })

    test("is refused while too many of the member are pending", function* () {
      const call = yield* newMember()
      yield* execute(
        `insert into deposits (id, member_id, network, address, currency, amount, proof_image, created_at_ms)
         select $1 || n, $1, 'BTC', 'a', 'NGN', 100, 'p', 0 from generate_series(1, 100) n`,
        [call.memberId],
      )
      expect(yield* reasonOf(deposit(call, "1000.00"))).toBe("deposit.limit")
      yield* execute("delete from deposits where member_id = $1", [call.memberId])
    })

    test("is refused for the one too many of deposits that arrive at once", function* () {
      const call = yield* newMember()
      yield* execute(
        `insert into deposits (id, member_id, network, address, currency, amount, proof_image, created_at_ms)
         select $1 || n, $1, 'BTC', 'a', 'NGN', 100, 'p', 0 from generate_series(1, 95) n`,
        [call.memberId],
      )
      const asked = Array.from({ length: 12 }, () => reasonOf(deposit(call, "1000.00")))
      const reasons = yield* Effect.all(asked, { concurrency: "unbounded" })
      expect(reasons.filter((reason) => reason === "done")).toHaveLength(5)
      expect(reasons.filter((reason) => reason === "deposit.limit")).toHaveLength(7)
      yield* execute("delete from deposits where proof_image = 'p'")
    })

    test("is over an enabled network; the networks are in the operator's order, with what they ask", function* () {
      const listed = Effect.map(listDepositNetworks(), (all) => all.map(({ network }) => network))
      expect(yield* listed).toEqual(["USDT-TRC20", "USDT-ERC20", "BTC"])
      yield* execute("update deposit_networks set position = -1 where id = 'btc'")
      expect((yield* listDepositNetworks())[0]).toMatchObject({
        ...{ id: "btc", network: "BTC", minimum: "20000.00", maximum: "50000000.00", arrivalMinutes: 1 },
        address: expect.stringMatching(/./),
      })
      yield* execute("update deposit_networks set position = 9, enabled = false where id = 'btc'")
      expect(yield* listed).toEqual(["USDT-TRC20", "USDT-ERC20"])
      const call = yield* newMember()
      const request = { key: randomUUID(), networkId: "btc", amount: "20000.00" }
      const proofImage = yield* newUpload(call)
      expect(yield* Effect.flip(createDeposit({ ...request, proofImage }, call))).toMatchObject({
        reason: "deposit.network-unknown",
        field: "network_id",
      })
      yield* execute("update deposit_networks set enabled = true where id = 'btc'")
    })

    test("may be of the smallest and the largest amount, and not a kobo beyond", function* () {
      const call = yield* newMember()
      const ask = (amount: string) => reasonOf(deposit(call, amount))
      expect(yield* ask("999.99")).toBe("deposit.below-minimum")
      expect(yield* ask("1000.00")).toBe("done")
      expect(yield* ask("50000000.00")).toBe("done")
      const above = yield* Effect.flip(deposit(call, "50000000.01"))
      expect(above).toMatchObject({ reason: "deposit.above-maximum", field: "amount" })
    })

    test("is read later as it was answered, and with the time of its review", function* () {
      const call = yield* newMember()
      const made = yield* deposit(call, "1234.50")
      expect(made.conversion).toBeDefined()
      expect((yield* listDeposits({}, call)).items).toEqual([made])
      expect(yield* readDeposit({ id: made.id }, call)).toEqual(made)
      yield* creditDeposit(made.id, operator)
      const { reviewedAtMs, ...reviewed } = yield* readDeposit({ id: made.id }, call)
      expect({ ...reviewed, reviewedAtMs: null }).toEqual({ ...made, status: 1 })
      expect(reviewedAtMs).toBeGreaterThanOrEqual(made.atMs)
    })
  })

  describe("lists", () => {
    test("come in pages without repeats or omissions", function* () {
      const call = yield* newMember()
      for (let count = 0; count < 7; count += 1) yield* deposit(call, "1000.00")
      const seen: Array<string> = []
      let cursor: string | null = null
      do {
        const paging: { limit: string; cursor?: string } = { limit: "3", ...(cursor ? { cursor } : {}) }
        const page: { items: ReadonlyArray<{ id: string }>; nextCursor: string | null } = yield* listDeposits(
          paging,
          call,
        )
        expect(page.items.length).toBeLessThanOrEqual(3)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(new Set(seen).size).toBe(7)
      expect(seen).toHaveLength(7)
      expect(yield* reasonOf(listDeposits({ cursor: "1' or '1" }, call))).toBe("request.malformed")
    })
  })
})
