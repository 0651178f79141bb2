/**
 * The driver of the tests that `npm run paths -- --machine withdrawal --format playwright` writes.
 * MEMBER_NAME and MEMBER_PASSWORD name a member with a bank card and money.
 */
import { driverFor, itself, unable } from "@financial-links/paths"
import type { Page } from "playwright-core"
import { withdrawalMachine } from "../../../machines/withdrawal.ts"
import { text } from "../page-models/texts.ts"
import { buttonOf, fieldOf, headingOf, logIn, pageOf, press } from "./member-page.ts"

const own = (page: Page) => pageOf(page, "withdraw")
const amount = (page: Page) => fieldOf(own(page), "withdraw.amount")
const sheet = (page: Page) => page.getByRole("dialog", { name: text("withdraw.confirm"), exact: true })

const BY_FAULT = "needs fault injection: tests/model/withdrawal.model.ts brings it about"

export const { begin, bringAbout, see } = driverFor(withdrawalMachine, {
  begin: logIn,
  events: {
    "withdrawal.open": async (page) => void (await page.goto("/pages/withdraw/withdraw")),
    "withdrawal.informed": async (page) => void (await page.reload()),
    "withdrawal.choose": async (page) => await own(page).getByRole("radio").first().check({ force: true }),
    "withdrawal.change": async (page, { value }) => await amount(page).fill(value),
    "withdrawal.leave": async (page) => await amount(page).blur(),
    "withdrawal.review": async (page) => await press(page, buttonOf(own(page), "withdraw.review")),
    "withdrawal.back": async (page, _event, { from }) =>
      from === "reviewing"
        ? await page.keyboard.press("Escape")
        : await buttonOf(page, "withdraw.outcome.change").click(),
    "withdrawal.submit": async (page, _event, { from }) => {
      const button = from === "reviewing" ? buttonOf(sheet(page), "withdraw.submit") : null
      await press(page, button ?? buttonOf(own(page), "withdraw.outcome.resend"))
    },
    "withdrawal.again": async (page) => await buttonOf(page, "withdraw.outcome.again").click(),
    "withdrawal.resolved": async (page, { outcome }) => {
      if (outcome.type !== "accepted") throw new Error(`the outcome ${outcome.type} ${BY_FAULT}`)
      await headingOf(own(page), "withdraw.outcome.accepted").waitFor()
    },
    "journal.resumed": unable(`a killed tab ${BY_FAULT}`),
  },
  states: {
    closed: async (page) => await headingOf(page, "home.top-stocks").waitFor(),
    "filling.drafting": async (page) => await amount(page).waitFor(),
    "filling.refused": async (page) => await own(page).getByRole("alert").first().waitFor(),
    reviewing: async (page) => await sheet(page).waitFor(),
    // its heading follows from the outcome
    confirmed: itself,
  },
})
