// @module-tag exhaustive
/** The product page without an id, and what a row of the market says. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
import { seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf, sessionIn, signedIn } from "./site.ts"

const site = openSite()

it("lists every product with its price, and each leads to its own page", async () => {
  const { phone } = await site.welcome()
  const { page } = phone
  await page.goto(urlOf("product"))
  const own = page.locator("[data-page=product]").filter({ visible: true })
  await own.getByRole("heading", { name: text("market.products"), exact: true, level: 1 }).waitFor()
  await seeEqual(() => own.getByRole("listitem").locator("data").count(), 38)
  const soldOut = own.getByRole("listitem").filter({ hasText: text("product.sold-out") })
  await seeEqual(() => soldOut.getByText("EK", { exact: true }).count(), 1)
  await own.getByRole("link", { name: /^MSFT/ }).click()
  await own.getByRole("heading", { name: "MSFT", exact: true, level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe("?id=msft")
  expect(problemsOf(phone)).toEqual([])
})

it("keeps the word for sold out off the product's name, in German on a phone", async () => {
  const member = await site.newMember()
  const { username, password } = member
  const session = sessionIn(await callServer(site.url(), "login", { username, password }))
  const { page } = await site.openDevice({ ...signedIn(site.url(), session), locale: "de-DE" })
  await page.goto(urlOf("market"))
  const row = page.locator("[data-page=market]").getByRole("listitem").filter({ hasText: "EK" })
  const boxOf = async (words: string) => {
    const box = await row.getByText(words, { exact: true }).first().boundingBox()
    if (box === null) throw new Error(`${words} is not shown`)
    return box
  }
  await row.getByText("Ausverkauft").first().waitFor()
  const [state, name] = [await boxOf("Ausverkauft"), await boxOf("Eastman Kodak")]
  const isApart = state.y >= name.y + name.height || name.y >= state.y + state.height
  expect(isApart, JSON.stringify({ state, name })).toBe(true)
})
