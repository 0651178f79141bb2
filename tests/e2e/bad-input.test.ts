// @module-tag exhaustive
/** A mistake is shown at its field. Which words belong to which text is pure, and tested in unit/validate.test.ts. */
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { callServer, goodPassword } from "../support/app.ts"
import { addCard } from "./cards.ts"
import { loseRequests } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
import { operate } from "./operator.ts"
import { dontSeeProblem, pauseOfAThumb, seeFocus, seeProblem, seeValue } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openOwnSite, problemsOf } from "./site.ts"

/** Market days of 24 hours: a product that opens an hour after midnight is closed after the start. */
const site = openOwnSite({ DAY_MS: "86400000", TICK_MS: "1000", REGISTRATION_BONUS: "60000.00" })

const field = (reason: string, values: Record<string, string | number> = {}): string =>
  text(`error.field.${reason}`, values)

/** Taps a button after the double-tap time. */
const tapLater = async ({ page }: Phone, tap: () => Promise<void>): Promise<void> => {
  await pauseOfAThumb(page)
  await tap()
}

/** The message is next to the field, which has the focus and keeps its text; a correct value removes it. */
const expectMistake = async (
  phone: Phone,
  control: Locator,
  submit: () => Promise<void>,
  [typed, words]: readonly [typed: string, words: string],
  good: string,
): Promise<void> => {
  await control.fill(typed)
  await tapLater(phone, submit)
  await seeProblem(control, words)
  await seeFocus(control)
  await seeValue(control, typed)
  await control.fill(good)
  await dontSeeProblem(control)
}

