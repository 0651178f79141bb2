import type { Page, Route } from "playwright-core"
import { expect, it } from "vitest"
import { FAILED_AT_ONCE_MS, PAGE_LOAD_TIMEOUT_MS, PAGE_LOADING_DELAY_MS } from "../../src/domain/limits.ts"
import { callServer } from "../support/app.ts"
import { button, field, seeFocus } from "./page-models/fields.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf, sessionIn, signedIn } from "./site.ts"

const site = openSite()

/** Holds all scripts. Returns the release. */
const holdCode = async (page: Page): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Opens the login page and holds its scripts. Returns the release. */
const openWithoutCode = async (page: Page): Promise<() => void> => {
  const release = await holdCode(page)
  await page.goto("/", { waitUntil: "commit" })
  await field(page, text("login.username")).waitFor({ timeout: SOON_MS })
  return release
}

/** The message of an empty login field. */
const asked = (page: Page, name: "username" | "password") =>
  page
    .locator("[id$=-error]")
    .filter({ hasText: text(`error.field.required.${name}`) })
    .filter({ visible: true })

/** Holds the chunk of the home page. Returns the release. */
const holdHome = async (page: Page): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/home-[^/]*\.js$/, async (route) => {
    await held.promise
    await route.fallback()
  })
  return held.resolve
}

it("answers at once what is sent off before the code has come, keeps what was typed, sends it off, and shows the shape of the page that it leads to", async () => {
  const member = await site.newMember()
  const phone = await site.openDevice()
  const { page, home } = phone
  const release = await openWithoutCode(page)
  const releaseHome = await holdHome(page)
  const username = field(page, text("login.username"))
  const missing = asked(page, "username").or(asked(page, "password"))
  const isWorking = () => page.locator("button[type=submit]").getAttribute("aria-busy")
  await button(page, text("login.submit")).click()
  await seeEqual(() => missing.count(), 2)
  expect(await isWorking()).toBeNull()
  await seeEqual(() => username.evaluate((input) => input === document.activeElement), true)
  await username.fill(member.username)
  await seeEqual(() => missing.count(), 1)
  await field(page, text("login.password")).fill(member.password)
  await seeEqual(() => missing.count(), 0)
  await button(page, text("login.submit")).click()
  await seeEqual(isWorking, "true")
  release()
  const shape = page.locator("[data-page=home]")
  await shape.getByText(text("ui.simulated")).waitFor({ timeout: SOON_MS })
  expect(
    await shape
      .getByRole("status")
      .filter({ hasText: text("ui.loading") })
      .count(),
  ).toBe(1)
  releaseHome()
  await home.see()
  expect(problemsOf(phone)).toEqual([])
})

/** Delivers the document only up to the end of the login form. */
const cutOff = async (page: Page): Promise<void> => {
  await page.route("/", async (route) => {
    const response = await route.fetch()
    const whole = await response.text()
    await route.fulfill({ response, body: whole.slice(0, whole.indexOf("</form>") + "</form>".length) })
  })
}

it("shows nothing of the login page to a member before the page has come whole", async () => {
  const member = await site.newMember()
  const credentials = { username: member.username, password: member.password }
  const session = sessionIn(await callServer(site.url(), "login", credentials))
  // A device with a session and no cached page, so the test controls every response.
  const phone = await site.openDevice(signedIn(site.url(), session))
  const { page } = phone
  await cutOff(page)
  const release = await holdCode(page)
  await page.goto("/", { waitUntil: "commit" })
  const username = page.locator("input[name=username]")
  await username.waitFor({ state: "attached", timeout: SOON_MS })
  expect(await username.isVisible()).toBe(false)
  release()
  await phone.home.see()
})

it("does what was tapped before the code had come, with what was typed besides", {
  tags: ["exhaustive"],
}, async () => {
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

/** Holds every request for the registration chunk until the test decides. */
const holdRegister = async (page: Page) => {
  const asked: Route[] = []
  await page.route(/\/assets\/register-[^/]*\.js$/, (route) => void asked.push(route))
  return {
    attempt: async (number: number): Promise<Route> => {
      await expect.poll(() => asked.length, { timeout: SOON_MS }).toBe(number)
      const route = asked[number - 1]
      if (route === undefined) throw new Error(`there was no request number ${number}`)
      return route
    },
  }
}

// A browser that does not request a module twice reloads the document.
it("shows that a page is loading, that it does not come, and brings it in place at a tap", {
  tags: ["exhaustive"],
}, async () => {
  const phone = await site.openDevice()
  const { page, entry } = phone
  await page.clock.install()
  const code = await holdRegister(page)
  await entry.open()
  await page.locator("[data-page=login][tabindex]").waitFor({ timeout: SOON_MS })
  await entry.username().fill("somebody")
  const shown = page.locator("[data-page=register]")
  const loading = shown.getByRole("status").filter({ hasText: text("ui.loading") })
  const failed = shown.getByText(text("page.timed-out"))
  const depth = await page.evaluate(() => history.length)

  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await entry.goToRegister()
  const first = await code.attempt(1)
  await page.clock.runFor(PAGE_LOADING_DELAY_MS - 1)
  await entry.seeLogin()
  expect(await shown.count()).toBe(0)
  await page.clock.runFor(1)
  await loading.waitFor({ timeout: SOON_MS })

  await page.clock.fastForward(PAGE_LOAD_TIMEOUT_MS)
  await page.clock.resume()
  await failed.waitFor({ timeout: SOON_MS })
  const retry = button(shown, text("ui.retry"))
  await button(shown, text("ui.back")).click()
  await entry.seeLogin()
  await entry.goToRegister()
  await loading.waitFor({ timeout: SOON_MS })
  await first.abort()
  await failed.waitFor({ timeout: SOON_MS })
  await retry.click()
  const second = await code.attempt(2)
  await loading.waitFor({ timeout: SOON_MS })
  await seeFocus(shown)
  // A faster failure would also reload the document here.
  await page.waitForTimeout(FAILED_AT_ONCE_MS)
  await second.abort()
  await failed.waitFor({ timeout: SOON_MS })
  await retry.press("Enter")
  await (await code.attempt(3)).continue()
  await entry.seeRegister()
  await seeFocus(shown)

  expect(await page.evaluate(() => history.length)).toBe(depth + 1)
  await page.goBack()
  await entry.seeLogin()
  await seeEqual(() => entry.username().inputValue(), "somebody")
  expect(problemsOf(phone)).toEqual([])
})
