import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import { VIDEO_RATES } from "../../src/domain/limits.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { addCardBy, fieldOf, withdrawBy } from "../support/app.ts"
import { operate } from "./operator.ts"
import { loadedPageIds } from "./page-lifecycle.ts"
import { button } from "./page-models/fields.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { type Member, openSite, problemsOf, unhurried } from "./site.ts"
import { fingerOn } from "./touches.ts"

// A reviewed withdrawal refreshes the list: here only the finger does.
const site = openSite(unhurried)

const RECORDS = "/pages/withdraw/withdraw-record"
const HELD_MS = 600

/** Creates withdrawals through the API, one after the other. */
const withdrawals = async ({ token }: Member, count: number): Promise<void> => {
  const typed = { bank_name: "Zenith Bank", card_number: "4242424242424242", username: "Ada Obi" }
  const card = await addCardBy(site.url(), typed, { token })
  const destination_id = String(fieldOf(card, "id"))
  for (let index = 0; index < count; index += 1) {
    const request = { key: crypto.randomUUID(), amount: "5000.00", method: "bank", destination_id } as const
    fieldOf(await withdrawBy(site.url(), request, { token }), "id")
  }
}

const recordsOn = (page: Page) => {
  const own = page.locator("[data-page=withdraw-record]").filter({ visible: true })
  return {
    own,
    rows: own.getByRole("listitem"),
    scrollToBottom: () =>
      own.locator("[data-scroller]").evaluate((scroller) => {
        scroller.scrollTop = scroller.scrollHeight
      }),
  }
}

/** Counts the calls of these endpoints from now on. */
const asked = (page: Page, ...names: readonly EndpointId[]): { readonly count: () => number } => {
  let count = 0
  page.on("request", (request) => {
    if (names.some((name) => request.url().includes(endpoints[name].path))) count += 1
  })
  return { count: () => count }
}

/** Time for late answers and images. */
const SETTLED_MS = 800

/**
 * A live price that grows by a digit moves itself by less than this; a row that moves the rest of a
 * page is far above it.
 */
const UNSEEN_SHIFT = 0.0005

interface ShiftSource {
  readonly node?: Element
  readonly previousRect: DOMRectReadOnly
  readonly currentRect: DOMRectReadOnly
}

/** Every layout shift from now on, those right after a tap included, which the usual score leaves out. */
const watchShifts = async (page: Page) => {
  await page.evaluate((unseen) => {
    const shifts: string[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Number(Reflect.get(entry, "value")) < unseen) continue
        const sources: readonly ShiftSource[] = Reflect.get(entry, "sources")
        // the bar, which goes under a page that has none: what is gone from view has not shifted in it
        if (sources.every(({ currentRect: { width, height } }) => width * height === 0)) continue
        // and the same bar when it comes back: what was not laid out comes from the corner, in no one's view
        if (sources.every(({ previousRect: { x, y } }) => x === 0 && y === 0)) continue
        const moved = sources.map(({ node }) => node?.className ?? "?")
        shifts.push(`${Number(Reflect.get(entry, "value")).toFixed(4)} ${moved.join(", ")}`)
      }
    }).observe({ type: "layout-shift" })
    Object.assign(window, { takeShifts: () => shifts.splice(0) })
  }, UNSEEN_SHIFT)
  return {
    take: async (): Promise<readonly string[]> =>
      await page.evaluate(() => Reflect.apply(Reflect.get(window, "takeShifts"), null, [])),
  }
}

