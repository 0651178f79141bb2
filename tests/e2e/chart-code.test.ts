// @module-tag exhaustive
/** The code of the price chart, which loads with the first chart. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { button } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite } from "./site.ts"

const site = openSite()

it("says that it did not load, takes a new document if it fails again at once, and draws the chart when it can be had", async () => {
  const { phone } = await site.welcome()
  const { page } = phone
  const chunk = /\/assets\/charts-[\w-]{8}\.js$/
  let asked = 0
  await page.route(chunk, (route) => {
    asked += 1
    return route.abort()
  })
  await page.goto(urlOf("trade"))
  const trade = page.locator("[data-page=trade]").filter({ visible: true })
  await seeText(trade, text("ui.chart.failed"))
  expect(asked).toBeGreaterThan(0)
  // a browser may remember that a module failed: then only a new document asks for it
  await page.evaluate(() => Object.assign(globalThis, { isFirstDocument: true }))
  await button(trade, text("ui.retry")).click()
  await seeEqual(() => page.evaluate(() => Reflect.has(globalThis, "isFirstDocument")), false)
  await seeText(trade, text("ui.chart.failed"))
  await page.unroute(chunk)
  await button(trade, text("ui.retry")).click()
  await trade.locator("canvas").first().waitFor({ timeout: 20_000 })
  expect(await trade.getByText(text("ui.chart.failed")).count()).toBe(0)
})
