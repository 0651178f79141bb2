/**
 * Browsers without storage. Without IndexedDB money operations are refused and everything else
 * works; without localStorage a session lasts as long as the page.
 */
import { expect, it } from "vitest"
import { watchCalls } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
import { SOON_MS } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { type Member, openSite, problemsOf } from "./site.ts"

const site = openSite()

const browse = async ({ entry, home, tabs, market }: Phone, member: Member): Promise<void> => {
  await entry.open()
  await entry.login(member.username, member.password)
  await home.seeAvailable("200000.00")
  await tabs.goTo("market")
  await market.seePriceMove("AAPL")
}

it("shows balance and prices, sends no order, and says why", async () => {
  const member = await site.newMember()
  const phone = await site.openDevice()
  const { window, market, ticket, page } = phone
  await window.context.addInitScript(() =>
    Object.defineProperty(globalThis, "indexedDB", { value: undefined }),
  )
  const orders = watchCalls(window.context, "orderCreate")
  await browse(phone, member)
  await page.reload()
  await market.see()
  await ticket.open("aapl")
  await ticket.see("AAPL")
  // before anything is filled in
  const notice = page.getByRole("status").filter({ hasText: text("error.journal.denied") })
  await notice.filter({ visible: true }).waitFor({ timeout: SOON_MS })
  await ticket.fill("1000", 30, 1)
  await ticket.reviewAndConfirm()
  await ticket.seeAnswer("notRecorded")
  expect(orders.count()).toBe(0)
  expect((await expectMemberBooks(site.url(), member)).orders).toEqual([])
  expect(problemsOf(phone)).toEqual([])
})

it("lets a member in where the storage throws at every use, for as long as the page lives", {
  tags: ["exhaustive"],
}, async () => {
  const member = await site.newMember()
  const phone = await site.openDevice()
  const { window, entry, page } = phone
  await window.context.addInitScript(() => {
    const get = (): never => {
      throw new DOMException("The operation is insecure.", "SecurityError")
    }
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { get })
  })
  await browse(phone, member)
  await page.reload()
  await entry.seeLogin()
  expect(problemsOf(phone)).toEqual([])
})

/** Another page of the site holds the databases open and has their deletion wait for it. */
const blockDatabases = async ({ window }: Phone): Promise<void> => {
  const other = await window.context.newPage()
  await other.goto(`${site.url()}/robots.txt`)
  await other.evaluate(async () => {
    for (const { name = "" } of await indexedDB.databases()) {
      const opened = Promise.withResolvers<unknown>()
      indexedDB.open(name).onsuccess = opened.resolve
      await opened.promise
      indexedDB.deleteDatabase(name)
    }
  })
}

it("shows every page within seconds where another tab blocks the databases, and names it", {
  tags: ["exhaustive"],
}, async () => {
  const member = await site.newMember()
  const phone = await site.openDevice()
  const { home, tabs, market, ticket, page } = phone
  await browse(phone, member)
  await blockDatabases(phone)
  await page.reload()
  const notice = page.getByRole("status").filter({ hasText: text("error.journal.blocked") })
  await notice.filter({ visible: true }).first().waitFor({ timeout: 15_000 })
  await tabs.goTo("home")
  await home.seeAvailable("200000.00")
  await tabs.goTo("market")
  await market.seePriceMove("AAPL")
  await ticket.open("aapl")
  await ticket.see("AAPL")
  await notice.filter({ visible: true }).first().waitFor({ timeout: SOON_MS })
})
