// @module-tag exhaustive
import { describe, expect, it } from "vitest"
import { endpoints } from "../../src/contract/endpoints.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { buyElsewhere } from "./buy.ts"
import { seeMemberEvents, watchCalls } from "./faults.ts"
import { operate } from "./operator.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** Longer than a page needs to ask for what it shows. */
const SETTLED_MS = 1_500

describe("a page below others", () => {
  it("asks once when it is shown again for what happened meanwhile, and else for nothing", async () => {
    const { member, phone } = await site.welcome()
    const { page, window, home, tabs, holdings, market } = phone
    // what the stream says first does not fall into the count; prices move before it, too
    const said = seeMemberEvents(page)
    await page.reload()
    await home.see()
    await said
    await tabs.goTo("hold")
    await holdings.see()
    await holdings.seePending(0)
    await tabs.goTo("market")
    await market.seePriceMove("AAPL")
    const calls = watchCalls(window.context, "orders")
    await tabs.goTo("hold")
    await holdings.see()
    await page.waitForTimeout(SETTLED_MS)
    expect(calls.count()).toBe(0)
    await tabs.goTo("market")
    // the holdings are hidden then
    await market.see()
    await market.seePriceMove("AAPL")
    await buyElsewhere(site.url(), member)
    await page.waitForTimeout(SETTLED_MS)
    expect(calls.count()).toBe(0)
    await tabs.goTo("hold")
    await holdings.seePending(1)
    await page.waitForTimeout(SETTLED_MS)
    expect(calls.count()).toBeLessThanOrEqual(2)
    expect(problemsOf(phone)).toEqual([])
  })
})

it("a notice that cannot be marked as read says why, and stays unread", async () => {
  const { member, phone } = await site.welcome()
  const { page, window } = phone
  await operate(site, "balance", "increase", member.username, "1.00")
  await page.goto(urlOf("notices"))
  const own = page.locator("[data-page=notices]").filter({ visible: true })
  const mark = own.getByRole("button", { name: text("notices.mark-one") })
  await mark.first().waitFor()
  await window.context.route(`**/${endpoints.noticesRead.path}`, (route) => route.abort())
  await mark.first().click()
  const toast = page.locator("[popover]").filter({ visible: true })
  await seeText(toast, text("error.no-answer.network"))
  expect(await mark.count()).toBe(1)
})
