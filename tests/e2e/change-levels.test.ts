/** A member changes the levels of an open contract, by a result and without an answer, and replays it. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
import { buyElsewhere } from "./buy.ts"
import { breakAnswers } from "./faults.ts"
import { button, field, pauseOfAThumb, seeValue } from "./page-models/fields.ts"
import { SOON_MS } from "./page-models/figures.ts"
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
