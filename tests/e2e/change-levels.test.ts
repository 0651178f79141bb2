/** A ticket's past, changed levels whose answer is lost, several closes at once, and a replay. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
import { buyElsewhere } from "./buy.ts"
import { breakAnswers } from "./faults.ts"
import { button, field, pauseOfAThumb, seeValue } from "./page-models/fields.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf, unhurried } from "./site.ts"

const site = openSite(unhurried)

it("an open contract has other levels once they are confirmed, also where the answer was lost", async () => {
  const { member, phone } = await site.welcome()
  const { page, holdings } = phone
  const id = await buyElsewhere(site.url(), member, { periodDays: 30, leverage: 2 })
  await page.goto(urlOf("hold-record", { id }))
  await holdings.seeRunning()
  await button(page, text("amend.button")).click()
  await page.getByText(text("amend.unit.result"), { exact: true }).click()
  const stop = field(page, text("ticket.stop-loss"))
  await stop.fill("300")
  await page.getByText(text("amend.unit.share"), { exact: true }).click()
  await seeValue(stop, "30.00")
  await button(page, text("amend.review")).click()
  await pauseOfAThumb(page)
  const lost = await breakAnswers(phone.window.context, "orderAmend")
  await button(page, text("amend.confirm")).click()
  await page
    .getByText(text("amend.changed"))
    .first()
    .waitFor({ timeout: 2 * SOON_MS })
  expect(lost.count()).toBe(1)
  const { body } = await callServer(site.url(), "order", { id }, { token: member.token })
  expect(JSON.stringify(body).match(/"number":\d/gu)).toEqual(['"number":1'])
  const grip = page.getByRole("slider", { name: text("ticket.stop-loss"), exact: true })
  const before = Number(await grip.getAttribute("aria-valuenow"))
  await grip.press("ArrowUp")
  await seeEqual(async () => Number(await grip.getAttribute("aria-valuenow")) > before, true)
  const moved = (await grip.getAttribute("aria-valuenow")) ?? ""
  await grip.press("Enter")
  const typed = page.getByRole("textbox", { name: text("ticket.stop-loss"), exact: true })
  await seeEqual(async () => Number(await typed.inputValue()), Number(moved))
  // another device changes them while this one reviews
  await typed.fill("")
  await button(page, text("amend.review")).click()
  const elsewhere = { key: crypto.randomUUID(), id, number: 1, take_profit: "9000000.0000" }
  await callServer(site.url(), "orderAmend", elsewhere, { token: member.token })
  await pauseOfAThumb(page)
  await button(page, text("amend.confirm")).click()
  await page
    .getByText(text("error.level.changed-elsewhere"))
    .first()
    .waitFor({ timeout: 2 * SOON_MS })
  await button(page, text("amend.keep")).click()
  await callServer(site.url(), "orderClose", { key: crypto.randomUUID(), id }, { token: member.token })
  await page.getByText(text("receipt.replay"), { exact: true }).click({ timeout: 2 * SOON_MS })
  const position = page.getByRole("slider", { name: text("receipt.replay.position") })
  await position.focus()
  expect(await position.getAttribute("aria-valuetext")).toContain(text("contract.state.closed_early"))
  await position.press("Home")
  expect(await position.getAttribute("aria-valuetext")).toContain(text("receipt.accepted"))
  await position.press("ArrowRight")
  expect(await position.getAttribute("aria-valuetext")).toContain(text("contract.state.opened"))
  expect(problemsOf(phone)).toEqual([])
})

it("a ticket says what became of it in the past, and follows what is chosen", async () => {
  const { phone } = await site.welcome()
  const { page, ticket } = phone
  await ticket.open("aapl")
  await ticket.fill("1000", 1, 1)
  await page.getByText(text("past.title")).click()
  const worst = page.locator("dl > div", { hasText: text("past.worst") }).locator("data")
  await worst.waitFor()
  const single = Number(await worst.getAttribute("value"))
  await ticket.chooseLeverage(2)
  await seeEqual(async () => Number(await worst.getAttribute("value")) < 1.9 * single, true)
  expect(problemsOf(phone)).toEqual([])
})

it("several contracts are closed by one confirmation, each for itself where an answer was lost", async () => {
  const { member, phone } = await site.welcome()
  const { page } = phone
  const ids: string[] = []
  for (const leverage of [1, 2, 5])
    ids.push(await buyElsewhere(site.url(), member, { periodDays: 30, leverage }))
  await page.goto(urlOf("hold"))
  await button(page, text("close-several.button")).click()
  const choices = page.getByRole("checkbox")
  await seeEqual(() => choices.count(), 3)
  await choices.nth(0).check()
  await choices.nth(2).check()
  await button(page, text("close-several.review", { count: 2 })).click()
  await pauseOfAThumb(page)
  const lost = await breakAnswers(phone.window.context, "orderClose")
  await button(page, text("close.confirm")).click()
  await seeEqual(() => page.getByText(text("close.accepted")).count(), 2)
  expect(lost.count()).toBe(2)
  const closedOf = async (id: string) => {
    const { body } = await callServer(site.url(), "order", { id }, { token: member.token })
    return /"close_requested_at_ms":\d/u.test(JSON.stringify(body))
  }
  expect(await Promise.all(ids.map(closedOf))).toEqual([true, false, true])
  expect(problemsOf(phone)).toEqual([])
})
