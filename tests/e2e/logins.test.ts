// @module-tag exhaustive
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer, reasonOf } from "../support/app.ts"
import { seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, sessionIn, signedIn } from "./site.ts"

const site = openSite()
const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Firefox/143.0"

/** Longer than the time in which a button takes a second click for a double tap. */
const BETWEEN_CLICKS_MS = 400

const logInElsewhere = async (username: string, password: string): Promise<string> => {
  const response = await fetch(`${site.url()}/api/login/account`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": WINDOWS },
    body: JSON.stringify({ username, password }),
  })
  const body: unknown = await response.json()
  const data: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "data") : null
  return String(typeof data === "object" && data !== null ? Reflect.get(data, "token") : "")
}

it("shows a member the log-ins and refused attempts, logs one device out alone, then all others, and locks the account", async () => {
  const { member, phone } = await site.welcome()
  const { username, password } = member
  const session = sessionIn(await callServer(site.url(), "login", { username, password }))
  const second = await site.openDevice(signedIn(site.url(), session))
  await second.page.goto(urlOf("my"))
  await second.page.getByRole("link", { name: "Log-in activity" }).waitFor()
  const elsewhere = await logInElsewhere(member.username, member.password)
  await logInElsewhere(member.username, "not-the-password-1")
  const { page } = phone
  await page.goto(urlOf("notices"))
  const notice = page.getByRole("link").filter({ hasText: text("notice.session.started") })
  await notice.filter({ hasText: text("notice.session.lock") }).click()
  const question = page.getByRole("alertdialog")
  const open = page.getByRole("listitem").filter({ hasText: "Last active" })
  await open.filter({ hasText: "Firefox on Windows" }).waitFor()
  expect(await open.count()).toBe(3)
  await open
    .filter({ hasText: "Unknown device", hasNotText: "This device" })
    .getByRole("button", { name: "Log out" })
    .click()
  await question.getByRole("button", { name: "Log out" }).click()
  await second.page.getByRole("button", { name: "Log in" }).waitFor()
  await seeEqual(() => open.count(), 2)
  expect(reasonOf(await callServer(site.url(), "userInfo", {}, { token: elsewhere }))).toBeNull()
  const rows = page.getByRole("listitem").filter({ hasText: "Network" }).filter({ hasNotText: "Last active" })
  await rows
    .filter({ hasText: text("logins.attempts", { attempts: 1 }) })
    .filter({ hasText: "Firefox on Windows" })
    .waitFor()
  await rows.filter({ hasText: "Logged in" }).filter({ hasText: "Firefox on Windows" }).waitFor()
  await rows.filter({ hasText: "This device" }).waitFor()
  await page.getByRole("button", { name: "Log out other devices" }).click()
  await question.getByRole("button", { name: "Cancel" }).click()
  await question.waitFor({ state: "detached" })
  expect(reasonOf(await callServer(site.url(), "userInfo", {}, { token: elsewhere }))).toBeNull()
  await page.waitForTimeout(BETWEEN_CLICKS_MS)
  await page.getByRole("button", { name: "Log out other devices" }).click()
  await question.getByRole("button", { name: "Log out other devices" }).click()
  await rows.filter({ hasText: "Logged out" }).filter({ hasText: "Firefox on Windows" }).waitFor()
  expect(reasonOf(await callServer(site.url(), "userInfo", {}, { token: elsewhere }))).toBe("session.invalid")
  await rows.filter({ hasText: "This device" }).waitFor()
  expect(await page.getByRole("button", { name: "Log out other devices" }).count()).toBe(0)
  await page.getByRole("button", { name: text("lock.title") }).click()
  await question.getByRole("button", { name: text("lock.submit") }).click()
  await page.getByRole("link", { name: text("login.lock") }).click()
  const entry = page.locator("[data-page=lock]").filter({ visible: true })
  await entry.getByLabel(text("login.username")).fill(username)
  await entry.getByLabel(text("login.password"), { exact: true }).fill(password)
  await entry.getByRole("button", { name: text("lock.unlock") }).click()
  await entry.getByText("to open the account").waitFor()
  const refused = await callServer(site.url(), "login", { username, password })
  expect(reasonOf(refused)).toBe("member.unlocking")
})
