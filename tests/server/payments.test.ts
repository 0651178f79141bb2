import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { operationResult, voidOperation } from "../../server/core/operations.ts"
import { Db, execute, sql } from "../../server/db/db.ts"
import { reviewOnce } from "../../server/operator/automatic-reviewer.ts"
import { createPayment } from "../../server/payments/create-payment.ts"
import { creditDeposit, endAttention, listDeposits, readDeposit } from "../../server/payments/deposits.ts"
import { keepUnusable, takePaymentEvent } from "../../server/payments/payment-events.ts"
import { isSignedLink } from "../../server/payments/payment-signature.ts"
import { listIncome, readWallet } from "../../server/payments/wallet.ts"
import { newMember, reasonOf } from "../support/cash.ts"
import { atOnce } from "../support/effect-tests.ts"
import { forEachEngine, forEachEngineInTurn } from "../support/engines.ts"
import { eventOf, pay, paymentEnvironment, paymentSettings } from "../support/payments.ts"
import { openTestWorld } from "../support/world-tests.ts"

const availableOf = (call: Call) => Effect.map(readWallet({}, call), ({ available }) => available)

forEachEngineInTurn("payments", (engine) => {
  const { run, runAt, test } = openTestWorld(
    engine,
    { ...paymentSettings(), reviewDelayMs: 0 },
    { isSound: true },
  )

  describe("a payment", () => {
    test("is pending with a signed link, and is credited by the provider's success", function* () {
      const call = yield* newMember()
      const started = yield* pay(call, "2500.50")
      expect(started).toMatchObject({ status: 0, number: "2500.50", payment: { way: 3 } })
      const link = new URL(started.payment?.link ?? "")
      expect(link.host).toBe("alipay.example")
      expect(isSignedLink(paymentEnvironment.PAY_ALIPAY_SECRET, link.searchParams)).toBe(true)
      expect(Object.fromEntries(link.searchParams)).toMatchObject({
        payment: started.id,
        amount: "2500.50",
        currency: "NGN",
      })
      expect(yield* availableOf(call)).toBe("0.00")
      expect(yield* takePaymentEvent(3, eventOf(started, "success"))).toBe("credited")
      expect(yield* availableOf(call)).toBe("2500.50")
      const read = yield* readDeposit({ id: started.id }, call)
      expect(read).toMatchObject({ status: 1, payment: { way: 3, link: null } })
      expect((yield* listDeposits({}, call)).items).toEqual([read])
      expect((yield* listIncome({}, { ...call, locale: "zh" })).items).toMatchObject([
        {
          code: 201,
          amount: "2500.50",
          reference: started.id,
          remark: "支付宝",
          record: { kind: "deposit" },
        },
      ])
    })

    test("fails with the provider's reason in the member's language", function* () {
      const call = yield* newMember()
      const started = yield* pay(call, "1000.00", 2)
      const event = eventOf(started, "fail", { failure: "cancelled" })
      expect(yield* takePaymentEvent(2, event)).toBe("failed")
      expect(yield* readDeposit({ id: started.id }, { ...call, locale: "de" })).toMatchObject({
        status: 2,
        reason: "Sie haben auf der Zahlungsseite abgebrochen.",
        payment: { link: null, isCancelled: true },
      })
      expect(yield* availableOf(call)).toBe("0.00")
    })

    it("stores each known reason of a failure, who reported it, and when", async () => {
      const atMs = 1_790_000_000_000
      for (const failure of ["cancelled", "declined", "expired"]) {
        const started = await runAt(
          atMs,
          Effect.flatMap(newMember(), (call) => pay(call, "1000.00")),
        )
        const event = eventOf(started, "fail", { failure })
        expect(await runAt(atMs + 9, takePaymentEvent(3, event))).toBe("failed")
        const stored = await run(
          Effect.flatMap(Db, (db) =>
            db.sql(
              `select d.reason, d.reviewed_at_ms, e.received_at_ms, e.effect, o.command, o.who from deposits d
               join payment_events e on e.deposit_id = d.id join operator_events o on o.subject = d.id where d.id = $1`,
              [started.id],
            ),
          ),
        )
        expect(stored).toEqual([
          {
            ...{ reason: `payment.failed.${failure}`, reviewed_at_ms: BigInt(atMs + 9) },
            ...{ received_at_ms: BigInt(atMs + 9), effect: "failed" },
            ...{ command: "payments failed", who: "provider alipay" },
          },
        ])
      }
    })

    test("calls a failure that it does not know by a general name", function* () {
      const call = yield* newMember()
      const started = yield* pay(call, "1000.00")
      yield* takePaymentEvent(3, eventOf(started, "fail", { failure: "<b>E-77</b>" }))
      const { reason } = yield* readDeposit({ id: started.id }, call)
      expect(reason).toBe("Your payment provider reported a failed payment.")
    })

    test("tells open apps of its result by the member's revision", function* () {
      const call = yield* newMember()
      const revision = Effect.map(
        sql<{ revision: bigint }>("select revision from balances where member_id = $1", [call.memberId]),
        (rows) => rows[0]?.revision ?? 0n,
      )
      for (const result of ["fail", "success"] as const) {
        const started = yield* pay(call, "1000.00")
        const before = yield* revision
        yield* takePaymentEvent(3, eventOf(started, result))
        expect(yield* revision, result).toBeGreaterThan(before)
      }
    })

    test("is refused with the field and reason", function* () {
      const call = yield* newMember()
      const ask = (amount: string, way: 1 | 2 | 3 = 3) =>
        Effect.flip(createPayment({ key: randomUUID(), way, amount }, call))
      expect(yield* ask("999.99")).toMatchObject({
        reason: "deposit.below-minimum",
        field: "amount",
        params: { min: "1000.00" },
      })
      expect(yield* ask("500000.01")).toMatchObject({ reason: "deposit.above-maximum" })
      expect(yield* ask("-1000.00")).toMatchObject({ reason: "deposit.below-minimum" })
      // the balance cannot be paid into from the balance
      expect(yield* ask("1000.00", 1)).toMatchObject({ reason: "payment.way-unknown", field: "way" })
    })

    test("belongs to its member alone", function* () {
      const [call, stranger] = [yield* newMember(), yield* newMember()]
      const request = { key: randomUUID(), way: 3, amount: "1000.00" } as const
      const started = yield* createPayment(request, call)
      expect((yield* createPayment(request, stranger)).id).not.toBe(started.id)
      expect(yield* reasonOf(readDeposit({ id: started.id }, stranger))).toBe("deposit.unknown")
      yield* takePaymentEvent(3, eventOf(started, "success"))
      expect(yield* availableOf(stranger)).toBe("0.00")
    })

    it("loses its link when it expires, and is still credited by a late success", async () => {
      const call = await run(newMember())
      const atMs = 1_790_000_000_000
      const started = await runAt(atMs, pay(call, "1000.00"))
      expect(started.payment).toMatchObject({ expiresAtMs: atMs + 900_000, link: expect.any(String) })
      const later = await runAt(atMs + 900_000, readDeposit({ id: started.id }, call))
      expect(later).toMatchObject({ status: 0, payment: { link: null } })
      expect(await runAt(atMs + 86_400_000, takePaymentEvent(3, eventOf(started, "success")))).toBe(
        "credited",
      )
      expect(await run(availableOf(call))).toBe("1000.00")
    })

    test("is left to the provider by the automatic reviewer, and not to it alone by an operator", function* () {
      const call = yield* newMember()
      const started = yield* pay(call, "1000.00")
      yield* reviewOnce()
      expect((yield* readDeposit({ id: started.id }, call)).status).toBe(0)
      yield* creditDeposit(started.id, { who: "an operator", why: "seen at the provider" })
      expect(yield* takePaymentEvent(3, eventOf(started, "success"))).toBe("none")
      expect(yield* availableOf(call)).toBe("1000.00")
    })

    test("is one of at most a hundred that are open", function* () {
      const call = yield* newMember()
      const fill = (expiresAtMs: number) =>
        execute(
          `insert into deposits (id, member_id, network, address, currency, amount, way, expires_at_ms, created_at_ms)
           select $1 || n, $1, 'Alipay', '', 'NGN', 100, 3, $2, 0 from generate_series(1, 100) n`,
          [call.memberId, expiresAtMs],
        )
      yield* fill(Date.now() + 60_000)
      expect(yield* reasonOf(pay(call, "1000.00"))).toBe("deposit.limit")
      yield* execute("delete from deposits where member_id = $1", [call.memberId])
      yield* fill(1)
      expect(yield* reasonOf(pay(call, "1000.00"))).toBe("done")
      yield* execute("delete from deposits where member_id = $1 and id like $1 || '%'", [call.memberId])
    })
  })

  describe("a provider's event", () => {
    test("is refused without effect where it does not fit the payment", function* () {
      const call = yield* newMember()
      const started = yield* pay(call, "1000.00")
      const tell = (changes: Parameters<typeof eventOf>[2], way: 2 | 3 = 3) =>
        reasonOf(takePaymentEvent(way, eventOf(started, "success", changes)))
      expect(yield* tell({ amount: "1000.01" })).toBe("payment.mismatch")
      expect(yield* tell({ amount: "-1000.00" })).toBe("payment.mismatch")
      expect(yield* tell({ currency: "USD" })).toBe("payment.mismatch")
      expect(yield* tell({ payment_id: "nothing" })).toBe("payment.unknown")
      // the other provider, and a deposit that goes through no provider
      expect(yield* tell({}, 2)).toBe("payment.unknown")
      const fieldOf = (changes: Parameters<typeof eventOf>[2]) =>
        Effect.flip(takePaymentEvent(3, eventOf(started, "success", changes)))
      expect(yield* fieldOf({ payment_id: "nothing" })).toMatchObject({ field: "payment_id" })
      expect(yield* fieldOf({ amount: "1000.01" })).toMatchObject({ field: "amount" })
      yield* execute("update deposits set way = null where id = $1", [started.id])
      expect(yield* tell({})).toBe("payment.unknown")
      yield* execute("update deposits set way = 3 where id = $1", [started.id])
      const events = yield* sql("select 1 from payment_events where deposit_id = $1", [started.id])
      expect(events).toEqual([])
      expect((yield* readDeposit({ id: started.id }, call)).status).toBe(0)
      expect(yield* availableOf(call)).toBe("0.00")
    })

    test("is another provider's event under the same id", function* () {
      const call = yield* newMember()
      const [first, second] = [yield* pay(call, "1000.00", 2), yield* pay(call, "2000.00")]
      const id = { event_id: first.id }
      expect(yield* takePaymentEvent(2, eventOf(first, "success", id))).toBe("credited")
      expect(yield* takePaymentEvent(3, eventOf(second, "success", id))).toBe("credited")
      expect(yield* takePaymentEvent(3, eventOf(second, "success", id))).toBe("repeated")
      expect(yield* availableOf(call)).toBe("3000.00")
    })

    test("cannot be used again for another payment", function* () {
      const call = yield* newMember()
      const [first, second] = [yield* pay(call, "1000.00"), yield* pay(call, "1000.00")]
      const event = eventOf(first, "success")
      yield* takePaymentEvent(3, event)
      const again = Effect.flip(takePaymentEvent(3, { ...event, payment_id: second.id }))
      expect(yield* again).toMatchObject({ reason: "payment.mismatch", field: "event_id" })
      expect((yield* readDeposit({ id: second.id }, call)).status).toBe(0)
      expect(yield* availableOf(call)).toBe("1000.00")
    })

    test("leaves any order of successes, failures and repetitions with the same result", function* () {
      const reports = fc.array(fc.record({ result: fc.constantFrom("success", "fail"), id: fc.nat(3) }), {
        minLength: 1,
        maxLength: 8,
      })
      for (const sequence of fc.sample(reports, { numRuns: 25, seed: 14 })) {
        const call = yield* newMember()
        const started = yield* pay(call, "1000.00")
        const taken = new Map<string, string>()
        for (const { result, id } of sequence) {
          const event = eventOf(started, result, { event_id: `${started.id}-${id}` })
          const effect = yield* Effect.result(takePaymentEvent(3, event))
          const known = taken.get(event.event_id)
          // an event id that comes back with another result is refused
          expect(effect._tag).toBe(known === undefined || known === result ? "Success" : "Failure")
          if (known === undefined) taken.set(event.event_id, result)
        }
        const isPaid = [...taken.values()].includes("success")
        expect((yield* readDeposit({ id: started.id }, call)).status).toBe(isPaid ? 1 : 2)
        expect(yield* availableOf(call)).toBe(isPaid ? "1000.00" : "0.00")
      }
    })

    test("is recorded with who and why", function* () {
      const call = yield* newMember()
      const started = yield* pay(call, "1000.00")
      const event = eventOf(started, "success")
      yield* takePaymentEvent(3, event)
      const rows = yield* sql("select who, command, why, detail from operator_events where subject = $1", [
        started.id,
      ])
      const detail = { member: call.memberId, amount: "1000.00" }
      expect(rows).toEqual([
        { who: "provider alipay", command: "payments credited", why: `event ${event.event_id}`, detail },
      ])
    })
  })
})

