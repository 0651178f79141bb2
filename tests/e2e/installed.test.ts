/** The installed app opens offline at any address, and caches nothing of a member. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { openSite, problemsOf } from "./site.ts"
import { isKept } from "./worker.ts"

const site = openSite()

const keptPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })

/** What is kept is the build, and nothing that the server has said. */
const expectOnlyBuild = async (page: Page): Promise<void> => {
  const paths = await keptPaths(page)
  expect(paths).toContain("/")
  expect(paths.filter((path) => path.startsWith("/api/"))).toEqual([])
  expect(
    paths.every((path) => path === "/" || /^\/(pages\/tabbar\/\w+\/index|assets\/|icon\.svg)/.test(path)),
  ).toBe(true)
}

it("opens without a network, also by a deep link, goes on by itself when it is back, and keeps the build alone", async () => {
  const { phone } = await site.welcome({ isInstallable: true, installsLate: true })
  const { page, window, tabs, home, market } = phone
  await isKept(page)
  await window.context.setOffline(true)
  await page.reload()
  await page.getByRole("link", { name: "Market" }).waitFor()
  await page.goto("/pages/tabbar/optional/index")
  await market.see()
  await window.context.setOffline(false)
  await page.reload()
  await market.seePriceMove("AAPL")
  await tabs.goTo("home")
  await home.seeAvailable("200000.00")
  await expectOnlyBuild(page)
  expect(problemsOf(phone)).toEqual([])
})
