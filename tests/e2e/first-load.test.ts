// @module-tag exhaustive
/** What a member's first page asks for, and what becomes of it when a file is lost. */
import type { Page, Route } from "playwright-core"
import { describe, expect, it, vi } from "vitest"
import { endpoints } from "../../src/contract/endpoints.ts"
import { BATCH_PATH } from "../../src/contract/wire-request.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
import { casesOf } from "../support/exhaustive.ts"
import { button } from "./page-models/fields.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf, sessionIn, signedIn } from "./site.ts"

const site = openSite()

/** Less than the patience with a processor that is never idle. */
const BUSY_MS = 4_000
/** React renders for 5 ms at a time; the page takes a slow phone twenty times as long. */
const SLICES_MIN = 5
/** Long enough for a tap to be answered. */
const TAP_MS = 5_000

/** A device on which a session is open and nothing is cached. */
const openFresh = async () => {
  const { username, password } = await site.newMember()
  const session = sessionIn(await callServer(site.url(), "login", { username, password }))
  return await site.openDevice(signedIn(site.url(), session))
}

const BOOT = /\/assets\/boot-[^/]*\.js$/

/** The chunk that a file of the build belongs to: "home" for "/assets/home-1a2b.js". */
const chunkOf = (path: string): string => /\/assets\/([\w-]+)-[\w-]{8}\./.exec(path)?.[1] ?? path

/**
 * Opens a page while the first script is held. `early` are the files that it asks for meanwhile,
 * `late` those between the release and `stands`.
 */
const openHeld = async (page: Page, url: string, stands: () => Promise<void>) => {
  const held = Promise.withResolvers<void>()
  const asked: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith("/assets/")) asked.push(pathname)
  })
  await page.route(BOOT, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(url, { waitUntil: "commit" })
  await seeEqual(async () => asked.some((path) => path.endsWith(".json")), true)
  const early = [...asked]
  held.resolve()
  await stands()
  return { early, late: asked.slice(early.length) }
}

/** The priorities with which the browser requests the scripts of a page from now on. */
const scriptPriorities = async (page: Page): Promise<readonly string[]> => {
  const priorities: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on("Network.requestWillBeSent", ({ request }) => {
    if (request.url.endsWith(".js")) priorities.push(request.initialPriority)
  })
  await devtools.send("Network.enable")
  return priorities
}

/** First script, its helpers, core, member and home with one style sheet, and the texts. */
const HOME_FILES_MOST = 7

describe("a member's first page", () => {
  it("asks for few files, all of them before the first script has come, and none twice", async () => {
    const phone = await openFresh()
    const priorities = await scriptPriorities(phone.page)
    const { early, late } = await openHeld(phone.page, urlOf("home"), phone.home.see)
    expect(early.length).toBeLessThanOrEqual(HOME_FILES_MOST)
    expect(early.map(chunkOf)).toEqual(expect.arrayContaining(["boot", "core", "member", "home"]))
    expect(late.filter((path) => early.includes(path))).toEqual([])
    expect(late.map(chunkOf).filter((name) => /^(boot|core|member|home)$/.test(name))).toEqual([])
    expect(new Set(priorities.slice(0, 3))).toEqual(new Set(["Low"]))
    expect(problemsOf(phone)).toEqual([])
  })

  const others = [
    ["market", ["market", "parts"]],
    ["bank-add", ["account"]],
    ["recharge", ["deposit", "parts", "uploads", "qr-code"]],
  ] as const
  const chosen = casesOf(others, ([name]) => name === "recharge")
  it.each(chosen)("preloads the chunks of %s and no other page's", async (name, own) => {
    const phone = await openFresh()
    const stands = () => phone.page.locator(`[data-page="${name}"] h1`).waitFor({ timeout: SOON_MS })
    const { early } = await openHeld(phone.page, urlOf(name), stands)
    const scripts = new Set(early.filter((path) => path.endsWith(".js")).map(chunkOf))
    expect([...scripts].toSorted()).toEqual(["boot", "core", "member", "rolldown-runtime", ...own].toSorted())
    expect(problemsOf(phone)).toEqual([])
  })

  it("shows no placeholder before a page whose code has come", async () => {
    const { page } = await openFresh()
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector("[data-page] p[role=status]")) document.documentElement.dataset.waited = ""
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true })
    })
    const own = page.locator('[data-page="bank-add"]')
    await openHeld(page, urlOf("bank-add"), () => own.locator("h1").waitFor({ timeout: SOON_MS }))
    expect(await page.locator("html").getAttribute("data-waited")).toBeNull()
  })

  it("asks for nothing of a member on a device without a session", async () => {
    const phone = await site.openDevice()
    const { early } = await openHeld(phone.page, "/", phone.entry.seeLogin)
    expect(early.map(chunkOf).toSorted()).toEqual(["boot", "en", "rolldown-runtime"])
  })

  it("loads no code of a member behind the login page, with nothing touched", async () => {
    const { page, entry } = await site.openDevice()
    const scripts: string[] = []
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url())
    })
    await page.goto("/")
    await entry.seeLogin()
    await page.waitForTimeout(1_500)
    expect(scripts.map(chunkOf).toSorted()).toEqual(["boot", "rolldown-runtime"])
  })
})

