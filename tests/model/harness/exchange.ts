/**
 * Exchanges the token on the server and on the device, as a change of password in another tab does.
 */
import type { Page } from "playwright-core"
import { storedSession } from "../../e2e/site.ts"
import { callServer, fieldOf } from "../../support/app.ts"
import type { Fixture } from "./fixture.ts"

/** A tab of the same origin without the app: it runs no machine and writes no journal. */
const quietTabs = new WeakMap<Fixture, Page>()

/** Opens the other tab in advance, so that only the call takes time later. */
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

/** Changes the password: other sessions end, this device continues under a new token. */
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
