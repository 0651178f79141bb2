import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { button, field } from "./pages/fields.ts"
import { SOON_MS, seeEqual } from "./pages/figures.ts"
import { text } from "./pages/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** Opens the login page and holds its code up; answers what lets it come. */
const openWithoutCode = async (page: Page): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto("/", { waitUntil: "commit" })
  await field(page, text("login.username")).waitFor({ timeout: SOON_MS })
  return held.resolve
}

it("keeps what was typed before the code had come, and sends off what was sent off", async () => {
  const member = await site.newMember()
  const phone = await site.openDevice()
  const { page, home } = phone
  const release = await openWithoutCode(page)
  await field(page, text("login.username")).fill(member.username)
  await field(page, text("login.password")).fill(member.password)
  await button(page, text("login.submit")).click()
  release()
  await home.see()
  expect(problemsOf(phone)).toEqual([])
})

it("does what was tapped before the code had come, with what was typed besides", async () => {
  const phone = await site.openDevice()
  const { page } = phone
  const release = await openWithoutCode(page)
  await field(page, text("login.username")).fill("somebody")
  await page.getByRole("button", { name: new RegExp(`^${text("preferences.language")}`) }).click()
  release()
  const sheet = page.getByRole("dialog", { name: text("preferences.language"), exact: true })
  await sheet.waitFor({ timeout: SOON_MS })
  await page.keyboard.press("Escape")
  await sheet.waitFor({ state: "detached", timeout: SOON_MS })
  await seeEqual(() => field(page, text("login.username")).inputValue(), "somebody")
  expect(problemsOf(phone)).toEqual([])
})
