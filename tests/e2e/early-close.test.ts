/** Closing a contract early: by hand, in two contracts of one member. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { readOrders } from "../support/answers.ts"
import { buyElsewhere } from "./buy.ts"
import { loseRequests, watchCalls } from "./faults.ts"
import { button, pauseOfAThumb } from "./page-models/fields.ts"
import { SOON_MS, seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf, unhurried } from "./site.ts"

const site = openSite(unhurried)

const sheet = ({ page }: Phone) =>
  page.getByRole("dialog", { name: text("close.title", { symbol: "AAPL" }), exact: true })
const receipt = ({ page }: Phone) => page.locator("[data-page=hold-record]").filter({ visible: true })
const closeButton = (phone: Phone) => button(receipt(phone), text("close.button"))

const openSheet = async (phone: Phone) => {
  await pauseOfAThumb(phone.page)
  await closeButton(phone).click()
  await sheet(phone).waitFor({ timeout: SOON_MS })
}

/** A member with open contracts, and their ids. */
const holding = async (count: number) => {
  const { member, phone } = await site.welcome()
  const ids: string[] = []
  for (let one = 0; one < count; one += 1)
    ids.push(await buyElsewhere(site.url(), member, { stake: "5000.00" }))
  const states = async () => {
    const orders = await readOrders(site.url(), member.token)
    return ids.map((id) => orders.find((order) => order.id === id)?.state)
  }
  const opened = ids.map(() => "opened" as const)
  await seeEqual(states, opened)
  const open = async (id = "") => {
    await phone.page.goto(urlOf("hold-record", { id }))
    await closeButton(phone).waitFor({ timeout: SOON_MS })
  }
  return { phone, ids, states, open, opened }
}

it("asks first, leaves the contract as it was, and closes it at the next price", async () => {
  const { phone, ids, states, open, opened } = await holding(1)
  const calls = watchCalls(phone.window.context, "orderClose")
  await open(ids[0])
  await openSheet(phone)
  await button(sheet(phone), text("close.keep")).click()
  await sheet(phone).waitFor({ state: "hidden", timeout: SOON_MS })
  await openSheet(phone)
  await phone.page.keyboard.press("Escape")
  await sheet(phone).waitFor({ state: "hidden", timeout: SOON_MS })
  expect([calls.count(), await states()]).toEqual([0, opened])
  await openSheet(phone)
  await button(sheet(phone), text("close.confirm")).click()
  await seeText(phone.page, text("close.accepted"))
  await seeEqual(states, ["closed_early"])
  await seeText(receipt(phone), text("contract.state.closed_early"))
  expect(await closeButton(phone).count()).toBe(0)
  expect(calls.count()).toBe(1)
  expect(problemsOf(phone)).toEqual([])
})

it("in doubt cannot be asked for again until it is known, and leaves another contract free", async () => {
  const { phone, ids, states, open } = await holding(2)
  const { page, window } = phone
  const [first, second] = ids
  await open(first)
  const lost = await loseRequests(window.context, "orderClose")
  const asking = await loseRequests(window.context, "operationVoid")
  await openSheet(phone)
  await button(sheet(phone), text("close.confirm")).click()
  await lost.met
  await page.goto(urlOf("hold-record", { id: second ?? "" }))
  await lost.end()
  await openSheet(phone)
  await button(sheet(phone), text("close.confirm")).click()
  await seeEqual(states, ["opened", "closed_early"])
  await open(first)
  expect(await closeButton(phone).isDisabled()).toBe(true)
  await asking.end()
  await page.reload()
  await seeEqual(() => closeButton(phone).isDisabled(), false)
})
