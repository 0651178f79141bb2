/**
 * What two hundred symbols at ten ticks a second cost the market page on a slow phone, against
 * plain DOM that does the same updates.
 */
import type { CDPSession, Page } from "playwright-core"
import { stream as quoteStream } from "../../src/contract/endpoints.ts"
import { ROUTES, urlOf } from "../../src/navigation/routes.ts"
import { openPhone, type Window } from "../support/browser.ts"
import { bench } from "./harness.ts"
import { openSite, SLOWDOWN } from "./site.ts"
import { FRAME_MS, openTickingSite, PLAIN_PATH, REMEMBERED, SYMBOLS } from "./ticking-site.ts"

/**
 * How long ticks are measured; the reach for the heap is meant for ten minutes: `TICKS_MS=600000`.
 */
const MEASURED_MS = Number(process.env.TICKS_MS ?? 10_000)
const SETTLED_MS = 3_000
const CAUGHT_UP_MS = 30_000
const LATE_FRAME_MS = 33.4
const SAMPLES = 5
/** The tab pages but the one in view. */
const PRERENDERED_PAGES = ROUTES.filter(({ tab }) => tab).length - 1

type Site = Awaited<ReturnType<typeof openTickingSite>>

const metric = async (devtools: CDPSession, wanted: string): Promise<number> => {
  const { metrics } = await devtools.send("Performance.getMetrics")
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
}

/** Looks for as long as ticks are measured, and answers a figure. */
type Meter = (page: Page, devtools: CDPSession) => Promise<number>

/**
 * Time of the main thread's processor, in ms for each second: what the others on this machine do is
 * not in it.
 */
const mainThread: Meter = async (page, devtools) => {
  const before = await metric(devtools, "TaskDuration")
  await page.waitForTimeout(MEASURED_MS)
  return (((await metric(devtools, "TaskDuration")) - before) * 1e6) / MEASURED_MS
}

const heapMb = async (devtools: CDPSession): Promise<number> => {
  await devtools.send("HeapProfiler.collectGarbage")
  return (await metric(devtools, "JSHeapUsedSize")) / 1e6
}

/** What the heap has grown by, in MB, with nothing in it that can be collected. */
const heapGrowth: Meter = async (page, devtools) => {
  const before = await heapMb(devtools)
  await page.waitForTimeout(MEASURED_MS)
  return (await heapMb(devtools)) - before
}

/** Frames in a hundred that took longer than 33 ms. */
const lateFrames: Meter = (page) =>
  page.evaluate(
    ([measuredMs, lateMs]) =>
      new Promise<number>((resolve) => {
        const startedAtMs = performance.now()
        let before = startedAtMs
        let frames = 0
        let late = 0
        const frame = () => {
          const now = performance.now()
          frames += 1
          if (now - before > lateMs) late += 1
          before = now
          if (now - startedAtMs < measuredMs) requestAnimationFrame(frame)
          else resolve((late / frames) * 100)
        }
        requestAnimationFrame(frame)
      }),
    [MEASURED_MS, LATE_FRAME_MS] as const,
  )

const ROW = "[data-symbol], [data-page=market] li"

/** Symbol and price of every row that is drawn. */
const shown = (page: Page): Promise<readonly (readonly [string, string])[]> =>
  page.locator(ROW).evaluateAll((rows) =>
    rows.map((row) => {
      const symbol = row.querySelector("[translate=no]")?.textContent ?? ""
      return [symbol, row.querySelector("data")?.getAttribute("value") ?? ""] as const
    }),
  )

/**
 * No row may show a price that was not among the `latest` sent: a busy machine may be behind, never
 * wrong.
 */
const checkPrices = async (page: Page, site: Site, latest: number): Promise<void> => {
  const rows = await shown(page)
  if (rows.length < 5) throw new Error(`only ${rows.length} rows are drawn`)
  for (const [symbol, price] of rows)
    if (!site.sent(symbol).slice(0, latest).includes(price))
      throw new Error(`${symbol} shows ${price}, sent was ${site.sent(symbol).slice(0, latest).join(", ")}`)
}

/** Waits until every row that is drawn shows what was sent last; a busy machine takes its time. */
const waitForLast = async (page: Page, site: Site): Promise<void> => {
  const endMs = performance.now() + CAUGHT_UP_MS
  for (;;) {
    await page.waitForTimeout(SETTLED_MS)
    try {
      return await checkPrices(page, site, 1)
    } catch (error) {
      if (performance.now() > endMs) throw error
    }
  }
}

