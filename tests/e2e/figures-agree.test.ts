// @module-tag exhaustive
/** Figures on one screen never contradict each other, whenever one looks. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { buyElsewhere } from "./buy.ts"
import { SOON_MS } from "./page-models/figures.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const LOOK_EVERY_MS = 100
const LOOKS = 120

/** What the holdings show at one moment: exact amounts, null where there is none. */
interface Look {
  readonly total: string | null
  readonly rows: readonly string[]
}

/** Looks at the holdings from inside the page, so that each look sees one painted state. */
const lookAtHoldings = (page: Page): Promise<readonly Look[]> =>
  page.evaluate(
    async ([every, count]) => {
      const valueIn = (element: Element | null | undefined) =>
        element?.querySelector("data[value]")?.getAttribute("value") ?? null
      const looks: Look[] = []
      for (let look = 0; look < count; look += 1) {
        await new Promise((resolve) => setTimeout(resolve, every))
        const own = document.querySelector("[data-page=hold]")
        const rows = [...(own?.querySelectorAll("[role=tabpanel] li") ?? [])].map(valueIn)
        looks.push({
          total: valueIn(own?.querySelector("[aria-labelledby=live-total]")),
          rows: rows.filter((value) => value !== null),
        })
      }
      return looks
    },
    [LOOK_EVERY_MS, LOOKS] as const,
  )

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
  const looks = await lookAtHoldings(page)
  const sumOf = (rows: readonly string[]) => amountOf(rows.reduce((sum, row) => sum + koboOf(row), 0n))
  const contradictions = looks.filter(({ total, rows }) => total !== null && total !== sumOf(rows))
  expect(contradictions).toEqual([])
  expect(new Set(looks.map(({ total }) => total)).size).toBeGreaterThan(5)
  expect(problemsOf(phone)).toEqual([])
})
