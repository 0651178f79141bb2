/** What a member has done on each recorded device. */

import { JOURNAL_SNAPSHOT_EVERY } from "../../src/domain/limits.ts"
import { addCard } from "../e2e/cards.ts"
import { loseAnswers, loseRequests } from "../e2e/faults.ts"
import { button, seeValue } from "../e2e/page-models/fields.ts"
import { SOON_MS, seeEqual, seeText } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import type { Phone } from "../e2e/phone.ts"
import { type Member, proof } from "../e2e/site.ts"

export interface Situation {
  readonly name: string
  /** False: the device of a visitor. */
  readonly isMember: boolean
  /**
   * True: a reviewer decides about deposits and withdrawals within a second; false: they stay under
   * review.
   */
  readonly isReviewed: boolean
  /** True: the tab is killed in the end, as by a system short of memory; false: it is closed. */
  readonly isKilled: boolean
  readonly act: (phone: Phone, site: { readonly url: string; readonly member: Member }) => Promise<void>
}

const buy = async ({ ticket }: Phone, stake: string, days: number, leverage: number): Promise<void> => {
  await ticket.open("aapl")
  await ticket.see("AAPL")
  const shown = await Promise.race([ticket.answer("accepted"), ticket.amount().waitFor({ timeout: SOON_MS })])
  if (shown === "accepted") await ticket.orderAgain()
  await ticket.fill(stake, days, leverage)
  await ticket.reviewToConfirm()
  await ticket.seeLivePrice()
  await ticket.confirm()
}

/** Opens the receipt of the newest contract, once it runs. */
const openContract = async ({ page, holdings }: Phone): Promise<void> => {
  await page.goto("/pages/tabbar/hold/index")
  await holdings.openFirst("pending")
  await holdings.seeRunning()
}

const closeEarly = async ({ page, holdings }: Phone): Promise<void> => {
  await holdings.closeEarly()
  await button(page, text("close.confirm")).click()
}

/** The receipt says that the contract was closed early. */
export const seeClosedEarly = ({ page }: Pick<Phone, "page">): Promise<void> =>
  seeText(page.locator("[data-page=hold-record]"), text("contract.state.closed_early"))

const fillWithdrawal = async ({ withdrawal }: Phone, amount: string): Promise<void> => {
  await withdrawal.open()
  await withdrawal.amount().fill(amount)
  await withdrawal.choose("First Bank")
  await withdrawal.review()
  await withdrawal.seeConfirm()
}

/** The page tells the member that it keeps asking. */
const seeChecking = ({ page }: Phone, id: string): Promise<void> => seeText(page, text(id), SOON_MS)

const answered: Situation = {
  name: "answered",
  isMember: true,
  isReviewed: true,
  isKilled: false,
  act: async (phone, { url, member }) => {
    const { page, ticket, holdings, deposit, withdrawal, home, tabs } = phone
    await addCard(url, member)
    await buy(phone, "1000", 1, 2)
    await ticket.seeAnswer("accepted")
    await buy(phone, "2500", 30, 3)
    await ticket.seeAnswer("accepted")
    await openContract(phone)
    await closeEarly(phone)
    await seeClosedEarly(phone)
    await deposit.open()
    await deposit.fill("USDT-TRC20", "1500", await proof())
    await deposit.submit()
    await deposit.seeAnswer("accepted")
    await fillWithdrawal(phone, "1200")
    await withdrawal.submit()
    await withdrawal.seeAnswer("accepted")
    await buy(phone, "4000", 30, 1)
    await ticket.seeAnswer("accepted")
    await ticket.seeHoldings()
    await holdings.showCompleted()
    await holdings.seeCompleted(2)
    await page.goto("/pages/withdraw/withdraw-record")
    await withdrawal.seeStatusInRecords(1)
    await page.goto("/pages/recharge/recharge-record")
    await deposit.seeStatus(1)
    await page.goto("/pages/tabbar/home/index")
    await home.seeWhole()
    await tabs.goTo("market")
    await phone.market.see()
  },
}

const browsing: Situation = {
  name: "browsing",
  isMember: true,
  isReviewed: true,
  isKilled: false,
  act: async (phone, { url, member }) => {
    const { page, tabs, market, ticket, home, deposit, withdrawal, account } = phone
    await addCard(url, member)
    await home.hideAmounts()
    await home.deposit()
    await deposit.choose("USDT-TRC20")
    await deposit.amount().fill("1234.50")
    await deposit.next()
    await deposit.paid()
    await deposit.pickProof(await proof())
    await deposit.seeProofKept()
    await deposit.seeProofSent()
    await page.goBack()
    await home.see()
    await home.withdraw()
    await withdrawal.amount().fill("4000.25")
    await withdrawal.choose("First Bank")
    await page.goBack()
    await home.see()
    await tabs.goTo("market")
    for (const symbol of ["AAPL", "MSFT"])
      await page
        .locator("[data-page=market]")
        .getByRole("button", { name: text("market.watch", { symbol }), exact: true })
        .first()
        .click()
    await market.open("MSFT")
    await market.seeTrade("MSFT")
    await market.buy("up")
    await ticket.see("MSFT")
    await ticket.fill("2500.50", 30, 3)
    await page.goBack()
    await market.seeTrade("MSFT")
    await tabs.goTo("my")
    await account.goToCards()
    await account.seeCards()
    await account.addCard()
    await account.bankName().fill("Second Bank")
    await account.cardName().fill("Ada Obi")
    await account.cardNumber().fill("4111")
    await account.bankName().focus()
  },
}