/**
 * When nothing is sent any more, every row shows what was sent last, also those that are only drawn
 * then.
 */
const checkLast = async (page: Page, site: Site): Promise<void> => {
  site.tick(false)
  await waitForLast(page, site)
  await page
    .locator("[data-scroller]")
    .first()
    .evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight
    })
  await waitForLast(page, site)
  site.tick(true)
}

const measure = async ({ page, context }: Window, site: Site, meter: Meter): Promise<number> => {
  await page.locator(ROW).locator("data").first().waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" })
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN })
  await page.waitForTimeout(SETTLED_MS)
  const figure = await meter(page, devtools)
  for (let sample = 0; sample < SAMPLES; sample += 1) await checkPrices(page, site, REMEMBERED)
  await checkLast(page, site)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  await devtools.detach()
  await page.goto("about:blank")
  return figure
}

/**
 * A list of as many rows, each with a name, a price and a change, written into as the frames come.
 */
const plainPage = `<!doctype html><meta name=viewport content="width=device-width">
<style>*{margin:0}body{font:15px/1.4 system-ui;overflow:hidden}[data-scroller]{height:100vh;overflow:auto}li{display:grid;grid-template-columns:1fr auto;height:65px;border-bottom:1px solid #ddd;contain:layout style}
li>span:last-child{color:#06c;grid-column:2;font-size:13px}data{font-variant-numeric:tabular-nums}</style><div data-scroller><ul></ul></div><script>
const price = new Intl.NumberFormat("en-US", { minimumFractionDigits: 4, maximumFractionDigits: 4 })
const percent = new Intl.NumberFormat("en-US", { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" })
const rows = new Map(), list = document.querySelector("ul")
const rowOf = (symbol) => {
  const known = rows.get(symbol)
  if (known) return known
  const row = document.createElement("li")
  row.dataset.symbol = symbol
  row.innerHTML = "<span translate=no></span><data></data><span></span>"
  row.firstChild.textContent = symbol
  list.append(row)
  const made = { price: row.children[1], change: row.children[2] }
  rows.set(symbol, made)
  return made
}
new WebSocket("ws://" + location.host + "/${quoteStream.path}").onmessage = ({ data }) => {
  for (const quote of JSON.parse(data).quotes) {
    const row = rowOf(quote.symbol)
    row.price.value = quote.price
    row.price.textContent = price.format(quote.price)
    row.change.textContent = percent.format(quote.price / quote.previous_close - 1)
  }
}
</script>`

const openBoth = async (meter: Meter) => {
  const { url, browser, join, close } = await openSite()
  const site = await openTickingSite(url, plainPage)
  const { storageState } = await join("bench.member")
  // the session belongs to the address in front
  const origins = storageState.origins.map((each) => ({ ...each, origin: site.url }))
  const plain = await openPhone(browser, { url: site.url })
  const app = await openPhone(browser, { url: site.url, storageState: { cookies: [], origins } })
  await app.page.goto(urlOf("market"))
  await app.page.locator(ROW).locator("data").first().waitFor()
  await app.page.goto("about:blank")
  return {
    floorIs: `plain DOM, ${SYMBOLS} rows written to ${1_000 / FRAME_MS} times a second`,
    // one of ten minutes is enough
    runs: MEASURED_MS > 60_000 ? 1 : 3,
    warmups: 0,
    floor: async () => {
      await plain.page.goto(PLAIN_PATH)
      return await measure(plain, site, meter)
    },
    subject: async () => {
      await app.page.goto(urlOf("market"))
      // they are loaded and rendered once, which is no cost of ticks
      await app.page
        .locator("[data-prerendered]")
        .nth(PRERENDERED_PAGES - 1)
        .waitFor({ state: "attached" })
      return await measure(app, site, meter)
    },
    close: async () => {
      await close()
      site.close()
    },
  }
}

const name = `market page, ${SYMBOLS} symbols × ${1_000 / FRAME_MS} ticks/s, ${SLOWDOWN}× CPU`

bench(`${name}: main thread`, async () => ({
  ...(await openBoth(mainThread)),
  unit: "ms/s",
  reach: { ratioAtMost: 1.3 },
}))

bench(`${name}: frames over 33 ms`, async () => ({
  ...(await openBoth(lateFrames)),
  unit: "%",
  reach: { subjectAtMost: 1 },
}))

bench(`${name}: growth of the heap`, async () => ({
  ...(await openBoth(heapGrowth)),
  unit: "MB",
  reach: { subjectAtMost: 5 },
}))
