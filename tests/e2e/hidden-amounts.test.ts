// @module-tag exhaustive
/** A member who hides amounts sees no money figure of theirs on any page. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { addAddressBy } from "../support/app.ts"
import { seeProblem } from "./page-models/fields.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** The visible texts with a naira sign or a figure of an asset. */
const moneyOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement
      const words = around?.closest("data, p, dd, li, a, h2")?.textContent ?? ""
      const isSeen = around?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      const isPublic = around?.closest("[data-public-figures]")
      const isOfAsset = /\d\sUSDT$/.test(around?.closest("data")?.textContent ?? "")
      const isMoney = isOfAsset || (node.textContent ?? "").includes("₦")
      if (isSeen && !isPublic && isMoney) found.push(words.trim())
    }
    return found
  })

const buy = async ({ ticket }: Phone): Promise<void> => {
  await ticket.open("aapl")
  await ticket.see("AAPL")
  await ticket.fill("1000", 30, 2)
  await ticket.reviewAndConfirm()
  await ticket.seeAnswer("accepted")
}

const pages = [
  "/pages/tabbar/home/index",
  "/pages/tabbar/trade/index",
  "/pages/tabbar/hold/index",
  "/pages/tabbar/my/index",
  "/pages/wallet/index",
  "/pages/income/income-record",
  "/pages/withdraw/withdraw-record",
  "/pages/tabbar/hold/hold-record",
]

it("hides every figure on home, wallet, holdings, records and account, and shows those of a form, and all on request", async () => {
  const { member, phone } = await site.welcome()
  const { page, home, ticket, withdrawal } = phone
  const address = { network: "USDT-TRC20", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" }
  await addAddressBy(site.url(), address, { token: member.token })
  await buy(phone)
  await withdrawal.open()
  await withdrawal.amount().fill("6000")
  await withdrawal.choose("USDT-TRC20")
  await withdrawal.review()
  await withdrawal.seeConfirm()
  await withdrawal.submit()
  await withdrawal.seeAnswer("accepted")
  await page.goto("/pages/tabbar/home/index")
  await home.seeWhole()
  await home.hideAmounts()
  await home.seeAmountsHidden()
  for (const url of pages) {
    await page.goto(url)
    await page.getByText(text("ui.amount.hidden")).first().waitFor({ timeout: SOON_MS, state: "attached" })
    await page.waitForTimeout(500)
    expect({ url, money: await moneyOn(page) }).toEqual({ url, money: [] })
  }
  await page.locator("[data-page=hold-record] a").first().click()
  await page
    .getByRole("heading", { name: text("receipt.title") })
    .first()
    .waitFor()
  await seeEqual(() => moneyOn(page), [])
  await withdrawal.open()
  await withdrawal.seeWhole()
  await withdrawal.amount().fill("19000000")
  await withdrawal.review()
  await seeProblem(withdrawal.amount(), text("error.field.above-balance", { available: "••••••" }))
  await ticket.open("aapl")
  await ticket.see("AAPL")
  await ticket.fill("1000", 30, 2)
  await ticket.reviewToConfirm()
  expect((await moneyOn(page)).length).toBeGreaterThan(0)
  await page.goto("/pages/tabbar/home/index")
  await home.showAmounts()
  await seeEqual(async () => (await moneyOn(page)).length > 0, true)
  expect(await page.getByText(text("ui.amount.hidden")).filter({ visible: true }).count()).toBe(0)
  expect(problemsOf(phone)).toEqual([])
})
