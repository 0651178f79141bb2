// @module-tag exhaustive
/** When a page asks again for what it shows: for what it missed, and never without a reason. */
import type { BrowserContext } from "playwright-core"
import { describe, expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { buyElsewhere } from "./buy.ts"
import { breakAnswers, watchCalls } from "./faults.ts"
import { operate } from "./operator.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** Longer than a page needs to ask for what it shows. */
const SETTLED_MS = 1_500

const reconnect = async (context: BrowserContext): Promise<void> => {
  await context.setOffline(true)
  await context.setOffline(false)
}

describe("a page whose answer did not come", () => {
  it("asks again by itself when the network is back, if it was the network", async () => {
    const { phone } = await site.welcome()
    const { page, window } = phone
    const fault = await breakAnswers(window.context, "creditDetail")
    await page.goto(urlOf("credit"))
    const own = page.locator("[data-page=credit]").filter({ visible: true })
    await seeText(own, text("error.no-answer.network"))
    await fault.end()
    expect(await own.getByText(text("credit.factor.base")).count()).toBe(0)
    await reconnect(window.context)
    await seeText(own, text("credit.factor.base"))
    expect(await own.getByText(text("error.no-answer.network")).count()).toBe(0)
  })
})

describe("a page below others", () => {
  it("asks once when it is shown again for what happened meanwhile, and else for nothing", async () => {
    const { member, phone } = await site.welcome()
    const { page, window, tabs, holdings, market } = phone
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
  const lost = await breakAnswers(window.context, "noticesRead")
  await mark.first().click()
  await lost.met
  const toast = page.locator("[popover]").filter({ visible: true })
  await seeText(toast, text("error.no-answer.network"))
  expect(await mark.count()).toBe(1)
  await lost.end()
})