describe("a long list of records", () => {
  it("loads on when its bottom is reached, is refreshed by pulling, and offers the way back up", async () => {
    const { member, phone } = await site.welcome()
    await withdrawals(member, 45)
    const { page } = phone
    const requests = asked(page, "withdrawals")
    await page.goto(RECORDS)
    const { own, rows, scrollToBottom } = recordsOn(page)
    await seeEqual(() => rows.count(), 20)
    // the bottom counts as reached again after a while only
    await seeEqual(async () => {
      await scrollToBottom()
      return await rows.count()
    }, 45)
    expect(await button(own, text("ui.more")).count()).toBe(0)

    await button(own, text("ui.to-top")).click()
    await seeEqual(() => own.locator("[data-scroller]").evaluate(({ scrollTop }) => scrollTop), 0)
    // the live connection's first message refreshes once
    await page.waitForLoadState("networkidle")
    const before = requests.count()
    const finger = await fingerOn(page)
    await finger.drag(rows.first(), { x: 0, y: 40 })
    expect(requests.count()).toBe(before)
    await finger.drag(rows.first(), { x: 0, y: 120 })
    await seeEqual(async () => requests.count() > before, true)
    await seeEqual(() => rows.count(), 45)
    expect(problemsOf(phone)).toEqual([])
  })

  it("offers to copy what names a record while it is held, and opens it on a tap", {
    tags: ["exhaustive"],
  }, async () => {
    const { member, phone } = await site.welcome()
    await withdrawals(member, 1)
    const { page, window } = phone
    await window.context.grantPermissions(["clipboard-read", "clipboard-write"])
    await page.goto(RECORDS)
    const { rows } = recordsOn(page)
    const finger = await fingerOn(page)
    await finger.hold(rows.first().getByRole("link"), HELD_MS)
    const sheet = page.getByRole("dialog", { name: text("ui.copy"), exact: true })
    const choice = button(sheet, text("withdraw.record.reference"))
    // A slow browser takes the lifted finger for a tap on the sheet below it.
    await choice.dispatchEvent("click", { detail: 1 })
    await choice.click()
    await page.getByText(text("copy.done")).first().waitFor({ timeout: SOON_MS })
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    await rows.first().getByRole("link").tap()
    await phone.withdrawal.seeDetail()
    const detail = page.locator("[data-page=withdraw-record-detail]").filter({ visible: true })
    await detail.getByText(copied, { exact: true }).waitFor({ timeout: SOON_MS })
    await page.evaluate(() => navigator.clipboard.writeText(""))
    await button(detail, text("ui.copy.what", { what: text("withdraw.record.reference") })).click()
    await seeEqual(() => page.evaluate(() => navigator.clipboard.readText()), copied)
    expect(problemsOf(phone)).toEqual([])
  })
})

