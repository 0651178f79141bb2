// @module-tag exhaustive
/** Two builds in succession, while a member has the app open. */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { callServer, goodPassword } from "../support/app.ts"
import { launchBrowser } from "../support/browser.ts"
import { type Build, nextBuild } from "../support/builds.ts"
import { embedded, type Store } from "../support/engines.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { button, seeValue } from "./page-models/fields.ts"
import { SOON_MS } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openDevice } from "./phone.ts"
import { isKept } from "./worker.ts"

let store: Store
let server: RunningServer
let browser: Browser
let next: Build

beforeAll(async () => {
  store = await embedded.openStore()
  next = nextBuild()
  ;[server, browser] = await Promise.all([startServer({ env: store.env, from: "build" }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await store.remove()
  next.remove()
})

/** The boot script of this document. */
const ownBoot = `document.querySelector('script[type="module"][src*="boot"]')?.getAttribute("src")`

it("is offered where the earlier one is open; a tap loads it, and pages and what was typed are still there", async () => {
  const username = "ada.obi"
  const invitation_code = server.demo?.invitationCode ?? ""
  await callServer(server.url, "register", { username, password: goodPassword, invitation_code })
  const phone = await openDevice(browser, { url: server.url, isInstallable: true })
  const { page, entry, home, tabs, account, window } = phone
  await entry.open()
  await entry.login(username, goodPassword)
  await home.see()
  await tabs.goTo("my")
  await account.goToCards()
  await account.seeCards()
  await account.addCard()
  await account.bankName().fill("First Bank")
  await account.cardName().fill("Ada Obi")
  await isKept(page)
  const before = await page.evaluate(ownBoot)

  const port = new URL(server.url).port
  await server.stop()
  server = await startServer({ env: { ...store.env, PORT: port }, from: "build", folder: next.folder })
  const offer = page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .filter({ hasText: text("page.outdated") })
  // The member returns to the app.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
  await offer.waitFor({ timeout: 2 * SOON_MS })
  expect(await page.evaluate(ownBoot)).toBe(before)
  await seeValue(account.bankName(), "First Bank")

  await button(offer, text("page.reload")).click()
  await expect.poll(() => page.evaluate(ownBoot).catch(() => null), { timeout: 2 * SOON_MS }).toBe(next.boot)
  await seeValue(account.bankName(), "First Bank")
  await seeValue(account.cardName(), "Ada Obi")
  await page.goBack()
  await account.seeCards()
  await page.goBack()
  await tabs.seeActive("my")
  // a server that stops refuses the ticket of the next connection
  const isOfRestart = (problem: string) => /net::ERR_|WebSocket|503 .*api\/market\/ticket/.test(problem)
  expect(window.problems.filter((problem) => !isOfRestart(problem))).toEqual([])
  await window.close()
})
