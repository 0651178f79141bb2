// @module-tag exhaustive
import { RecordingRefused } from "@financial-links/journal"
import { beforeAll, describe, expect, it } from "vitest"
import { type OpenedRecording, openRecording, readRecording } from "../../src/devtools/recordings.ts"
import { createTimeTravelActors, type MachineEntry } from "../../src/devtools/time-travel-actors.ts"
import { goodPassword } from "../support/app.ts"
import { seeValue } from "./page-models/fields.ts"
import { seeEqual } from "./page-models/figures.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf, proof } from "./site.ts"

const site = openSite()

let machines: readonly MachineEntry[] = []
beforeAll(async () => {
  ;({ machines } = await createTimeTravelActors())
})

/** Opens a recording like `npm run replay`. */
const replay = async (file: string): Promise<OpenedRecording> => openRecording(readRecording(file), machines)

const reasonOf = (file: string): Promise<string> =>
  replay(file).then(
    () => "opened",
    (cause: unknown) => (cause instanceof RecordingRefused ? cause.reason : String(cause)),
  )

/** Exports the recording of a device and opens it outside of the browser. */
const recorded = async ({ console }: Phone) => {
  await console.larger()
  await console.goTo("journal")
  const file = await console.export()
  const opened = await replay(file)
  await console.smaller()
  const types = new Set(opened.steps.map(({ event }) => event.type))
  return { file, opened, types }
}

/** Every stream and every actor takes the recorded steps. */
const expectIdentical = ({ recording, verdict, hasSameMachines }: OpenedRecording): void => {
  expect([...verdict.streams, ...verdict.actors].filter(({ isIdentical }) => !isIdentical)).toEqual([])
  expect([verdict.isIdentical, verdict.state, hasSameMachines]).toEqual([true, recording.state, true])
}

const NAME = "rec.canary"

const register = async (phone: Phone): Promise<void> => {
  const { entry, home } = phone
  await phone.console.open()
  await phone.console.see()
  await entry.goToRegister()
  await entry.seeRegister()
  await entry.username().fill(`${NAME}.${Date.now()}`)
  await entry.password().fill(goodPassword)
  await entry.invitation().fill(site.invitationCode())
  await entry.consent().check()
  await entry.submitRegister()
  await home.see()
}

const payIn = async ({ home, deposit }: Phone, amount: string): Promise<void> => {
  await home.deposit()
  await deposit.fill("USDT-TRC20", amount, await proof())
  await deposit.submit()
  await deposit.seeAnswer("accepted")
}

describe("a recording", () => {
  it("of registration, deposit, order, settlement and withdrawal replays to the identical state", async () => {
    const phone = await site.openDevice()
    const { page, tabs, market, ticket, holdings, home, deposit, account, withdrawal } = phone
    await register(phone)
    await payIn(phone, "50000")
    await deposit.goToRecords()
    await deposit.seeStatus(1)
    await page.goto("/pages/tabbar/home/index")
    await home.seeAvailable("250000.00")
    await tabs.goTo("trade")
    await market.buy("up")
    await ticket.see("AAPL")
    await ticket.fill("10000", 1, 5)
    await ticket.reviewAndConfirm()
    await ticket.seeAnswer("accepted")
    await ticket.seeHoldings()
    await holdings.openFirst("pending")
    await holdings.seeSettled(30_000)
    await withdrawal.open()
    await withdrawal.addCard()
    await account.bankName().fill("First Bank")
    await account.cardNumber().fill("4111111111111111")
    await account.cardName().fill("Ada Obi")
    await account.submitCard()
    await withdrawal.choose("First Bank")
    await withdrawal.amount().fill("5000")
    await withdrawal.review()
    await withdrawal.seeConfirm()
    await withdrawal.submit()
    await withdrawal.seeAnswer("accepted")
    const { file, opened, types } = await recorded(phone)
    expectIdentical(opened)
    for (const type of ["deposit.resolved", "order.resolved", "withdrawal.resolved", "journal.resumed"])
      expect(types).toContain(type)
    expect(file).not.toMatch(new RegExp(`4111111111111111|${goodPassword}|${NAME}|Ada Obi`))
    const machinesUsed = new Set(opened.actors.map(({ entry }) => entry.id))
    for (const id of ["session", "startup", "feedback", "request", "query", "stream"])
      expect(machinesUsed).toContain(id)
    expect(problemsOf(phone)).toEqual([])
  })
})

it("opens for another visitor, plays to its end, and leaves their session unchanged", async () => {
  const phone = await site.openDevice()
  await register(phone)
  await phone.ticket.open("aapl")
  await phone.ticket.fill("1500", 30, 2)
  const { file, opened } = await recorded(phone)
  const other = await site.openDevice({ shape: "desktop" })
  const { page, console, entry, ticket } = other
  await console.open()
  await entry.username().fill("somebody")
  await console.goTo("journal")
  await console.openRecording(file)
  await console.seeIdentical()
  await console.seeRecording()
  await ticket.see("AAPL")
  await seeValue(ticket.amount(), "1500")
  expect(await console.end()).toBe(opened.steps.length)
  await console.goTo("machines")
  await console.pick("order")
  await console.seeState("order", "editing.untried")
  await console.seeTaken()
  await console.moment.focus()
  await page.keyboard.press("Home")
  await seeEqual(() => console.moment.inputValue(), "0")
  await console.goTo("journal")
  await console.closeRecording()
  await console.seeLive()
  await entry.seeLogin()
  await seeValue(entry.username(), "somebody")
  const { length } = file
  const bad = {
    truncated: file.slice(0, length - 200),
    altered: file.replace('"1500"', '"9500"'),
    newer: file.replace('"version": 1', '"version": 9'),
    foreign: '{"log":{"version":"1.2"}}',
  }
  for (const [reason, content] of Object.entries(bad)) {
    expect(await reasonOf(content)).toBe(reason)
    await console.openRecording(content)
    await console.seeRefused(reason)
    await console.seeLive()
  }
  expect(problemsOf(other)).toEqual([])
})