forEachEngine("payments and events that meet", (engine) => {
  const { test } = openTestWorld(engine, { ...paymentSettings(), reviewDelayMs: 0 }, { isSound: true })

  test("is created once per key, and not sent again after another body or a question", function* () {
    const call = yield* newMember()
    const request = { key: randomUUID(), way: 3, amount: "1000.00" } as const
    const answers = yield* atOnce(6, createPayment(request, call))
    expect(new Set(answers.map(({ id, payment }) => `${id} ${payment?.link}`)).size).toBe(1)
    expect((yield* listDeposits({}, call)).items).toHaveLength(1)
    expect(yield* reasonOf(createPayment({ ...request, amount: "2000.00" }, call))).toBe(
      "operation.key-conflict",
    )
    expect(yield* operationResult(call.memberId, "deposit", request.key)).toMatchObject({
      state: "done",
      id: answers[0]?.id,
    })
    const unseen = randomUUID()
    yield* voidOperation(call.memberId, "deposit", unseen)
    expect(yield* reasonOf(createPayment({ ...request, key: unseen }, call))).toBe("operation.voided")
  })

  test("acts once, however often and at once it arrives", function* () {
    const call = yield* newMember()
    const started = yield* pay(call, "1000.00")
    const event = eventOf(started, "success")
    const effects = yield* atOnce(8, takePaymentEvent(3, event))
    expect(effects.toSorted()).toEqual(["credited", ...Array(7).fill("repeated")])
    const others = yield* atOnce(
      4,
      Effect.suspend(() => takePaymentEvent(3, eventOf(started, "success"))),
    )
    expect(others).toEqual(Array(4).fill("none"))
    expect(yield* availableOf(call)).toBe("1000.00")
  })

  test("is looked at until the provider or an operator decides, or an operator has seen it", function* () {
    const call = yield* newMember()
    const notice = (id: string) => Buffer.from(JSON.stringify({ payment_id: id }))
    const attention = (id: string) => sql("select attention from deposits where id = $1", [id])
    const by = { who: "ada", why: "asked the provider" }
    const [provider, operator, seen] = yield* Effect.all([
      pay(call, "1000.00"),
      pay(call, "2000.00"),
      pay(call, "3000.00"),
    ])
    for (const { id } of [provider, operator, seen]) {
      yield* keepUnusable(3, notice(id), "payment.mismatch")
      expect((yield* readDeposit({ id }, call)).payment).toMatchObject({ link: null, isLookedAt: true })
    }
    yield* takePaymentEvent(3, eventOf(provider, "success"))
    yield* creditDeposit(operator.id, by)
    yield* endAttention(seen.id, by)
    for (const { id } of [provider, operator, seen]) {
      expect(yield* attention(id)).toEqual([{ attention: null }])
      expect((yield* readDeposit({ id }, call)).payment).not.toHaveProperty("isLookedAt")
    }
    expect((yield* readDeposit({ id: seen.id }, call)).payment?.link).not.toBeNull()
    // a notice of another provider marks nothing
    yield* keepUnusable(2, notice(seen.id), "payment.unknown")
    expect(yield* attention(seen.id)).toEqual([{ attention: null }])
    const again = yield* Effect.flip(endAttention(seen.id, by))
    expect(again.message).toContain("is to be looked at")
  })

  test("never turns success into fail, in whatever order", function* () {
    const call = yield* newMember()
    const first = yield* pay(call, "1000.00")
    yield* takePaymentEvent(3, eventOf(first, "success"))
    expect(yield* takePaymentEvent(3, eventOf(first, "fail"))).toBe("none")
    expect((yield* readDeposit({ id: first.id }, call)).status).toBe(1)
    const second = yield* pay(call, "2000.00")
    yield* takePaymentEvent(3, eventOf(second, "fail"))
    expect(yield* takePaymentEvent(3, eventOf(second, "fail"))).toBe("none")
    expect(yield* takePaymentEvent(3, eventOf(second, "success"))).toBe("credited")
    expect(yield* readDeposit({ id: second.id }, call)).toMatchObject({ status: 1, reason: null })
    const steps = yield* sql(
      "select from_state, to_state from member_events where subject = $1 and from_state is not null order by number",
      [second.id],
    )
    expect(steps).toEqual([
      { from_state: "pending", to_state: "refused" },
      { from_state: "refused", to_state: "credited" },
    ])
    expect(yield* availableOf(call)).toBe("3000.00")
    const third = yield* pay(call, "4000.00")
    yield* Effect.all(
      (["success", "fail", "fail", "success"] as const).map((result) =>
        takePaymentEvent(3, eventOf(third, result)),
      ),
      { concurrency: "unbounded" },
    )
    expect((yield* readDeposit({ id: third.id }, call)).status).toBe(1)
    expect(yield* availableOf(call)).toBe("7000.00")
  })
})
