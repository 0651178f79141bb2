// @module-tag exhaustive
import { it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { button, field } from "./page-models/fields.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite } from "./site.ts"

const site = openSite()

it("is added from a product, announced when it is reached, and removed", async () => {
  const { phone } = await site.welcome()
  const { page } = phone
  const form = page.locator("[data-page=alert-add]").filter({ visible: true })
  const openForm = async () => {
    await page.goto(urlOf("product", { id: "aapl" }))
    await button(page, text("product.alert", { symbol: "AAPL" })).click()
  }
  await openForm()
  await form.getByRole("button", { name: "+10%" }).click()
  await form.getByText(text("alert-add.kind.below")).click()
  await button(page, text("alerts.add")).click()
  await form.getByText(/^The price is already/).waitFor()
  /** A tick that comes first may be beyond so near a level: the form says so, and is filled again. */
  const add = async (change: string): Promise<void> => {
    await field(page, text("alert-add.price")).fill("")
    await field(page, text("alert-add.price")).fill(change)
    await button(page, text("alerts.add")).click()
    const isAdded = await form.waitFor({ state: "hidden", timeout: 3_000 }).then(
      () => true,
      () => false,
    )
    if (!isAdded) await add(change)
  }
  // whichever way the price goes, it reaches one of the two
  await add("+0.1%")
  await openForm()
  await add("-0.1%")
  await seeText(page, text("notice.alert.fired"))
  await page.goto(urlOf("alerts"))
  await page.getByText(text("alerts.status.past")).click()
  await page
    .getByText(/^Reached at /)
    .first()
    .waitFor()
  await page
    .getByRole("button", { name: /^Remove AAPL at or/ })
    .first()
    .click()
  await button(page, text("destination.remove.confirm")).click()
  await seeText(page, text("alerts.removed"))
})
