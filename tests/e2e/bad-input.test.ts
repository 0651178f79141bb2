import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { goodPassword } from "../support/app.ts"
import { casesOf } from "../support/exhaustive.ts"
import { expectAnnouncedAbove } from "./announced-above.ts"
import { addCard } from "./cards.ts"
import { loseRequests } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
import { operate } from "./operator.ts"
import { dontSeeProblem, pauseOfAThumb, seeFocus, seeProblem, seeValue } from "./page-models/fields.ts"
import { text } from "./page-models/texts.ts"
import { openOwnSite, problemsOf } from "./site.ts"

/**
 * Market days of 24 hours, so that a product that opens an hour after midnight is closed after the
 * first start.
 */
const site = openOwnSite({ DAY_MS: "86400000", TICK_MS: "1000", REGISTRATION_BONUS: "60000.00" })

/** An input, and the message next to the field. */
type Case = readonly [typed: string, words: string]

/**
 * Each case: the message appears next to the field, the field has the focus and keeps its text; a
 * correct value removes it. A normal run tries the empty text and the bounds, which come last: which
 * message belongs to which text is pure, and tested so.
 */
const expectEach = async (
  control: () => Locator,
  submit: () => Promise<void>,
  cases: readonly Case[],
  good: string,
): Promise<void> => {
  const ends = [cases.at(0), ...cases.slice(-2)]
  for (const [typed, words] of casesOf(cases, (one) => ends.includes(one))) {
    await control().fill(typed)
    await pauseOfAThumb(control().page())
    await submit()
    await seeProblem(control(), words)
    await seeFocus(control())
    await seeValue(control(), typed)
  }
  await control().fill(good)
  await dontSeeProblem(control())
}

/** Taps a button again after the double-tap time. */
const tapLater = async (page: Page, tap: () => Promise<void>): Promise<void> => {
  await pauseOfAThumb(page)
  await tap()
}

const field = (reason: string, values: Record<string, string | number> = {}): string =>
  text(`error.field.${reason}`, values)

/** Invalid amounts for any amount field. */
const amountCases = (name: string): readonly Case[] => [
  ["", field(`required.${name}`)],
  ["abc", field("not-an-amount")],
  ["12.345", field("decimals", { max: 2 })],
  ["1e5", field("exponent")],
  ["-5000", field("negative")],
  ["0", field("zero")],
  ["0.00", field("zero")],
  ["99999999999999999999", field("too-large")],
]

