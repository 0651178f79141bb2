/** What is pressed in the document before the app runs. */
import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf, sessionIn, signedIn } from "./site.ts"

const site = openSite()

/** Opens home with its first script held. `release` lets it come. */
const openHeld = async () => {
  const { username, password } = await site.newMember()
  const session = sessionIn(await callServer(site.url(), "login", { username, password }))
  const phone = await site.openDevice(signedIn(site.url(), session))
  const { page } = phone
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/boot-[^/]*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(urlOf("home"), { waitUntil: "commit" })
  const shell = page.locator("[data-shell]")
  await shell.locator("nav a").first().waitFor({ timeout: SOON_MS })
  return { phone, page, shell, release: held.resolve }
}

const path = (page: Page): string => new URL(page.url()).pathname

/** Whether home was seen outside of the document since this was called. */
const watchHome = (page: Page) =>
  page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector("[data-page=home]")?.checkVisibility()) document.body.dataset.home = ""
    }).observe(document, { childList: true, subtree: true })
  })

it("a tab shows its frame and its rows under its address, and is the app's page afterwards", async () => {
  const { phone, page, shell, release } = await openHeld()
  const before = await page.evaluate(() => history.length)
  await shell.locator("nav a[href*=optional]").click()
  expect(path(page)).toBe(urlOf("market"))
  await shell.getByRole("heading", { name: text("market.title") }).waitFor({ timeout: SOON_MS })
  expect(await shell.locator("nav a[aria-current]").getAttribute("href")).toBe(urlOf("market"))
  await seeEqual(
    async () => (await shell.locator("li a[href*='symbol='] data[value*='.']").count()) > 3,
    true,
  )
  expect(await shell.locator("li a[href*='symbol=']").first().innerText()).toMatch(/[▲▼◆]\s*[+−]?\d+\.\d\d%$/)
  const topOf = (rows: Locator) =>
    rows
      .locator("li a[href*='symbol=']")
      .first()
      .evaluate((row) => row.getBoundingClientRect().top)
  const top = await topOf(shell)
  await watchHome(page)
  release()
  await phone.market.see()
  const own = page.locator("[data-page=market]")
  await own.locator("li data").first().waitFor({ timeout: SOON_MS })
  expect(await topOf(own)).toBeCloseTo(top, 0)
  expect(await page.locator("body").getAttribute("data-home")).toBeNull()
  expect(await page.evaluate(() => history.length)).toBe(before)
  await phone.tabs.goTo("home")
  await phone.home.see()
  expect(problemsOf(phone)).toEqual([])
})

it("Deposit is shown as pressed and opens once, home stays below it", async () => {
  const { phone, page, shell, release } = await openHeld()
  const before = await page.evaluate(() => history.length)
  const deposit = shell.getByRole("button", { name: text("money.deposit") })
  await deposit.click()
  await deposit.click()
  expect(await deposit.getAttribute("aria-busy")).toBe("true")
  release()
  await page.locator("[data-page=recharge] h1").waitFor({ timeout: SOON_MS })
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  await page.goBack()
  await phone.home.see()
  expect(path(page)).toBe(urlOf("home"))
  expect(problemsOf(phone)).toEqual([])
})

it("a row of the market opens its symbol, and the last press counts", async () => {
  const { phone, page, shell, release } = await openHeld()
  await shell.getByRole("button", { name: text("money.withdraw") }).click()
  await shell.locator("nav a[href*=optional]").click()
  await shell.locator("li a[href*='symbol=SP500']").first().click({ timeout: SOON_MS })
  release()
  await page.locator("[data-page=trade] h1", { hasText: "SP500" }).waitFor({ timeout: SOON_MS })
  expect(await page.locator("[data-page=withdraw]").count()).toBe(0)
  expect(problemsOf(phone)).toEqual([])
})

it("amounts are hidden by a press before the app runs; focus and scroll position stay", async () => {
  const { phone, page, shell, release } = await openHeld()
  await shell.getByRole("button", { name: text("ui.amount.hide") }).click()
  await shell.locator("[data-scroller]").evaluate((scroller) => scroller.scrollTo(0, 120))
  release()
  await phone.home.see()
  const hidden = page.locator("[data-page=home]").getByRole("button", { name: text("ui.amount.show") })
  await hidden.waitFor({ timeout: SOON_MS })
  expect(await hidden.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await page.locator("[data-page=home] [data-scroller]").evaluate(({ scrollTop }) => scrollTop)).toBe(
    120,
  )
  expect(problemsOf(phone)).toEqual([])
})

it("a page that the release does not have is said to be missing", async () => {
  const { phone, page, shell, release } = await openHeld()
  const link = shell.locator("a[href*=agreement]").first()
  await link.evaluate((element) => element.setAttribute("href", "/pages/gone/gone"))
  await link.click()
  release()
  await phone.home.see()
  expect(path(page)).toBe(urlOf("home"))
  expect(problemsOf(phone)).toEqual([])
})
