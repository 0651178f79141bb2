/** The product page without an id. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

it("lists every product with its price, and each leads to its own page", async () => {
  const { phone } = await site.welcome()
  const { page } = phone
  await page.goto(urlOf("product"))
  const own = page.locator("[data-page=product]").filter({ visible: true })
  await own.getByRole("heading", { name: text("market.products"), exact: true, level: 1 }).waitFor()
  await seeEqual(() => own.getByRole("listitem").locator("data").count(), 7)
  const soldOut = own.getByRole("listitem").filter({ hasText: text("product.sold-out") })
  await seeEqual(() => soldOut.getByText("GOOG", { exact: true }).count(), 1)
  await own.getByRole("link", { name: /^MSFT/ }).click()
  await own.getByRole("heading", { name: "MSFT", exact: true, level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe("?id=msft")
  expect(problemsOf(phone)).toEqual([])
})
