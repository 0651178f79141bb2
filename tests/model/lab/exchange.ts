/** What changing the password in another tab of the device comes to for this one: the server has exchanged the token, and the device holds the new one. */
import type { Page } from "playwright-core"
import { storedSession } from "../../e2e/site.ts"
import { callServer, fieldOf } from "../../support/app.ts"
import type { Stage } from "./stage.ts"

/** A tab of the same site that is none of the app's: it follows no machine and writes no journal. */
const quietTabs = new WeakMap<Stage, Page>()

/** Opens the other tab, so that nothing but the call itself takes time when it is needed. */
export const readyToExchange = async (stage: Stage): Promise<Page> => {
  const known = quietTabs.get(stage)
  if (known !== undefined) return known
  const page = await stage.context.newPage()
  await page.goto("/icon.svg")
  quietTabs.set(stage, page)
  return page
}

const nextPassword = (password: string): string =>
  password.endsWith("-next") ? password.slice(0, -5) : `${password}-next`

/** Every other session ends, the device's goes on under another token. */
export const exchangeToken = async (stage: Stage): Promise<void> => {
  const page = await readyToExchange(stage)
  const { password, token } = stage.member
  const next = nextPassword(password)
  const passwords = { old_password: password, new_password: next }
  const answer = await callServer(stage.site.url(), "changePassword", passwords, { token })
  stage.member = {
    ...stage.member,
    password: next,
    token: String(fieldOf(answer, "token")),
    ticket: String(fieldOf(answer, "temporary_token")),
  }
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, storedSession(stage.member))
}
