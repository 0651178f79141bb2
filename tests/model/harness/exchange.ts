/** What changing the password in another tab of the device comes to for this one: the server has exchanged the token, and the device holds the new one. */
import type { Page } from "playwright-core"
import { storedSession } from "../../e2e/site.ts"
import { callServer, fieldOf } from "../../support/app.ts"
import type { Fixture } from "./fixture.ts"

/** A tab of the same site that is none of the app's: it follows no machine and writes no journal. */
const quietTabs = new WeakMap<Fixture, Page>()

/** Opens the other tab, so that nothing but the call itself takes time when it is needed. */
export const readyToExchange = async (fixture: Fixture): Promise<Page> => {
  const known = quietTabs.get(fixture)
  if (known !== undefined) return known
  const page = await fixture.context.newPage()
  await page.goto("/icon.svg")
  quietTabs.set(fixture, page)
  return page
}

const nextPassword = (password: string): string =>
  password.endsWith("-next") ? password.slice(0, -5) : `${password}-next`

/** Every other session ends, the device's goes on under another token. */
export const exchangeToken = async (fixture: Fixture): Promise<void> => {
  const page = await readyToExchange(fixture)
  const { password, token } = fixture.member
  const next = nextPassword(password)
  const passwords = { old_password: password, new_password: next }
  const answer = await callServer(fixture.site.url(), "changePassword", passwords, { token })
  fixture.member = {
    ...fixture.member,
    password: next,
    token: String(fieldOf(answer, "token")),
    ticket: String(fieldOf(answer, "temporary_token")),
  }
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, storedSession(fixture.member))
}
