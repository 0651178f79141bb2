/**
 * The driver of the tests that `npm run paths -- --machine watchlist --format playwright` writes.
 * MEMBER_NAME and MEMBER_PASSWORD name a member who watches nothing yet.
 */
import { driverFor, itself } from "@financial-links/paths"
import type { Page } from "playwright-core"
import { watchlistMachine } from "../../../machines/watchlist.ts"
import { urlOf } from "../../../src/navigation/routes.ts"
import { buttonOf, logIn, pageOf } from "./member-page.ts"

const market = (page: Page) => pageOf(page, "market")
const star = (page: Page, symbol: string) => buttonOf(market(page), "market.watch", { symbol }).first()

const press = async (page: Page, symbol: string, isPressed: boolean): Promise<void> => {
  if (!(await market(page).isVisible())) await page.goto(urlOf("market"))
  await star(page, symbol).click()
  await market(page).locator(`button[aria-pressed=${isPressed}]`).first().waitFor()
}

export const { begin, bringAbout, see } = driverFor(watchlistMachine, {
  begin: logIn,
  events: {
    "watchlist.add": async (page, { symbol }) => await press(page, symbol, true),
    "watchlist.remove": async (page, { symbol }) => await press(page, symbol, false),
    "watchlist.show": async (page, { symbol }) => {
      if (!(await market(page).isVisible())) await page.goto(urlOf("market"))
      await market(page)
        .getByRole("link", { name: new RegExp(`^${symbol}`) })
        .first()
        .click()
      await page
        .getByRole("heading", { name: new RegExp(`^${symbol}`) })
        .first()
        .waitFor()
    },
  },
  // what is kept shows in what the events do
  states: { keeping: itself },
})
