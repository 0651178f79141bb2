/** How soon something is painted on a slow phone: against the same page without any code, and a second visit against the first. */
import { createServer } from "node:http"
import { brotliCompressSync } from "node:zlib"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { isKept } from "../e2e/worker.ts"
import { launchBrowser, openPhone } from "../support/browser.ts"
import { embedded } from "../support/engines.ts"
import { startServer } from "../support/server.ts"
import { bench } from "./harness.ts"

/** 150 ms there and back, 1.6 Mbit/s down and 0.75 up, in bytes a second; a processor of a quarter of this one's speed. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4
/** The largest paint is the last one told of; after this none is to come. */
const SETTLED_MS = 2_500

type Paint = "first-contentful-paint" | "largest-contentful-paint"

const slowDown = async (context: BrowserContext, page: Page): Promise<void> => {
  const devtools = await context.newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.emulateNetworkConditions", NETWORK)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER })
}

/** When a paint was, in ms from the beginning of the navigation. */
const paintOf = (page: Page, paint: Paint): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const type = wanted === "largest-contentful-paint" ? wanted : "paint"
        new PerformanceObserver((list) => {
          const seen = list.getEntries().filter(({ name }) => type !== "paint" || name === wanted)
          resolve(seen.at(-1)?.startTime ?? Number.NaN)
        }).observe({ type, buffered: true })
      }),
    paint,
  )

const visit = async (context: BrowserContext, page: Page, paint: Paint): Promise<number> => {
  await slowDown(context, page)
  await page.goto("/", { waitUntil: "load" })
  await page.waitForTimeout(SETTLED_MS)
  return await paintOf(page, paint)
}

const firstVisit = async (browser: Browser, url: string, paint: Paint): Promise<number> => {
  const { context, page, close } = await openPhone(browser, { url })
  const atMs = await visit(context, page, paint)
  await close()
  return atMs
}

/** The page as the server gives it, without any script and what scripts ask for. */
const openTwin = async (url: string) => {
  const page = await fetch(url).then((response) => response.text())
  const bare = page
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, "")
    .replaceAll(/<link\b[^>]*(?:preload|manifest|stylesheet)[^>]*>/g, "")
  const body = brotliCompressSync(bare)
  const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "br" }
  const twin = createServer(({ url: path }, response) => {
    if (path === "/") response.writeHead(200, headers).end(body)
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => twin.listen(0, "127.0.0.1", resolve))
  const address = twin.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => twin.close() }
}

const openSite = async () => {
  const store = await embedded.openStore()
  const server = await startServer({ env: store.env, from: "build" })
  const browser = await launchBrowser()
  return {
    url: server.url,
    browser,
    close: async () => {
      await browser.close()
      await server.stop()
      await store.remove()
    },
  }
}

for (const [name, paint] of [
  ["first paint", "first-contentful-paint"],
  ["largest paint", "largest-contentful-paint"],
] as const)
  bench(`login route, first visit: ${name}`, async () => {
    const { url, browser, close } = await openSite()
    const twin = await openTwin(url)
    return {
      floorIs: "the same page without code",
      runs: 5,
      floor: () => firstVisit(browser, twin.url, paint),
      subject: () => firstVisit(browser, url, paint),
      reach: { ratioAtMost: 1.6 },
      close: async () => {
        twin.close()
        await close()
      },
    }
  })

bench("login route, repeat visit: first paint", async () => {
  const { url, browser, close } = await openSite()
  const known = await openPhone(browser, { url, isInstallable: true })
  await known.page.goto("/")
  await isKept(known.page)
  await known.page.close()
  return {
    floorIs: "the first visit",
    runs: 5,
    floor: () => firstVisit(browser, url, "first-contentful-paint"),
    subject: async () => {
      const page = await known.context.newPage()
      const atMs = await visit(known.context, page, "first-contentful-paint")
      await page.close()
      return atMs
    },
    reach: { ratioAtMost: 0.35 },
    close: async () => {
      await known.close()
      await close()
    },
  }
})
