/** An operator closes and opens the site while apps are open. */
import type { Page } from "playwright-core"
import { afterEach, describe, expect, it } from "vitest"
import { EMPTY_PATH } from "../../src/navigation/routes.ts"
import { operate } from "./operator.ts"
import { button } from "./page-models/fields.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite({})

/** The server reads the site's state every 150 ms; then the app asks for the configuration. */
const AT_ONCE_MS = 2_000

const setSite = (how: "on" | "off") => operate(site, "site", how)
const withdraw = (page: Page) => button(page, text("withdraw.title"))

afterEach(() => setSite("on"))

describe("an open app", () => {
  it("shows at once that the site is closed, leads to a withdrawal, and home when it is open again", async () => {
    const { phone } = await site.welcome()
    const { page } = phone
    await phone.home.seeWhole()
    await setSite("off")
    await seeText(page, text("empty.title"), AT_ONCE_MS)
    await seeText(page, text("empty.open"))
    await withdraw(page).click()
    await seeText(page.locator("[data-page=withdraw]").filter({ visible: true }), text("withdraw.to"))
    await page.goBack()
    await seeText(page, text("empty.title"))
    await setSite("on")
    await phone.home.see()
    expect(problemsOf(phone)).toEqual([])
  })

  it("warns a member who logs out that there is no way back in for now", async () => {
    const { phone } = await site.welcome()
    const { page } = phone
    await setSite("off")
    await seeText(page, text("empty.title"), AT_ONCE_MS)
    await button(page, text("hold.title")).click()
    await phone.tabs.goTo("my")
    await button(page, text("my.logout")).click()
    await seeText(page.getByRole("alertdialog"), text("my.logout.closed"))
  })

  it("tells a visitor who logs in why that is refused", async () => {
    const member = await site.newMember()
    const phone = await site.openDevice()
    await phone.entry.open()
    const configured = phone.page.waitForResponse((response) => response.url().includes("system/config"))
    await phone.entry.username().fill(member.username)
    await phone.entry.password().fill(member.password)
    await phone.page.mouse.click(180, 20)
    await configured
    await setSite("off")
    await phone.entry.submitLogin()
    await seeText(phone.page, text("error.site.closed"), AT_ONCE_MS)
  })
})

describe("the page of a closed site", () => {
  it("opens for a visitor without ways that need a log-in, and leads home once the site is open", async () => {
    const phone = await site.openDevice()
    const { page } = phone
    await setSite("off")
    await page.goto(EMPTY_PATH)
    await seeText(page, text("empty.title"))
    await seeText(page, text("empty.text"))
    expect(await withdraw(page).count()).toBe(0)
    await setSite("on")
    await button(page, text("empty.retry")).click()
    await phone.entry.seeLogin()
    await page.goto(EMPTY_PATH)
    await phone.entry.seeLogin()
  })
})
