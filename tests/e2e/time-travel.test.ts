// @module-tag exhaustive
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { callServer } from "../support/app.ts"
import { pauseOfAThumb, seeValue } from "./page-models/fields.ts"
import { SOON_MS, seeEqual, seeText } from "./page-models/figures.ts"
import { text, textLike } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { type Member, openOwnSite, problemsOf } from "./site.ts"

const site = openOwnSite({ FAULT_LAB: "1" })

const enter = async (phone: Phone): Promise<Member> => {
  const member = await site.newMember()
  await phone.console.open()
  await phone.console.see()
  await phone.entry.login(member.username, member.password)
  await phone.home.see()
  return member
}

/** Calls that the page sends from now on. */
const sentFrom = (page: Page): readonly string[] => {
  const sent: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith("/api/")) sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

const refresh = (page: Page): Promise<void> =>
  page
    .getByRole("button", { name: text("ui.refresh"), exact: true })
    .filter({ visible: true })
    .first()
    .press("Enter")

const hit = async (page: Page, name: string): Promise<void> => {
  const control = page.locator("[data-inspect-then]").getByRole("button", { name, exact: true })
  await control.click({ noWaitAfter: true })
  await control.focus()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Space")
}

it("shows the whole app at an earlier position, read-only, and returns to the present intact", async () => {
  const phone = await site.openDevice()
  const { page, console, tabs, market, ticket } = phone
  const member = await enter(phone)
  await tabs.goTo("trade")
  await market.buy("up")
  await ticket.see("AAPL")
  await ticket.fill("2500", 30, 3)
  await ticket.reviewToConfirm()
  await ticket.edit()
  await ticket.see("AAPL")
  const depth = await page.evaluate(() => history.length)
  const address = page.url()

  await console.larger()
  await console.goToEvent("order.review")
  await ticket.seeConfirm()
  await ticket.seeConfirmed("2500.00")
  const sent = sentFrom(page)
  await hit(page, text("order.confirm"))
  await hit(page, text("order.edit"))
  await ticket.seeConfirm()

  await console.moment.focus()
  await page.keyboard.press("Home")
  await phone.entry.seeLogin()
  await phone.entry.username().click({ force: true })
  await page.keyboard.type("somebody")
  await seeValue(phone.entry.username(), "")
  await hit(page, text("login.submit"))
  await phone.entry.seeLogin()
  expect(sent).toEqual([])
  expect(await page.evaluate(() => history.length)).toBe(depth)

  await console.time("now")
  await console.seeLive()
  await ticket.see("AAPL")
  await seeValue(ticket.amount(), "2500")
  await ticket.seeChosen(30, 3)
  expect(page.url()).toBe(address)
  await console.smaller()
  await ticket.reviewAndConfirm()
  await ticket.seeAnswer("accepted")
  const orders = await callServer(site.url(), "orders", {}, { token: member.token })
  expect(JSON.stringify(orders.body).match(/"product_id"/g)).toHaveLength(1)
  expect(problemsOf(phone)).toEqual([])
})

it("plays, steps and finds the next failure, and reports when there is none", async () => {
  const phone = await site.openDevice({ shape: "desktop" })
  const { page, console, entry } = phone
  const member = await site.newMember()
  await console.open()
  await console.see()
  await entry.login(member.username, "not-the-password-1")
  await seeText(page, text("error.login.wrong-credentials"))
  await pauseOfAThumb(page)
  await entry.login(member.username, member.password)
  await phone.home.see()
  await console.moment.focus()
  await page.keyboard.press("Home")
  await console.seeReadOnly()
  await console.time("next-error")
  await seeEqual(async () => /refused|failed/i.test(await console.place()), true)
  await entry.seeLogin()
  const at = await console.moment.inputValue()
  await console.time("previous")
  await seeEqual(() => console.moment.inputValue(), String(Number(at) - 1))
  await console.time("next")
  await seeEqual(() => console.moment.inputValue(), at)
  await console.own.getByRole("combobox", { name: text("inspect.speed") }).selectOption("100")
  await console.moment.focus()
  await page.keyboard.press("Home")
  await entry.seeLogin()
  await console.time("play")
  await page.locator('[data-inspect-then] [data-page="home"]').waitFor({ timeout: SOON_MS })
  await console.time("now")
  await console.seeLive()
  await phone.home.see()
})

it("switches faults of this browser and of the server on and off", async () => {
  const phone = await site.openDevice()
  const { page, console, home } = phone
  await enter(phone)
  await console.larger()
  await console.goTo("switches")
  await console.turn("inspect.offline")
  await refresh(page)
  await home.seeCached()
  await console.turn("inspect.offline")
  // a running refresh ignores a second one
  await seeEqual(async () => {
    await refresh(page)
    return await page.getByText(textLike("screens.last-known-at")).filter({ visible: true }).count()
  }, 0)
  await console.choose("inspect.theme", "inspect.theme.dark")
  await seeEqual(() => page.evaluate(() => document.documentElement.dataset.theme), "dark")
  await console.chooseLanguage("de")
  await seeEqual(() => page.evaluate(() => document.documentElement.lang), "de-DE")
  await console.chooseLanguage("en")
  await console.see()
  await console.choose("inspect.theme", "inspect.theme.system")
  await seeEqual(() => page.evaluate(() => document.documentElement.dataset.theme), undefined)
  const lab = console.panel
  await console.addFault({ at: "walletSummary", fault: "nonsense" })
  await seeText(lab, text("inspect.server.refused"))
  await console.addFault({ at: "walletSummary", fault: "status 503" })
  await seeText(lab, "status 503")
  await refresh(page)
  await console.goTo("requests")
  await seeText(console.panel, text("inspect.outcome.server"), 3 * SOON_MS)
  await console.goTo("switches")
  await console.endFaults()
  await seeEqual(() => lab.getByText("status 503").count(), 0)
  await lab.getByRole("button", { name: text("inspect.turn-off"), exact: true }).click()
  await home.see()
  await console.own.waitFor({ state: "detached" })
})
