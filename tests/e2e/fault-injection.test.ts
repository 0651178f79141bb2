/**
 * Fault injection from tests, the command line and the debug console, and the faults of the device
 * itself.
 */
import { describe, expect, it } from "vitest"
import { sendCommand } from "../../server/operator/socket.ts"
import { endpoints } from "../../src/contract/endpoints.ts"
import {
  ClientFaults,
  decideFault,
  type Fault,
  NO_FAULTS,
  parseRule,
  ruleOf,
} from "../../src/contract/faults.ts"
import { faultInjection, planOf } from "../support/fault-injection.ts"
import { operate } from "./operator.ts"
import type { TypedFault } from "./page-models/console.ts"
import { seeEqual } from "./page-models/figures.ts"
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

it("a device whose storage is full sends no order and says why; once there is room it does", {
  tags: ["exhaustive"],
}, async () => {
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

it("a device that is cut off says so, and is back with the next page after the fault", {
  tags: ["exhaustive"],
}, async () => {
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

describe("whatever can go wrong", () => {
  // The login page never calls it, so only these calls count.
  const AT = "walletSummary"
  const CALLS = 40
  /** Each kind as it is typed. The type keeps the list complete. */
  const words: Readonly<Record<Fault["kind"], string>> = {
    delay: "delay 5 10 after",
    drop: "drop after",
    duplicate: "duplicate",
    reorder: "reorder 20",
    error: "error system.internal",
    status: "status 503",
    malformed: "malformed",
    misshapen: "misshapen",
  }
  const seed = "friday"
  const typed: readonly TypedFault[] = Object.values(words).map((fault) => ({
    ...{ at: AT, fault, seed },
    ...{ from: "2", count: "30", chance: "20" },
  }))
  const { storage, network } = ClientFaults.fields
  const device = { clock: "-86400000", storage: storage.literals, network: network.literals }
  const wanted = planOf({
    seed,
    rules: typed.map(parseRule).filter((rule) => typeof rule !== "string"),
    client: {
      skewMs: Number(device.clock),
      storage: storage.literals.at(-1) ?? "works",
      network: network.literals.at(-1) ?? "on",
    },
  })
  const lab = () => faultInjection(site.url())
  const inForce = async () => (await lab().report()).plans[0]?.plan ?? NO_FAULTS
  /** Outcomes of some calls, in order. */
  const received = async (): Promise<readonly string[]> => {
    const answers: string[] = []
    for (let call = 0; call < CALLS; call += 1)
      answers.push(
        await fetch(`${site.url()}/${endpoints[AT].path}`)
          .then(async (answer) => `${answer.status} ${(await answer.text()).slice(0, 200)}`)
          .catch(() => "cut"),
      )
    return answers
  }
  const say = async (...said: readonly string[]) => {
    const answer = await sendCommand(site.storage().DATA_DIR ?? "", said)
    if (answer?.isDone !== true) throw new Error(`${said.join(" ")}: ${answer?.text}`)
  }
  const optionsOf = (values: object) =>
    Object.entries(values).flatMap(([name, word]) => [`--${name}`, String(word)])
  const byOperator = async () => {
    for (const rule of typed) await say("faults", "add", ...optionsOf(rule))
    for (const word of device.storage) await say("faults", "device", "--storage", word)
    for (const word of device.network) await say("faults", "device", "--network", word)
    await say("faults", "device", "--clock", device.clock)
  }
  const byConsole = async () => {
    const phone = await site.openDevice({ shape: "desktop" })
    const { console } = phone
    await console.open()
    await console.goTo("switches")
    for (const [index, rule] of typed.entries()) {
      await console.addFault(rule)
      await seeEqual(async () => (await inForce()).rules.length, index + 1)
    }
    for (const word of device.storage) {
      await console.bendDevice({ storage: word })
      await seeEqual(async () => (await inForce()).client.storage, word)
    }
    for (const word of device.network) {
      await console.bendDevice({ network: word })
      await seeEqual(async () => (await inForce()).client.network, word)
    }
    await console.bendDevice({ clock: device.clock })
    await seeEqual(async () => (await inForce()).client.skewMs, Number(device.clock))
    expect(problemsOf(phone)).toEqual([])
  }

  it("is the same plan from a test, from the command line and from the debug console, and meets the same calls", async () => {
    const usual = { ...ruleOf("", { kind: "duplicate" }), ...NO_FAULTS.client }
    const said = { ...wanted.rules[0], ...wanted.client }
    const unsaid = Object.entries(usual).filter(([part, value]) => Reflect.get(said, part) === value)
    expect(unsaid).toEqual([])
    const kinds = Array.from({ length: CALLS }, (_, call) => decideFault(wanted, AT, call + 1)?.fault.kind)
    expect(Object.keys(words).filter((kind) => !kinds.some((met) => met === kind))).toEqual([])
    await lab().force(wanted)
    expect(await inForce()).toEqual(wanted)
    const first = await received()
    for (const enter of [byOperator, byConsole]) {
      await lab().clear()
      await enter()
      expect(await inForce()).toEqual(wanted)
      expect(await received()).toEqual(first)
    }
    await lab().clear()
  })
})
