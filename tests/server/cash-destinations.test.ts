import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { Db } from "../../server/db/db.ts"
import { addBankCard, listBankCards, removeBankCard } from "../../server/payments/bank-cards.ts"
import {
  addCryptoAddress,
  listCryptoAddresses,
  removeCryptoAddress,
} from "../../server/payments/crypto-addresses.ts"
import { createWithdrawal } from "../../server/payments/withdrawals.ts"
import { newMember, openWorld, type RunningWorld, reasonOf } from "../support/cash.ts"
import { forEachEngine } from "../support/engines.ts"

const coolingOffMs = 86_400_000
const atMs = 1_800_000_000_000
const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

const card = (card_number = "4242 4242 4242 4242") => ({
  bank_name: " Zenith Bank ",
  card_number,
  username: "Ada Obi",
})

/** A 16-digit card number with a valid check digit. */
const cardNumber = (index: number): string => {
  const start = `400000000000${String(index).padStart(3, "0")}`
  const sum = [...start].reduce((total, digit, position) => {
    const doubled = position % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}

forEachEngine("destinations", (engine) => {
  let world: RunningWorld
  beforeAll(async () => {
    world = await openWorld(engine, { coolingOffMs })
  })
  afterAll(() => world.stop())

  const withdraw = (call: Call, method: "bank" | "crypto", destination_id: string) =>
    createWithdrawal({ key: randomUUID(), amount: "6000.00", method, destination_id }, call)

  it("cool off before use, and the refusal says until when", async () => {
    const { call, bank, crypto } = await world.runAt(
      atMs,
      Effect.gen(function* () {
        const call = yield* newMember(5_000_000n)
        const bank = yield* addBankCard(card(), call)
        const crypto = yield* addCryptoAddress({ network: "USDT-TRC20", address: tron }, call)
        return { call, bank, crypto }
      }),
    )
    expect(bank).toMatchObject({ added_at_ms: atMs, usable_at_ms: atMs + coolingOffMs })
    for (const [method, id] of [
      ["bank", bank.id],
      ["crypto", crypto.id],
    ] as const) {
      const early = await world.runAt(atMs + coolingOffMs - 1, Effect.flip(withdraw(call, method, id)))
      expect(early).toMatchObject({
        reason: "withdrawal.destination-cooling-off",
        field: "destination_id",
        params: { until: atMs + coolingOffMs },
      })
      const made = await world.runAt(atMs + coolingOffMs, withdraw(call, method, id))
      expect(made.status).toBe(0)
    }
  })

  it("keep a card number sealed and show its last four digits", () =>
    world.run(
      Effect.gen(function* () {
        const call = yield* newMember()
        yield* addBankCard(card(), call)
        expect(yield* listBankCards({}, call)).toMatchObject([
          { bank_name: "Zenith Bank", card_number: "•••• 4242", username: "Ada Obi" },
        ])
        const db = yield* Db
        const rows = yield* db.query("select * from bank_cards where member_id = $1", [call.memberId])
        expect(
          JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value)),
        ).not.toContain("42424242")
      }),
    ))

  it("are refused as duplicates, each with its own reason", () =>
    world.run(
      Effect.gen(function* () {
        const call = yield* newMember()
        yield* addBankCard(card(), call)
        expect(yield* reasonOf(addBankCard(card("4242-4242-4242-4242"), call))).toBe("bank.duplicate")
        yield* addCryptoAddress({ network: "USDT-ERC20", address: `0x${"aB".repeat(20)}` }, call)
        const again = { network: "USDT-ERC20", address: `0x${"Ab".repeat(20)}` }
        expect(yield* reasonOf(addCryptoAddress(again, call))).toBe("usdt.duplicate")
        // Two members may share a card.
        expect(yield* reasonOf(addBankCard(card(), yield* newMember()))).toBe("done")
      }),
    ))

  it("are limited to ten of a kind, also when twenty arrive at once", () =>
    world.run(
      Effect.gen(function* () {
        const call = yield* newMember()
        const outcomes = yield* Effect.all(
          Array.from({ length: 20 }, (_, index) => reasonOf(addBankCard(card(cardNumber(index)), call))),
          { concurrency: "unbounded" },
        )
        expect(outcomes.filter((each) => each === "done")).toHaveLength(10)
        expect(outcomes.filter((each) => each === "bank.limit")).toHaveLength(10)
        const addresses = yield* Effect.all(
          Array.from({ length: 12 }, (_, index) =>
            reasonOf(
              addCryptoAddress(
                { network: "USDT-ERC20", address: `0x${String(index).padStart(40, "0")}` },
                call,
              ),
            ),
          ),
          { concurrency: "unbounded" },
        )
        expect(addresses.filter((each) => each === "usdt.limit")).toHaveLength(2)
      }),
    ))

  it("are removed by their owner only, and cool off again when added again", () =>
    world.run(
      Effect.gen(function* () {
        const call = yield* newMember()
        const stranger = yield* newMember()
        const { id } = yield* addCryptoAddress({ network: "USDT-TRC20", address: tron }, call)
        expect(yield* reasonOf(removeCryptoAddress({ id }, stranger))).toBe("usdt.unknown")
        expect(yield* listCryptoAddresses({}, stranger)).toEqual([])
        yield* removeCryptoAddress({ id }, call)
        expect(yield* reasonOf(removeCryptoAddress({ id }, call))).toBe("usdt.unknown")
        const again = yield* addCryptoAddress({ network: "USDT-TRC20", address: tron }, call)
        expect(again.usable_at_ms - again.added_at_ms).toBe(coolingOffMs)
        expect(yield* reasonOf(removeBankCard({ id: "nothing" }, call))).toBe("bank.unknown")
      }),
    ))

  it.each([
    ["bank_name", { ...card(), bank_name: "" }, "field.required"],
    ["bank_name", { ...card(), bank_name: "<b>Bank</b>" }, "field.characters"],
    ["card_number", card("4242424242424241"), "field.checksum"],
    ["card_number", card("42"), "field.too-short"],
    ["card_number", card("42424242424242424242"), "field.too-long"],
    ["card_number", card("4242x42424242424"), "field.characters"],
    ["username", { ...card(), username: "A" }, "field.too-short"],
  ])("name a bad %s", (field, request, reason) =>
    world.run(
      Effect.gen(function* () {
        const call = yield* newMember()
        expect(yield* Effect.flip(addBankCard(request, call))).toMatchObject({ field, reason })
      }),
    ),
  )

  it.each([
    ["network", { network: "DOGE", address: tron }, "field.choose"],
    ["address", { network: "USDT-TRC20", address: `0x${"0".repeat(40)}` }, "field.characters"],
    ["address", { network: "USDT-TRC20", address: "" }, "field.required"],
    ["address", { network: "BTC", address: "bc1" }, "field.too-short"],
  ])("name a bad %s of a crypto address", (field, request, reason) =>
    world.run(
      Effect.gen(function* () {
        const call = yield* newMember()
        expect(yield* Effect.flip(addCryptoAddress(request, call))).toMatchObject({ field, reason })
      }),
    ),
  )
})
