/**
 * Figures on all screens, sampled each 100 ms while prices move and contracts settle, credits and
 * rejections arrive: none contradicts another or an event that the app has received.
 */

import { Schema } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it, vi } from "vitest"
import { OPEN_ROWS_SHOWN } from "../../src/domain/limits.ts"
import { MemberEvent } from "../../src/domain/member-event.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { readOrders, readPrice } from "../support/answers.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { buyElsewhere } from "./buy.ts"
import { addCard } from "./cards.ts"
import { watchCalls } from "./faults.ts"
import { operate } from "./operator.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { type Member, openOwnSite, openSite, problemsOf, unhurried } from "./site.ts"

const site = openSite()

const EVERY_MS = 100

/** A row of a list of open contracts. */
interface Row {
  readonly id: string
  readonly words: string
  readonly net: string | null
}

/** What one page shows at one moment: exact amounts. */
interface Look {
  readonly atMs: number
  readonly balances: readonly string[]
  /** On the wallet's page what is in contracts and in withdrawals: the parts of the second balance. */
  readonly parts: readonly string[]
  readonly total: string | null
  readonly rows: readonly Row[]
  /** The contracts whose end the app has received for longer than a paint. */
  readonly ended: readonly string[]
}

/**
 * Notes in the page when an event of a contract's end has arrived and the page has come to rest
 * since: what React has begun to render by then is rendered, however slow the machine is.
 */
const noteEnds = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ends = new Map<string, number>()
    Object.assign(window, { contractEnds: ends })
    const states = ["settled", "stopped_out", "closed_early", "cancelled"]
    const listen = (socket: WebSocket) =>
      socket.addEventListener("message", ({ data }) => {
        if (!String(data).startsWith('{"type":"member"')) return
        for (const { subject, kind, to } of JSON.parse(String(data)).events)
          if (kind === "order" && states.includes(to))
            requestIdleCallback(() => ends.set(subject, performance.now()))
      })
    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given)
        listen(this)
      }
    }
  })

/**
 * Looks at one page of the app until `stopLooking` or the time is over, from inside, so that a look
 * is one painted state.
 */
const lookAt = (page: Page, name: string, forMs: number): Promise<readonly Look[]> =>
  page.evaluate(
    async ([own, everyMs, lengthMs]) => {
      const looks: Look[] = []
      const valueIn = (element: Element | null | undefined) =>
        element?.querySelector("data[value]")?.getAttribute("value") ?? null
      const known: unknown = Reflect.get(window, "contractEnds")
      const ends: ReadonlyMap<string, number> = known instanceof Map ? known : new Map()
      const untilMs = performance.now() + lengthMs
      while (performance.now() < untilMs && !Reflect.has(window, "isLookedAt")) {
        await new Promise((resolve) => setTimeout(resolve, everyMs))
        const shown = document.querySelector(`[data-page="${own}"]`)
        const atMs = performance.now()
        const figures = [...(shown?.querySelectorAll("data[value]") ?? [])]
        const amounts = figures.slice(0, 4).map((each) => each.getAttribute("value") ?? "")
        looks.push({
          atMs,
          balances: amounts.slice(0, 2),
          parts: amounts.slice(2),
          total: valueIn(shown?.querySelector("[aria-labelledby=live-total]")),
          rows: [...(shown?.querySelectorAll("[role=tabpanel] li") ?? [])].map((row) => ({
            id: row.querySelector("a")?.getAttribute("href")?.split("id=")[1] ?? "",
            words: row.textContent ?? "",
            net: valueIn(row),
          })),
          ended: [...ends].filter(([, sinceMs]) => atMs - sinceMs > everyMs).map(([id]) => id),
        })
      }
      return looks
    },
    [name, EVERY_MS, forMs] as const,
  )

const stopLooking = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(window, { isLookedAt: true }))

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
  await vi.waitFor(buy, { timeout: SOON_MS, interval: EVERY_MS })
}

/** Contracts that end by their expiry and by a take-profit, a credit, a refused deposit and a withdrawal. */
const live = async (member: Member): Promise<void> => {
  const url = site.url()
  const { token } = member
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
    const id = fieldOf(await callServer(url, "withdrawalCreate", withdrawal, { token }), "id")
    // the automatic reviewer may be faster
    if (amount === "1600.00") await operate(site, "withdrawals", "reject", String(id)).catch(() => {})
  }
}

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