const visitor: Situation = {
  name: "visitor",
  isMember: false,
  isReviewed: true,
  isKilled: false,
  act: async ({ entry }) => {
    await entry.goToRegister()
    await entry.seeRegister()
    await entry.username().fill("ada.obi")
    await entry.invitation().fill("ABCD1234")
    await entry.password().fill("violet-harbour-59")
    await entry.username().focus()
  },
}

/**
 * The tab dies before the app knows that no answer comes: the journal ends while the request is on
 * its way.
 */
const orderInDoubt: Situation = {
  name: "order-in-doubt",
  isMember: true,
  isReviewed: false,
  isKilled: true,
  act: async (phone) => {
    const fault = await loseAnswers(phone.window.context, "orderCreate")
    await buy(phone, "1000", 30, 2)
    await fault.met
  },
}

/**
 * No answer to the request nor to the question about its key: the journal ends while the app keeps
 * asking.
 */
const closeInDoubt: Situation = {
  name: "close-in-doubt",
  isMember: true,
  isReviewed: false,
  isKilled: false,
  act: async (phone) => {
    const { context } = phone.window
    await buy(phone, "1000", 30, 1)
    await phone.ticket.seeAnswer("accepted")
    await openContract(phone)
    await loseAnswers(context, "operationVoid")
    const fault = await loseAnswers(context, "orderClose")
    await closeEarly(phone)
    await fault.met
    await seeChecking(phone, "close.checking")
  },
}

const depositInDoubt: Situation = {
  name: "deposit-in-doubt",
  isMember: true,
  isReviewed: false,
  isKilled: true,
  act: async (phone) => {
    const { deposit } = phone
    await deposit.open()
    await deposit.fill("USDT-TRC20", "1500", await proof())
    const fault = await loseAnswers(phone.window.context, "depositCreate")
    await deposit.submit()
    await fault.met
  },
}

const withdrawalInDoubt: Situation = {
  name: "withdrawal-in-doubt",
  isMember: true,
  isReviewed: false,
  isKilled: false,
  act: async (phone, { url, member }) => {
    const { context } = phone.window
    await addCard(url, member)
    await loseAnswers(context, "operationVoid")
    const fault = await loseAnswers(context, "withdrawalCreate")
    await fillWithdrawal(phone, "1700")
    await phone.withdrawal.submit()
    await fault.met
    await phone.withdrawal.seeAnswer("unknown")
  },
}

const allInDoubt: Situation = {
  name: "all-in-doubt",
  isMember: true,
  isReviewed: false,
  isKilled: false,
  act: async (phone, { url, member }) => {
    const { context } = phone.window
    const { ticket, deposit, withdrawal } = phone
    await addCard(url, member)
    await buy(phone, "1000", 30, 1)
    await ticket.seeAnswer("accepted")
    await openContract(phone)
    for (const endpoint of [
      "operationVoid",
      "orderCreate",
      "orderClose",
      "depositCreate",
      "withdrawalCreate",
    ] as const)
      await loseAnswers(context, endpoint)
    await closeEarly(phone)
    await seeChecking(phone, "close.checking")
    await buy(phone, "3000", 30, 2)
    await ticket.seeAnswer("checking")
    await deposit.open()
    await deposit.fill("USDT-TRC20", "2500", await proof())
    await deposit.submit()
    await deposit.seeAnswer("unknown")
    await fillWithdrawal(phone, "1900")
    await withdrawal.submit()
    await withdrawal.seeAnswer("unknown")
  },
}

const orderNotSent: Situation = {
  name: "order-not-arrived",
  isMember: true,
  isReviewed: false,
  isKilled: true,
  act: async (phone) => {
    const fault = await loseRequests(phone.window.context, "orderCreate")
    await buy(phone, "1000", 30, 2)
    await fault.met
  },
}

/** More events than lie between two snapshots, and an order in doubt after them. */
const snapshots: Situation = {
  name: "snapshots",
  isMember: true,
  isReviewed: false,
  isKilled: true,
  act: async (phone) => {
    const { ticket, page } = phone
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.fill("1000", 30, 2)
    const amount = ticket.amount()
    for (let count = 0; count < JOURNAL_SNAPSHOT_EVERY + 20; count++) await amount.fill(String(1000 + count))
    await seeValue(amount, String(1000 + JOURNAL_SNAPSHOT_EVERY + 19))
    await seeEqual(() => page.title().then((title) => title !== ""), true)
    const fault = await loseAnswers(phone.window.context, "orderCreate")
    await ticket.reviewToConfirm()
    await ticket.seeLivePrice()
    await ticket.confirm()
    await fault.met
  },
}

export const situations: readonly Situation[] = [
  answered,
  browsing,
  visitor,
  orderInDoubt,
  closeInDoubt,
  depositInDoubt,
  withdrawalInDoubt,
  allInDoubt,
  orderNotSent,
  snapshots,
]
