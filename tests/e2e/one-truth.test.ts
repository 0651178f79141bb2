// @module-tag exhaustive
/**
 * Figures on all screens, sampled each 100 ms while prices move and contracts settle, credits and
 * rejections arrive: none contradicts another or an event that the app has received.
 */

import { Schema } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it, vi } from "vitest"
import { MemberEvent } from "../../src/domain/member-event.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { readRateId, uploadProof } from "../chaos/member.ts"
import { readDeposits, readOrders, readPrice } from "../support/answers.ts"
import { callServer, fieldOf, withdrawBy } from "../support/app.ts"
import { buyElsewhere } from "./buy.ts"
import { addCard } from "./cards.ts"
import { watchCalls } from "./faults.ts"
import { LOOK_EVERY_MS, type Look, lookAt, noteEnds, type Row, stopLooking } from "./looks.ts"
import { operate } from "./operator.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone, Tab } from "./phone.ts"
import { expectContract, expectLatest, expectNotices, expectTicket } from "./screen-truths.ts"
import { type Member, openOwnSite, openSite, problemsOf, unhurried } from "./site.ts"

const site = openSite()

/** The result of a contract in a list; null while it has none. */
const netOf = ({ amounts }: Row): string | null => amounts[0] ?? null

/** Available and unavailable balance after each of the member's events. */
const balancesOf = (events: readonly MemberEvent[]): ReadonlySet<string> => {
  let [available, unavailable] = [0n, 0n]
  const pairs = new Set<string>()
  for (const { kind, to, amount, paid, contract } of events) {
    const change = koboOf(amount)
    available += change
    if (kind === "order" && contract !== null && to !== "opened")
      unavailable += to === "accepted" ? koboOf(contract.stake) : -koboOf(contract.stake)
    if (kind === "withdrawal") unavailable -= change + koboOf(paid)
    pairs.add(`${amountOf(available)} ${amountOf(unavailable)}`)
  }
  return pairs
}

const Events = Schema.Struct({ items: Schema.Array(MemberEvent) })

const eventsOf = async ({ token }: Member): Promise<readonly MemberEvent[]> => {
  const { said } = await callServer(site.url(), "memberEvents", { limit: "500" }, { token })
  return Schema.decodeUnknownSync(Events)(said.kind === "success" ? said.data : null).items
}

/** Buys a contract that the next moves of the price end; a price that has just left its bounds refuses it. */
const buyNear = async (member: Member): Promise<void> => {
  const priceOf = async () => Number(await readPrice(site.url(), member.token, "BTC"))
  const buy = async () => {
    const price = await priceOf()
    const near = { takeProfit: (price * 1.004).toFixed(4), stopLoss: (price * 0.996).toFixed(4) }
    await buyElsewhere(site.url(), member, { productId: "btc", periodDays: 30, leverage: 2, ...near })
  }
  await vi.waitFor(buy, { timeout: SOON_MS, interval: LOOK_EVERY_MS })
}

const DEPOSITED = "3000.00"

/** Reports a deposit, which the automatic reviewer credits. */
const deposit = async (url: string, token: string): Promise<void> => {
  const reported = {
    ...{ key: crypto.randomUUID(), network_id: "usdt-trc20", amount: DEPOSITED },
    ...{ proof_image: await uploadProof(url, token), rate_id: await readRateId(url, token) },
  }
  fieldOf(await callServer(url, "depositCreate", reported, { token }), "id")
}

/** Contracts that expire or take profit, credits, and withdrawals that are paid or rejected. */
const live = async (member: Member): Promise<void> => {
  const url = site.url()
  const { token } = member
  await deposit(url, token)
  for (const productId of ["aapl", "msft", "btc"]) await buyElsewhere(url, member, { productId, leverage: 2 })
  await buyElsewhere(url, member, { productId: "msft", periodDays: 30, leverage: 2 })
  await buyNear(member)
  await operate(site, "balance", "increase", member.username, "11.00")
  const cards = await callServer(url, "bankCards", {}, { token })
  const card: unknown = cards.said.kind === "success" && Array.isArray(cards.said.data) && cards.said.data[0]
  const destination = String(typeof card === "object" && card !== null ? Reflect.get(card, "id") : "")
  for (const amount of ["1500.00", "1600.00"]) {
    const withdrawal = {
      key: crypto.randomUUID(),
      amount,
      method: "bank",
      destination_id: destination,
    } as const
    const id = fieldOf(await withdrawBy(url, withdrawal, { token }), "id")
    // the automatic reviewer may be faster
    if (amount === "1600.00")
      await operate(site, "withdrawals", "reject", String(id), "other").catch(() => {})
  }
}