describe("bad input", () => {
  it("is shown next to the amount of an order", async () => {
    const { member, phone } = await site.welcome()
    const { ticket } = phone
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.choosePeriod(3)
    await ticket.chooseLeverage(2)
    const above = field("above-balance", { available: "₦60,000.00" })
    for (const mistake of [["", field("required.stake")] as const, ["60000.01", above] as const])
      await expectMistake(phone, ticket.amount(), ticket.review, mistake, "1000")
    await ticket.seeChosen(3, 2)
    await operate(site, "balance", "decrease", member.username, "59500.00")
    await ticket.depositFirst()
    await phone.deposit.seeStep("choosing")
    expect(problemsOf(phone)).toEqual([])
  })

  it("is shown next to the limits of an order", async () => {
    const { phone } = await site.welcome()
    const { ticket } = phone
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.amount().fill("1000")
    await ticket.openLimits()
    const beyond = text("error.order.slippage-range", { max: 10 })
    await expectMistake(phone, ticket.slippage(), ticket.review, ["11", beyond], "1")
    await ticket.stopLoss().fill("99999")
    await tapLater(phone, ticket.review)
    await ticket.seeSideProblem(ticket.stopLoss(), "stop-loss")
    await seeFocus(ticket.stopLoss())
    await ticket.stopLoss().fill("")
    await expectMistake(phone, ticket.takeProfit(), ticket.review, ["abc", field("not-an-amount")], "99999")
    await ticket.takeProfit().fill("0.01")
    await tapLater(phone, ticket.review)
    await ticket.seeSideProblem(ticket.takeProfit(), "take-profit")
    await ticket.takeProfit().fill("")
    await tapLater(phone, ticket.review)
    await ticket.seeConfirm()
    expect(problemsOf(phone)).toEqual([])
  })

  it("says why a product cannot be bought: sold out, or its market closed", async () => {
    const { phone } = await site.welcome()
    const { ticket } = phone
    for (const [symbol, state] of [
      ["EK", "sold-out"],
      ["IBM", "closed"],
    ] as const) {
      await ticket.open(symbol.toLowerCase())
      await ticket.see(symbol)
      await ticket.fill("1000", 1, 1)
      await ticket.seeCannotReview(state)
      await ticket.seeObjection(text(`trade.${state}`))
      await seeValue(ticket.amount(), "1000")
      await ticket.dontSeeConfirm()
    }
  })

  it("loses nothing when the server refuses what the app still took for good", async () => {
    const { member, phone } = await site.welcome()
    const { ticket } = phone
    await ticket.open("msft")
    await ticket.see("MSFT")
    await ticket.prepare("1000", 7, 3)
    // the app learns of it by the refusal alone, however long that takes
    const unanswered = await loseRequests(phone.window.context, "products")
    await operate(site, "products", "set", "--id", "msft", "--sold-out", "on")
    // the server trusts what it has read of the products for a second
    const answer = () => callServer(site.url(), "products", {}, { token: member.token })
    await seeEqual(
      async () => /"id":"msft"[^{}]*"sold_out":(?:true|1)/.test(JSON.stringify(await answer())),
      true,
    )
    await ticket.confirm()
    await ticket.seeObjection(text("error.order.sold-out"))
    await seeValue(ticket.amount(), "1000")
    await ticket.seeChosen(7, 3)
    await unanswered.end()
    expect((await expectMemberBooks(site.url(), member)).orders).toEqual([])
  })

  it("is shown next to the amount of a deposit, and about a proof that is none", async () => {
    const { phone } = await site.welcome()
    const { deposit } = phone
    await deposit.open()
    await deposit.choose("USDT-TRC20")
    const below = field("below-minimum", { min: "₦1,000.00" })
    await expectMistake(phone, deposit.amount(), deposit.next, ["999.99", below], "2000")
    await deposit.next()
    await deposit.paid()
    await deposit.seeStep("proving")
    await deposit.submit()
    await deposit.seeProofProblem(field("choose.proof"))
    await deposit.pickProof({ name: "proof.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") })
    await deposit.seeProofProblem(text("error.upload.type"))
    await deposit.removeProof()
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const buffer = Buffer.concat([signature, Buffer.alloc(64)])
    await deposit.pickProof({ name: "broken.png", mimeType: "image/png", buffer })
    await deposit.seeProofProblem(text("error.upload.unreadable"))
    await deposit.back()
    await deposit.seeStep("paying")
    await tapLater(phone, deposit.back)
    await seeValue(deposit.amount(), "2000")
  })

  it("is shown next to the amount and the destination of a withdrawal", async () => {
    const { member, phone } = await site.welcome()
    await addCard(site.url(), member)
    const { withdrawal } = phone
    await withdrawal.open()
    await withdrawal.amount().fill("1500")
    await tapLater(phone, withdrawal.review)
    await withdrawal.seeDestinationProblem(field("choose.destination"))
    await seeFocus(withdrawal.destinations().first())
    await seeValue(withdrawal.amount(), "1500")
    await withdrawal.choose("First Bank")
    const above = field("above-balance", { available: "₦60,000.00" })
    await expectMistake(phone, withdrawal.amount(), withdrawal.review, ["60000.01", above], "1500")
    await withdrawal.seeChosen("First Bank")
    await tapLater(phone, withdrawal.review)
    await withdrawal.seeConfirm()
    expect(problemsOf(phone)).toEqual([])
  })

  it("is shown next to each field of a bank card and a crypto address", async () => {
    const { phone } = await site.welcome()
    const { page, account } = phone
    await page.goto("/pages/bank/bank-add")
    const cards = [
      [account.bankName(), ["A", field("too-short", { min: 2 })], "First Bank"],
      [account.cardNumber(), ["4111111111111112", field("checksum")], "4111111111111111"],
      [account.cardName(), ["", field("required.userName")], "Ada Obi"],
    ] as const
    for (const [control, , good] of cards) await control.fill(good)
    for (const [control, mistake, good] of cards)
      await expectMistake(phone, control, account.submitCard, mistake, good)
    await tapLater(phone, account.submitCard)
    await account.seeCards()

    await page.goto("/pages/usdt/usdt-add")
    await account.address().fill("T".padEnd(34, "a"))
    await tapLater(phone, account.submitAddress)
    await seeProblem(account.network(), field("choose.network"))
    await seeFocus(account.network())
    await account.network().selectOption("USDT-TRC20")
    const mistake = ["T".padEnd(34, "a"), field("address-checksum")] as const
    const good = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
    await expectMistake(phone, account.address(), account.submitAddress, mistake, good)
    expect(problemsOf(phone)).toEqual([])
  })

  it("is shown next to each field of a registration and of the login", async () => {
    const phone = await site.openDevice()
    const { page, entry, window, feedback } = phone
    await entry.open()
    await entry.seeLogin()
    await tapLater(phone, entry.submitLogin)
    await seeProblem(entry.username(), field("required.username"))
    await seeFocus(entry.username())
    await entry.username().fill("nobody.here")
    await entry.password().fill("not-the-password")
    await tapLater(phone, entry.submitLogin)
    await seeProblem(entry.password(), text("error.login.wrong-credentials"))
    await seeFocus(entry.password())
    // without a network the reason is announced once, in view in a low window
    const received = await feedback.listen()
    await page.setViewportSize({ width: 375, height: 320 })
    await window.context.setOffline(true)
    await tapLater(phone, entry.submitLogin)
    const offline = text("error.no-answer.network")
    await seeText(page, offline)
    const notice = page.getByRole("alert").filter({ hasText: offline })
    const isInView = () =>
      notice.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top > 0 && bottom < innerHeight
      })
    await seeEqual(isInView, true)
    expect(await received.times(offline)).toBeLessThanOrEqual(1)
    await window.context.setOffline(false)
    await page.setViewportSize({ width: 375, height: 812 })

    await entry.goToRegister()
    await entry.seeRegister()
    await entry.password().fill(goodPassword)
    await entry.invitation().fill("ZZZZZZZZ")
    const name = ["ada obi", field("characters")] as const
    await expectMistake(phone, entry.username(), entry.submitRegister, name, "ada.obi")
    const short = ["short", field("too-short", { min: 8 })] as const
    await expectMistake(phone, entry.password(), entry.submitRegister, short, "password123")
    await tapLater(phone, entry.submitRegister)
    await seeProblem(entry.consent(), field("required.consent"))
    await entry.consent().check()
    await tapLater(phone, entry.submitRegister)
    await seeProblem(entry.password(), text("error.password.too-common"))
    await entry.password().fill(goodPassword)
    const unknown = ["ZZZZZZZZ", text("error.register.invitation-unknown")] as const
    await expectMistake(phone, entry.invitation(), entry.submitRegister, unknown, site.invitationCode())
    const taken = [(await site.newMember()).username, text("error.register.username-taken")] as const
    await expectMistake(phone, entry.username(), entry.submitRegister, taken, "ada.obi")
    await page.goBack()
    await entry.seeLogin()
    await seeValue(entry.username(), "nobody.here")
    await seeValue(entry.password(), "not-the-password")
    expect(problemsOf(phone)).toEqual([])
  })
})
