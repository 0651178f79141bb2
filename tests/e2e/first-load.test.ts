// @module-tag exhaustive
/** What a member's first page asks for, and what becomes of it when a file is lost. */
import { statSync } from "node:fs"
import { join } from "node:path"
import type { Page, Route } from "playwright-core"
import { describe, expect, it, vi } from "vitest"
import { distFolder } from "../../scripts/stamp.ts"
import { endpoints } from "../../src/contract/endpoints.ts"
import { BATCH_PATH } from "../../src/contract/wire-request.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
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
  // the document requests them when it is parsed, of which its own reads are the last
  await page.waitForFunction(() => document.readyState !== "loading")
  const hrefs = await page
    .locator("link[rel=modulepreload], link[as=fetch]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
  await seeEqual(async () => hrefs.filter((href) => !asked.includes(href)), [])
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

/**
 * What home asks for before it is shown: first script, its helpers, API layer, view, core, home and
 * its texts. The sheets are part of the document.
 */
const FIRST_FILES = ["api", "boot", "en", "rolldown-runtime", "view"]
const HOME_FILES = [...FIRST_FILES, "core", "home"].toSorted()
/** What every page below the tabs asks for. */
const BELOW_TABS = [
  ...HOME_FILES.filter((name) => name !== "en" && name !== "home"),
  ...["drafts", "forms", "member", "router", "stores"],
]
/** What they and the document may weigh on the network, in bytes of brotli. */
const MOST = { scripts: 184_300, texts: 5_700, document: 24_900 }

const sentBytes = (path: string): number => statSync(join(distFolder, "client", `${path}.br`)).size

/** The files of a kind, each with its weight, where they weigh more than they may. */
const tooHeavy = (kind: keyof typeof MOST, paths: readonly string[]): readonly string[] => {
  const sum = paths.reduce((bytes, path) => bytes + sentBytes(path), 0)
  if (sum <= MOST[kind]) return []
  return [`${kind} ${sum}, at most ${MOST[kind]}`, ...paths.map((path) => `${path} ${sentBytes(path)}`)]
}

/** Notes when home is shown; returns the files of the build that were requested before. */
const beforeHome = async (page: Page) => {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector("[data-page=home][tabindex]")) return
      performance.mark("home")
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  return async () => {
    await page.locator("[data-page=home][tabindex]").waitFor({ timeout: SOON_MS })
    return await page.evaluate(() => {
      const [shown] = performance.getEntriesByName("home")
      return performance
        .getEntriesByType("resource")
        .filter(({ name, startTime }) => name.includes("/assets/") && startTime < (shown?.startTime ?? 0))
        .map(({ name }) => new URL(name).pathname)
    })
  }
}

describe("a member's first page", () => {
  it("asks for few files, the larger ones before the first script has come, and none twice", async () => {
    const phone = await openFresh()
    const priorities = await scriptPriorities(phone.page)
    const filesBeforeHome = await beforeHome(phone.page)
    const { early, late } = await openHeld(phone.page, urlOf("home"), async () => {
      await filesBeforeHome()
    })
    expect(early.map(chunkOf).toSorted()).toEqual(FIRST_FILES)
    const all = await filesBeforeHome()
    expect(all.map(chunkOf).toSorted()).toEqual(HOME_FILES)
    expect(late.filter((path) => early.includes(path))).toEqual([])
    const ofHome = late.filter((path) => path.endsWith(".js")).map(chunkOf)
    expect(ofHome.filter((name) => HOME_FILES.includes(name)).toSorted()).toEqual(["core", "home"])
    expect(new Set(priorities.slice(0, 3))).toEqual(new Set(["Low"]))
    const isScript = (path: string) => path.endsWith(".js")
    expect([
      ...tooHeavy("scripts", all.filter(isScript)),
      ...tooHeavy(
        "texts",
        early.filter((path) => !isScript(path)),
      ),
      ...tooHeavy("document", ["index.html"]),
    ]).toEqual([])
    expect(problemsOf(phone)).toEqual([])
  })

  it.each([
    ["bank-add", ["account", "prices"]],
    ["recharge", ["deposit", "parts", "prices", "uploads", "qr-code"]],
  ] as const)(
    "preloads the chunks of %s and no other page's, and shows no placeholder before it",
    async (name, own) => {
      const phone = await openFresh()
      const { page } = phone
      await page.addInitScript(() => {
        const look = () => {
          if (document.querySelector("[data-page] p[role=status]"))
            document.documentElement.dataset.waited = ""
        }
        new MutationObserver(look).observe(document, { childList: true, subtree: true })
      })
      const stands = () => page.locator(`[data-page="${name}"] h1`).waitFor({ timeout: SOON_MS })
      const { early } = await openHeld(page, urlOf(name), stands)
      const scripts = new Set(early.filter((path) => path.endsWith(".js")).map(chunkOf))
      expect([...scripts].toSorted()).toEqual([...BELOW_TABS, ...own].toSorted())
      expect(await page.locator("html").getAttribute("data-waited")).toBeNull()
      expect(problemsOf(phone)).toEqual([])
    },
  )

  it("asks for nothing of a member on a device without a session, also later with nothing touched", async () => {
    const { page, entry } = await site.openDevice()
    const scripts: string[] = []
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url())
    })
    const { early } = await openHeld(page, "/", entry.seeLogin)
    expect(early.map(chunkOf).toSorted()).toEqual(["boot", "en", "forms", "rolldown-runtime", "view"])
    await page.waitForTimeout(1_500)
    expect(scripts.map(chunkOf).toSorted()).toEqual(["boot", "forms", "rolldown-runtime", "view"])
  })
})

describe("a slow processor", () => {
  it("renders home at once, in slices between which it can answer, and finds the locales of Intl apart", async () => {
    const { page, home } = await openFresh()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 })
    await page.addInitScript(() => {
      const note = (name: string, value: unknown) => {
        document.documentElement.dataset[name] = String(value)
      }
      // React asks for its next slice by a message
      const post = MessagePort.prototype.postMessage
      let [slices, turns] = [0, 0]
      MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
        slices += 1
        return Reflect.apply(post, this, message)
      }
      const { scheduler } = globalThis
      const yieldTo = scheduler.yield.bind(scheduler)
      scheduler.yield = async () => {
        turns += 1
        await yieldTo()
      }
      const find = Intl.NumberFormat.supportedLocalesOf.bind(Intl.NumberFormat)
      Intl.NumberFormat.supportedLocalesOf = (locales) => {
        document.documentElement.dataset.locales ??= `${locales} ${document.currentScript}`
        return find(locales)
      }
      new MutationObserver((_changes, observer) => {
        const own = document.querySelector("[data-page=home][tabindex]")
        if (!own) return
        note("isWhole", own.querySelector("article") !== null && own.querySelector("data") !== null)
        note("slices", slices)
        note("turns", turns)
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
    const noted = await page.evaluate(() => ({ ...document.documentElement.dataset }))
    // turns: the first script, the runtime, the API layer and home's calls
    expect(noted).toMatchObject({ isWhole: "true", turns: "4", locales: "en-US null" })
    expect(Number(noted.slices)).toBeGreaterThanOrEqual(SLICES_MIN)
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
  it.each([
    ["with the connection", (route: Route) => route.abort()],
    ["because the document is of an earlier build", (route: Route) => route.fulfill({ status: 404 })],
  ] as const)("%s: says so, and comes as soon as it can be had", async (_why, lose) => {
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
