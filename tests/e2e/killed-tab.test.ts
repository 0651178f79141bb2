import { describe, expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { casesOf, isExhaustive } from "../support/exhaustive.ts"
import { addCard } from "./cards.ts"
import { type Fault, killTab, loseAnswers, loseRequests } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
import { seeValue } from "./page-models/fields.ts"
import type { Phone, Tab } from "./phone.ts"
import { type Member, openSite, proof, unhurried } from "./site.ts"

/** 1 in a normal run, 10 in the exhaustive one; `npm run test:torture` sets 100. */
const rounds = Number(process.env.TORTURE_ROUNDS ?? (isExhaustive ? 10 : 1))
/** Upload limit and balance allow so many rounds per member. */
const ROUNDS_PER_MEMBER = 25
const timeout = 60_000 + rounds * 30_000

const site = openSite(unhurried)

const counts = async (member: Member) => {
  const { orders, deposits, withdrawals } = await expectMemberBooks(site.url(), member)
  return { orders: orders.length, deposits: deposits.length, withdrawals: withdrawals.length }
}

/** An operation: how to fill it in, send it, and verify it in another tab. */
interface Operation {
  readonly name: "orders" | "deposits" | "withdrawals"
  readonly endpoint: "orderCreate" | "depositCreate" | "withdrawalCreate"
  readonly fill: (tab: Tab) => Promise<void>
  readonly send: (tab: Tab) => Promise<void>
  /** Opens the page of the operation again. */
  readonly reopen: (tab: Tab) => Promise<void>
  /** Sends again from the page opened after the outcome "not placed", which shows the filled form. */
  readonly sendAgain: (tab: Tab) => Promise<void>
  /** Expects so many records. */
  readonly seeRecords: (tab: Tab, count: number) => Promise<void>
}

const order: Operation = {
  name: "orders",
  endpoint: "orderCreate",
  fill: async ({ ticket }) => {
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.fill("1000", 30, 2)
    await ticket.review()
    await ticket.seeConfirm()
  },
  send: ({ ticket }) => ticket.confirm(),
  reopen: ({ ticket }) => ticket.open("aapl"),
  sendAgain: async ({ ticket }) => {
    await seeValue(ticket.amount(), "1000")
    await ticket.reviewAndConfirm()
    await ticket.seeAnswer("accepted")
  },
  seeRecords: async ({ page, holdings }, count) => {
    await page.goto("/pages/tabbar/hold/index")
    await holdings.seePending(count)
  },
}

const deposit: Operation = {
  name: "deposits",
  endpoint: "depositCreate",
  fill: async (tab) => {
    await tab.deposit.open()
    await tab.deposit.fill("USDT-TRC20", "1500", await proof())
  },
  send: (tab) => tab.deposit.submit(),
  reopen: (tab) => tab.deposit.open(),
  sendAgain: async (tab) => {
    await tab.deposit.seeStep("amounting")
    await seeValue(tab.deposit.amount(), "1500")
    await tab.deposit.next()
    await tab.deposit.paid()
    await tab.deposit.seeProofKept()
    await tab.deposit.submit()
    await tab.deposit.seeAnswer("accepted")
  },
  seeRecords: async (tab, count) => {
    await tab.page.goto("/pages/recharge/recharge-record")
    await tab.deposit.seeRecordCount(count)
  },
}

const withdrawal: Operation = {
  name: "withdrawals",
  endpoint: "withdrawalCreate",
  fill: async (tab) => {
    await tab.withdrawal.open()
    await tab.withdrawal.amount().fill("1500")
    await tab.withdrawal.choose("First Bank")
    await tab.withdrawal.review()
    await tab.withdrawal.seeConfirm()
  },
  send: (tab) => tab.withdrawal.submit(),
  reopen: (tab) => tab.withdrawal.open(),
  sendAgain: async (tab) => {
    await seeValue(tab.withdrawal.amount(), "1500")
    await tab.withdrawal.seeChosen("First Bank")
    await tab.withdrawal.review()
    await tab.withdrawal.seeConfirm()
    await tab.withdrawal.submit()
    await tab.withdrawal.seeAnswer("accepted")
  },
  seeRecords: async (tab, count) => {
    await tab.page.goto("/pages/withdraw/withdraw-record")
    await tab.withdrawal.seeRecordCount(count)
  },
}

/** One round: sends, kills the tab after the fault, opens another tab and returns it. */
const killInMidSending = async (
  phone: Phone,
  tab: Tab,
  operation: Operation,
  lose: typeof loseAnswers,
): Promise<Tab> => {
  await operation.fill(tab)
  const fault: Fault = await lose(phone.window.context, operation.endpoint)
  await operation.send(tab)
  await fault.met
  await killTab(tab.page)
  await fault.end()
  return await phone.openTab()
}

/** The machines of all three are the same where an answer is lost: the orders stand for them. */
const chosen = casesOf([order, deposit, withdrawal], (operation) => operation === order)

describe.each(chosen)("a tab killed between submit and answer: $name", { tags: ["sweep"] }, (operation) => {
  const eachRound = async (body: (member: Member, phone: Phone, tab: Tab, done: number) => Promise<Tab>) => {
    for (let begun = 0; begun < rounds; begun += ROUNDS_PER_MEMBER) {
      const { member, phone } = await site.welcome()
      await addCard(site.url(), member)
      let tab: Tab = phone
      const many = Math.min(ROUNDS_PER_MEMBER, rounds - begun)
      for (let done = 0; done < many; done++) tab = await body(member, phone, tab, done)
      await phone.window.close()
    }
  }

  it(`has one effect and shows it, ${rounds} times, where the server had acted`, { timeout }, async () => {
    await eachRound(async (member, phone, before, done) => {
      const tab = await killInMidSending(phone, before, operation, loseAnswers)
      await operation.reopen(tab)
      await tab.feedback.seeFound("accepted")
      await operation.seeRecords(tab, done + 1)
      expect(await counts(member)).toMatchObject({ [operation.name]: done + 1 })
      return tab
    })
  })

  it(`says "not placed" and may be sent again, ${rounds} times, where the server never received it`, {
    timeout,
  }, async () => {
    await eachRound(async (member, phone, before, done) => {
      const tab = await killInMidSending(phone, before, operation, loseRequests)
      // A page that is opened while the outcome is in doubt begins another operation.
      await tab.page.goto(urlOf("home"))
      await tab.feedback.seeFound("notPlaced")
      expect(await counts(member)).toMatchObject({ [operation.name]: done })
      await operation.reopen(tab)
      await operation.sendAgain(tab)
      await operation.seeRecords(tab, done + 1)
      expect(await counts(member)).toMatchObject({ [operation.name]: done + 1 })
      return tab
    })
  })
})
