// @module-tag exhaustive
/** What a new member agrees to and reads at sign-up. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { goodPassword } from "../support/app.ts"
import { operate } from "./operator.ts"
import { dontSeeProblem, pauseOfAThumb, seeFocus, seeProblem } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text, textLike } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openOwnSite, problemsOf } from "./site.ts"

const site = openOwnSite({ REGISTRATION_BONUS: "200000.00", LINK_HOSTS: "news.example" })
const folder = mkdtempSync(join(tmpdir(), "sign-up-"))
beforeAll(() => writeFileSync(join(folder, "terms.html"), "<p>The new terms.</p>"))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0

const fillIn = async ({ entry, page }: Phone): Promise<void> => {
  await page.goto("/pages/login/register")
  await entry.seeRegister()
  await seeText(page, textLike("register.consent.dated"))
  await entry.username().fill(`new.${process.pid}.${++count}`)
  await entry.password().fill(goodPassword)
  await entry.invitation().fill(site.invitationCode())
}

it("asks for the consent to the dated terms by a box that is not ticked", async () => {
  const phone = await site.openDevice()
  const { page, entry, home } = phone
  const missing = text("error.field.required.consent")
  await fillIn(phone)
  expect(await entry.consent().isChecked()).toBe(false)
  expect((await entry.consent().locator("..").boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await entry.submitRegister()
  await seeProblem(entry.consent(), missing)
  await seeFocus(entry.consent())
  await page.keyboard.press("Space")
  expect(await entry.consent().isChecked()).toBe(true)
  await dontSeeProblem(entry.consent())
  await pauseOfAThumb(page)
  await page.getByRole("link", { name: text("register.agreements"), exact: true }).click()
  await seeEqual(async () => new URL(page.url()).pathname, "/pages/agreement/agreement")
  await page.goBack()
  await entry.seeRegister()
  expect(await entry.consent().isChecked()).toBe(true)
  await page.keyboard.press("Tab")
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/login/register"))
  await entry.submitRegister()
  expect((await sent).postDataJSON().terms_at_ms).toBeGreaterThan(0)
  await home.see()
  expect(problemsOf(phone)).toEqual([])
})

/** How much of the page in front lies below the window, px. */
const hiddenPx = ({ page }: Phone) =>
  page
    .locator("[data-scroller]")
    .filter({ visible: true })
    .first()
    .evaluate((scroller) => scroller.scrollHeight - scroller.clientHeight)

/** English, and the language whose words are the longest. */
it.each(["en-US", "de-DE"])("fits a phone without scrolling, with a bonus, in %s", async (locale) => {
  const phone = await site.openDevice({ locale })
  const { page, entry } = phone
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto("/pages/login/register")
  await seeText(page, /200[\s.,]000[.,]00/u)
  await seeEqual(() => hiddenPx(phone), 0)
  // the tagline is shown where there is room for it
  const tagline = page.locator("main p").first()
  expect(await tagline.isVisible()).toBe(false)
  await page.setViewportSize({ width: 375, height: 932 })
  expect(await tagline.isVisible()).toBe(true)
  expect((await entry.consent().boundingBox())?.width).toBeGreaterThan(20)
})

it("announces the bonus before it is given, and in the welcome", async () => {
  const phone = await site.openDevice()
  const { page, entry, home, feedback, tabs } = phone
  await fillIn(phone)
  await seeText(page, text("register.bonus", { amount: "₦200,000.00" }))
  await entry.consent().check()
  const listening = await feedback.listen()
  await entry.submitRegister()
  await home.see()
  await listening.seeOnce(text("register.done.bonus", { amount: "₦200,000.00" }))
  await home.seeAvailable("200000.00")
  await operate(site, "pages", "add", "News", "https://news.example/today")
  await page.reload()
  await home.see()
  await tabs.goTo("my")
  const news = page.getByRole("link", { name: /^News/ })
  expect(await news.getAttribute("href")).toBe("https://news.example/today")
  expect(await news.getAttribute("target")).toBe("_blank")
  await seeText(page, text("my.address"))
  await seeText(page, site.url())
  await operate(site, "pages", "remove", "News")
})

it("reads articles and a contact whose links lead to allowed hosts alone, whatever the server sends", async () => {
  const phone = await site.openDevice()
  const { page } = phone
  const linked = (host: string) => `<a href="https://${host}/today">${host}</a>`
  const html = `<p>${linked("news.example")} ${linked("evil.example")}</p>`
  const forge = (call: string, field: string, value: string) =>
    page.route(`**/api/${call}*`, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, data: { ...body.data, [field]: value } } })
    })
  await forge("article/detail", "content_html", html)
  await page.goto("/pages/agreement/agreement-detail?id=help-login")
  const article = page.getByRole("article")
  await seeText(article, /^news\.example evil\.example$/u)
  await seeEqual(() => article.getByRole("link").allTextContents(), ["news.example"])
  const sheet = page.getByRole("dialog", { name: text("service.title"), exact: true })
  for (const [host, count] of [
    ["news.example", 2],
    ["evil.example", 1],
  ] as const) {
    await forge("index/kefu", "url", `https://${host}/chat`)
    await page.goto("/")
    await page.getByRole("button", { name: text("my.service"), exact: true }).click()
    await sheet.getByRole("link", { name: text("service.articles") }).waitFor()
    await seeText(sheet, text("service.demo.hours"))
    await seeEqual(() => sheet.getByRole("link").count(), count)
  }
})

it("asks again when the terms have changed since", async () => {
  const phone = await site.openDevice()
  const { page, entry, home } = phone
  await fillIn(phone)
  await entry.consent().check()
  const written = ["--kind", "agreement", "--title", "Terms", "--file", join(folder, "terms.html")]
  await operate(site, "articles", "add", "--id", "new-terms", ...written)
  await entry.submitRegister()
  await seeProblem(entry.consent(), text("error.register.terms-changed"))
  await seeFocus(entry.consent())
  await seeEqual(() => entry.consent().isChecked(), false)
  await pauseOfAThumb(page)
  await entry.consent().check()
  await entry.submitRegister()
  await home.see()
})