describe("bad input", () => {
  it("is shown next to the amount of an order", { tags: ["sweep"] }, async () => {
    const { phone } = await site.welcome()
    const { ticket } = phone
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.choosePeriod(3)
    await ticket.chooseLeverage(2)
    const cases: readonly Case[] = [
      ...amountCases("stake"),
      ["999.99", field("below-minimum", { min: "₦1,000.00" })],
      ["500000.01", field("above-maximum", { max: "₦500,000.00" })],
      ["60000.01", field("above-balance", { available: "₦60,000.00" })],
    ]
    await expectEach(ticket.amount, ticket.review, cases, "1000")
    await ticket.seeChosen(3, 2)
    expect(problemsOf(phone)).toEqual([])
  })

  it("is shown next to the period, the leverage and the limits of an order", {
    tags: ["exhaustive"],
  }, async () => {
    const { phone } = await site.welcome()
    const { ticket } = phone
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.amount().fill("1000")
    await tapLater(phone.page, ticket.review)
    await seeProblem(ticket.choice("ticket.period", text("ticket.days", { days: 1 })), field("choose.period"))
    await seeFocus(ticket.choice("ticket.period", text("ticket.days", { days: 1 })))
    await ticket.choosePeriod(1)
    await tapLater(phone.page, ticket.review)
    await seeProblem(ticket.choice("ticket.leverage", "1×"), field("choose.leverage"))
    await seeFocus(ticket.choice("ticket.leverage", "1×"))
    await ticket.chooseLeverage(5)
    await ticket.openLimits()
    const percent: readonly Case[] = [
      ["abc", field("not-a-percentage")],
      ["0.001", field("decimals", { max: 2 })],
      ["1e1", field("not-a-percentage")],
      ["-1", field("not-a-percentage")],
      ["11", text("error.order.slippage-range", { max: 10 })],
    ]
    await expectEach(ticket.slippage, ticket.review, percent, "1")
    const price: readonly Case[] = [
      ["abc", field("not-an-amount")],
      ["1.23456", field("decimals", { max: 4 })],
      ["1e3", field("exponent")],
      ["-20", field("negative")],
      ["0", field("zero")],
    ]
    await expectEach(ticket.stopLoss, ticket.review, price, "0.01")
    await expectEach(ticket.takeProfit, ticket.review, price, "99999")
    await ticket.stopLoss().fill("99999")
    await tapLater(phone.page, ticket.review)
    await ticket.seeSideProblem(ticket.stopLoss(), "stop-loss")
    await seeFocus(ticket.stopLoss())
    await ticket.stopLoss().fill("")
    await ticket.takeProfit().fill("0.01")
    await tapLater(phone.page, ticket.review)
    await ticket.seeSideProblem(ticket.takeProfit(), "take-profit")
    await seeValue(ticket.amount(), "1000")
    await ticket.takeProfit().fill("")
    await tapLater(phone.page, ticket.review)
    await ticket.seeConfirm()
    expect(problemsOf(phone)).toEqual([])
  })

  it("says why a product cannot be bought: sold out, or its market closed", async () => {
    const { phone } = await site.welcome()
    const { ticket } = phone
    await ticket.open("goog")
    await ticket.see("GOOG")
    await ticket.fill("1000", 1, 1)
    await tapLater(phone.page, ticket.review)
    await ticket.seeObjection(text("trade.sold-out"))
    await seeValue(ticket.amount(), "1000")
    await ticket.dontSeeConfirm()
    await ticket.open("ibm")
    await ticket.see("IBM")
    await ticket.fill("1000", 1, 1)
    await tapLater(phone.page, ticket.review)
    await ticket.seeObjection(text("trade.closed"))
    await seeValue(ticket.amount(), "1000")
    await ticket.dontSeeConfirm()
  })

  it("loses nothing when the server refuses what the app still took for good", async () => {
    const { member, phone } = await site.welcome()
    const { ticket } = phone
    await ticket.open("msft")
    await ticket.see("MSFT")
    await ticket.fill("1000", 7, 3)
    await ticket.reviewToConfirm()
    // the app learns of it by the refusal alone, however long that takes
    const unanswered = await loseRequests(phone.window.context, "products")
    await operate(site, "products", "set", "--id", "msft", "--sold-out", "on")
    await ticket.seeLivePrice()
    await ticket.confirm()
    await ticket.seeObjection(text("error.order.sold-out"))
    await seeValue(ticket.amount(), "1000")
    await ticket.seeChosen(7, 3)
    await unanswered.end()
    expect((await expectMemberBooks(site.url(), member)).orders).toEqual([])
  })

  it("is shown next to the amount of a deposit, and about a proof that is none", {
    tags: ["exhaustive"],
  }, async () => {
    const { phone } = await site.welcome()
    const { deposit } = phone
    await deposit.open()
    await deposit.choose("USDT-TRC20")
    const cases: readonly Case[] = [
      ...amountCases("depositAmount"),
      ["999.99", field("below-minimum", { min: "₦1,000.00" })],
      ["50000000.01", field("above-maximum", { max: "₦50,000,000.00" })],
    ]
    await expectEach(deposit.amount, deposit.next, cases, "2000")
    await deposit.next()
    await deposit.paid()
    await deposit.seeStep("proving")
    await deposit.submit()
    await deposit.seeProofProblem(field("choose.proof"))
    await deposit.pickProof({ name: "proof.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") })
    await deposit.seeProofProblem(text("error.upload.type"))
    await deposit.removeProof()
    const broken = Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.alloc(64),
    ])
    await deposit.pickProof({ name: "broken.png", mimeType: "image/png", buffer: broken })
    await deposit.seeProofProblem(text("error.upload.unreadable"))
    await deposit.back()
    await deposit.seeStep("paying")
    await tapLater(phone.page, deposit.back)
    await seeValue(deposit.amount(), "2000")
  })

  it("is shown next to the amount and the destination of a withdrawal", { tags: ["sweep"] }, async () => {
    const { member, phone } = await site.welcome()
    await addCard(site.url(), member)
    const { withdrawal } = phone
    await withdrawal.open()
    await withdrawal.amount().fill("1500")
    await tapLater(phone.page, withdrawal.review)
    await withdrawal.seeDestinationProblem(field("choose.destination"))
    await seeFocus(withdrawal.destinations().first())
    await seeValue(withdrawal.amount(), "1500")
    await withdrawal.choose("First Bank")
    const cases: readonly Case[] = [
      ...amountCases("withdrawalAmount"),
      ["999.99", field("below-minimum", { min: "₦1,000.00" })],
      ["60000.01", field("above-balance", { available: "₦60,000.00" })],
      ["20000000.01", field("above-maximum", { max: "₦20,000,000.00" })],
    ]
    await expectEach(withdrawal.amount, withdrawal.review, cases, "1500")
    await withdrawal.seeChosen("First Bank")
    await tapLater(phone.page, withdrawal.review)
    await withdrawal.seeConfirm()
    expect(problemsOf(phone)).toEqual([])
  })

  it("is shown next to each field of a bank card and a crypto address", {
    tags: ["exhaustive"],
  }, async () => {
    const { phone } = await site.welcome()
    const { page, account } = phone
    await page.goto("/pages/bank/bank-add")
    await account.cardNumber().fill("4111 1111 1111 1111")
    await account.cardName().fill("Ada Obi")
    const names: readonly Case[] = [
      ["", field("required.bankName")],
      ["A", field("too-short", { min: 2 })],
      ["B".repeat(65), field("too-long", { max: 64 })],
      ["Bank <b>", field("characters")],
    ]
    await expectEach(account.bankName, account.submitCard, names, "First Bank")
    const numbers: readonly Case[] = [
      ["", field("required.cardNumber")],
      ["123", field("too-short", { min: 12 })],
      ["4".repeat(20), field("too-long", { max: 19 })],
      ["41111111x1111111", field("characters")],
      ["4111111111111112", field("checksum")],
    ]
    await expectEach(account.cardNumber, account.submitCard, numbers, "4111111111111111")
    const holders: readonly Case[] = [
      ["", field("required.userName")],
      ["A", field("too-short", { min: 2 })],
      ["Ada 2", field("characters")],
    ]
    await expectEach(account.cardName, account.submitCard, holders, "Ada Obi")
    await tapLater(phone.page, account.submitCard)
    await phone.home.see()

    await page.goto("/pages/usdt/usdt-add")
    await account.address().fill("T".padEnd(34, "a"))
    await tapLater(phone.page, account.submitAddress)
    await seeProblem(account.network(), field("choose.network"))
    await seeFocus(account.network())
    await account.network().selectOption("USDT-TRC20")
    const addresses: readonly Case[] = [
      ["", field("required.address")],
      ["T123", field("too-short", { min: 25 })],
      ["T".repeat(91), field("too-long", { max: 90 })],
      [`0x${"a".repeat(40)}`, field("address-network")],
      ["T".padEnd(34, "a"), field("address-checksum")],
    ]
    await expectEach(account.address, account.submitAddress, addresses, "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8")
    expect(problemsOf(phone)).toEqual([])
  })

  it("is shown next to each field of a registration and of the login", { tags: ["sweep"] }, async () => {
    const phone = await site.openDevice()
    const { entry } = phone
    await entry.open()
    await entry.seeLogin()
    await tapLater(phone.page, entry.submitLogin)
    await seeProblem(entry.username(), field("required.username"))
    await seeFocus(entry.username())
    await entry.username().fill("nobody.here")
    await tapLater(phone.page, entry.submitLogin)
    await seeProblem(entry.password(), field("required.password"))
    await seeFocus(entry.password())
    await entry.password().fill("not-the-password")
    await tapLater(phone.page, entry.submitLogin)
    await seeProblem(entry.password(), text("error.login.wrong-credentials"))
    await seeFocus(entry.password())
    await seeValue(entry.username(), "nobody.here")
    await expectAnnouncedAbove(phone, () => tapLater(phone.page, entry.submitLogin))
    await seeValue(entry.password(), "not-the-password")

    await entry.goToRegister()
    await entry.seeRegister()
    await entry.password().fill(goodPassword)
    await entry.invitation().fill("ABCD1234")
    const usernames: readonly Case[] = [
      ["", field("required.username")],
      ["ab", field("too-short", { min: 3 })],
      ["a".repeat(33), field("too-long", { max: 32 })],
      ["ada obi", field("characters")],
    ]
    await expectEach(entry.username, entry.submitRegister, usernames, "ada.obi")
    const passwords: readonly Case[] = [
      ["", field("required.password")],
      ["short", field("too-short", { min: 8 })],
      ["x".repeat(65), field("too-long", { max: 64 })],
    ]
    await expectEach(entry.password, entry.submitRegister, passwords, "password123")
    const codes: readonly Case[] = [
      ["", field("required.invitationCode")],
      ["ABC", field("too-short", { min: 8 })],
      ["ABCD-123", field("characters")],
      ["ABCDEFGHJ", field("too-long", { max: 8 })],
    ]
    await expectEach(entry.invitation, entry.submitRegister, codes, "ZZZZZZZZ")
    await tapLater(phone.page, entry.submitRegister)
    await seeProblem(entry.consent(), field("required.consent"))
    await entry.consent().check()
    await tapLater(phone.page, entry.submitRegister)
    await seeProblem(entry.password(), text("error.password.too-common"))
    await entry.password().fill(goodPassword)
    await tapLater(phone.page, entry.submitRegister)
    await seeProblem(entry.invitation(), text("error.register.invitation-unknown"))
    await seeFocus(entry.invitation())
    const taken = await site.newMember()
    await entry.username().fill(taken.username)
    await entry.invitation().fill(site.invitationCode())
    await tapLater(phone.page, entry.submitRegister)
    await seeProblem(entry.username(), text("error.register.username-taken"))
    await seeFocus(entry.username())
    await phone.page.goBack()
    await entry.seeLogin()
    await seeValue(entry.username(), "nobody.here")
    await seeValue(entry.password(), "not-the-password")
    expect(problemsOf(phone)).toEqual([])
  })
})
