import { describe, expect, it } from "vitest"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

describe("without a network", () => {
  it("keeps the known figures and marks them, and recovers by itself when it is back", async () => {
    const { phone } = await site.welcome()
    const { window, tabs, home, market } = phone
    await home.seeAvailable("200000.00")
    await tabs.goTo("market")
    await market.see()
    await market.seePriceMove("AAPL")
    await window.context.setOffline(true)
    await market.seeStale()
    expect(await market.price("AAPL")).toMatch(/^\d+\.\d{4}$/)
    await tabs.goTo("home")
    await home.seeAvailable("200000.00")
    await home.seeCached()
    await window.context.setOffline(false)
    await tabs.goTo("market")
    await market.seeLive()
    await market.seePriceMove("AAPL")
    expect(problemsOf(phone)).toEqual([])
  })
})