/** Waits until as many deposits are credited, so that a balance has changed several times. */
const seeCredited = ({ token }: Member, count: number): Promise<void> =>
  seeEqual(
    async () => (await readDeposits(site.url(), token)).map(({ status }) => status),
    Array.from({ length: count }, () => 1),
    SAMPLED_MAX_MS,
  )

/** Contracts of `live` that have to end while the pages are looked at. */
const ENDING = 3
/** The last event has been shown by then. */
const SHOWN_MS = 2_000
const SAMPLED_MAX_MS = 100_000

/** Waits until the contracts of `live` have ended and every page has had the time to show it. */
const seeEnds = async ({ token }: Member): Promise<void> => {
  const ended = async () =>
    (await readOrders(site.url(), token)).filter(({ status }) => status === "completed").length
  await seeEqual(async () => (await ended()) >= ENDING, true, SAMPLED_MAX_MS)
  await new Promise((resolve) => setTimeout(resolve, SHOWN_MS))
}

const STAKE = "2000.00"

/** Screens with figures of the member that are open from the start. */
const SCREENS = [
  ["home", urlOf("home")],
  ["my", urlOf("my")],
  ["trade", urlOf("trade", { symbol: "MSFT" })],
  ["hold", urlOf("hold")],
  ["wallet", urlOf("wallet")],
  ["order", urlOf("order", { product: "msft", direction: "up" })],
  ["notices", urlOf("notices")],
] as const

type Screen = (typeof SCREENS)[number][0] | "hold-record"

const seeOwn = (page: Page, name: Screen) =>
  page.locator(`[data-page="${name}"]`).filter({ visible: true }).waitFor({ timeout: SOON_MS })

const openTab = async (phone: Phone, name: Screen, url: string): Promise<Tab> => {
  const tab = await phone.openTab()
  await noteEnds(tab.page)
  await tab.page.goto(url)
  await seeOwn(tab.page, name)
  return tab
}

const tabOf = (tabs: ReadonlyMap<Screen, Tab>, name: Screen): Tab => {
  const tab = tabs.get(name)
  if (tab === undefined) throw new Error(`${name} is not open`)
  return tab
}

/** Opens the early close of a contract that ends by itself while it is being confirmed. */
const openContract = async (phone: Phone, member: Member): Promise<{ tab: Tab; id: string }> => {
  const tab = await phone.openTab()
  await noteEnds(tab.page)
  for (;;) {
    const id = await buyElsewhere(site.url(), member, { productId: "aapl", leverage: 2 })
    await tab.page.goto(urlOf("hold-record", { id }))
    const isOpen = tab.holdings.closeEarly().then(() => true)
    // a slow machine may show it only after its end
    const isOver = tab.holdings.seeSettled(SOON_MS).then(() => false)
    if (await Promise.race([isOpen, isOver])) return { tab, id }
  }
}

