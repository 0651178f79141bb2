import { randomUUID } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, expect } from "vitest"
import { listOperatorActs } from "../../server/core/operator-acts.ts"
import { textIn } from "../../server/core/texts.ts"
import { execute, sql } from "../../server/db/db.ts"
import { readRealName, submitRealName } from "../../server/members/real-name.ts"
import { type OperatorCommand, parseCommand } from "../../server/operator/command.ts"
import { productCommands } from "../../server/operator/product-commands.ts"
import { rateCommands } from "../../server/operator/rate-commands.ts"
import { reviewCommands } from "../../server/operator/review-commands.ts"
import { statementCommands } from "../../server/operator/statement-commands.ts"
import { termsCommands } from "../../server/operator/terms-commands.ts"
import { createDeposit, listDepositNetworks, listDeposits } from "../../server/payments/deposits.ts"
import { listIncome } from "../../server/payments/wallet.ts"
import { listWithdrawalTerms, readWithdrawal } from "../../server/payments/withdrawals.ts"
import { LOCALES } from "../../src/domain/limits.ts"
import { type CashWorld, expectInvariants, newMember, newUpload } from "../support/cash.ts"
import { heldRate } from "../support/cash-requests.ts"
import { addBankCard, createWithdrawal } from "../support/confirmed.ts"
import { embedded } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const commands: ReadonlyArray<OperatorCommand<CashWorld>> = [
  ...reviewCommands,
  ...termsCommands,
  ...rateCommands,
  ...productCommands,
  ...statementCommands,
]

/** Runs an operator command line. Returns its output, a table as JSON. */
const operate = Effect.fnUntraced(function* (...words: ReadonlyArray<string>) {
  const read = parseCommand(commands, words)
  if ("problem" in read) return read.problem
  const report = yield* read.command
    .run(read.values, { who: "a test", why: read.why })
    .pipe(Effect.catch((error) => Effect.succeed(error.message)))
  return typeof report === "string" ? report : JSON.stringify(report)
})

const { test } = openTestWorld(embedded, { coolingOffMs: 0 })
const folder = mkdtempSync(join(tmpdir(), "links-operator-"))
afterAll(() => rmSync(folder, { recursive: true }))

const withdrawing = Effect.gen(function* () {
  const call = yield* newMember(1_000_000n)
  const card = yield* addBankCard(
    { bankName: "Zenith Bank", cardNumber: "4242424242424242", username: "Ada Obi" },
    call,
  )
  const request = { key: randomUUID(), amount: "2000.00", method: "bank", destinationId: card.id } as const
  return { call, made: yield* createWithdrawal(request, call) }
})

test("lists, shows and pays withdrawals; where one went stays sealed, and each read is recorded", function* () {
  const { call, made } = yield* withdrawing
  expect(yield* operate("withdrawals", "list")).toContain(made.id)
  expect(yield* operate("withdrawals", "list")).toContain('"amount":"2000.00"')
  expect(yield* operate("withdrawals", "list")).not.toContain("4242424242424242")
  expect(yield* operate("withdrawals", "show", made.id)).toBe("Zenith Bank, 4242424242424242, Ada Obi")
  expect(yield* operate("withdrawals", "pay", made.id)).toContain("--why")
  expect(yield* operate("withdrawals", "pay", made.id, "--why", "sent by hand")).toBe("Done.")
  const late = ["withdrawals", "reject", made.id, "other", "--why", "too late"]
  expect(yield* operate(...late)).toContain("waiting")
  expect((yield* readWithdrawal({ id: made.id }, call)).status).toBe(1)
  expect(yield* operate("withdrawals", "show", made.id)).toBe("Zenith Bank, 4242424242424242, Ada Obi")
  const rows = yield* sql("select destination_sealed from withdrawals where id = $1", [made.id])
  expect(JSON.stringify(rows)).not.toContain("4242")
  const events = yield* sql("select command, why from operator_events where subject = $1 order by at_ms", [
    made.id,
  ])
  expect(events).toEqual([
    { command: "withdrawals show", why: "to pay it" },
    { command: "withdrawals pay", why: "sent by hand" },
    { command: "withdrawals show", why: "to see where it went" },
  ])
  yield* expectInvariants()
})

