/** What a first visit to the login page brings, with nothing touched, whatever was sent: as brotli. */
import { brotliCompressSync } from "node:zlib"
import { openPhone } from "../support/browser.ts"
import { bench } from "./harness.ts"
import { openSite, type Site } from "./site.ts"

const firstVisit = async ({ browser, url }: Site) => {
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
  return { requests: loaded.length, page: kilobytes("document"), script: kilobytes("script") }
}

const rest = { floorIs: "the page itself", runs: 3, warmups: 0 } as const

bench("login route, first visit: JavaScript", async () => {
  const site = await openSite()
  return {
    ...{ ...rest, unit: "kB brotli", close: site.close },
    floor: async () => (await firstVisit(site)).page,
    subject: async () => (await firstVisit(site)).script,
    reach: { subjectAtMost: 115 },
  }
})

bench("login route, first visit: requests", async () => {
  const site = await openSite()
  return {
    ...{ ...rest, unit: "requests", close: site.close },
    floor: () => 1,
    subject: async () => (await firstVisit(site)).requests,
    reach: { subjectAtMost: 6 },
  }
})