describe("a slow processor", () => {
  it("renders the balance before what is below it", async () => {
    const { page, home } = await openFresh()
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        const own = document.querySelector("[data-page=home][tabindex]")
        if (!own?.querySelector("data")) return
        document.documentElement.dataset.stocksAtFirst = String(own.querySelectorAll("article").length)
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    // everything is answered before the first render
    const answers = Promise.all(
      [endpoints.walletSummary.path, BATCH_PATH].map((path) => page.waitForResponse(`**/${path}`)),
    )
    await page.route(BOOT, async (route) => {
      await answers
      await route.continue()
    })
    await page.goto(urlOf("home"))
    await home.see()
    await page.locator("[data-page=home] article").first().waitFor({ timeout: SOON_MS })
    expect(await page.evaluate(() => document.documentElement.dataset.stocksAtFirst)).toBe("0")
  })

  it("renders the first page in slices, between which it can answer", async () => {
    const { page, home } = await openFresh()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 })
    await page.addInitScript(() => {
      // React asks for its next slice by a message
      const post = MessagePort.prototype.postMessage
      let slices = 0
      MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
        slices += 1
        return Reflect.apply(post, this, message)
      }
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector("[data-page=home][tabindex]")) return
        document.documentElement.dataset.slices = String(slices)
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(urlOf("home"))
    await home.see()
    const slices = await page.evaluate(() => Number(document.documentElement.dataset.slices))
    expect(slices).toBeGreaterThanOrEqual(SLICES_MIN)
  })

  it("gives the browser a turn between the parts of a member's start", async () => {
    const { page, home } = await openFresh()
    await page.addInitScript(() => {
      const { scheduler } = globalThis
      const yieldTo = scheduler.yield.bind(scheduler)
      let turns = 0
      scheduler.yield = async () => {
        turns += 1
        document.documentElement.dataset.turns = String(turns)
        await yieldTo()
      }
    })
    await page.goto(urlOf("home"))
    await home.see()
    // the first script, the runtime, the API layer, home's calls, the member's machines as they are
    // preloaded and used
    expect(await page.evaluate(() => document.documentElement.dataset.turns)).toBe("6")
  })

  it("finds the locales of Intl in a task of its own, apart from the document's scripts", async () => {
    const { page, home } = await openFresh()
    await page.addInitScript(() => {
      const find = Intl.NumberFormat.supportedLocalesOf.bind(Intl.NumberFormat)
      Intl.NumberFormat.supportedLocalesOf = (locales) => {
        const { dataset } = document.documentElement
        dataset.found ??= `${locales} ${document.currentScript}`
        return find(locales)
      }
    })
    await page.goto(urlOf("home"))
    await home.see()
    expect(await page.evaluate(() => document.documentElement.dataset.found)).toBe("en-US null")
  })

  it("loads and renders no other page while it is busy", async () => {
    const { page, home } = await openFresh()
    let isAsked = false
    page.on("request", (request) => {
      if (/\/assets\/market-[\w-]{8}\.js$/.test(request.url())) isAsked = true
    })
    await page.addInitScript((stepMs) => {
      const work = () => {
        const untilMs = performance.now() + 3 * stepMs
        while (performance.now() < untilMs);
        if (document.documentElement.dataset.rested === undefined) setTimeout(work, stepMs)
      }
      addEventListener("load", work)
    }, 50)
    await page.goto(urlOf("home"))
    await home.see()
    await page.waitForTimeout(BUSY_MS)
    expect(isAsked).toBe(false)
    await page.evaluate(() => {
      document.documentElement.dataset.rested = ""
    })
    await seeEqual(async () => isAsked, true)
  })
})

describe("a page whose code is lost while the first script is on its way", () => {
  const causes = [
    ["with the connection", (route: Route) => route.abort()],
    ["because the document is of an earlier build", (route: Route) => route.fulfill({ status: 404 })],
  ] as const
  const chosen = casesOf(causes, ([why]) => why === "with the connection")
  it.each(chosen)("%s: says so, and comes as soon as it can be had", async (_why, lose) => {
    const phone = await openFresh()
    const { page, home } = phone
    let isLost = true
    await page.route(/\/assets\/home-[^/]*\.js$/, (route) => (isLost ? lose(route) : route.continue()))
    await page.goto(urlOf("home"), { waitUntil: "commit" })
    const own = page.locator("[data-page=home]")
    const again = button(own, text("ui.retry")).or(button(own, text("page.timed-out")))
    await again.first().waitFor({ timeout: 2 * SOON_MS })
    isLost = false
    // on a busy machine a failure from the browser's memory passes for one of the network: tap again
    const tapUntilThere = async () => {
      const isWaiting = await again.first().isVisible()
      if (isWaiting) await again.first().click({ timeout: TAP_MS })
      await own.locator("data").first().waitFor({ timeout: TAP_MS })
    }
    await vi.waitFor(tapUntilThere, { timeout: 2 * SOON_MS, interval: 100 })
    await home.see()
    expect(problemsOf(phone).filter((problem) => !problem.includes(" 404 "))).toEqual([])
  })
})
