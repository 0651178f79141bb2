// @module-tag exhaustive
/** An operator closes and opens the site while apps are open. */
import type { Page } from "playwright-core"
import { afterEach, describe, expect, it } from "vitest"
import { SITE_OFF_REDIRECT_MS, VISIBLE_REMINDER_MS } from "../../src/domain/limits.ts"
import { EMPTY_PATH } from "../../src/navigation/routes.ts"
import { operate } from "./operator.ts"
import { button } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openOwnSite, problemsOf } from "./site.ts"

const site = openOwnSite({ LINK_HOSTS: "status.example" })
const ELSEWHERE = "https://status.example/today"

/**
 * The server reads the site's state every 150 ms; then the app asks for the configuration. Far less
 * than the half minute after which an app looks by itself, and enough for a busy machine.
 */
const AT_ONCE_MS = 10_000

/** Returns at once: open apps are notified by the stream. */
const setSite = (how: "on" | "off", ...where: readonly string[]) => operate(site, "site", how, ...where)

/** Waits until the headers of pages say so too, which the server looks up every two seconds. */
const setSiteForPages = async (how: "on" | "off", ...where: readonly string[]): Promise<void> => {
  await setSite(how, ...where)
  const isSaid = async () =>
    (await fetch(site.url())).headers.get("server-timing")?.includes(`site;desc="${how}"`) ?? false
  await seeEqual(isSaid, true)
}

const withdraw = (page: Page) => button(page, text("withdraw.title"))

afterEach(() => setSiteForPages("on"))

describe("an open app", () => {
  it("shows at once that the site is closed, leads to a withdrawal, also after a log-in, and home when it is open again", async () => {
    const { phone, member } = await site.welcome()
    const { page } = phone
    await phone.home.seeWhole()
    await setSite("off")
    await seeText(page, text("empty.title"), AT_ONCE_MS)
    await seeText(page, text("empty.open"))
    await withdraw(page).click()
    await seeText(page.locator("[data-page=withdraw]").filter({ visible: true }), text("withdraw.to"))
    await page.goBack()
    await seeText(page, text("empty.title"))
    await button(page, text("hold.title")).click()
    await phone.tabs.goTo("my")
    await button(page, text("my.logout")).click()
    await button(page.getByRole("alertdialog"), text("my.logout")).click()
    const entry = page.locator("[data-page=login]").filter({ visible: true })
    await seeText(entry, text("empty.open"))
    await phone.entry.login(member.username, member.password)
    await withdraw(page).click()
    await seeText(page.locator("[data-page=withdraw]").filter({ visible: true }), text("withdraw.to"))
    await page.goBack()
    await setSite("on")
    await phone.home.see()
    expect(problemsOf(phone)).toEqual([])
  })
})

describe("a visitor's app", () => {
  it("notices a closed site before the log-in form is filled in, and when it is shown again", async () => {
    for (const sign of ["type", "return"] as const) {
      const { page, entry } = await site.openDevice()
      await entry.open()
      await entry.seeLogin()
      // the app has taken the page over from the document
      await page.locator("#root:not([data-shell])").waitFor()
      await setSite("off")
      if (sign === "type") await entry.username().fill("a")
      else await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
      await seeText(page, text("empty.title"))
      await setSiteForPages("on")
    }
  })
})

/** Answers for the page elsewhere. */
const openElsewhere = async ({ window }: Phone): Promise<void> => {
  await window.context.route("https://status.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Status</title>" }),
  )
}

describe("a visitor's idle app", () => {
  it("notices a closed site while it is visible, and asks for nothing while it is hidden", async () => {
    const { page, entry } = await site.openDevice()
    let asked = 0
    page.on("request", (request) => {
      if (request.url().includes("system/config")) asked++
    })
    // a replaced clock hides what the document's headers say of the site: the app asks at its start
    await page.clock.install()
    const configured = page.waitForResponse((response) => response.url().includes("system/config"))
    await entry.open()
    await configured
    await page.locator("#root:not([data-shell])").waitFor()
    await page.evaluate(() =>
      Object.defineProperty(document, "visibilityState", { value: "hidden", writable: true }),
    )
    await page.clock.runFor(3 * VISIBLE_REMINDER_MS)
    expect(asked).toBe(1)
    await setSite("off")
    await page.evaluate(() => Object.assign(document, { visibilityState: "visible" }))
    await page.clock.runFor(VISIBLE_REMINDER_MS)
    await seeText(page, text("empty.title"))
  })
})

describe("a closed site that leads elsewhere", () => {
  it("says where to before it goes there, at the start of an app", async () => {
    const phone = await site.openDevice()
    const { page } = phone
    await openElsewhere(phone)
    await setSiteForPages("off", ELSEWHERE)
    await page.goto("/")
    await seeText(page, text("empty.redirect.soon", { url: ELSEWHERE, seconds: 10 }))
    await button(page, text("empty.redirect.stay")).click()
    await seeText(page, text("empty.redirect", { url: ELSEWHERE }))
    await button(page, text("login.submit")).click()
    await phone.entry.seeLogin()
    await page.clock.install()
    await page.reload()
    await seeText(page, text("empty.redirect.soon", { url: ELSEWHERE, seconds: 10 }))
    await page.clock.fastForward(SITE_OFF_REDIRECT_MS)
    await seeEqual(async () => page.url(), ELSEWHERE)
    expect(await page.title()).toBe("Status")
  })

  it("leaves a member in the app, who may go there or to what stays open", async () => {
    const { phone } = await site.welcome()
    const { page } = phone
    await openElsewhere(phone)
    await phone.home.seeWhole()
    await setSite("off", ELSEWHERE)
    await seeText(page, text("empty.redirect", { url: ELSEWHERE }), AT_ONCE_MS)
    await withdraw(page).click()
    await seeText(page.locator("[data-page=withdraw]").filter({ visible: true }), text("withdraw.to"))
    await page.goBack()
    await button(page, text("empty.redirect.open", { host: "status.example" })).click()
    await seeEqual(async () => page.url(), ELSEWHERE)
  })
})

describe("the page of a closed site", () => {
  it("leads a visitor to the log-in alone, and home once the site is open", async () => {
    const phone = await site.openDevice()
    const { page } = phone
    await setSiteForPages("off")
    await page.goto(EMPTY_PATH)
    await seeText(page, text("empty.title"))
    await seeText(page, text("empty.text"))
    expect(await withdraw(page).count()).toBe(0)
    await button(page, text("login.submit")).click()
    await phone.entry.seeLogin()
    expect(await page.getByRole("link", { name: text("login.register") }).count()).toBe(0)
    await page.goBack()
    await setSite("on")
    await button(page, text("empty.retry")).click()
    await phone.entry.seeLogin()
    await page.goto(EMPTY_PATH)
    await phone.entry.seeLogin()
  })
})
