import { brotliCompressSync } from "node:zlib"
import type { Browser } from "playwright-core"
import { launchBrowser, openPhone } from "../support/browser.ts"
import { embedded } from "../support/engines.ts"
import { startServer } from "../support/server.ts"
import { bench } from "./harness.ts"

interface Visit {
  readonly requests: number
  readonly pageKilobytes: number
  readonly scriptKilobytes: number
}

/**
 * What a first visit to the login page brings, with nothing touched: measured as brotli, whatever
 * was sent.
 */
const firstVisit = async (browser: Browser, url: string): Promise<Visit> => {
  const { page, close } = await openPhone(browser, { url })
  const sizes: Promise<{ readonly type: string; readonly bytes: number }>[] = []
  page.on("response", (response) => {
    const type = response.request().resourceType()
    sizes.push(response.body().then((body) => ({ type, bytes: brotliCompressSync(body).length })))
  })
  await page.goto("/", { waitUntil: "networkidle" })
  await page.getByRole("button", { name: "Log in" }).waitFor()
  await page.waitForTimeout(1_000)
  const loaded = await Promise.all(sizes)
  await close()
  const kilobytes = (type: string) =>
    loaded.reduce((sum, each) => sum + (each.type === type ? each.bytes : 0), 0) / 1_000
  return {
    requests: loaded.length,
    pageKilobytes: kilobytes("document"),
    scriptKilobytes: kilobytes("script"),
  }
}

const openVisits = async () => {
  const store = await embedded.openStore()
  const server = await startServer({ env: store.env, from: "build" })
  const browser = await launchBrowser()
  return {
    visit: () => firstVisit(browser, server.url),
    close: async () => {
      await browser.close()
      await server.stop()
      await store.remove()
    },
  }
}

bench("login route, first visit: JavaScript", async () => {
  const { visit, close } = await openVisits()
  return {
    unit: "kB brotli",
    floorIs: "the page itself",
    runs: 3,
    warmups: 0,
    floor: async () => (await visit()).pageKilobytes,
    subject: async () => (await visit()).scriptKilobytes,
    reach: { subjectAtMost: 115 },
    close,
  }
})

bench("login route, first visit: requests", async () => {
  const { visit, close } = await openVisits()
  return {
    unit: "requests",
    floorIs: "the page itself",
    runs: 3,
    warmups: 0,
    floor: () => 1,
    subject: async () => (await visit()).requests,
    reach: { subjectAtMost: 6 },
    close,
  }
})
