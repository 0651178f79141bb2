import { describe, expect, it } from "vitest"
import { silenceQuotes } from "./faults.ts"
import { pauseOfAThumb, seeValue } from "./page-models/fields.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** A silence shows within three seconds of the last price, plus the time of a frame and a paint. */
const STALE_SHOWN_WITHIN_MS = 4_000

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

describe("prices that fall silent", () => {
  it("are marked as old in three seconds, block buying, and come back", {
    tags: ["exhaustive"],
  }, async () => {
    const { phone } = await site.welcome()
    const { market, ticket } = phone
    const quotes = await silenceQuotes(phone.page)
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await market.seeLive()
    await ticket.fill("1000", 1, 1)
    await quotes.seen()
    quotes.silence()
    await market.seeStale()
    const shownAfterMs = Date.now() - quotes.lastAtMs()
    console.log(`prices are called old ${shownAfterMs} ms after the last one`)
    expect(shownAfterMs).toBeLessThanOrEqual(STALE_SHOWN_WITHIN_MS)
    await ticket.review()
    await ticket.seeObjection(text("error.order.stale-price"))
    await ticket.dontSeeConfirm()
    await seeValue(ticket.amount(), "1000")
    quotes.speak()
    await market.seeLive()
    await ticket.dontSeeObjection(text("error.order.stale-price"))
    await pauseOfAThumb(phone.page)
    await ticket.review()
    await ticket.seeConfirm()
    expect(problemsOf(phone)).toEqual([])
  })
})
