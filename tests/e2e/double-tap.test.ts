import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { addCard } from "./cards.ts"
import { holdAnswers, watchCalls } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
import { pauseOfAThumb } from "./page-models/fields.ts"
import { openSite, problemsOf, proof } from "./site.ts"

const site = openSite()

/** Activates a button several times in one instant: by script and by keyboard. */
const hammer = async (control: Locator): Promise<void> => {
  await control.evaluate((element) => {
    if (!(element instanceof HTMLElement)) return
    for (let tap = 0; tap < 5; tap++) element.click()
  })
}

describe("a double tap", () => {
  it("buys once", async () => {
    const { member, phone } = await site.welcome()
    const { ticket } = phone
    const calls = watchCalls(phone.window.context, "orderCreate")
    await ticket.open("aapl")
    await ticket.fill("1000", 30, 1)
    await ticket.review()
    await ticket.seeConfirm()
    await hammer(ticket.confirmButton())
    await ticket.seeAnswer("accepted")
    expect(calls.count()).toBe(1)
    expect((await expectMemberBooks(site.url(), member)).orders).toHaveLength(1)
    expect(problemsOf(phone)).toEqual([])
  })

  it("deposits once", { tags: ["exhaustive"] }, async () => {
    const { member, phone } = await site.welcome()
    const calls = watchCalls(phone.window.context, "depositCreate")
    await phone.deposit.open()
    await phone.deposit.fill("USDT-TRC20", "1500", await proof())
    await pauseOfAThumb(phone.page)
    await hammer(phone.deposit.submitButton())
    await phone.deposit.seeAnswer("accepted")
    expect(calls.count()).toBe(1)
    expect((await expectMemberBooks(site.url(), member)).deposits).toHaveLength(1)
  })

  it("withdraws once", { tags: ["exhaustive"] }, async () => {
    const { member, phone } = await site.welcome()
    await addCard(site.url(), member)
    const calls = watchCalls(phone.window.context, "withdrawalCreate")
    const { withdrawal } = phone
    await withdrawal.open()
    await withdrawal.amount().fill("1500")
    await withdrawal.choose("First Bank")
    await withdrawal.review()
    await withdrawal.seeConfirm()
    await hammer(withdrawal.submitButton())
    await withdrawal.seeAnswer("accepted")
    expect(calls.count()).toBe(1)
    expect((await expectMemberBooks(site.url(), member)).withdrawals).toHaveLength(1)
  })
})

describe("back and forward while the answer is awaited", () => {
  it("neither buys again nor loses the answer", async () => {
    const { member, phone } = await site.welcome()
    const { page, tabs, market, ticket, holdings } = phone
    const calls = watchCalls(phone.window.context, "orderCreate")
    await tabs.goTo("trade")
    await market.buy("up")
    await ticket.fill("1000", 30, 1)
    await ticket.review()
    await ticket.seeConfirm()
    const answers = await holdAnswers(phone.window.context, "orderCreate")
    await ticket.confirm()
    await answers.met
    await page.goBack()
    await market.seeTrade("AAPL")
    await page.goForward()
    await ticket.seeAnswer("sending")
    answers.release()
    await ticket.seeAnswer("accepted")
    await ticket.seeHoldings()
    await holdings.seePending(1)
    expect(calls.count()).toBe(1)
    expect((await expectMemberBooks(site.url(), member)).orders).toHaveLength(1)
  })
})
