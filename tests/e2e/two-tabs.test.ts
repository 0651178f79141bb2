import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { buyElsewhere } from "./buy.ts"
import { addCard } from "./cards.ts"
import { watchCalls } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
import { seeValue } from "./page-models/fields.ts"
import { seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Tab } from "./phone.ts"
import { type Member, openSite, problemsOf } from "./site.ts"

const site = openSite()

/** Taps several elements at the same moment. */
const tapTogether = async (...buttons: readonly Locator[]): Promise<void> => {
  const elements = await Promise.all(buttons.map((button) => button.elementHandle()))
  await Promise.all(
    elements.map((element) => element?.evaluate((found) => found instanceof HTMLElement && found.click())),
  )
}

/** Longer than a leader handover between two tabs. */
const HAND_OVER_MS = 500

/** True if this tab is the leader of the member's streams. */
const isWriter = ({ page }: Tab, { id }: Member): Promise<boolean> =>
  page.evaluate(async (name) => {
    const held = async () => (await navigator.locks.query()).held ?? []
    const own = `test ${crypto.randomUUID()}`
    const locks = await navigator.locks.request(own, held)
    const holderOf = (lock: string) => locks.find((each) => each.name === lock)?.clientId
    return holderOf(name) !== undefined && holderOf(name) === holderOf(own)
  }, `app_journal ${id}`)

describe("two tabs of one member", () => {
  // The tab that writes finishes what it sends before the other may. Only where it is so slow that it seems frozen is it cut off, and then the other asks first.
  it("confirming the same order at the same time buy at most once, and both tell the truth", async () => {
    const { member, phone } = await site.welcome()
    const calls = watchCalls(phone.window.context, "orderCreate")
    await phone.ticket.open("aapl")
    await phone.ticket.prepare("1000", 30, 1)
    const other = await phone.openTab()
    await other.ticket.open("aapl")
    await other.ticket.see("AAPL")
    // that ends the review, which both tabs say
    await phone.ticket.seeObjection(text("error.order.review-ended"))
    await other.ticket.seeObjection(text("error.order.review-ended"))
    await other.ticket.fill("1000", 30, 1)
    await seeValue(other.ticket.amount(), "1000")
    await other.ticket.reviewToConfirm()
    await phone.ticket.seeConfirm()
    await tapTogether(phone.ticket.confirmButton(), other.ticket.confirmButton())
    const answer = await phone.ticket.answer("accepted", "notPlaced")
    await other.ticket.seeAnswer(answer)
    expect(calls.count()).toBeLessThanOrEqual(1)
    const { orders } = await expectMemberBooks(site.url(), member)
    expect(orders).toHaveLength(answer === "accepted" ? 1 : 0)
    expect(problemsOf(phone)).toEqual([])
  })

  it("leave a new balance to the one that writes", { tags: ["exhaustive"] }, async () => {
    const { member, phone } = await site.welcome()
    await addCard(site.url(), member)
    await phone.withdrawal.open()
    await phone.withdrawal.seeWhole()
    const other = await phone.openTab()
    await other.withdrawal.open()
    await other.withdrawal.seeWhole()
    await seeEqual(() => isWriter(other, member), true)
    await buyElsewhere(site.url(), member, { leverage: 1, periodDays: 30 })
    await phone.withdrawal.goToRecords()
    await phone.withdrawal.seeRecords()
    await phone.page.goBack()
    await phone.withdrawal.seeAvailable("199000.00")
    await phone.page.waitForTimeout(HAND_OVER_MS)
    expect(await isWriter(phone, member)).toBe(false)
    expect(await isWriter(other, member)).toBe(true)
    expect(problemsOf(phone)).toEqual([])
  })

  it("log out together, and in together", async () => {
    const { member, phone } = await site.welcome()
    const other = await phone.openTab()
    await other.page.goto("/pages/tabbar/my/index")
    await other.account.seeName(member.username)
    await phone.tabs.goTo("my")
    await phone.account.logOut()
    await phone.entry.seeLogin()
    await other.entry.seeLogin()
    await other.entry.login(member.username, member.password)
    // home, or its own page if the server ended its session before the other tab reported it
    await other.tabs.goTo("my")
    await other.account.seeName(member.username)
    await phone.home.see()
  })
})
