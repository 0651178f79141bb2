// @module-tag exhaustive
/** The member's watchlist, and the symbol that the trade page shows. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { button } from "./page-models/fields.ts"
import { seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const star = ({ page }: Phone, symbol: string, of: "market" | "trade") =>
  button(
    page.locator(`[data-page=${of}]`).filter({ visible: true }),
    text("market.watch", { symbol }),
  ).first()

const seeStar = (phone: Phone, symbol: string, of: "market" | "trade", isOn: boolean) =>
  seeEqual(() => star(phone, symbol, of).getAttribute("aria-pressed"), String(isOn))

it("has what is starred in the market or while trading, over a reload, until the star is tapped again", async () => {
  const { phone } = await site.welcome()
  await phone.page.goto(urlOf("market"))
  await phone.market.see()
  await seeStar(phone, "MSFT", "market", false)
  await star(phone, "MSFT", "market").click()
  await seeStar(phone, "MSFT", "market", true)
  await phone.page.reload()
  await seeStar(phone, "MSFT", "market", true)
  await seeStar(phone, "AAPL", "market", false)
  await phone.page.goto(urlOf("trade", { symbol: "MSFT" }))
  await seeStar(phone, "MSFT", "trade", true)
  await star(phone, "MSFT", "trade").click()
  await seeStar(phone, "MSFT", "trade", false)
  await phone.tabs.goTo("market")
  await seeStar(phone, "MSFT", "market", false)
  expect(problemsOf(phone)).toEqual([])
})
