/** What the drivers of printed paths share. It needs Playwright alone, not this project's test runner. */
import type { Locator, Page } from "playwright-core"
import { text } from "../page-models/texts.ts"

/** The visible page of this name: pages below the top one stay mounted and hidden. */
export const pageOf = (page: Page, name: string): Locator =>
  page.locator(`[data-page=${name}]`).filter({ visible: true })

export const fieldOf = (within: Page | Locator, key: string): Locator =>
  within.getByLabel(text(key), { exact: true }).filter({ visible: true })

export const buttonOf = (
  within: Page | Locator,
  key: string,
  values: Readonly<Record<string, string>> = {},
): Locator => within.getByRole("button", { name: text(key, values), exact: true })

export const headingOf = (within: Page | Locator, key: string): Locator =>
  within.getByRole("heading", { name: text(key) }).first()

/** Presses a button that ignores a second tap within 350 ms of the last one. */
export const press = async (page: Page, button: Locator): Promise<void> => {
  await page.waitForTimeout(360)
  await button.click()
}

/** Logs in the member of MEMBER_NAME and MEMBER_PASSWORD and waits for the home page. */
export const logIn = async (page: Page): Promise<void> => {
  await page.goto("/")
  await fieldOf(page, "login.username").fill(process.env.MEMBER_NAME ?? "")
  await fieldOf(page, "login.password").fill(process.env.MEMBER_PASSWORD ?? "")
  await buttonOf(page, "login.submit").click()
  await headingOf(page, "home.top-stocks").waitFor()
}
