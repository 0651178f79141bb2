// @module-tag exhaustive
import { expect, it } from "vitest"
import { holdAnswers, watchCalls } from "./faults.ts"
import { flows } from "./flows.ts"
import { expectMemberBooks } from "./member-books.ts"
import { pauseOfAThumb } from "./page-models/fields.ts"
import { openSite, problemsOf, unhurried } from "./site.ts"

const site = openSite(unhurried)

it.each(flows)("five taps in one instant send the $name once", async (flow) => {
  const { member, phone } = await site.welcome()
  const calls = watchCalls(phone.window.context, flow.endpoint)
  await flow.fill(phone, site, member)
  await pauseOfAThumb(phone.page)
  await flow.submitButton(phone).evaluate((element) => {
    if (!(element instanceof HTMLElement)) return
    for (let tap = 0; tap < 5; tap++) element.click()
  })
  await flow.seeAccepted(phone)
  expect(calls.count()).toBe(1)
  expect(flow.count(await expectMemberBooks(site.url(), member))).toBe(1)
  expect(problemsOf(phone)).toEqual([])
})

it("back and forward while the answer is awaited neither buy again nor lose the answer", async () => {
  const { member, phone } = await site.welcome()
  const { page, tabs, market, ticket, holdings } = phone
  const calls = watchCalls(phone.window.context, "orderCreate")
  await tabs.goTo("trade")
  await market.buy("up")
  await ticket.prepare("1000", 30, 1)
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
