// @module-tag exhaustive
/** The way from a top stock to its order form, and what prices say of themselves. */
import type { Locator } from "playwright-core"
import { expect, it } from "vitest"
import { button, seeProblemLike } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

it("leads from a top stock to its ticket in one tap, and back to where it began", async () => {
  const { phone } = await site.welcome()
  const { page, home, ticket } = phone
  await home.seeWhole()
  await page
    .getByRole("button", { name: text("home.purchase"), exact: true })
    .first()
    .click()
  await ticket.see("AAPL")
  await page
    .getByRole("button", { name: text("ui.back"), exact: true })
    .first()
    .click()
  await home.see()
  await seeEqual(() => page.locator("[data-page=product]").count(), 0)
  expect(problemsOf(phone)).toEqual([])
})

it("opens a ticket on a desktop by keys alone, beside list and chart that stay in place", async () => {
  const { phone } = await site.welcome({ shape: "desktop" })
  const { page } = phone
  const { keyboard } = page
  await page.getByRole("link", { name: text("ui.tab.market"), exact: true }).click()
  const own = page.locator("[data-page=market]")
  const chart = own.getByRole("region", { name: "AAPL", exact: true }).locator("canvas").first()
  await chart.waitFor()
  await own.getByRole("link", { name: /^AAPL/ }).focus()
  await keyboard.press("ArrowDown")
  await keyboard.press("ArrowUp")
  await keyboard.press("Enter")
  const ticket = own.getByRole("region", { name: text("order.title", { symbol: "AAPL" }), exact: true })
  await seeEqual(() => ticket.evaluate((element) => element === document.activeElement), true)
  const before = await chart.boundingBox()
  await keyboard.press("Tab")
  await keyboard.press("Enter")
  const stake = ticket.getByLabel(text("ticket.amount"), { exact: true })
  await stake.waitFor()
  expect(await chart.boundingBox()).toEqual(before)
  await keyboard.press("Escape")
  await stake.waitFor({ state: "hidden" })
  await keyboard.press("Escape")
  await seeEqual(() => page.evaluate(() => document.activeElement?.getAttribute("aria-current")), "true")
  expect(problemsOf(phone)).toEqual([])
})

/** How often React has rendered a field of the form: it writes the name of an input each time. */
const countRenders = (form: Locator): Promise<void> =>
  form.evaluate((element) => {
    let renders = 0
    new MutationObserver((records) => {
      renders += records.filter(({ target }) => target instanceof HTMLInputElement).length
    }).observe(element, { attributes: true, attributeFilter: ["name"], subtree: true })
    Object.assign(window, { rendersOfForm: () => renders })
  })

/** The value beside a label that has a note. */
const valueBeside = (page: Locator, label: string): Locator =>
  page.locator("dl > div", { hasText: label }).locator("dd data").first()

it("explains a term where it stands; back closes it and keeps the order", async () => {
  const { phone } = await site.welcome()
  const { page, ticket } = phone
  await ticket.open("aapl")
  await ticket.fill("1000", 7, 2)
  const own = page.locator("[data-page=order]")
  const term = text("term.stop-out")
  await button(own, text("term.about", { term })).click()
  const sheet = page.getByRole("dialog", { name: term, exact: true })
  await sheet.getByText(text("term.stop-out.text"), { exact: true }).waitFor()
  await page.goBack()
  await sheet.waitFor({ state: "hidden" })
  await seeEqual(() => page.getByLabel(text("ticket.amount"), { exact: true }).inputValue(), "1000")
})

it("renders the price and the figures with each tick, but not the fields", async () => {
  const { phone } = await site.welcome()
  const { page, ticket } = phone
  await ticket.open("aapl")
  await ticket.see("AAPL")
  const own = page.locator("[data-page=order]")
  await ticket.fill("1000", 7, 2)
  await valueBeside(own, text("ticket.stop-out")).waitFor()
  await page.waitForLoadState("networkidle")
  await countRenders(own.locator("form"))
  const seen = new Set<string | undefined>()
  const price = async () => /\$\d+\.\d{2,4}/.exec(await own.innerText())?.[0]
  await seeEqual(async () => seen.add(await price()).size >= 4, true)
  const renders = () =>
    page.evaluate(() => Number(Reflect.apply(Reflect.get(window, "rendersOfForm"), null, [])))
  expect(await renders()).toBe(0)
  await ticket.fill("2000", 7, 2)
  await seeEqual(async () => (await renders()) > 0, true)
  expect(problemsOf(phone)).toEqual([])
})

it("shows a mistake after the press that leaves its field, so that nothing moves under the finger", async () => {
  const { phone } = await site.welcome()
  const { page, ticket } = phone
  await ticket.open("aapl")
  await ticket.see("AAPL")
  await ticket.amount().fill("400000")
  const option = ticket.choice("ticket.period", text("ticket.days", { days: 7 }))
  const target = option.locator("xpath=..")
  await target.scrollIntoViewIfNeeded()
  const before = await target.boundingBox()
  if (before === null) throw new Error("the period is not shown")
  await page.mouse.move(before.x + before.width / 2, before.y + 3)
  await page.mouse.down()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await target.boundingBox()).toEqual(before)
  await page.mouse.up()
  await seeEqual(() => option.isChecked(), true)
  await seeProblemLike(ticket.amount(), /₦200,000.00/)
  expect(problemsOf(phone)).toEqual([])
})

it("names the currency of each price, and the publisher of the market without a file name", async () => {
  const { phone } = await site.welcome()
  const { page, market } = phone
  await page.goto("/pages/tabbar/optional/index")
  await market.see()
  const face = (symbol: string) => page.locator("[data-page=market] a", { hasText: symbol }).first()
  await seeEqual(async () => /\$\d+\.\d{2}$/m.test(await face("AAPL").innerText()), true)
  await seeEqual(async () => /\d\.\d{2} pts/.test(await face("SP500").innerText()), true)
  await page.goto("/pages/product/index?id=sp500")
  await seeText(page, /Vega Datasets/)
  expect(await page.locator("[data-page=product]").innerText()).not.toMatch(/\.csv|@visx|\d\.\d\.\d/)
  expect(problemsOf(phone)).toEqual([])
})

it("shows the historic days of the replay in the chart", async () => {
  const { phone } = await site.welcome()
  const { page } = phone
  await page.goto("/pages/tabbar/trade/index?symbol=AAPL")
  const chart = page.locator("[data-page=trade] [role=img]")
  await seeEqual(async () => /20(0[7-9]|1[0-2])/.test((await chart.getAttribute("aria-label")) ?? ""), true)
  expect(await chart.getAttribute("aria-label")).not.toMatch(/202\d/)
  expect(problemsOf(phone)).toEqual([])
})

it("explains the levels where the level is shown", async () => {
  const { phone } = await site.welcome()
  const { page, tabs } = phone
  await tabs.goTo("my")
  await page.getByRole("button", { name: text("my.level", { level: 1 }), exact: true }).click()
  const sheet = page.getByRole("dialog", { name: text("level.title"), exact: true })
  await seeText(sheet, text("level.step.contracts", { contracts: 10 }))
  await seeText(sheet, text("level.note"))
  expect(problemsOf(phone)).toEqual([])
})
