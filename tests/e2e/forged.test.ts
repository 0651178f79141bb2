// @module-tag sweep
/** No forged input leads to a blank page: each view offers a next step. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { queries } from "../../src/navigation/route-queries.ts"
import { ROUTES, urlOf } from "../../src/navigation/routes.ts"
import { casesOf, entriesOf } from "../support/exhaustive.ts"
import {
  addresses,
  forgeJournal,
  forgeValues,
  journals,
  states,
  stepAside,
  strangeQueries,
  values,
} from "./forged-input.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** Pages that read their query, and one that reads none. */
const READERS: readonly string[] = ["order", "agreement-detail", "withdraw-record-detail", "wallet"]
/** No page, no address, a query, a fragment, an id, and what the server answers itself. */
const STRANGE: readonly string[] = [
  "/nowhere",
  "/%C3%28",
  "/?a=%&b=%E0%A4%A&__proto__=1&constructor=2&a=3",
  "/#/pages/tabbar/home/index?id=1",
  "/pages/agreement/agreement-detail?id=../../etc/passwd",
  "/.env",
]
const NO_SUCH_ENTRY = JSON.stringify({ id: "missing", depth: 3 })
const VALUES = ["half a JSON", "an object"]
const JOURNALS = [
  "events of another form",
  "gaps between events",
  "beginnings of a future version",
  "beginnings on a page that there is not",
]

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
    for (const address of casesOf(addresses, (one) => STRANGE.includes(one))) {
      await phone.page.goto(address)
      await seeWayOn(phone.page).catch(() => expect.fail(`nothing to go on with at ${address}`))
      expect(faultsOf(phone), address).toEqual([])
    }
  })

  it("leads a member to a page with a way on, whatever is asked of which page", async () => {
    const { phone } = await site.welcome()
    const [first, second] = strangeQueries
    const known = new Map(Object.entries(queries))
    const asked = ROUTES.flatMap(({ path, name }) => {
      const takesMore = Object.keys(known.get(name)?.fields ?? {}).length > 0
      return [`${path}?${first}`, ...(takesMore ? [`${path}?${second}`] : [])]
    })
    const isOfReader = (address: string) =>
      READERS.some((name) =>
        ROUTES.some((route) => route.name === name && address.startsWith(`${route.path}?`)),
      )
    for (const address of casesOf(asked, isOfReader)) {
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
    for (const [kind, value] of entriesOf(values, VALUES)) {
      await stepAside(phone.page)
      await forgeValues(phone.page, value)
      await phone.page.goto("/pages/wallet/index")
      await seeWayOn(phone.page).catch(() => expect.fail(`nothing to go on with after ${kind}`))
      expect(faultsOf(phone), kind).toEqual([])
    }
  })

  it("costs a member whose token is good nothing: the server knows who they are", async () => {
    const { phone } = await site.welcome()
    for (const [kind, value] of entriesOf(values, VALUES)) {
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
    for (const [kind, forgery] of entriesOf(journals, JOURNALS)) {
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
    const isOfAKind = (state: unknown) => state === 5 || JSON.stringify(state) === NO_SUCH_ENTRY
    for (const state of casesOf(states, isOfAKind)) {
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
      await page.evaluate(() => history.go(-2))
      await seeWayOn(page)
      expect(faultsOf(phone), JSON.stringify(state)).toEqual([])
    }
    await page.goto("/pages/tabbar/home/index")
    await phone.tabs.goTo("market")
    await phone.market.see()
  })
})
