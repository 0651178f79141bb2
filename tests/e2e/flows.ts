/** The four operations that move money: how each is filled in, sent, and found again. */
import type { Locator } from "playwright-core"
import type { EndpointId } from "../../src/contract/endpoints.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { readOrders } from "../support/answers.ts"
import { buyElsewhere } from "./buy.ts"
import { addCard } from "./cards.ts"
import type { expectMemberBooks } from "./member-books.ts"
import { button, pauseOfAThumb, seeValue } from "./page-models/fields.ts"
import { SOON_MS, seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Tab } from "./phone.ts"
import { type Member, proof, type Site } from "./site.ts"

export interface Flow {
  readonly name: "order" | "close" | "deposit" | "withdrawal"
  readonly endpoint: EndpointId
  /** Fills in everything up to the tap that sends. */
  readonly fill: (tab: Tab, site: Site, member: Member) => Promise<void>
  readonly submitButton: (tab: Tab) => Locator
  /** Opens the page of the flow again. */
  readonly reopen: (tab: Tab) => Promise<void>
  /** Sends again from the page that shows the draft of an operation that was not placed. */
  readonly resend: (tab: Tab) => Promise<void>
  /** Waits until the page shows that the operation was accepted. */
  readonly seeAccepted: (tab: Tab) => Promise<void>
  /** How often the operation has taken effect. */
  readonly count: (books: Awaited<ReturnType<typeof expectMemberBooks>>) => number
}

export const send = async (flow: Flow, tab: Tab): Promise<void> => {
  await pauseOfAThumb(tab.page)
  await flow.submitButton(tab).click()
}

const order: Flow = {
  name: "order",
  endpoint: "orderCreate",
  fill: async ({ ticket }) => {
    await ticket.open("aapl")
    await ticket.prepare("1000", 30, 2)
  },
  submitButton: ({ ticket }) => ticket.confirmButton(),
  reopen: ({ ticket }) => ticket.open("aapl"),
  resend: async ({ ticket }) => {
    await seeValue(ticket.amount(), "1000")
    await ticket.reviewAndConfirm()
  },
  seeAccepted: ({ ticket }) => ticket.seeAnswer("accepted"),
  count: ({ orders }) => orders.length,
}

const contract = ({ page }: Tab) => page.locator("[data-page=hold-record]").filter({ visible: true })

const openClose = async (tab: Tab): Promise<void> => {
  await button(contract(tab), text("close.button")).waitFor({ timeout: SOON_MS })
  await pauseOfAThumb(tab.page)
  await tab.holdings.closeEarly()
}

const close: Flow = {
  name: "close",
  endpoint: "orderClose",
  fill: async (tab, site, member) => {
    const id = await buyElsewhere(site.url(), member, { periodDays: 30 })
    const state = async () =>
      (await readOrders(site.url(), member.token)).find((each) => each.id === id)?.state
    await seeEqual(state, "opened")
    await tab.page.goto(urlOf("hold-record", { id }))
    await openClose(tab)
  },
  submitButton: ({ page }) => button(page, text("close.confirm")),
  reopen: async ({ page, holdings }) => {
    await page.goto(urlOf("hold"))
    await holdings.see()
  },
  // the sheet opens with the contract, and says that the request did not arrive
  resend: async (tab) => {
    await tab.holdings.openFirst("pending")
    await send(close, tab)
  },
  seeAccepted: (tab) => seeText(contract(tab), text("contract.state.closed_early")),
  count: ({ orders }) => orders.filter(({ closeRequestedAtMs }) => closeRequestedAtMs !== null).length,
}

const deposit: Flow = {
  name: "deposit",
  endpoint: "depositCreate",
  fill: async (tab) => {
    await tab.deposit.open()
    await tab.deposit.fill("USDT-TRC20", "1500", await proof())
  },
  submitButton: (tab) => tab.deposit.submitButton(),
  reopen: (tab) => tab.deposit.open(),
  resend: async (tab) => {
    await seeValue(tab.deposit.amount(), "1500")
    await tab.deposit.next()
    await tab.deposit.paid()
    await tab.deposit.seeProofKept()
    await tab.deposit.submit()
  },
  seeAccepted: (tab) => tab.deposit.seeAnswer("accepted"),
  count: ({ deposits }) => deposits.length,
}

const withdrawal: Flow = {
  name: "withdrawal",
  endpoint: "withdrawalCreate",
  fill: async (tab, site, member) => {
    await addCard(site.url(), member)
    await tab.withdrawal.open()
    await tab.withdrawal.amount().fill("1500")
    await tab.withdrawal.choose("First Bank")
    await tab.withdrawal.review()
    await tab.withdrawal.seeConfirm()
  },
  submitButton: (tab) => tab.withdrawal.submitButton(),
  reopen: (tab) => tab.withdrawal.open(),
  resend: async (tab) => {
    await seeValue(tab.withdrawal.amount(), "1500")
    await tab.withdrawal.seeChosen("First Bank")
    await tab.withdrawal.review()
    await send(withdrawal, tab)
  },
  seeAccepted: (tab) => tab.withdrawal.seeAnswer("accepted"),
  count: ({ withdrawals }) => withdrawals.length,
}

export const flows: readonly Flow[] = [order, close, deposit, withdrawal]
