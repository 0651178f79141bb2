// @module-tag exhaustive
/** Several operations are in doubt at once: none blocks a new one, and a list of them is a tap away. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { addCard } from "./cards.ts"
import { breakAnswers, loseAnswers, watchCalls } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
import { button } from "./page-models/fields.ts"
import { text } from "./page-models/texts.ts"
import { openSite, unhurried } from "./site.ts"

const site = openSite(unhurried)

it("lists two orders and a withdrawal in doubt, takes another order, and notifies of the outcomes", async () => {
  const { member, phone } = await site.welcome()
  await addCard(site.url(), member)
  const { page, ticket, withdrawal, feedback } = phone
  const { context } = phone.window
  const asking = await loseAnswers(context, "operationVoid")
  const lost = await breakAnswers(context, "orderCreate")
  const sent = watchCalls(context, "orderCreate")
  const order = async (stake: string): Promise<void> => {
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.prepare(stake, 30, 2)
    await ticket.confirm()
  }
  await order("1000")
  await ticket.seeAnswer("checking")
  const lostWithdrawal = await loseAnswers(context, "withdrawalCreate")
  await withdrawal.open()
  await withdrawal.amount().fill("1500")
  await withdrawal.choose("First Bank")
  await withdrawal.review()
  await withdrawal.seeConfirm()
  await withdrawal.submit()
  await withdrawal.seeAnswer("unknown")
  await lostWithdrawal.end()
  // another visit starts another order, and so does the button
  await order("2000")
  await ticket.seeAnswer("checking")
  await ticket.orderAgain()
  await ticket.see("AAPL")
  await lost.end()
  // a third order is answered while the others are in doubt
  await order("3000")
  await ticket.seeAnswer("accepted")
  const own = page.locator("[data-page=order]").filter({ visible: true })
  await own.getByText(text("operations.count", { count: 3 })).waitFor()
  const seeListed = async (): Promise<void> => {
    await button(own, text("operations.show")).click()
    const list = page.getByRole("dialog", { name: text("operations.title"), exact: true })
    await list.getByRole("listitem").nth(2).waitFor()
    const rows = (await list.getByRole("listitem").allInnerTexts()).map((row) => row.replaceAll(/\s+/gu, " "))
    expect(rows).toEqual([
      expect.stringMatching(/^Order · AAPL .*Checking since .* ₦1,000\.00$/u),
      expect.stringMatching(/^Withdrawal · First Bank .*Checking since .* ₦1,500\.00$/u),
      expect.stringMatching(/^Order · AAPL .*Checking since .* ₦2,000\.00$/u),
    ])
    await page.keyboard.press("Escape")
    await list.waitFor({ state: "hidden" })
  }
  await seeListed()
  for (const tab of ["home", "market", "trade", "hold", "my"] as const) {
    await page.goto(urlOf(tab))
    const shown = page.locator(`[data-page=${tab}]`).filter({ visible: true })
    await shown.getByText(text("operations.count", { count: 3 })).waitFor()
  }
  await ticket.open("aapl")
  // after a reload they are requested, and the list is the same: the oldest first
  await page.reload()
  await own.getByText(text("operations.count", { count: 3 })).waitFor()
  await seeListed()
  await asking.end()
  await feedback.seeFound("accepted")
  await own.getByText(/operations? (?:is|are) being checked/u).waitFor({ state: "hidden" })
  expect(sent.count()).toBe(3)
  const { orders, withdrawals } = await expectMemberBooks(site.url(), member)
  expect([orders.length, withdrawals.length]).toEqual([3, 1])
  await phone.window.close()
})
