// @module-tag exhaustive
/** Faults of the device itself. Those of the server are tested in server/faults.test.ts. */
import { expect, it } from "vitest"
import { operate } from "./operator.ts"
import { openOwnSite, problemsOf } from "./site.ts"

const DAY_MS = 24 * 60 * 60 * 1_000
const HOUR_MS = 60 * 60 * 1_000

const site = openOwnSite({ FAULT_LAB: "1" })

it("a device whose clock is a day behind shows live prices and takes an order", async () => {
  const { phone } = await site.welcome()
  const { page, ticket, market } = phone
  await operate(site, "faults", "device", "--clock", String(-DAY_MS))
  await ticket.open("aapl")
  await ticket.see("AAPL")
  const [now, made] = await page.evaluate(() => [Date.now(), Date.parse(new Date().toISOString())])
  for (const timeMs of [now, made])
    expect(Math.abs((timeMs ?? 0) + DAY_MS - Date.now())).toBeLessThan(HOUR_MS)
  await ticket.fill("10000", 1, 5)
  await market.seeLive()
  await ticket.reviewAndConfirm()
  await ticket.seeAnswer("accepted")
  expect(problemsOf(phone)).toEqual([])
  await operate(site, "faults", "clear")
})

it("a device whose storage is full sends no order and says why; once there is room it does", async () => {
  const { phone } = await site.welcome()
  const { page, ticket, market } = phone
  const buy = async () => {
    await ticket.open("aapl")
    await ticket.see("AAPL")
    await ticket.fill("10000", 1, 5)
    await market.seeLive()
    await ticket.reviewAndConfirm()
  }
  await operate(site, "faults", "device", "--storage", "full")
  await buy()
  await ticket.seeAnswer("notRecorded")
  await operate(site, "faults", "clear")
  await page.goto("/pages/tabbar/home/index")
  await buy()
  await ticket.seeAnswer("accepted")
})

it("a device that is cut off says so, and is back with the next page after the fault", async () => {
  const { phone } = await site.welcome()
  const { page, home } = phone
  await operate(site, "faults", "device", "--network", "off")
  await page.reload()
  expect(await page.evaluate(() => navigator.onLine)).toBe(false)
  await expect(page.evaluate(() => fetch("/api/system/config").then(() => "came"))).rejects.toThrow(
    "fault injection has cut the network",
  )
  await operate(site, "faults", "clear")
  await page.reload()
  await home.see()
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
})
