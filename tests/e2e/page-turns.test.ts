import { describe, expect, it } from "vitest"
import { seeFocus, seeValue } from "./pages/fields.ts"
import { text } from "./pages/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

describe("a page that was kept", () => {
  it("keeps what is typed into it before React has drawn it again", async () => {
    const { phone } = await site.welcome()
    const { page, tabs, market } = phone
    await tabs.goTo("market")
    await market.see()
    await market.search("a")
    await market.search("")
    await tabs.goTo("home")
    await tabs.seeActive("home")
    await page
      .getByRole("navigation")
      .getByRole("link", { name: text("ui.tab.market") })
      .evaluate((tab) => {
        const field = document.querySelector<HTMLInputElement>("[data-page=market] input")
        if (!(tab instanceof HTMLElement) || !field)
          throw new Error("there is nothing to tap or to type into")
        tab.click()
        field.focus()
        document.execCommand("insertText", false, "gold")
      })
    await tabs.seeActive("market")
    const search = page.getByLabel(text("market.search")).filter({ visible: true })
    await seeFocus(search)
    await seeValue(search, "gold")
    await page.waitForTimeout(400)
    await page.keyboard.type("en")
    await seeValue(search, "golden")
    expect(problemsOf(phone)).toEqual([])
  })
})
