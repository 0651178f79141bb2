/** What the server changes reaches the open page by itself, at once. */
import { describe, expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { readOrders, readWallet } from "../support/answers.ts"
import { buyElsewhere } from "./buy.ts"
import { addDeposit } from "./every-page.ts"
import { silenceQuotes, watchCalls } from "./faults.ts"
import { operate } from "./operator.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf, unhurried } from "./site.ts"

const site = openSite()
/** A deposit stays pending here. */
const slowSite = openSite(unhurried)

/** The server reads revisions every 150 ms; then the page asks for the new figures. */
const AT_ONCE_MS = 2_000
/** Longer than the interval at which a page polls while the stream is silent. */
const POLLED_MS = 6_000

describe("a page that stays open", () => {
  it("shows the balance of home after an order from elsewhere and after its settlement", async () => {
    const { member, phone } = await site.welcome()
    await phone.home.seeAvailable("200000.00")
    await buyElsewhere(site.url(), member, { stake: "5000.00" })
    await phone.home.seeAvailable("195000.00", AT_ONCE_MS)
    const isSettled = async () => (await readOrders(site.url(), member.token))[0]?.status
    await seeEqual(isSettled, "completed", 40_000)
    const { available } = await readWallet(site.url(), member.token)
    await phone.home.seeAvailable(available, AT_ONCE_MS)
    expect(problemsOf(phone)).toEqual([])
  })

  it("shows on the wallet what an operator credits, though no price is on the page", async () => {
    const { member, phone } = await site.welcome()
    const { page } = phone
    await page.goto(urlOf("wallet"))
    const own = page.locator("[data-page=wallet]").filter({ visible: true })
    await seeText(own, "200,000")
    await operate(site, "balance", "increase", member.username, "123.00")
    await seeText(own, "200,123", AT_ONCE_MS)
  })

  it("asks for nothing while nothing changes", async () => {
    const { phone } = await site.welcome()
    await phone.home.seeWhole()
    await phone.page.waitForTimeout(3_000)
    const calls = watchCalls(phone.window.context, "walletSummary")
    await phone.page.waitForTimeout(3_000)
    expect(calls.count()).toBe(0)
  })

  it("polls nothing that is pushed: a pending deposit is asked for when something changes, or the stream is silent", {
    tags: ["exhaustive"],
  }, async () => {
    const { member, phone } = await slowSite.welcome()
    const id = await addDeposit(slowSite, member)
    const { page } = phone
    const stream = await silenceQuotes(page)
    await page.goto(urlOf("market"))
    await phone.market.seePriceMove("AAPL")
    await page.goto(urlOf("recharge-record"))
    const own = page.locator("[data-page=recharge-record]").filter({ visible: true })
    await seeText(own, "25,000")
    await phone.page.waitForTimeout(1_000)
    const calls = watchCalls(phone.window.context, "deposits")
    await page.waitForTimeout(POLLED_MS)
    expect(calls.count()).toBe(0)
    await operate(slowSite, "balance", "increase", member.username, "1.00")
    await expect.poll(calls.count, { timeout: AT_ONCE_MS }).toBe(1)
    stream.silence()
    await operate(slowSite, "deposits", "approve", id)
    await seeText(own, text("deposit.status.1"))
    const asked = calls.count()
    await page.waitForTimeout(POLLED_MS)
    expect(calls.count(), "once it is credited").toBe(asked)
  })
})
