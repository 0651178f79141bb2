// @module-tag exhaustive
/** No forged input leads to a blank page: each view offers a next step. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { forgeJournal, forgeValues, journals, stepAside, values } from "./forged-input.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** No page, no address, a query, a fragment, an id, and what the server answers itself. */
const STRANGE: readonly string[] = [
  "/nowhere",
  "/%C3%28",
  "/?a=%&b=%E0%A4%A&__proto__=1&constructor=2&a=3",
  "/#/pages/tabbar/home/index?id=1",
  "/pages/agreement/agreement-detail?id=../../etc/passwd",
  "/.env",
]
/** Pages that read their query, and one that reads none. */
const READERS = ["order", "agreement-detail", "withdraw-record-detail", "wallet"] as const
const STRANGE_QUERY =
  "id=%00&symbol=..%2F..&kind=spell&direction=sideways&product=%3Cb%3E&url=javascript%3Aalert(1)"
const HISTORY_STATES = [5, { id: "missing", depth: 3 }]

/** Expects a visible page with text and a next step on it or on the tab bar. */
const seeWayOn = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () => {
      const seen = (element: Element): boolean =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.getClientRects().length > 0
      const shown = [...document.querySelectorAll("[data-page]")].find(seen)
      if (!shown || (shown.textContent ?? "").trim() === "") return false
      const ways = document.querySelectorAll("[data-page] :is(button, a[href], input), nav a[href]")
      return [...ways].some((way) => seen(way) && !way.matches(":disabled, [aria-disabled=true]"))
    },
    undefined,
    { timeout: SOON_MS },
  )
}

/** Problems of the app. Refused requests of forged input are expected. */
const faultsOf = (phone: Phone): readonly string[] =>
  problemsOf(phone).filter(
    (problem) => !/^console: Failed to load resource: .* status of 4\d\d/.test(problem),
  )

describe("a forged address", () => {
  it("leads a visitor to a page with a way on", async () => {
    const phone = await site.openDevice()
    for (const address of STRANGE) {
      await phone.page.goto(address)
      await seeWayOn(phone.page).catch(() => expect.fail(`nothing to go on with at ${address}`))
      expect(faultsOf(phone), address).toEqual([])
    }
  })

  it("leads a member to a page with a way on, whatever is asked of which page", async () => {
    const { phone } = await site.welcome()
    for (const address of READERS.map((name) => `${urlOf(name)}?${STRANGE_QUERY}`)) {
      await phone.page.goto(address)
      await seeWayOn(phone.page).catch(() => expect.fail(`nothing to go on with at ${address}`))
      expect(faultsOf(phone), address).toEqual([])
    }
  })

  it("is nothing that the tab of the page would keep: a tap on it shows the page", async () => {
    const { phone } = await site.welcome()
    const { page, tabs, market } = phone
    for (const leave of [null, "home"] as const) {
      await page.goto("/pages/tabbar/trade/index?symbol=%2F%2F")
      await page.getByRole("button", { name: text("not-found.home") }).waitFor({ timeout: SOON_MS })
      if (leave) {
        await tabs.goTo(leave)
        await phone.home.see()
      }
      await tabs.goTo("trade")
      await market.seeTrade("AAPL")
      await seeEqual(() => page.title(), "AAPL · Financial Links")
      expect(new URL(page.url()).search).toBe("")
    }
  })

  it("offers the way home where there is no such page, article, contract or withdrawal, and the way works", async () => {
    const { phone } = await site.welcome()
    for (const address of [
      "/nowhere?at=all",
      urlOf("agreement-detail", { id: "unwritten" }),
      urlOf("hold-record", { id: "unsigned" }),
      urlOf("withdraw-record-detail", { id: "unpaid" }),
      urlOf("order", { product: "unheard-of" }),
      urlOf("product", { id: "unheard-of" }),
    ]) {
      await phone.page.goto(address)
      const wayHome = phone.page.getByRole("button", { name: text("not-found.home") })
      await wayHome.click().catch(() => expect.fail(`no way home at ${address}`))
      await phone.home.see()
    }
  })
})

describe("a forged value on the device", () => {
  it("is no value, for a visitor", async () => {
    const phone = await site.openDevice()
    await phone.entry.open()
    for (const [kind, value] of Object.entries(values)) {
      await stepAside(phone.page)
      await forgeValues(phone.page, value)
      await phone.page.goto("/pages/wallet/index")
      await seeWayOn(phone.page).catch(() => expect.fail(`nothing to go on with after ${kind}`))
      expect(faultsOf(phone), kind).toEqual([])
    }
  })

  it("costs a member whose token is good nothing: the server knows who they are", async () => {
    const { phone } = await site.welcome()
    for (const [kind, value] of Object.entries(values)) {
      await stepAside(phone.page)
      await forgeValues(phone.page, value, ["token"])
      await phone.page.goto("/pages/tabbar/home/index")
      await phone.home.see().catch(() => expect.fail(`no home after ${kind}`))
      expect(faultsOf(phone), kind).toEqual([])
    }
  })
})

describe("a forged journal", () => {
  it("is quarantined, and the app goes on without it", async () => {
    const { phone } = await site.welcome()
    const { page, tabs, ticket } = phone
    for (const [kind, forgery] of Object.entries(journals)) {
      await ticket.open("aapl")
      await ticket.see("AAPL")
      await ticket.amount().fill("2500.50")
      await stepAside(page)
      expect(await forgeJournal(page, forgery), kind).toBeGreaterThan(0)
      await page.goBack()
      await seeWayOn(page).catch(() => expect.fail(`nothing to go on with after ${kind}`))
      expect(faultsOf(phone), kind).toEqual([])
    }
    await page.goto("/pages/tabbar/home/index")
    await phone.home.see()
    await tabs.goTo("my")
    await tabs.seeActive("my")
  })
})

describe("a forged state of the history", () => {
  it("is no place in the stack: a reload, back and forward each show a page", async () => {
    const { phone } = await site.welcome()
    const { page } = phone
    for (const state of HISTORY_STATES) {
      await page.goto("/pages/tabbar/home/index")
      await phone.home.see()
      await page.evaluate((forged) => history.replaceState(forged, "", "/pages/wallet/index?x=1"), state)
      await page.reload()
      await seeWayOn(page)
      await page.evaluate((forged) => history.pushState(forged, "", "/nowhere"), state)
      await page.evaluate((forged) => history.pushState(forged, "", "/pages/tabbar/my/index#x"), state)
      await page.goBack()
      await seeWayOn(page)
      await page.goForward()
      await seeWayOn(page)
      const moved = page.waitForEvent("framenavigated")
      // after the answer, which a document that goes would take with it
      await page.evaluate(() => void setTimeout(() => history.go(-2)))
      await moved
      await seeWayOn(page)
      expect(faultsOf(phone), JSON.stringify(state)).toEqual([])
    }
    await page.goto("/pages/tabbar/home/index")
    await phone.tabs.goTo("market")
    await phone.market.see()
  })
})