describe("one truth per screen", () => {
  it("holds on home, account, wallet, trade and holdings through ticks, settlements, credits and rejections", async () => {
    const { member, phone } = await site.welcome()
    await addCard(site.url(), member)
    const open = async (url: string) => {
      const { page } = await phone.openTab()
      await noteEnds(page)
      await page.goto(url)
      return page
    }
    const names = ["home", "my", "trade", "hold", "wallet"] as const
    const pages = await Promise.all(
      [urlOf("home"), urlOf("my"), urlOf("trade", { symbol: "MSFT" }), urlOf("hold"), urlOf("wallet")].map(
        open,
      ),
    )
    await phone.page.close()
    const seeOwn = async (page: Page, index: number) =>
      page.locator(`[data-page="${names[index]}"]`).filter({ visible: true }).waitFor({ timeout: SOON_MS })
    await Promise.all(pages.map(seeOwn))
    const looking = Promise.all(pages.map((page, index) => lookAt(page, names[index] ?? "", SAMPLED_MAX_MS)))
    await live(member)
    await seeEnds(member)
    await Promise.all(pages.map(stopLooking))
    const looks = await looking
    const [home = [], my = [], trade = [], hold = [], wallet = []] = looks

    const pairs = balancesOf(await eventsOf(member))
    for (const shown of [home, my, wallet]) {
      const seen = new Set(shown.map(({ balances }) => balances.join(" ")))
      expect(seen.size).toBeGreaterThan(3)
      expect([...seen].filter((pair) => !pairs.has(pair))).toEqual([])
    }

    const wholes = wallet.filter(({ parts }) => parts.length === 2)
    expect(wholes.length).toBeGreaterThan(10)
    for (const { balances, parts } of wholes)
      expect(amountOf(parts.reduce((sum, part) => sum + koboOf(part), 0n))).toBe(balances[1])

    const sumOf = (rows: readonly Row[]) =>
      amountOf(rows.reduce((sum, { net }) => sum + koboOf(net ?? "0.00"), 0n))
    expect(hold.filter(({ total, rows }) => total !== null && total !== sumOf(rows))).toEqual([])
    expect(new Set(hold.map(({ total }) => total)).size).toBeGreaterThan(5)

    const settling = text("contract.state.ending")
    expect(hold.some(({ rows }) => rows.some(({ words }) => words.includes(settling)))).toBe(true)
    for (const shown of [trade, hold]) {
      expect(shown.at(-1)?.ended.length).toBeGreaterThan(2)
      expect(shown.flatMap(({ rows, ended }) => rows.filter(({ id }) => ended.includes(id)))).toEqual([])
      const frozen = new Map<string, Set<string | null>>()
      for (const { id, words, net } of shown.flatMap(({ rows }) => rows))
        if (words.includes(settling)) frozen.set(id, (frozen.get(id) ?? new Set()).add(net))
      expect([...frozen].filter(([, figures]) => figures.size > 1)).toEqual([])
    }
    expect(problemsOf(phone)).toEqual([])
  })

  it("asks for the balance of a cold home once", async () => {
    const { phone } = await site.welcome()
    await phone.home.seeWhole()
    const calls = watchCalls(phone.window.context, "walletSummary")
    await phone.page.reload()
    await phone.home.seeWhole()
    await phone.page.waitForTimeout(2_000)
    expect(calls.count()).toBe(1)
  })
})

describe("the total of many contracts", { tags: ["exhaustive"] }, () => {
  const busySite = openOwnSite({ ...unhurried, WRITES_PER_MINUTE: "0" })

  it("counts 1 200 open contracts in the total, beyond a page of the server and the rows that are drawn", async () => {
    const { member, phone } = await busySite.welcome()
    const count = 1_200
    const buyer = async (share: number) => {
      for (let bought = 0; bought < count / share; bought += 1)
        await buyElsewhere(busySite.url(), member, { periodDays: 30, leverage: 1 })
    }
    await Promise.all(Array.from({ length: 4 }, () => buyer(4)))
    await phone.page.goto(urlOf("hold"))
    await phone.page.getByText(text("hold.in-contracts", { count })).waitFor({ timeout: 4 * SOON_MS })
    await phone.holdings.seePending(OPEN_ROWS_SHOWN)
    // the bottom comes near with the click, which may bring further rows by itself
    const more = phone.page.getByRole("button", { name: text("ui.more") })
    const showMore = async () => {
      if ((await more.count()) > 0) await more.click({ timeout: SOON_MS }).catch(() => {})
      expect(await more.count()).toBe(0)
    }
    await vi.waitFor(showMore, { timeout: 10 * SOON_MS, interval: EVERY_MS })
    await phone.holdings.seePending(count)
    const looks = await lookAt(phone.page, "hold", 4_000)
    const open = looks.filter(({ rows }) => rows.length === count && rows.every(({ net }) => net !== null))
    expect(open.length).toBeGreaterThan(2)
    for (const { total, rows } of open)
      expect(total).toBe(amountOf(rows.reduce((sum, { net }) => sum + koboOf(net ?? "0.00"), 0n)))
  })
})