describe("pages", () => {
  it("are drawn before they are visited, without beginning to live by that", {
    tags: ["exhaustive"],
  }, async () => {
    const { phone } = await site.welcome()
    const { page, tabs, market } = phone
    const calls = asked(page, "candles")
    const lists = asked(page, "orders")
    const drawn = page.locator("[data-prerendered=market]")
    for (const name of ["market", "trade", "hold", "my"])
      await page.locator(`[data-prerendered=${name}]`).waitFor({ state: "attached", timeout: SOON_MS })
    expect(await drawn.isVisible()).toBe(false)
    expect(calls.count()).toBe(0)
    // home's own open contracts, and again as the stream begins
    expect(lists.count()).toBeLessThanOrEqual(2)
    // the entry and home, as far as the journal has been written
    const before = await loadedPageIds(page)
    expect(before.length).toBeLessThanOrEqual(2)
    const element = await drawn.elementHandle()
    await tabs.goTo("market")
    await market.see()
    await expect
      .poll(async () => (await loadedPageIds(page)).length, { timeout: SOON_MS })
      .toBeGreaterThan(before.length)
    // what was drawn is what is shown
    expect(await element?.getAttribute("data-page")).toBe("market")
    // and hidden home stays laid out
    const kept = page.locator("[data-page=home]")
    expect(await kept.isVisible()).toBe(false)
    expect(await kept.evaluate((hidden) => getComputedStyle(hidden).display)).toBe("grid")
    expect(problemsOf(phone)).toEqual([])
  })

  it("stay where they were scrolled while another tab is looked at", async () => {
    const { phone } = await site.welcome()
    const { page, tabs } = phone
    const scroller = (name: string) =>
      page.locator(`[data-page=${name}]`).filter({ visible: true }).locator("[data-scroller]").first()
    const top = (name: string) => scroller(name).evaluate(({ scrollTop }) => Math.round(scrollTop))
    await scroller("home").evaluate((element) => {
      element.scrollTop = 300
    })
    await tabs.goTo("market")
    await phone.market.see()
    expect(await top("market")).toBe(0)
    // what was kept is there in the tap itself: neither a rendering nor an effect is waited for
    const seenInTap = await page.locator("nav a[href*=home]").evaluate((link) => {
      if (link instanceof HTMLElement) link.click()
      return ["home", "market"].map((name) =>
        document.querySelector(`[data-page=${name}]`)?.checkVisibility(),
      )
    })
    expect(seenInTap).toEqual([true, false])
    await seeEqual(() => top("home"), 300)
    // two taps within one turn, to a page that was kept and on to one that was not: nothing of the first stays in view
    await page.locator("nav").evaluate((bar) => {
      for (const path of ["optional", "my"]) bar.querySelector<HTMLElement>(`a[href*="/${path}/"]`)?.click()
    })
    await page.locator("[data-page=my] h1").filter({ visible: true }).waitFor({ timeout: SOON_MS })
    await seeEqual(() => page.locator("[data-page]").filter({ visible: true }).count(), 1)
  })

  it("do not shift while the member goes from one to the next", { tags: ["exhaustive"] }, async () => {
    const { phone } = await site.welcome()
    const { page, tabs, market, home } = phone
    await home.seeWhole()
    await page.waitForLoadState("networkidle")
    const shifts = await watchShifts(page)
    await tabs.goTo("market")
    await market.see()
    await market.seePriceMove("AAPL")
    const seen = await shifts.take()
    await market.seeTerms("AAPL", "₦1,000.00", "₦500,000.00")
    await page.waitForTimeout(SETTLED_MS)
    await page.goBack()
    await market.see()
    await page.waitForTimeout(SETTLED_MS)
    await tabs.goTo("my")
    await page.getByRole("link", { name: text("my.wallet") }).click()
    await page.getByRole("heading", { name: text("wallet.title"), exact: true }).waitFor({ timeout: SOON_MS })
    await page.waitForTimeout(SETTLED_MS)
    expect([...seen, ...(await shifts.take())].join("\n")).toBe("")
  })
})

/** A moving picture of a second, recorded by the browser itself. */
const recordVideo = async (page: Page): Promise<Buffer> => {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 36 })
    const paint = canvas.getContext("2d")
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm" })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    recorder.start()
    for (let frame = 0; frame < 30; frame += 1) {
      paint?.fillRect(0, 0, frame * 2, 36)
      await new Promise((resolve) => setTimeout(resolve, 33))
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(bytes)
}

describe("an article with a video", () => {
  it("plays it at each of the six rates, and says so where it cannot be played", {
    tags: ["exhaustive"],
  }, async () => {
    const { phone } = await site.welcome()
    const { page, window } = phone
    const html = join(mkdtempSync(join(tmpdir(), "article-")), "article.html")
    writeFileSync(html, '<p>See how it works.</p><video src="/media/how-it-works.webm"></video>')
    const words = ["--id", "how-it-works", "--kind", "help", "--language", "en"]
    await operate(site, "articles", "add", ...words, "--title", "How it works", "--file", html)
    const body = await recordVideo(page)
    let isThere = false
    await window.context.route("**/media/how-it-works.webm", (route) =>
      isThere ? route.fulfill({ body, contentType: "video/webm" }) : route.fulfill({ status: 404 }),
    )
    await page.goto("/pages/agreement/agreement-detail?id=how-it-works")
    await page.getByText(text("ui.player.failed")).waitFor({ timeout: SOON_MS })
    isThere = true
    const speed = (rate: number) =>
      page.getByRole("radio", { name: text("ui.player.rate", { rate }), exact: true })
    await speed(1.5).check({ force: true })
    await button(page, text("ui.retry")).click()
    await page.getByText(text("ui.player.failed")).waitFor({ state: "detached", timeout: SOON_MS })
    const video = page.locator("video")
    expect(await video.evaluate((element) => element === document.activeElement)).toBe(true)
    const rate = () => video.evaluate((element) => Reflect.get(element, "playbackRate"))
    expect(await rate(), "chosen before the video was there").toBe(1.5)
    for (const chosen of VIDEO_RATES) {
      await speed(chosen).check({ force: true })
      expect(await rate()).toBe(chosen)
    }
    expect(await video.evaluate((element) => Reflect.get(element, "paused"))).toBe(true)
    await video.evaluate((element) => Reflect.apply(Reflect.get(element, "play"), element, []))
    await seeEqual(
      async () => Number(await video.evaluate((element) => Reflect.get(element, "currentTime"))) > 0.3,
      true,
    )
    expect(await rate()).toBe(2)
  })
})

