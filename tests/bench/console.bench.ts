import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { run } from "../../scripts/child-process.ts"
import { hashInline } from "../../scripts/inline-hashes.ts"
import { precompress } from "../../scripts/precompress.ts"
import { openPhone } from "../support/browser.ts"
import { bench } from "./harness.ts"
import { cpuMsOf, framesWithin, traceTasks } from "./main-thread.ts"
import { openServer, openSite, type SessionState, SLOWDOWN, tabOf } from "./site.ts"

const EVENTS_PER_SECOND = 500
const FRAMES = 240

/** Keeps the price socket, so that the bench can dispatch more messages than a server sends. */
const keepSocket = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const Real = WebSocket
    window.WebSocket = class extends Real {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        const keep = ({ data }: MessageEvent) => {
          if (typeof data !== "string" || !data.startsWith("{")) return
          Object.assign(window, { priced: { socket: this, first: JSON.parse(data) } })
        }
        this.addEventListener("message", keep, { once: true })
      }
    }
  })

/**
 * Sends events to the stream machine for a number of frames: prices of a symbol that no page shows.
 */
const feed = (page: Page): Promise<void> =>
  page.evaluate(
    ([eventsPerSecond, frameCount]) =>
      new Promise<void>((resolve, reject) => {
        const { socket, first } = Reflect.get(window, "priced")
        const [quote] = first.quotes
        let sent = 0
        let frames = 0
        const tick = () => {
          frames += 1
          for (; sent < (frames * eventsPerSecond) / 60; sent += 1) {
            const frame = first.frame + sent + 1
            const type = sent % 2 === 0 ? "frame" : "snapshot"
            const quotes = [{ ...quote, symbol: "NOWHERE", seq: frame }]
            const data = JSON.stringify({ type, frame, at_ms: Date.now(), quotes })
            socket.dispatchEvent(new MessageEvent("message", { data }))
          }
          if (frames < frameCount) requestAnimationFrame(tick)
          else if (socket.onmessage === null) reject(new Error("the app had let go of the connection"))
          else resolve()
        }
        requestAnimationFrame(tick)
      }),
    [EVENTS_PER_SECOND, FRAMES] as const,
  )

/** Opens the market and leaves it: the stream stays open. */
const passMarket = async (page: Page): Promise<void> => {
  await tabOf(page, "Market").click()
  await page.waitForFunction(() => Reflect.has(window, "priced"))
  await tabOf(page, "My Account").click()
  await page.locator("[data-page=my]").first().waitFor()
}

const framesAt = async (
  browser: Browser,
  url: string,
  storageState: SessionState,
  part: string | null,
): Promise<number> => {
  const { page, close } = await openPhone(browser, { url, storageState, reducedMotion: "reduce" })
  await keepSocket(page)
  await page.goto(part === null ? "/" : "/?debug=1")
  await passMarket(page)
  if (part !== null) {
    await page.getByRole("button", { name: "Larger", exact: true }).click()
    await page.getByRole("tab", { name: part, exact: true }).click()
    if (part === "Machines") {
      // a row further down is not rendered
      const own = page.locator("[data-inspect][popover]")
      await own.getByRole("tabpanel").getByLabel("Search", { exact: true }).fill("market on.")
      await own.getByRole("button", { name: /^market\s/ }).click()
    }
  }
  await page.waitForLoadState("networkidle")
  // a silent stream reconnects from time to time
  await page.waitForFunction(() => Reflect.get(window, "priced").socket.readyState === WebSocket.OPEN)
  const frames = framesWithin(await traceTasks(browser, page, () => feed(page)), SLOWDOWN)
  await close()
  return frames
}

/** No ticks from the server. */
const QUIET = { TICK_MS: "3600000", DAY_MS: "86400000" } as const

for (const part of ["Events", "Machines"])
  bench(`debug console open at ${part}, ${EVENTS_PER_SECOND} events/s, ${SLOWDOWN}× CPU`, async () => {
    const { url, browser, join, close } = await openSite(QUIET)
    const { storageState } = await join("bench.member")
    return {
      unit: "frames/s",
      floorIs: "the same page and events, console closed",
      runs: 3,
      floor: () => framesAt(browser, url, storageState, null),
      subject: () => framesAt(browser, url, storageState, part),
      reach: { ratioAtLeast: 0.967 },
      close,
    }
  })

/** Builds the pages without the console. */
const buildWithout = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-without-console-"))
  const options = ["build", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"]
  const built = await run("vite", options, { env: { CONSOLE: "off", NODE_ENV: "production" } })
  if (!built.ok) throw new Error(built.output)
  const hashes = hashInline(readFileSync(join(folder, "index.html"), "utf8"))
  writeFileSync(join(folder, ".vite", "inline.json"), JSON.stringify(hashes))
  await precompress(folder)
  return folder
}

/** Main-thread processor time of a first visit, until the app has replaced the shell. */
const bootMs = async (browser: Browser, url: string): Promise<number> => {
  const { page, close } = await openPhone(browser, { url, reducedMotion: "reduce" })
  const visit = async () => {
    await page.goto("/")
    await page.locator("#root [data-page=login] input[name=username]").waitFor()
  }
  const ms = cpuMsOf(await traceTasks(browser, page, visit)) * SLOWDOWN
  await close()
  return ms
}

bench(`first visit with the debug console closed, ${SLOWDOWN}× CPU`, async () => {
  const folder = await buildWithout()
  const [usual, without] = [await openSite(QUIET), await openServer({ ...QUIET, PAGES_DIR: folder })]
  return {
    floorIs: "a build without the console",
    runs: 7,
    floor: () => bootMs(usual.browser, without.url),
    subject: () => bootMs(usual.browser, usual.url),
    reach: { ratioAtMost: 1.05 },
    close: async () => {
      await Promise.all([usual.close(), without.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
})