describe("one truth per screen", () => {
  it("holds on all screens with money through ticks, settlements, credits and rejections", async () => {
    const { member, phone } = await site.welcome()
    await addCard(site.url(), member)
    const open = async ([name, url]: (typeof SCREENS)[number]) =>
      [name, await openTab(phone, name, url)] as const
    const tabs = new Map<Screen, Tab>(await Promise.all(SCREENS.map(open)))
    await phone.page.close()
    const order = tabOf(tabs, "order").ticket
    await order.fill(STAKE, 1, 2)
    const contract = await openContract(phone, member)
    tabs.set("hold-record", contract.tab)
    const lookAtTab = async ([name, { page }]: readonly [Screen, Tab]) =>
      [name, await lookAt(page, name, SAMPLED_MAX_MS)] as const
    const looking = Promise.all([...tabs].map(lookAtTab))
    // what fails below closes the pages, and is the failure to be shown
    looking.catch(() => {})
    await live(member)
    await seeCredited(member, 1)
    await order.reviewToConfirm()
    await seeEnds(member)
    await Promise.all([...tabs.values()].map(({ page }) => stopLooking(page)))
    const looks = new Map<Screen, readonly Look[]>(await looking)
    const at = (name: Screen): readonly Look[] => looks.get(name) ?? []
    const [home, my, trade, hold, wallet] = [at("home"), at("my"), at("trade"), at("hold"), at("wallet")]
    const events = await eventsOf(member)

    const pairs = balancesOf(events)
    for (const shown of [home, my, wallet]) {
      const seen = new Set(shown.map(({ amounts }) => amounts.slice(0, 2).join(" ")))
      expect(seen.size).toBeGreaterThan(3)
      expect([...seen].filter((pair) => !pairs.has(pair))).toEqual([])
    }

    const wholes = wallet.filter(({ amounts }) => amounts.length > 3)
    expect(wholes.length).toBeGreaterThan(10)
    for (const { amounts } of wholes)
      expect(amountOf(koboOf(amounts[2] ?? "") + koboOf(amounts[3] ?? ""))).toBe(amounts[1])

    const sumOf = (rows: readonly Row[]) =>
      amountOf(rows.reduce((sum, row) => sum + koboOf(netOf(row) ?? "0.00"), 0n))
    expect(hold.filter(({ total, rows }) => total !== null && total !== sumOf(rows))).toEqual([])
    expect(new Set(hold.map(({ total }) => total)).size).toBeGreaterThan(5)

    // it lasts until the news of the end arrives; a look may miss it
    const settling = text("contract.state.ending")
    for (const shown of [trade, hold]) {
      expect(shown.at(-1)?.ended.length).toBeGreaterThan(2)
      expect(shown.flatMap(({ rows, ended }) => rows.filter(({ id }) => ended.includes(id)))).toEqual([])
      const frozen = new Map<string, Set<string | null>>()
      for (const row of shown.flatMap(({ rows }) => rows))
        if (row.words.includes(settling))
          frozen.set(row.id, (frozen.get(row.id) ?? new Set()).add(netOf(row)))
      expect([...frozen].filter(([, figures]) => figures.size > 1)).toEqual([])
    }
    expectContract(at("hold-record"), contract.id, events)
    expectTicket(at("order"), STAKE, events)
    expectLatest(wallet)
    expectNotices(at("notices"), events)
    expect(problemsOf(phone)).toEqual([])
  })
})

describe("the total of many contracts", () => {
  const busySite = openOwnSite({ ...unhurried, WRITES_PER_MINUTE: "0" })

  it("counts 520 open contracts, beyond a page of the server, and draws those near the view", {
    timeout: 600_000,
  }, async () => {
    const { member, phone } = await busySite.welcome()
    const count = 520
    const buyer = async (share: number) => {
      for (let bought = 0; bought < count / share; bought += 1)
        await buyElsewhere(busySite.url(), member, { periodDays: 30, leverage: 1 })
    }
    await Promise.all(Array.from({ length: 4 }, () => buyer(4)))
    await phone.page.goto(urlOf("hold"))
    await phone.page.getByText(text("hold.in-contracts", { count })).waitFor({ timeout: 4 * SOON_MS })
    const [look] = await lookAt(phone.page, "hold", 10_000)
    expect(look?.total).not.toBeNull()
    expect(look?.rows.length).toBeLessThan(count)
    const last = phone.page.locator(`li[aria-posinset="${count}"]`)
    const scrollToEnd = async () => {
      await phone.page
        .locator("[data-scroller]")
        .filter({ has: phone.page.locator("li[aria-posinset]") })
        .evaluate((element) => element.scrollTo(0, element.scrollHeight))
      expect(await last.count()).toBe(1)
    }
    await vi.waitFor(scrollToEnd, { timeout: 4 * SOON_MS, interval: LOOK_EVERY_MS })
    // an event of something else loads neither page again: ended contracts are requested alone
    const calls = watchCalls(phone.window.context, "orders")
    await operate(busySite, "balance", "increase", member.username, "5.00")
    await seeEqual(async () => calls.count() > 0, true)
    await phone.page.waitForTimeout(2_000)
    expect(calls.count()).toBe(1)
  })
})