describe("the company video", () => {
  it("plays on the page about the company, with captions in the language of the app", {
    tags: ["exhaustive"],
  }, async () => {
    const phone = await site.openDevice({ locale: "de-DE" })
    await phone.page.goto(urlOf("agreement-detail", { id: "company-introduction" }))
    const video = phone.page.locator("video")
    await video.evaluate((element: HTMLVideoElement) => element.play())
    const shown = () =>
      video.evaluate((element: HTMLVideoElement) =>
        [...element.textTracks]
          .filter(({ mode }) => mode === "showing")
          .map(({ language, activeCues }) => [
            language,
            ...[...(activeCues ?? [])].map((cue) => Reflect.get(cue, "text")),
          ]),
      )
    await seeEqual(shown, [["de-DE", "Financial Links: Setzen Sie darauf, ob ein Kurs steigt oder fällt."]])
    await seeEqual(() => video.evaluate((element: HTMLVideoElement) => element.currentTime > 0.3), true)
    const facts = await video.evaluate((element: HTMLVideoElement) => ({
      durationSeconds: element.duration,
      labels: [...element.textTracks].map(({ label }) => label).slice(0, 2),
    }))
    expect(facts).toEqual({ durationSeconds: 24, labels: ["中文", "English"] })
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 20
    })
    await seeEqual(shown, [
      [
        "de-DE",
        "Sofern die App nichts anderes sagt, ist dies eine Simulation: historische Kurse, kein echtes Geld.",
      ],
    ])
    expect(problemsOf(phone)).toEqual([])
  })
})

/** Longer than a banner stands. */
const BANNER_TURN_MS = 6_000

describe("the banners", () => {
  it("follow a finger, stand still when paused, and under reduced motion from the start", {
    tags: ["exhaustive"],
  }, async () => {
    const { phone } = await site.welcome({ reducedMotion: "no-preference" })
    const { page } = phone
    await page.clock.install()
    await page.reload()
    const banners = page.getByRole("region", { name: text("home.banners") })
    const shown = () => banners.locator("button[aria-current]").getAttribute("aria-label")
    await button(banners, text("home.banners.pause")).click()
    const count = await banners.locator("button[aria-label]:not([title])").count()
    // on a slow machine they have turned by themselves before they were paused
    const first = await shown()
    const names = Array.from({ length: count }, (_, index) =>
      text("home.banner", { index: index + 1, count }),
    )
    const next = names[(names.indexOf(String(first)) + 1) % count]
    const finger = await fingerOn(page)
    await finger.drag(banners, { x: -220, y: 0 })
    await seeEqual(shown, next)
    await finger.drag(banners, { x: 220, y: 0 })
    await seeEqual(shown, first)
    await page.clock.runFor(BANNER_TURN_MS)
    expect(await shown()).toBe(first)
    const still = await site.welcome()
    await button(still.phone.page, text("home.banners.play")).waitFor({ timeout: SOON_MS })
  })
})
