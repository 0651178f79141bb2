/**
 * The driver of the tests that `npm run paths -- --machine withdrawal --format playwright` writes.
 * MEMBER_NAME and MEMBER_PASSWORD name a member with a bank card and money.
 */
import type { Page } from "playwright-core"
import type { WithdrawalEvent } from "../../../src/events/money.ts"
import { button, field } from "../page-models/fields.ts"
import { text } from "../page-models/texts.ts"

const own = (page: Page) => page.locator("[data-page=withdraw]").filter({ visible: true })

const heading = (page: Page, key: string) => page.getByRole("heading", { name: text(key) }).first()

/** Logs in. The withdrawal is `closed` on the home page. */
export const begin = async (page: Page, _input: null): Promise<void> => {
  await page.goto("/")
  await field(page, text("login.username")).fill(process.env.MEMBER_NAME ?? "")
  await field(page, text("login.password")).fill(process.env.MEMBER_PASSWORD ?? "")
  await button(page, text("login.submit")).click()
}

/** Triggers the event. Throws for an unknown one. */
export const bringAbout = async (page: Page, event: WithdrawalEvent): Promise<void> => {
  switch (event.type) {
    case "withdrawal.open":
      return void (await page.goto("/pages/withdraw/withdraw"))
    case "withdrawal.choose":
      return await own(page).getByRole("radio").first().check({ force: true })
    case "withdrawal.change":
      return await field(own(page), text("withdraw.amount")).fill(event.value)
    case "withdrawal.review":
      return await button(own(page), text("withdraw.review")).click()
    default:
      throw new Error(`the driver has no case for ${event.type}`)
  }
}

/** Waits until the screen shows the state. Throws for an unknown one. */
export const see = async (page: Page, state: string): Promise<void> => {
  switch (state) {
    case "closed":
      return await heading(page, "home.top-stocks").waitFor()
    case "filling.drafting":
      return await field(own(page), text("withdraw.amount")).waitFor()
    case "reviewing":
      return await page.getByRole("dialog", { name: text("withdraw.confirm"), exact: true }).waitFor()
    default:
      throw new Error(`the driver has no case for ${state}`)
  }
}
