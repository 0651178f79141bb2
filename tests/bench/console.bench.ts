import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { hashInline } from "../../scripts/inline-hashes.ts"
import { precompress } from "../../scripts/precompress.ts"
import { run } from "../../scripts/run.ts"
import { launchBrowser, openPhone } from "../support/browser.ts"
import { embedded } from "../support/engines.ts"
import { startServer } from "../support/server.ts"
import { bench } from "./harness.ts"

const CPU_SLOWDOWN = 4
const EVENTS_PER_SECOND = 500
const MEASURED_MS = 4_000

const slow = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN })
}

/** Types into a field as no hand can, so that its machine receives so many events a second; answers the frames that were painted per second. */
const framesWhileTyping = (page: Page): Promise<number> =>
  page.evaluate(
    ([eventsPerSecond, measuredMs]) =>
      new Promise<number>((resolve, reject) => {
        const input = document.querySelector<HTMLInputElement>("input[name=username]")
        const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set
        if (!input || !write) return reject(new Error("there is nothing to type into"))
        const startedAtMs = performance.now()
        let typed = 0
        let frames = 0
        const frame = () => {
          const elapsedMs = performance.now() - startedAtMs
          if (elapsedMs >= measuredMs) return resolve((frames * 1_000) / elapsedMs)
          frames += 1
          for (; typed < (elapsedMs * eventsPerSecond) / 1_000; typed += 1) {
            write.call(input, `name${typed}`)
            input.dispatchEvent(new Event("input", { bubbles: true }))
          }
          requestAnimationFrame(frame)
        }
        requestAnimationFrame(frame)
      }),
    [EVENTS_PER_SECOND, MEASURED_MS] as const,
  )

const framesAt = async (browser: Browser, url: string, part: string | null): Promise<number> => {
  const { page, close } = await openPhone(browser, { url, reducedMotion: "reduce" })
  await page.goto(part === null ? "/" : "/?debug=1")
  await page.locator("input[name=username]").waitFor()
  if (part !== null) {
    await page.getByRole("button", { name: "Larger", exact: true }).click()
    await page.getByRole("tab", { name: part, exact: true }).click()
    if (part === "Machines") await page.getByRole("button", { name: /^form\.login/ }).click()
  }
  await slow(page)
  const frames = await framesWhileTyping(page)
  await close()
  return frames
}

const openSite = async (env: Readonly<Record<string, string>> = {}) => {
  const store = await embedded.openStore()
  const server = await startServer({ env: { ...store.env, ...env }, from: "build" })
  return {
    url: server.url,
    close: async () => {
      await server.stop()
      await store.remove()
    },
  }
}

for (const part of ["Events", "Machines"])
  bench(`debug console open at ${part}, ${EVENTS_PER_SECOND} events/s, ${CPU_SLOWDOWN}× CPU`, async () => {
    const site = await openSite()
    const browser = await launchBrowser()
    return {
      unit: "frames/s",
      floorIs: "the same page and events, console closed",
      runs: 3,
      floor: () => framesAt(browser, site.url, null),
      subject: () => framesAt(browser, site.url, part),
      reach: { ratioAtLeast: 0.95 },
      close: async () => {
        await browser.close()
        await site.close()
      },
    }
  })

/** The pages as an operator gets them who wants no console, in a folder of their own. */
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

/** Milliseconds from the start of a first visit until the app stands where the shell was. */
const bootMs = async (browser: Browser, url: string): Promise<number> => {
  const { page, close } = await openPhone(browser, { url, reducedMotion: "reduce" })
  await slow(page)
  await page.goto("/")
  const standing = await page.waitForFunction(() =>
    document.querySelector("#root [data-page=login] input[name=username]") ? performance.now() : 0,
  )
  const ms = await standing.jsonValue()
  await close()
  return ms
}

bench(`first visit with the debug console closed, ${CPU_SLOWDOWN}× CPU`, async () => {
  const folder = await buildWithout()
  const [usual, without] = await Promise.all([openSite(), openSite({ PAGES_DIR: folder })])
  const browser = await launchBrowser()
  return {
    floorIs: "a build without the console",
    runs: 7,
    floor: () => bootMs(browser, without.url),
    subject: () => bootMs(browser, usual.url),
    reach: { ratioAtMost: 1.05 },
    close: async () => {
      await browser.close()
      await Promise.all([usual.close(), without.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
})
