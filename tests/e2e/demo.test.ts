// @module-tag exhaustive
/** The demo as `npm start` opens it. */
import { expect, it } from "vitest"
import { demoWatchlist } from "../../src/domain/demo-samples.ts"
import { button } from "./page-models/fields.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openOwnSite, problemsOf } from "./site.ts"

const site = openOwnSite({ DAY_MS: "60000", DEMO_PAST: "1" })

it("is entered by one tap, as a member who has open contracts and a watchlist", async () => {
  const phone = await site.openDevice()
  const { page, entry, home, tabs } = phone
  await entry.open()
  await entry.seeLogin()
  await button(page, text("login.demo")).click()
  await home.see()
  for (const symbol of demoWatchlist)
    await seeText(page.getByRole("list", { name: text("market.watchlist") }), symbol)
  await tabs.goTo("hold")
  await seeText(page, "In 3 open contracts:")
  expect(problemsOf(phone)).toEqual([])
})
