// @module-tag exhaustive
/** A reload offline shows the member's cached data, marked as old, and never another member's. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { cachedAnswers } from "./cached-answers.ts"
import { SOON_MS, seeText } from "./page-models/figures.ts"
import { text, textLike } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"
import { isKept } from "./worker.ts"

const site = openSite()

const buy = async ({ ticket }: Phone): Promise<void> => {
  await ticket.open("aapl")
  await ticket.see("AAPL")
  await ticket.fill("1000", 30, 1)
  await ticket.reviewAndConfirm()
  await ticket.seeAnswer("accepted")
}

it("shows balance, prices and contracts as the last known ones, sells nothing with them, and goes on when the network is back", async () => {
  const { phone } = await site.welcome({ isInstallable: true })
  const { page, window, tabs, home, market, holdings, ticket } = phone
  await buy(phone)
  await ticket.seeHoldings()
  await holdings.seePending(1)
  await tabs.goTo("market")
  await market.see()
  await market.seePriceMove("AAPL")
  await tabs.goTo("home")
  await home.seeAvailable("199000.00")
  await isKept(page)

  await window.context.setOffline(true)
  await page.reload()
  await home.seeAvailable("199000.00")
  await home.seeCached()
  await tabs.goTo("market")
  await market.see()
  expect(await market.price("AAPL")).toMatch(/^\d+\.\d{4}$/)
  await seeText(page, textLike("price.notice-age"))
  await tabs.goTo("hold")
  await holdings.see()
  await holdings.seePending(1)
  await seeText(page.locator("[data-page=hold]"), textLike("screens.last-known-at"))
  await ticket.open("aapl")
  await ticket.dontSeeConfirm()
  expect(await ticket.amount().count()).toBe(0)

  await window.context.setOffline(false)
  await ticket.see("AAPL")
  await page.goBack()
  await tabs.goTo("home")
  await home.seeAvailable("199000.00")
  await home.dontSeeCached()
  expect(problemsOf(phone)).toEqual([])
})

/** Holds requests to matching addresses. Returns the release. */
const hold = async (page: Page, address: RegExp): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Records the balance shown in each frame: each change once, null for none. */
const noteBalances = (page: Page) =>
  page.addInitScript(() => {
    const balances: (string | null)[] = []
    Object.assign(window, { balances })
    const look = (): void => {
      const figure = document.querySelector(":is([data-frame], [data-page=home]) data:not([value=''])")
      const value = figure?.getAttribute("value") ?? null
      if (balances.at(-1) !== value) balances.push(value)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

/** The recorded balances. */
const balancesSince = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(() => {
    const balances: unknown = Reflect.get(window, "balances")
    return Array.isArray(balances) ? balances.slice(balances.findIndex((value) => value !== null)) : []
  })

it("shows the balance of the last visit before any code has come, as of when it was, until the new one is there, and nothing where amounts are hidden", async () => {
  const { phone } = await site.welcome()
  const { page, home } = phone
  const shell = page.locator("[data-shell]")
  const known = shell.locator("data").first()
  await home.seeAvailable("200000.00")
  await expect
    .poll(async () => JSON.stringify(await cachedAnswers(page)), { timeout: SOON_MS })
    .toContain("200000.00")
  await noteBalances(page)
  const release = await hold(page, /\/assets\/boot-[^/]*\.js$/)
  const answer = await hold(page, /\/api\/.*summary/)
  await page.reload({ waitUntil: "commit" })
  await seeText(shell, textLike("shell.known-at"))
  expect(await known.getAttribute("value")).toBe("200000.00")
  expect(await known.textContent()).toContain("200,000.00")
  release()
  await home.see()
  await home.seeKnownAt()
  answer()
  await home.dontSeeKnownAt()
  await home.seeAvailable("200000.00")
  expect(await balancesSince(page)).toEqual(["200000.00"])

  await page.unrouteAll()
  const releaseAgain = await hold(page, /\/assets\/boot-[^/]*\.js$/)
  await page.evaluate(() =>
    localStorage.setItem("app_amounts_hidden", JSON.stringify({ type: "boolean", data: true })),
  )
  await page.reload({ waitUntil: "commit" })
  await shell.getByText(text("ui.simulated")).waitFor({ timeout: SOON_MS })
  releaseAgain()
  await home.seeAmountsHidden()
  expect(problemsOf(phone)).toEqual([])
})

it("brings a page that was reloaded offline back by itself when the network returns", async () => {
  const { phone } = await site.welcome({ isInstallable: true })
  const { page, window, home } = phone
  await home.seeAvailable("200000.00")
  await isKept(page)
  await window.context.setOffline(true)
  await page.reload()
  await home.seeCached()
  await window.context.setOffline(false)
  await home.dontSeeCached()
  expect(problemsOf(phone)).toEqual([])
})
