// @module-tag exhaustive
/** What the server changes reaches the open page by itself, at once. */
import { describe, expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { readOrders, readWallet } from "../support/answers.ts"
import { buyElsewhere } from "./buy.ts"
import { operate } from "./operator.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** The server reads revisions every 150 ms; then the page asks for the new figures. */
const AT_ONCE_MS = 2_000

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
})
