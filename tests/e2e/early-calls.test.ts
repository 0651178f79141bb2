/** The calls that the document sends while the app's code is on its way. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { firstCalls } from "../../scripts/shell/first-calls.ts"
import { endpoints } from "../../src/contract/endpoints.ts"
import { BATCH_PATH } from "../../src/contract/wire-request.ts"
import { HIDDEN_DIGITS } from "../../src/domain/problem.ts"
import { ROUTES, urlOf } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { openSite, problemsOf, sessionIn, signedIn } from "./site.ts"

const site = openSite()

/** A member with a session on a device that has cached nothing. */
const openFresh = async () => {
  const { username, password } = await site.newMember()
  const session = sessionIn(await callServer(site.url(), "login", { username, password }))
  const phone = await site.openDevice(signedIn(site.url(), session))
  return { session, phone }
}

const WALLET = `**/${endpoints.walletSummary.path}`
const HOME = "/pages/tabbar/home/index"
const MARKET = urlOf("market")
/** By then a figure would have been drawn. */
const DRAWN_MS = 500
const BOOT = /\/assets\/boot-[^/]*\.js$/

/** Holds the requests of a pattern. Returns the release. */
const hold = async (page: Page, pattern: string | RegExp): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** The URLs of the calls that no client has taken over. */
const leftOver = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(window.earlyCalls?.values() ?? [])].map(({ url }) => url))

const pages = ROUTES.filter(
  ({ path, name }) =>
    ["home", "hold", "order", "income-record", "withdraw"].includes(name) &&
    (firstCalls[path] ?? []).length > 0,
)

const parametersOf: Readonly<Record<string, string>> = {
  order: "?product=aapl&direction=up",
}

describe("the document's calls", () => {
  it("are those that the page makes, with the same headers, on every route", {
    tags: ["exhaustive"],
  }, async () => {
    expect(pages.length).toBeGreaterThan(2)
    const { phone } = await openFresh()
    for (const { path, name } of pages) {
      await phone.page.goto(path + (parametersOf[name] ?? ""))
      await phone.page.locator(`[data-page="${name}"] h1`).first().waitFor({ timeout: SOON_MS })
      expect(await phone.page.evaluate(() => window.earlyCalls !== undefined)).toBe(true)
      await seeEqual(() => leftOver(phone.page), [])
    }
    expect(problemsOf(phone)).toEqual([])
  })

  it("show the balance before any code has come, and it stays in every frame until home shows it", async () => {
    const { phone } = await openFresh()
    const { page, home } = phone
    let calls = 0
    page.on("request", (request) => {
      if (request.url().endsWith(endpoints.walletSummary.path)) calls += 1
    })
    const release = await hold(page, BOOT)
    await page.goto(HOME, { waitUntil: "commit" })
    const figure = page.locator("[data-shell] [data-frame=home] data").first()
    await seeEqual(() => figure.getAttribute("value"), "200000.00")
    expect(calls).toBe(1)
    await page.evaluate(() => {
      const look = () => {
        if (document.querySelector("data") === null) document.body.dataset.blank = ""
        requestAnimationFrame(look)
      }
      look()
    })
    release()
    await home.seeAvailable("200000.00")
    expect(await page.locator("body").getAttribute("data-blank")).toBeNull()
    expect(problemsOf(phone)).toEqual([])
  })

  it("show the market's prices before any code has come, and prices stay until the market shows them", {
    tags: ["exhaustive"],
  }, async () => {
    const { phone } = await openFresh()
    const { page } = phone
    const release = await hold(page, BOOT)
    await page.goto(MARKET, { waitUntil: "commit" })
    const rows = page.locator("[data-shell] [data-frame=market] li")
    await seeEqual(
      async () => (await rows.allInnerTexts()).some((text) => /^AAPL\nApple\n\d+\.\d{2}\n/.test(text)),
      true,
    )
    expect(await rows.locator("a[href*=symbol]").first().getAttribute("href")).toMatch(/symbol=AAPL$/)
    await page.evaluate(() => {
      const look = () => {
        if (document.querySelector("li data") === null) document.body.dataset.blank = ""
        requestAnimationFrame(look)
      }
      look()
    })
    release()
    await page.locator("[data-page=market] li data").first().waitFor({ timeout: SOON_MS })
    expect(await page.locator("body").getAttribute("data-blank")).toBeNull()
    await seeEqual(() => leftOver(page), [])
    expect(problemsOf(phone)).toEqual([])
  })

  it("name the first banner, whose image is requested before any code has come", {
    tags: ["exhaustive"],
  }, async () => {
    const { phone } = await openFresh()
    const { page, home } = phone
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    const ofBanners = () => asked.filter((path) => path.startsWith("/banners/"))
    const release = await hold(page, BOOT)
    await page.goto(HOME, { waitUntil: "commit" })
    await seeEqual(() => Promise.resolve(ofBanners().length), 1)
    release()
    await home.see()
    const shown = page.locator("[data-page=home] img[fetchpriority=high]")
    expect(await shown.getAttribute("src")).toBe(ofBanners()[0])
    expect(problemsOf(phone)).toEqual([])
  })

  it("show no balance while amounts are hidden", { tags: ["exhaustive"] }, async () => {
    const { phone } = await openFresh()
    const { page } = phone
    await page.addInitScript(() =>
      localStorage.setItem("app_amounts_hidden", '{"type":"boolean","data":true}'),
    )
    await hold(page, BOOT)
    const answered = page.waitForResponse(WALLET)
    await page.goto(HOME, { waitUntil: "commit" })
    await answered
    await page.waitForTimeout(DRAWN_MS)
    expect(await page.locator("[data-shell] data").first().innerText()).toBe(HIDDEN_DIGITS)
    expect(await page.locator("[data-shell]").innerText()).not.toContain("200,000")
  })

  it("go in two requests: the balance alone, and the rest together", async () => {
    const { phone } = await openFresh()
    const { page, home } = phone
    const together = ["products", "banners", "placards", "systemConfig"] as const
    const paths = [`/${endpoints.walletSummary.path}`, `/${BATCH_PATH}`]
    const alone = together.map((name) => `/${endpoints[name].path}`)
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(HOME)
    await home.see()
    await page.locator("[data-page=home] article").first().waitFor({ timeout: SOON_MS })
    await seeEqual(() => leftOver(page), [])
    expect(asked.filter((path) => [...paths, ...alone].includes(path)).toSorted()).toEqual(paths.toSorted())
    expect(problemsOf(phone)).toEqual([])
  })

  it("end a session that the server has ended meanwhile, and show nothing of it", {
    tags: ["exhaustive"],
  }, async () => {
    const { session, phone } = await openFresh()
    const { page, entry } = phone
    await callServer(site.url(), "logout", {}, { token: session.token })
    await page.goto(HOME, { waitUntil: "commit" })
    await entry.seeLogin()
    expect(await page.locator("data").count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem("app_token"))).toBeNull()
    expect(await leftOver(page)).toEqual([])
  })

  it("are not sent with an id that is none", { tags: ["exhaustive"] }, async () => {
    const { phone } = await openFresh()
    const asked: string[] = []
    phone.page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await phone.page.goto(`${urlOf("product")}?id=..%2F..`, { waitUntil: "load" })
    await phone.page.locator("h1").first().waitFor({ timeout: SOON_MS })
    expect(asked).not.toContain(`/${endpoints.product.path}`)
    expect(problemsOf(phone)).toEqual([])
  })
})
