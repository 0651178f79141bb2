// @module-tag exhaustive
/** Figures on one screen never contradict each other, whenever one looks. */
import { expect, it } from "vitest"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { buyElsewhere } from "./buy.ts"
import { lookAt, type Row } from "./looks.ts"
import { SOON_MS } from "./page-models/figures.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const LOOKED_AT_MS = 12_000

it("the live total is the sum of its rows while prices move and contracts settle", async () => {
  const { member, phone } = await site.welcome()
  const { page, holdings, tabs } = phone
  const bought = ["aapl", "msft", "btc", "sp500", "aapl"]
  for (const productId of bought)
    await buyElsewhere(site.url(), member, { productId, leverage: 2, stake: "2000.00" })
  await buyElsewhere(site.url(), member, { periodDays: 30 })
  await tabs.goTo("hold")
  await holdings.seePending(bought.length + 1)
  await page.locator("[aria-labelledby=live-total] data").first().waitFor({ timeout: SOON_MS })
  const looks = await lookAt(page, "hold", LOOKED_AT_MS)
  const sumOf = (rows: readonly Row[]) =>
    amountOf(rows.reduce((sum, { amounts: [net = "0.00"] }) => sum + koboOf(net), 0n))
  const contradictions = looks.filter(({ total, rows }) => total !== null && total !== sumOf(rows))
  expect(contradictions).toEqual([])
  expect(new Set(looks.map(({ total }) => total)).size).toBeGreaterThan(5)
  expect(problemsOf(phone)).toEqual([])
})
