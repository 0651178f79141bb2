/**
 * How a person fares along the paths of the withdrawal that `npm run paths -- --machine withdrawal --format playwright` writes: the driver that such a file leans
 * on. The member's name and password come from MEMBER_NAME and MEMBER_PASSWORD; they need a bank card and some money.
 */
import type { Page } from "playwright-core"
import type { WithdrawalEvent } from "../../../src/events/money.ts"
import { button, field } from "../page-models/fields.ts"
import { text } from "../page-models/texts.ts"

const own = (page: Page) => page.locator("[data-page=withdraw]").filter({ visible: true })

const heading = (page: Page, key: string) => page.getByRole("heading", { name: text(key) }).first()

/** Logs in: the withdrawal is `closed` on the home page. */
export const begin = async (page: Page, _input: null): Promise<void> => {
  await page.goto("/")
  await field(page, text("login.username")).fill(process.env.MEMBER_NAME ?? "")
  await field(page, text("login.password")).fill(process.env.MEMBER_PASSWORD ?? "")
  await button(page, text("login.submit")).click()
}

/** Does what the event says. Throws where nobody has yet said how. */
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
      throw new Error(`nobody has said how ${event.type} comes about`)
  }
}

/** Waits until the screen shows the state. Throws where nobody has yet said what it looks like. */
export const see = async (page: Page, state: string): Promise<void> => {
  switch (state) {
    case "closed":
      return await heading(page, "home.top-stocks").waitFor()
    case "filling.drafting":
      return await field(own(page), text("withdraw.amount")).waitFor()
    case "reviewing":
      return await page.getByRole("dialog", { name: text("withdraw.confirm"), exact: true }).waitFor()
    default:
      throw new Error(`nobody has said what ${state} looks like`)
  }
}
