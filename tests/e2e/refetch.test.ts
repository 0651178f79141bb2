/** When a page asks again for what it shows: for what it missed, and never without a reason. */
import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { BALANCE_FRESH_MS, QUERY_FRESH_MS } from "../../src/domain/limits.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { readOrders, readWallet } from "../support/answers.ts"
import { buyElsewhere } from "./buy.ts"
import {
  answerMalformed,
  breakAnswers,
  holdAnswers,
  loseRequests,
  silenceQuotes,
  watchCalls,
} from "./faults.ts"
import { operate } from "./operator.ts"
import { pauseOfAThumb, seeProblem } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** A failed call has been retried twice by then. */
const RETRIES_MS = 4_000
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
    await page.waitForTimeout(RETRIES_MS)
    expect(await own.getByText(text("credit.factor.base")).count()).toBe(0)
    await reconnect(window.context)
    await seeText(own, text("credit.factor.base"))
    expect(await own.getByText(text("error.no-answer.network")).count()).toBe(0)
  })

  it("waits for the member, if it was the server", async () => {
    const { phone } = await site.welcome()
    const { page, window } = phone
    const fault = await answerMalformed(window.context, "creditDetail")
    await page.goto(urlOf("credit"))
    const own = page.locator("[data-page=credit]").filter({ visible: true })
    await seeText(own, text("error.no-answer.malformed"))
    await page.waitForTimeout(RETRIES_MS)
    await fault.end()
    const calls = watchCalls(window.context, "creditDetail")
    await reconnect(window.context)
    await page.waitForTimeout(RETRIES_MS)
    expect(calls.count()).toBe(0)
    await own.getByRole("button", { name: text("ui.retry") }).click()
    await seeText(own, text("credit.factor.base"))
  })
})

/** Lets so much time pass by the page's clock. */
const passTime = (page: Page, ms: number): Promise<void> =>
  page.evaluate((later) => {
    const { now } = Date
    Date.now = () => now() + later
  }, ms)

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

  it("asks once for what it shows twice within a short time, and again after that", async () => {
    const { phone } = await site.welcome()
    const { page, window, tabs, account } = phone
    await tabs.goTo("my")
    const calls = watchCalls(window.context, "bankCards")
    for (const visit of ["first", "second"]) {
      await account.goToCards()
      await account.seeCards()
      await page.waitForTimeout(SETTLED_MS)
      expect(calls.count(), visit).toBe(1)
      await page.goBack()
    }
    await passTime(page, QUERY_FRESH_MS)
    await account.goToCards()
    await account.seeCards()
    await seeEqual(async () => calls.count(), 2)
    expect(problemsOf(phone)).toEqual([])
  })

  it("asks for the balance of home when home is shown again after a while", async () => {
    const { phone } = await site.welcome()
    const { page, window, tabs, home, market } = phone
    await home.seeAvailable("200000.00")
    await tabs.goTo("market")
    await market.seePriceMove("AAPL")
    const calls = watchCalls(window.context, "walletSummary")
    await passTime(page, BALANCE_FRESH_MS)
    await page.waitForTimeout(SETTLED_MS)
    expect(calls.count()).toBe(0)
    await tabs.goTo("home")
    await seeEqual(async () => calls.count(), 1)
    await home.seeAvailable("200000.00")
    expect(problemsOf(phone)).toEqual([])
  })

  it("brings the balance of home up to date while another page is in view", async () => {
    const { member, phone } = await site.welcome()
    const { tabs, home, market } = phone
    await home.seeAvailable("200000.00")
    await tabs.goTo("market")
    await market.seePriceMove("AAPL")
    await operate(site, "balance", "increase", member.username, "123.00")
    await phone.page.waitForTimeout(SETTLED_MS)
    await tabs.goTo("home")
    await home.seeAvailable("200123.00")
  })
})

describe("while the stream is silent", () => {
  it("the balance is asked for after an order of one's own", async () => {
    const { phone } = await site.welcome()
    const { page, window, home, ticket } = phone
    const stream = await silenceQuotes(page)
    await page.goto(urlOf("home"))
    await page.reload()
    await home.seeAvailable("200000.00")
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.prepare("5000", 30, 2)
    const held = await holdAnswers(window.context, "orderCreate")
    await ticket.confirm()
    await held.met
    stream.silence()
    held.release()
    await ticket.seeAnswer("accepted")
    await pauseOfAThumb(page)
    await ticket.continueOrdering()
    await ticket.amount().fill("196000")
    await ticket.amount().blur()
    await seeProblem(ticket.amount(), text("error.field.above-balance", { available: "₦195,000.00" }))
    await page.goBack()
    await home.seeAvailable("195000.00")
  })

  it("a contract that ends is found by asking, with its result and the balance", async () => {
    const { member, phone } = await site.welcome()
    const { page, tabs, home, holdings } = phone
    const stream = await silenceQuotes(page)
    await page.goto(urlOf("home"))
    await page.reload()
    await home.seeAvailable("200000.00")
    await buyElsewhere(site.url(), member, { stake: "5000.00" })
    await home.seeAvailable("195000.00")
    await tabs.goTo("hold")
    await holdings.seePending(1)
    stream.silence()
    await seeEqual(async () => (await readOrders(site.url(), member.token))[0]?.status, "completed", 60_000)
    await holdings.seePending(0)
    await holdings.showCompleted()
    await holdings.seeCompleted(1)
    await tabs.goTo("home")
    await home.seeAvailable((await readWallet(site.url(), member.token)).available)
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
  const lost = await loseRequests(window.context, "noticesRead")
  await mark.first().click()
  await lost.met
  const toast = page.locator("[popover]").filter({ visible: true })
  await seeText(toast, text("error.no-answer.timeout"), 45_000)
  expect(await mark.count()).toBe(1)
  await lost.end()
})
