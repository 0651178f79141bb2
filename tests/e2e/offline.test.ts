import { describe, expect, it } from "vitest"
import { addCard } from "./cards.ts"
import { silenceQuotes } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
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

  it("says why nothing can be bought, keeps what was typed, and buys once prices are back", {
    tags: ["exhaustive"],
  }, async () => {
    const { member, phone } = await site.welcome()
    const { window, ticket, market } = phone
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.fill("1000", 30, 2)
    await window.context.setOffline(true)
    await market.seeStale()
    await ticket.review()
    await ticket.seeObjection(text("error.order.stale-price"))
    await ticket.dontSeeConfirm()
    await seeValue(ticket.amount(), "1000")
    await window.context.setOffline(false)
    await market.seeLive()
    await ticket.dontSeeObjection(text("error.order.stale-price"))
    await pauseOfAThumb(phone.page)
    await ticket.review()
    await ticket.seeConfirm()
    await window.context.setOffline(true)
    await market.seeStale()
    await ticket.confirm()
    await ticket.seeObjection(text("error.order.stale-price"))
    await window.context.setOffline(false)
    await market.seeLive()
    await pauseOfAThumb(phone.page)
    await ticket.confirm()
    await ticket.seeAnswer("accepted")
    expect((await expectMemberBooks(site.url(), member)).orders).toHaveLength(1)
  })

  it("does not lose a withdrawal that was sent into the silence: it says so, and can be sent again", {
    tags: ["exhaustive"],
  }, async () => {
    const { member, phone } = await site.welcome()
    await addCard(site.url(), member)
    const { window, withdrawal } = phone
    await withdrawal.open()
    await withdrawal.amount().fill("1500")
    await withdrawal.choose("First Bank")
    await withdrawal.review()
    await withdrawal.seeConfirm()
    await window.context.setOffline(true)
    await withdrawal.submit()
    await withdrawal.seeAnswer("unknown")
    await window.context.setOffline(false)
    await withdrawal.seeAnswer("not-placed", 20_000)
    await withdrawal.sendAgain()
    await withdrawal.seeAnswer("accepted")
    expect((await expectMemberBooks(site.url(), member)).withdrawals).toHaveLength(1)
  })
})

describe("prices that fall silent", () => {
  it("are marked as old in three seconds, block buying, and come back", async () => {
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
