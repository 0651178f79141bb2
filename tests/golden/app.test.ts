// @module-tag exhaustive
/**
 * A member whose device and server were left by an earlier release learns what became of what was
 * in doubt.
 */
import { Schema } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { watchCalls } from "../e2e/faults.ts"
import { seeValue } from "../e2e/page-models/fields.ts"
import { seeText } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import { openDevice, type Phone } from "../e2e/phone.ts"
import { launchBrowser } from "../support/browser.ts"
import type { Store } from "../support/engines.ts"
import { findProblems } from "../support/invariants.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { hasDatabase, onDatabase, openRecorded, recordingEnv } from "./database.ts"
import { type Device, QUIET_PATH, readDevice, readStorage, writeDatabases } from "./device.ts"
import { browserWith, replayStreams } from "./replayed.ts"

const endpoints = {
  order: "orderCreate",
  "order-close": "orderClose",
  deposit: "depositCreate",
  withdrawal: "withdrawalCreate",
  "withdrawal-cancel": "withdrawalCancel",
  "order-amend": "orderAmend",
} as const

const Pages = Schema.Struct({
  context: Schema.Struct({
    pages: Schema.Struct({ stack: Schema.Array(Schema.Struct({ id: Schema.String, url: Schema.String })) }),
  }),
})

/** Entries of the tab's history: the pages below the one in view, and the page in view. */
const entriesOf = ({ states, url, historyState }: Device) => {
  const [, navigation] = Object.entries(states).find(([name]) => name.endsWith("/navigation")) ?? []
  const { stack } = Schema.decodeUnknownSync(Pages)(navigation).context.pages
  const below = stack.map((page, index) => ({
    state: { id: page.id, depth: index + 1 },
    url: page.url,
  }))
  const { depth } = Schema.decodeUnknownSync(Schema.Struct({ depth: Schema.Int }))(historyState)
  return [...below.slice(0, depth - 1), { state: historyState, url }]
}

/** Puts all that a device held into a fresh tab and opens it, as a browser reopens its tabs. */
const reopenTab = async (page: Page, device: Device): Promise<void> => {
  await page.goto(QUIET_PATH)
  await page.evaluate(writeDatabases, device.databases)
  await page.evaluate(
    ({ local, session, entries }) => {
      for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value)
      for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value)
      for (const [index, { state, url }] of entries.entries())
        if (index === 0) history.replaceState(state, "", url)
        else history.pushState(state, "", url)
    },
    { local: device.localStorage, session: device.sessionStorage, entries: entriesOf(device) },
  )
  await page.reload()
}

interface Case {
  readonly situation: string
  /** What each ticket says of its operation in the end. */
  readonly outcome: "accepted" | "notPlaced"
  /** What the page in view says. */
  readonly see: (phone: Phone) => Promise<void>
}

/** All four operations at once, and one that never arrived. Each alone is replayed in devices.test.ts. */
const cases: readonly Case[] = [
  {
    situation: "order-not-arrived",
    outcome: "notPlaced",
    see: ({ ticket }) => ticket.seeAnswer("notPlaced"),
  },
  {
    situation: "all-in-doubt",
    outcome: "accepted",
    see: async ({ feedback, withdrawal }) => {
      await withdrawal.seeAnswer("accepted")
      await feedback.seeFound("accepted")
    },
  },
]

/** Ordinary events are written within a few hundredths of a second. */
const WRITTEN_AFTER_MS = 500

/**
 * Every release's journals are replayed in devices.test.ts. The oldest one's differ most; the last one
 * has its operations in the outbox.
 */
const withDatabase = ["448d444", "e1bb46ff"].filter((release) => hasDatabase(release, "embedded"))

describe.each(withDatabase)("the app on a device of %s", (release) => {
  let browser: Browser
  let store: Store
  let server: RunningServer
  beforeAll(async () => {
    store = await openRecorded(release, "embedded", null)
    const env = { ...store.env, ...recordingEnv, REVIEW_DELAY_MS: "86400000" }
    ;[server, browser] = await Promise.all([startServer({ env, from: "build" }), launchBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
    expect(await onDatabase(store, findProblems)).toEqual([])
    await store.remove()
  })

  /** The tickets say what became of each key that was in doubt; its operation has left the outbox. */
  const expectResolved = async ({ window }: Phone, device: Device, outcome: string): Promise<void> => {
    const { databases } = await readStorage(window.context)
    await browserWith(databases)
    const streams = await replayStreams(Date.now())
    const resolved = device.inDoubt.map(({ stream, key }) => ({ stream, key, outcome }))
    const found = streams
      .filter(({ name }) => resolved.some(({ stream }) => stream === name))
      .map(({ name, resumed: { context } }) => ({
        stream: name,
        key: context.key,
        outcome: context.outcome?.type,
      }))
    expect(found).toEqual(resolved.filter(({ stream }) => !stream.includes("/operation.")))
  }

  it.each(cases)(
    "finds by key that $situation was $outcome, and sends nothing again",
    async ({ situation, outcome, see }) => {
      const device = readDevice(release, situation)
      const phone = await openDevice(browser, { url: server.url })
      const sent = device.inDoubt.map(({ operation }) =>
        watchCalls(phone.window.context, endpoints[operation]),
      )
      await reopenTab(phone.page, device)
      await see(phone)
      await phone.page.waitForTimeout(WRITTEN_AFTER_MS)
      await phone.page.close()
      await expectResolved(phone, device, outcome)
      expect(sent.map(({ count }) => count())).toEqual(device.inDoubt.map(() => 0))
      await phone.window.close()
    },
  )

  it("shows the pages, forms and preferences that were left", async () => {
    const device = readDevice(release, "browsing")
    const phone = await openDevice(browser, { url: server.url })
    const { page, account, tabs, home, market } = phone
    await reopenTab(page, device)
    await seeValue(account.bankName(), "Second Bank")
    await seeValue(account.cardName(), "Ada Obi")
    await seeValue(account.cardNumber(), "")
    await page.goBack()
    await account.seeCards()
    await page.goBack()
    await tabs.seeActive("my")
    await tabs.goTo("market")
    await market.see()
    await seeText(page.locator("[data-page=market]"), text("market.watchlist"))
    await tabs.goTo("home")
    await home.seeAmountsHidden()
    await phone.window.close()
  })
})