test("rejects a withdrawal by a code, in the member's language and without the operator's note", function* () {
  const { call, made } = yield* withdrawing
  const note = "Looks like his brother."
  expect(yield* operate("withdrawals", "reject", made.id, "--why", note)).toContain("Missing: code")
  expect(yield* operate("withdrawals", "reject", made.id, "brother", "--why", note)).toContain("one of")
  yield* operate("withdrawals", "reject", made.id, "name", "--why", note)
  const reasons = new Set<string | null>()
  for (const locale of LOCALES) {
    const refused = yield* readWithdrawal({ id: made.id }, { ...call, locale })
    expect(refused).toMatchObject({ status: 2, refusalCode: "name" })
    reasons.add(refused.reason)
  }
  expect(reasons.size).toBe(LOCALES.length)
  const [english] = (yield* listIncome({ code: "203" }, call)).items
  expect([...reasons]).toContain(english?.remark)
  expect(english?.remark).toMatch(/in your name\. Withdraw to/)
  const seen = yield* sql("select why from member_events where member_id = $1", [call.memberId])
  const posted = yield* sql("select reason from postings where member_id = $1", [call.memberId])
  expect(JSON.stringify([seen, posted])).not.toContain(note)
  const events = yield* sql("select why from operator_events where subject = $1", [made.id])
  expect(events.at(-1)).toEqual({ why: note })
})

test("refuses a deposit with a reason that the member reads", function* () {
  const { call } = yield* withdrawing
  const proofImage = yield* newUpload(call)
  const rate = yield* heldRate("btc")
  const request = { key: randomUUID(), networkId: "btc", amount: "20000.00", proofImage, ...rate }
  const reported = yield* createDeposit(request, call)
  const file = join(folder, "proof.webp")
  expect(yield* operate("deposits", "list")).toContain(proofImage)
  expect(yield* operate("uploads", "save", proofImage, file)).toContain(file)
  expect(existsSync(file) && readFileSync(file)[0]).toBe(1)
  expect(yield* operate("uploads", "save", proofImage, file)).toContain("cannot be written")
  const looks = yield* sql("select 1 from operator_events where subject = $1", [proofImage])
  expect(looks).toHaveLength(2)
  expect(yield* operate("uploads", "save", "nothing", join(folder, "none"))).toContain("no upload nothing")
  yield* operate("deposits", "refuse", reported.id, "--why", "Nothing has arrived.")
  expect((yield* listDeposits({}, call)).items[0]).toMatchObject({
    status: 2,
    reason: "Nothing has arrived.",
  })
  expect(yield* operate("deposits", "approve", reported.id, "--why", "after all")).toContain("waiting")
  yield* expectInvariants()
})

test("shows and decides name checks", function* () {
  const call = yield* newMember()
  const images = { frontImage: yield* newUpload(call), backImage: yield* newUpload(call) }
  yield* submitRealName({ realName: "Ada Obi", idNumber: "A-778899", ...images }, call)
  const list = yield* operate("realname", "list")
  expect(list).not.toContain("778899")
  const rows = yield* sql<{ id: string }>("select id from real_names where member_id = $1", [call.memberId])
  const id = rows[0]?.id ?? ""
  expect(yield* operate("realname", "show", id)).toContain("A778899")
  expect(yield* operate("realname", "approve", id, "--why", "matches")).toBe("Done.")
})

test("rejects a name check by a code, without the operator's note, for now or for good", function* () {
  const call = yield* newMember()
  const images = { frontImage: yield* newUpload(call), backImage: yield* newUpload(call) }
  yield* submitRealName({ realName: "Ada Obi", idNumber: "A-778890", ...images }, call)
  const rows = yield* sql<{ id: string }>("select id from real_names where member_id = $1", [call.memberId])
  const id = rows[0]?.id ?? ""
  const note = ["--why", "Looks like a copy."]
  expect(yield* operate("realname", "reject", id, ...note)).toContain("Missing: code")
  expect(yield* operate("realname", "reject", id, "copy", "retry", ...note)).toContain("one of")
  expect(yield* operate("realname", "reject", id, "expired", "maybe", ...note)).toContain("retry or final")
  expect(yield* operate("realname", "reject", id, "expired", "final", ...note)).toBe("Done.")
  for (const locale of LOCALES) {
    const refused = yield* readRealName({}, { ...call, locale })
    expect(refused).toMatchObject({ refusalCode: "expired", isFinal: true })
    expect(refused.reason).not.toMatch(/^review/)
  }
  const seen = yield* sql("select why from member_events where member_id = $1", [call.memberId])
  expect(JSON.stringify(seen)).not.toContain("copy")
  expect(yield* operate("realname", "reopen", id, "--why", "the copy was certified")).toBe("Done.")
  yield* operate("realname", "list")
  yield* operate("uploads", "save", images.frontImage, join(folder, "front"))
  yield* operate("members", "statement", `member-${call.memberId}`)
  const acts = yield* listOperatorActs({}, { ...call, locale: "de" })
  expect(acts.items.map(({ command, subject, persons, why }) => [command, subject, persons, why])).toEqual([
    ["members statement", null, 1, textIn("de", "review.look.check")],
    ["uploads save", images.frontImage, 1, textIn("de", "review.look.decide")],
    ["realname reopen", id, 1, "the copy was certified"],
    ["realname reject", id, 1, textIn("de", "review.realname.expired")],
  ])
  expect((yield* listOperatorActs({}, yield* newMember())).items).toEqual([])
  yield* expectInvariants()
})

