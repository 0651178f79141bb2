/**
 * The app goes back to an earlier release between "sent" and "answered": the journal is of a newer one.
 * The other direction, an earlier release's journal in this app, is `tests/golden/app.test.ts`.
 */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import type { EndpointId } from "../../src/contract/endpoints.ts"
import { DATABASE } from "../../src/journal/journal.ts"
import { casesOf } from "../support/exhaustive.ts"
import { addCard } from "./cards.ts"
import { killTab, loseAnswers, watchCalls } from "./faults.ts"
import { stepAside } from "./forged-input.ts"
import { expectMemberBooks } from "./member-books.ts"
import { button } from "./page-models/fields.ts"
import { text } from "./page-models/texts.ts"
import type { Phone, Tab } from "./phone.ts"
import { openSite, proof, unhurried } from "./site.ts"

const site = openSite(unhurried)

interface Flow {
  readonly stream: "order" | "close" | "deposit" | "withdrawal"
  readonly endpoint: EndpointId
  /** Everything up to the tap that sends. */
  readonly fill: (phone: Phone) => Promise<void>
  readonly send: (phone: Phone) => Promise<void>
  /** Any page of the flow, as the member opens it again. */
  readonly reopen: (tab: Tab) => Promise<void>
  /** How often the operation has taken effect. */
  readonly count: (books: Awaited<ReturnType<typeof expectMemberBooks>>) => number
}

const fillOrder = async ({ ticket }: Phone): Promise<void> => {
  await ticket.open("aapl")
  await ticket.see("AAPL")
  await ticket.prepare("1000", 30, 2)
}

const order: Flow = {
  stream: "order",
  endpoint: "orderCreate",
  fill: fillOrder,
  send: ({ ticket }) => ticket.confirm(),
  reopen: ({ ticket }) => ticket.open("aapl"),
  count: ({ orders }) => orders.length,
}

const close: Flow = {
  stream: "close",
  endpoint: "orderClose",
  fill: async (phone) => {
    const { page, ticket, holdings } = phone
    await fillOrder(phone)
    await ticket.confirm()
    await ticket.seeAnswer("accepted")
    await page.goto("/pages/tabbar/hold/index")
    await holdings.openFirst("pending")
    await holdings.seeRunning()
    await holdings.closeEarly()
  },
  send: ({ page }) => button(page, text("close.confirm")).click(),
  reopen: async ({ page }) => void (await page.goto("/pages/tabbar/hold/index")),
  count: ({ orders }) => orders.filter(({ closeRequestedAtMs }) => closeRequestedAtMs !== null).length,
}

const deposit: Flow = {
  stream: "deposit",
  endpoint: "depositCreate",
  fill: async (phone) => {
    await phone.deposit.open()
    await phone.deposit.fill("USDT-TRC20", "1500", await proof())
  },
  send: (phone) => phone.deposit.submit(),
  reopen: (tab) => tab.deposit.open(),
  count: ({ deposits }) => deposits.length,
}

const withdrawal: Flow = {
  stream: "withdrawal",
  endpoint: "withdrawalCreate",
  fill: async (phone) => {
    await phone.withdrawal.open()
    await phone.withdrawal.amount().fill("1500")
    await phone.withdrawal.choose("First Bank")
    await phone.withdrawal.review()
    await phone.withdrawal.seeConfirm()
  },
  send: (phone) => phone.withdrawal.submit(),
  reopen: (tab) => tab.withdrawal.open(),
  count: ({ withdrawals }) => withdrawals.length,
}

/**
 * Rewrites a stream as a newer release might have left it: events of later versions with other
 * fields, after a beginning of a later version. Returns the number of events.
 */
const writeAsNewer = (page: Page, stream: string): Promise<number> =>
  page.evaluate(
    async ([database, name]) => {
      const opened = indexedDB.open(database)
      await new Promise((resolve) => {
        opened.onsuccess = resolve
      })
      const transaction = opened.result.transaction(["events", "bases", "caches"], "readwrite")
      const done = new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      transaction.objectStore("caches").clear()
      let count = 0
      const rewrite = (table: string, change: (row: Record<string, unknown>) => object) => {
        const asked = transaction.objectStore(table).openCursor()
        asked.onsuccess = () => {
          const cursor = asked.result
          if (!cursor) return
          if (String(cursor.value.stream).endsWith(`/${name}`)) cursor.update(change(cursor.value))
          cursor.continue()
        }
      }
      rewrite("bases", (row) => ({ ...row, version: 99 }))
      rewrite("events", (row) => {
        count += 1
        const { type, key, at, ...details } = Object(row.event)
        return { ...row, event: { type, at, ...(key && { key }), version: 99, content: details } }
      })
      await done
      opened.result.close()
      return count
    },
    [DATABASE, stream] as const,
  )

/** Why streams were quarantined. */
const readReasons = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (database) => {
    const opened = indexedDB.open(database)
    await new Promise((resolve) => {
      opened.onsuccess = resolve
    })
    const asked = opened.result.transaction("asides").objectStore("asides").getAll()
    await new Promise((resolve) => {
      asked.onsuccess = resolve
    })
    opened.result.close()
    return asked.result.map(({ why }: { readonly why: string }) => why)
  }, DATABASE)

/** The streams of all four are read by the same code: the orders stand for them. */
const chosen = casesOf([order, close, deposit, withdrawal], (flow) => flow === order)

it.each(chosen)(
  "finds what became of the $stream in a newer release's journal, and sends nothing again",
  { tags: ["sweep"] },
  async (flow) => {
    const { member, phone } = await site.welcome()
    await addCard(site.url(), member)
    const { context } = phone.window
    await flow.fill(phone)
    const fault = await loseAnswers(context, flow.endpoint)
    await flow.send(phone)
    await fault.met
    await killTab(phone.page)
    await fault.end()
    const tab = await phone.openTab()
    await stepAside(tab.page)
    expect(await writeAsNewer(tab.page, flow.stream)).toBeGreaterThan(0)
    const [sent, asked] = [watchCalls(context, flow.endpoint), watchCalls(context, "operationVoid")]
    await flow.reopen(tab)
    await tab.feedback.seeFound("accepted")
    expect([sent.count(), asked.count()]).toEqual([0, 1])
    expect(flow.count(await expectMemberBooks(site.url(), member))).toBe(1)
    await stepAside(tab.page)
    expect(await readReasons(tab.page)).toEqual([expect.stringContaining("newer release")])
    await phone.window.close()
  },
)
