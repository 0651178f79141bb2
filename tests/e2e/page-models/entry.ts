import type { Page } from "playwright-core"
import { button, field } from "./fields.ts"
import { SOON_MS } from "./figures.ts"
import { text } from "./texts.ts"

/** Login and registration. */
export const entryPages = (page: Page) => ({
  open: async () => void (await page.goto("/")),
  seeLogin: () =>
    page.getByRole("heading", { name: text("login.title"), exact: true }).waitFor({ timeout: SOON_MS }),
  seeRegister: () =>
    page.getByRole("heading", { name: text("register.title"), exact: true }).waitFor({ timeout: SOON_MS }),
  goToRegister: () => page.getByRole("link", { name: text("login.register"), exact: true }).click(),
  username: () => field(page, text("login.username")),
  password: () => field(page, text("login.password")),
  invitation: () => field(page, text("register.invitation")),
  consent: () => page.getByRole("checkbox"),
  submitLogin: () => button(page, text("login.submit")).click(),
  submitRegister: () => button(page, text("register.submit")).click(),
  /** Picks a language by its own name. */
  chooseLanguage: async (name: string) => {
    await page.getByRole("button", { name: new RegExp(`^${text("preferences.language")}`) }).click()
    const sheet = page.getByRole("dialog", { name: text("preferences.language"), exact: true })
    await sheet.getByText(name, { exact: true }).click()
  },
  login: async (username: string, password: string) => {
    await field(page, text("login.username")).fill(username)
    await field(page, text("login.password")).fill(password)
    await button(page, text("login.submit")).click()
  },
})