test("changes networks and terms, and disables them", function* () {
  const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
  const set = ["networks", "set", "second", "USDT-TRC20", address, "500", "900.50", "30", "--why", "opened"]
  expect(yield* operate(...set)).toBe("Done.")
  expect((yield* listDepositNetworks()).at(-1)).toEqual({
    id: "second",
    network: "USDT-TRC20",
    address,
    minimum: "500.00",
    maximum: "900.50",
    arrivalMinutes: 30,
    rate: expect.objectContaining({ asset: "USDT", decimals: 6, price: "1600.0000" }),
  })
  expect(yield* operate(...set.with(4, "nowhere"))).toContain("too short")
  expect(yield* operate(...set.with(4, address.replace("J", "K")))).toContain("mistyped")
  expect(yield* operate(...set.with(4, `0x${"0".repeat(40)}`))).toContain("not an address of")
  expect(yield* operate(...set.with(3, "USDT-BEP20"))).toContain("--format tron | ethereum")
  expect(yield* operate(...set.with(3, "USDT-BEP20"), "--format", "paper")).toContain("--format tron")
  const other = set
    .with(2, "third")
    .with(3, "USDT-BEP20")
    .with(4, "0x27b1fdb04752bbc536007a920d24acb045561c26")
  expect(yield* operate(...other, "--format", "ethereum")).toBe("Done.")
  expect(yield* operate(...set.with(6, "100"))).toContain("not above")
  yield* operate("networks", "off", "second", "--why", "closed")
  expect((yield* listDepositNetworks()).map(({ id }) => id)).not.toContain("second")
  expect(yield* operate("terms", "set", "bank", "100", "200", "100", "5", "--why", "x")).toContain("below")
  expect(yield* operate("terms", "set", "bank", "100", "200", "10.50", "5", "--why", "x")).toBe("Done.")
  expect((yield* listWithdrawalTerms())[0]).toMatchObject({ minimum: "100.00", fee: "10.50" })
  const add = ["terms", "add", "bep20", "USDT-BEP20", "500", "900", "10", "5", "--why", "x"]
  expect(yield* operate(...add)).toBe("Done.")
  expect((yield* listWithdrawalTerms()).at(-1)).toMatchObject({
    method: "crypto",
    network: "USDT-BEP20",
    format: "ethereum",
    fee: "10.00",
  })
  expect(yield* operate(...add)).toContain("already")
  expect(yield* operate(...add.with(2, "again"))).toContain("already")
  expect(yield* operate(...add.with(3, "NEW"))).toContain("--format")
  expect(yield* operate(...add.with(6, "500"))).toContain("below")
  expect(yield* operate(...add.with(5, "10000000000000"))).toContain("at most 9999999999999.99")
  yield* operate("terms", "off", "bank", "--why", "x")
  expect((yield* listWithdrawalTerms()).map(({ method }) => method)).not.toContain("bank")
  expect(yield* operate("terms", "off", "nothing", "--why", "x")).toContain("There is no")
  expect(yield* operate("terms", "list")).toContain("USDT-ERC20")
  expect(yield* operate("networks", "list")).toContain(`"via":"USDT-TRC20 ${address}"`)
})

