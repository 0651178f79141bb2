import type { Page } from "playwright-core"
import { expect } from "vitest"
import { dontSeeText, exactValue, SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text, textLike } from "./texts.ts"

/** Page models of the market and the trade page. */
export const marketPages = (page: Page) => {
  const link = (symbol: string) => page.getByRole("link", { name: new RegExp(`^${symbol}`) })
  const row = (symbol: string) => page.locator("[data-page=market]").locator(link(symbol))
  const priceOf = async (symbol: string) => exactValue(row(symbol).locator("data").first())
  const buyButton = (direction: "up" | "down") =>
    page
      .locator("[data-page=trade]")
      .getByRole("button", { name: text(`trade.buy-${direction}`), exact: true })
  const openProduct = (symbol: string) =>
    page.getByRole("button", { name: text("market.terms", { symbol }), exact: true }).click()
  const notice = new RegExp(`${textLike("price.notice-age").source}|${textLike("price.notice").source}`)
  return {
    see: () =>
      page.getByRole("heading", { name: text("market.title"), exact: true }).waitFor({ timeout: SOON_MS }),
    price: priceOf,
    search: (words: string) => page.getByLabel(text("market.search")).filter({ visible: true }).fill(words),
    openProduct,
    open: (symbol: string) => row(symbol).click(),
    /** Waits until a price has changed. */
    seePriceMove: async (symbol: string) => {
      const before = await priceOf(symbol)
      expect(before).toMatch(/^\d+\.\d{4}$/)
      await seeEqual(async () => (await priceOf(symbol)) !== before, true)
    },
    /** The bounds, days and statistics of a product stand behind its ⓘ. */
    seeTerms: async (symbol: string, minimum: string, maximum: string) => {
      await openProduct(symbol)
      const product = page.locator("[data-page=product]").filter({ visible: true })
      await seeText(product, minimum)
      await seeText(product, maximum)
      for (const id of ["product.period", "product.profit", "product.losing"] as const)
        await seeText(product, text(id))
    },
    seeTrade: (symbol: string) =>
      page
        .getByRole("heading", { name: new RegExp(`^${symbol}`) })
        .first()
        .waitFor({ timeout: SOON_MS }),
    buy: (direction: "up" | "down") => buyButton(direction).click(),
    seeStale: (timeoutMs = SOON_MS) => seeText(page, notice, timeoutMs),
    seeLive: () => dontSeeText(page, notice),
  }
}
