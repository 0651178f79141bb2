import { createHash, randomUUID } from "node:crypto"
import { Clock, Effect } from "effect"
import { expect, it } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { Vault } from "../../server/core/vault.ts"
import { execute, sql } from "../../server/db/db.ts"
import { destinationPurpose } from "../../server/payments/destinations.ts"
import {
  cardPurpose,
  listBankCards,
  listCryptoAddresses,
  removeBankCard,
  removeCryptoAddress,
} from "../../server/payments/payment-methods.ts"
import { readWithdrawal } from "../../server/payments/withdrawals.ts"
import { newMember, reasonOf } from "../support/cash.ts"
import { heldRateOut } from "../support/cash-requests.ts"
import { addBankCard, addCryptoAddress, createWithdrawal } from "../support/confirmed.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const coolingOffMs = 86_400_000
const atMs = 1_800_000_000_000
const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
const ripple = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"

const ethereum = (n: number): string => `0x${createHash("sha1").update(String(n)).digest("hex")}`

/** An account at First Bank; the example of the Central Bank of Nigeria. */
const account = { bankCode: "011", cardNumber: "0000014579", username: "Ada Obi" }

const card = (cardNumber = "4242 4242 4242 4242") => ({
  bankName: " Zenith Bank ",
  cardNumber,
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

forEachEngineInTurn("destinations", (engine) => {
  const { run, runAt, test } = openTestWorld(engine, { coolingOffMs })

  const withdraw = Effect.fnUntraced(function* (
    call: Call,
    method: "bank" | "crypto",
    destinationId: string,
    network = "USDT-TRC20",
  ) {
    const rate = method === "bank" ? {} : yield* heldRateOut(network)
    const request = { key: randomUUID(), amount: "6000.00", method, destinationId, ...rate }
    return yield* createWithdrawal(request, call)
  })

  it("cool off before use, and the refusal says until when", async () => {
    const { call, bank, crypto } = await runAt(
      atMs,
      Effect.gen(function* () {
        const call = yield* newMember(5_000_000n)
        const bank = yield* addBankCard(card(), call)
        const link = `tron:${tron}?amount=1`
        const crypto = yield* addCryptoAddress({ network: "USDT-TRC20", address: link }, call)
        expect(crypto.address).toBe(tron)
        return { call, bank, crypto }
      }),
    )
    expect(bank).toMatchObject({ addedAtMs: atMs, usableAtMs: atMs + coolingOffMs })
    for (const [method, id] of [
      ["bank", bank.id],
      ["crypto", crypto.id],
    ] as const) {
      const early = await runAt(atMs + coolingOffMs - 1, Effect.flip(withdraw(call, method, id)))
      expect(early).toMatchObject({
        reason: "withdrawal.destination-cooling-off",
        field: "destination_id",
        params: { until: atMs + coolingOffMs },
      })
      const made = await runAt(atMs + coolingOffMs, withdraw(call, method, id))
      expect(made.status).toBe(0)
    }
  })

  test("keep a card number and its holder sealed, in row and event, and show its last four digits", function* () {
    const call = yield* newMember()
    yield* addBankCard(card(), call)
    expect(yield* listBankCards({}, call)).toMatchObject([
      { bankName: "Zenith Bank", cardNumber: "•••• 4242", username: "Ada Obi" },
    ])
    const rows = yield* sql("select * from bank_cards where member_id = $1", [call.memberId])
    const events = yield* sql("select * from member_events where member_id = $1", [call.memberId])
    const stored = JSON.stringify([rows, events], (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    )
    expect(events.length).toBeGreaterThan(0)
    expect(stored).not.toContain("42424242")
    expect(stored).not.toContain("Ada Obi")
  })

  test("are bank accounts too, under the bank's listed name", function* () {
    const call = yield* newMember(5_000_000n)
    const forged = { ...account, bankName: "Another Bank", cardNumber: " 0000-014 579 " }
    const { id } = yield* addBankCard(forged, call)
    expect(yield* listBankCards({}, call)).toMatchObject([
      { id, bankName: "First Bank of Nigeria", bankCode: "011", cardNumber: "•••• 4579" },
    ])
    expect(yield* reasonOf(addBankCard(account, call))).toBe("bank.duplicate")
    const stranger = yield* newMember(5_000_000n)
    expect(yield* reasonOf(withdraw(stranger, "bank", id))).toBe("withdrawal.destination-unknown")
    expect(yield* reasonOf(removeBankCard({ id }, stranger))).toBe("bank.unknown")
    yield* execute("update bank_cards set usable_at_ms = 0 where id = $1", [id])
    const paid = yield* withdraw(call, "bank", id)
    expect(paid.address).toBe("First Bank of Nigeria •••• 4579")
    const rows = yield* sql<{ destination_sealed: string }>(
      "select destination_sealed from withdrawals where id = $1",
      [paid.id],
    )
    const sealed = rows[0]?.destination_sealed ?? ""
    expect((yield* Vault).open(sealed, destinationPurpose(paid.id))).toBe(
      "First Bank of Nigeria (011), 0000014579, Ada Obi",
    )
  })

  test("at an exchange carry their mark and their tag to the withdrawal", function* () {
    const call = yield* newMember(5_000_000n)
    const request = { network: "XRP", address: ripple, exchange: true, tag: "104338" }
    const { id } = yield* addCryptoAddress(request, call)
    expect(yield* listCryptoAddresses({}, call)).toMatchObject([{ id, ...request }])
    expect(yield* reasonOf(addCryptoAddress(request, call))).toBe("usdt.duplicate")
    // with another tag it is another account at the exchange
    expect(yield* reasonOf(addCryptoAddress({ ...request, tag: "104339" }, call))).toBe("done")
    const own = yield* addCryptoAddress({ network: "USDT-TRC20", address: tron }, call)
    expect(own).toMatchObject({ exchange: false })
    expect(own).not.toHaveProperty("tag")
    yield* execute("update crypto_addresses set usable_at_ms = 0 where member_id = $1", [call.memberId])
    const sent = yield* withdraw(call, "crypto", id, "XRP")
    expect(sent).toMatchObject({ network: "XRP", address: ripple, tag: "104338" })
    expect(yield* readWithdrawal({ id: sent.id }, call)).toEqual(sent)
    expect(yield* withdraw(call, "crypto", own.id)).not.toHaveProperty("tag")
  })

  test("are those that were asked for, of the member alone, on the terms of their method and network", function* () {
    const [call, stranger] = [yield* newMember(9_000_000n), yield* newMember(9_000_000n)]
    const cards = [yield* addBankCard(card(), call), yield* addBankCard(account, call)]
    const tronAddress = yield* addCryptoAddress({ network: "USDT-TRC20", address: tron }, call)
    const other = { network: "XRP", address: ripple }
    const otherAddress = yield* addCryptoAddress(other, call)
    for (const table of ["bank_cards", "crypto_addresses"])
      yield* execute(`update ${table} set usable_at_ms = 0 where member_id = $1`, [call.memberId])
    expect(yield* reasonOf(withdraw(stranger, "crypto", tronAddress.id))).toBe(
      "withdrawal.destination-unknown",
    )
    yield* execute("update withdrawal_terms set fee = 12345 where method = 'bank'")
    const banked = yield* Effect.forEach(cards, ({ id }) => withdraw(call, "bank", id))
    yield* execute("update withdrawal_terms set fee = 0 where method = 'bank'")
    expect(banked).toMatchObject([
      { address: "Zenith Bank •••• 4242", fee: "123.45" },
      { address: "First Bank of Nigeria •••• 4579", fee: "123.45" },
    ])
    yield* execute("update withdrawal_terms set fee = 23456 where network = 'USDT-TRC20'")
    const sent = yield* withdraw(call, "crypto", tronAddress.id)
    yield* execute("update withdrawal_terms set fee = 150000 where network = 'USDT-TRC20'")
    expect(sent).toMatchObject({ network: "USDT-TRC20", address: tron, fee: "234.56" })
    expect(yield* withdraw(call, "crypto", otherAddress.id, "XRP")).toMatchObject(other)
  })

  test("stored by an earlier release stay valid, whatever their checksum", function* () {
    const call = yield* newMember(5_000_000n)
    yield* execute(
      `insert into crypto_addresses (id, member_id, network, address, address_key, added_at_ms, usable_at_ms)
       values ('old-address', $1, 'USDT-TRC20', $2, $2, 0, 0)`,
      [call.memberId, `T${"a".repeat(33)}`],
    )
    yield* execute(
      `insert into bank_cards (id, member_id, bank_name, number_sealed, number_fingerprint, last_four, username,
         added_at_ms, usable_at_ms) values ('old-card', $1, 'A Bank', $2, 'f', '0000', 'Ada', 0, 0)`,
      [call.memberId, (yield* Vault).seal("1000000000", cardPurpose(call.memberId))],
    )
    expect(yield* listBankCards({}, call)).toMatchObject([
      { id: "old-card", bankName: "A Bank", username: "Ada" },
    ])
    expect((yield* withdraw(call, "crypto", "old-address")).status).toBe(0)
    expect((yield* withdraw(call, "bank", "old-card")).status).toBe(0)
  })

  test("are refused as duplicates, each with its own reason", function* () {
    const call = yield* newMember()
    yield* addBankCard(card(), call)
    expect(yield* reasonOf(addBankCard(card("4242-4242-4242-4242"), call))).toBe("bank.duplicate")
    yield* addCryptoAddress({ network: "USDT-ERC20", address: ethereum(1) }, call)
    const again = { network: "USDT-ERC20", address: `0x${ethereum(1).slice(2).toUpperCase()}` }
    expect(yield* reasonOf(addCryptoAddress(again, call))).toBe("usdt.duplicate")
    // Two members may share a card.
    expect(yield* reasonOf(addBankCard(card(), yield* newMember()))).toBe("done")
  })

  test("are limited to ten of a kind, also when twenty arrive at once", function* () {
    const call = yield* newMember()
    const outcomes = yield* Effect.all(
      Array.from({ length: 20 }, (_, index) => reasonOf(addBankCard(card(cardNumber(index)), call))),
      { concurrency: "unbounded" },
    )
    expect(outcomes.filter((each) => each === "done")).toHaveLength(10)
    expect(outcomes.filter((each) => each === "bank.limit")).toHaveLength(10)
    const addresses = yield* Effect.all(
      Array.from({ length: 12 }, (_, index) =>
        reasonOf(addCryptoAddress({ network: "USDT-ERC20", address: ethereum(index) }, call)),
      ),
      { concurrency: "unbounded" },
    )
    expect(addresses.filter((each) => each === "usdt.limit")).toHaveLength(2)
    expect(yield* Effect.flip(addBankCard(card(), call))).toMatchObject({
      reason: "bank.limit",
      params: { max: 10 },
    })
    const another = { network: "USDT-TRC20", address: tron }
    expect(yield* Effect.flip(addCryptoAddress(another, call))).toMatchObject({
      reason: "usdt.limit",
      params: { max: 10 },
    })
  })

  it("are listed newest first", async () => {
    const call = await run(newMember())
    const add = Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const address = { network: "USDT-ERC20", address: ethereum(at) }
      return [yield* addBankCard(card(cardNumber(at - atMs)), call), yield* addCryptoAddress(address, call)]
    })
    const added = []
    for (const later of [1, 3, 2]) added.push(await runAt(atMs + later, add))
    const [first, last, middle] = added.map((each) => each.map(({ id }) => id))
    const listed = Effect.all([listBankCards({}, call), listCryptoAddresses({}, call)])
    const [cards, addresses] = await run(listed)
    expect(cards.map(({ id }, index) => [id, addresses[index]?.id])).toEqual([last, middle, first])
  })

  test("are removed by their owner only, and cool off again when added again", function* () {
    const call = yield* newMember()
    const stranger = yield* newMember()
    const { id } = yield* addCryptoAddress({ network: "USDT-TRC20", address: tron }, call)
    expect(yield* reasonOf(removeCryptoAddress({ id }, stranger))).toBe("usdt.unknown")
    expect(yield* listCryptoAddresses({}, stranger)).toEqual([])
    yield* removeCryptoAddress({ id }, call)
    expect(yield* reasonOf(removeCryptoAddress({ id }, call))).toBe("usdt.unknown")
    const again = yield* addCryptoAddress({ network: "USDT-TRC20", address: tron }, call)
    expect(again.usableAtMs - again.addedAtMs).toBe(coolingOffMs)
    expect(yield* reasonOf(removeBankCard({ id: "nothing" }, call))).toBe("bank.unknown")
  })

  for (const [field, request, reason] of [
    ["bank_name", { ...card(), bankName: "" }, "field.required"],
    ["bank_name", { ...card(), bankName: "<b>Bank</b>" }, "field.characters"],
    ["card_number", card("4242424242424241"), "field.checksum"],
    ["card_number", card("42"), "field.too-short"],
    ["card_number", card("0000014579"), "field.too-short"],
    ["bank_name", { cardNumber: "4242424242424242", username: "Ada Obi" }, "field.required"],
    ["bank_code", { ...account, bankCode: "" }, "field.choose"],
    ["bank_code", { ...account, bankCode: "999" }, "field.choose"],
    ["bank_code", { ...account, bankCode: "0".repeat(10_000) }, "field.choose"],
    ["card_number", { ...account, cardNumber: "" }, "field.required"],
    ["card_number", { ...account, cardNumber: "0000014578" }, "field.account-checksum"],
    ["card_number", { ...account, bankCode: "058" }, "field.account-checksum"],
    ["card_number", { ...account, cardNumber: "4242424242424242" }, "field.too-long"],
    ["username", { ...account, username: "" }, "field.required"],
    ["card_number", card("42424242424242424242"), "field.too-long"],
    ["card_number", card("4242x42424242424"), "field.characters"],
    ["username", { ...card(), username: "A" }, "field.too-short"],
  ] as const)
    test(`name a bad ${field}`, function* () {
      const call = yield* newMember()
      expect(yield* Effect.flip(addBankCard(request, call))).toMatchObject({ field, reason })
    })

  for (const [field, request, reason] of [
    ["network", { network: "DOGE", address: tron }, "field.choose"],
    ["network", { network: "", address: tron }, "field.choose"],
    ["address", { network: "USDT-TRC20", address: `0x${"0".repeat(40)}` }, "field.address-network"],
    ["address", { network: "USDT-ERC20", address: `0x${"0".repeat(36)}dEaD` }, "field.address-burnt"],
    ["address", { network: "XRP", address: `${ripple}?dt=7` }, "field.address-tag"],
    ["address", { network: "USDT-TRC20", address: tron.replace("J", "K") }, "field.address-checksum"],
    ["address", { network: "USDT-ERC20", address: `0x${"aB".repeat(20)}` }, "field.address-checksum"],
    ["address", { network: "USDT-TRC20", address: "" }, "field.required"],
    ["address", { network: "BTC", address: "bc1" }, "field.too-short"],
    ["address", { network: "BTC", address: "b".repeat(10_000) }, "field.too-long"],
    ["tag", { network: "USDT-TRC20", address: tron, exchange: true, tag: "7" }, "field.no-tag"],
    ["tag", { network: "XRP", address: ripple, tag: "7" }, "field.no-tag"],
    ["tag", { network: "XRP", address: ripple, exchange: true }, "field.required"],
    ["tag", { network: "XRP", address: ripple, exchange: true, tag: " " }, "field.required"],
    ["tag", { network: "XRP", address: ripple, exchange: true, tag: "4294967296" }, "field.tag"],
    ["tag", { network: "XRP", address: ripple, exchange: true, tag: "9".repeat(10_000) }, "field.tag"],
  ] as const)
    test(`name a bad ${field} of a crypto address`, function* () {
      const call = yield* newMember()
      expect(yield* Effect.flip(addCryptoAddress(request, call))).toMatchObject({ field, reason })
    })
})