test("sets the asset of a network and its rate, and lists what may still be offered", function* () {
  const rateOf = Effect.map(listDepositNetworks(), (all) => all.find(({ id }) => id === "bnb")?.rate)
  const set = [
    "networks",
    "set",
    "bnb",
    "BNB-BEP20",
    "0x27b1fdb04752bbc536007a920d24acb045561c26",
    "500",
    "900",
    "30",
  ]
  const why = ["--format", "ethereum", "--why", "opened"]
  expect(yield* operate(...set, ...why)).toBe("Done.")
  expect(yield* rateOf).toBeUndefined()
  const asset = ["--asset", "BNB", "--decimals", "8"]
  expect(yield* operate(...set, ...why, "--asset", "BNB")).toContain("--decimals")
  expect(yield* operate(...set, ...why, "--asset", "bnb", "--decimals", "8")).toContain("Not an asset")
  expect(yield* operate(...set, ...why, "--asset", "BNB", "--decimals", "19")).toContain("0 to 18")
  expect(yield* operate(...set, ...why, ...asset, "--rate", "0")).toContain("Not a price")
  expect(yield* operate(...set, ...why, ...asset, "--rate", "900000.12345")).toContain("Not a price")
  expect(yield* operate(...set, ...why, ...asset, "--rate", "900000.5")).toBe("Done.")
  expect(yield* rateOf).toMatchObject({ asset: "BNB", decimals: 8, price: "900000.5000" })
  expect(yield* operate("rates", "set", "BNB", "910000")).toContain("--why")
  expect(yield* operate("rates", "set", "BNB", "910000", "--why", "it rose")).toBe("Done.")
  expect(yield* rateOf).toMatchObject({ price: "910000.0000" })
  const xrp = ["rates", "set", "XRP", "3000", "--network", "XRP"]
  expect(yield* operate(...xrp, "--why", "new")).toContain("--decimals")
  expect(yield* operate(...xrp, "--decimals", "6", "--why", "new")).toBe("Done.")
  // the smallest withdrawal would be none of the asset
  const worthless = "on BTC would arrive as nothing"
  const btc = ["rates", "set", "BTC", "150000000", "--network", "BTC", "--decimals"]
  expect(yield* operate(...btc, "0", "--why", "a slip")).toContain(worthless)
  const events = yield* sql(
    "select subject, detail from operator_events where command = 'rates set' order by at_ms, subject",
  )
  expect(events).toEqual([
    { subject: "BNB", detail: { rate: "910000.0000" } },
    { subject: "XRP", detail: { rate: "3000.0000", network: "XRP", decimals: 6 } },
  ])
  const rates = yield* operate("rates", "list")
  expect(rates).toContain("910000.0000")
  expect(rates).toContain("USDT-ERC20, USDT-TRC20")
  expect(rates).toContain("3000.0000")
})

test("changes the given terms of a product within their bounds", function* () {
  yield* execute(
    `insert into products (id, position, symbol, name, kind, min_stake, max_stake, leverages, periods, commission_ppm,
       stop_out_bps, open_minute, close_minute)
     values ('p', 0, 'P', 'Product', 'share', 100, 1000, '{1,2}', '{1,7}', 1000, 10000, 0, 1440)`,
  )
  const set = (...words: ReadonlyArray<string>) => operate("products", "set", "p", ...words, "--why", "x")
  const changes = ["--sold-out", "on", "--leverages", "5,1", "--maximum", "20.50", "--category", "energy"]
  expect(yield* set(...changes)).toContain("Done")
  const rows = yield* sql(
    "select sold_out, leverages, periods, max_stake, category from products where id = 'p'",
  )
  expect(rows).toEqual([
    { sold_out: true, leverages: [1, 5], periods: [1, 7], max_stake: 2_050n, category: "energy" },
  ])
  expect(yield* set("--category", "bonds")).toContain("indices, crypto, not bonds")
  expect(yield* set("--leverages", "1,6")).toContain("1 to 5")
  // what would end each contract at its first tick is refused, but a product may always be sold out
  const breaking = ["--commission", "50000", "--stop-out", "2500"]
  expect(yield* set("--sold-out", "off", ...breaking)).toContain("With leverage 5 the commission")
  expect(yield* set("--sold-out", "off", "--stop-out", "1")).toContain("With leverage 1 ")
  expect(yield* set(...breaking)).toContain("Done")
  expect(yield* set("--sold-out", "off")).toContain("With leverage 5 the commission")
  expect(yield* set("--sold-out", "off", "--stop-out", "2600")).toContain("Done")
  expect(yield* set("--maximum", "10000000000000")).toContain("at most 9999999999999.99")
  const index = ["--leverages", "20", "--maximum", "9999999999999.99", "--stop-out", "10000"]
  yield* execute("update products set kind = 'index', commission_ppm = 1000 where id = 'p'")
  expect(yield* set(...index)).toContain("could gain more than")
  expect(yield* set("--minimum", "30")).toContain("not above")
  expect(yield* set("--sold-out", "maybe")).toContain("on or off")
  expect(yield* set("--colour", "red")).toContain("Too much")
  expect(yield* operate("products", "list")).toContain("20.50")
})
