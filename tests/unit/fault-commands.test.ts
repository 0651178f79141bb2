import { Effect } from "effect"
import { expect, it } from "vitest"
import { faultCommands } from "../../server/fault-injection/commands.ts"
import { type FaultInjector, makeFaultInjector } from "../../server/fault-injection/fault-injector.ts"
import { DEFAULT_SCOPE } from "../../src/contract/faults.ts"

/** What a command of the operator shows, or why it is refused. */
const operatorOf =
  (faults: FaultInjector) =>
  (name: string, values: Readonly<Record<string, string>> = {}) => {
    const command = faultCommands(faults).find((each) => each.name === `faults ${name}`)
    if (command === undefined) throw new Error(`there is no command ${name}`)
    return Effect.runPromise(
      Effect.match(command.run(values, { who: "a test", why: "" }), {
        onSuccess: (shown) => shown,
        onFailure: ({ message }) => message,
      }),
    )
  }

const NONE = "No faults are active."

const ofRule = { from: 1, count: null, chance: 100, met: 0 }

it("faults are added to those of their scope, shown with their occurrences, and removed by scope", async () => {
  const run = operatorOf(makeFaultInjector())
  expect(await run("show")).toBe(NONE)
  const first = { ...ofRule, scope: DEFAULT_SCOPE, at: "orderCreate", fault: "drop after silence", seed: "0" }
  expect(await run("add", { at: "orderCreate", fault: "drop after silence" })).toEqual([first])
  const second = { ...first, at: "upload", fault: "status 503", from: 2, count: 3, chance: 50 }
  const numbers = { from: "2", count: "3", chance: "50", seed: "dice" }
  const both = [
    { ...first, seed: "dice" },
    { ...second, seed: "dice" },
  ]
  expect(await run("add", { at: "upload", fault: "status 503", ...numbers })).toEqual(both)
  const other = { ...ofRule, scope: "one", at: "page", fault: "duplicate", seed: "0" }
  expect(await run("add", { at: "page", fault: "duplicate", scope: "one" })).toEqual([...both, other])
  expect(await run("clear", { scope: DEFAULT_SCOPE })).toEqual([other])
  expect(await run("clear")).toBe(NONE)
})

it("faults of the device are changed one by one, beside the rules", async () => {
  const run = operatorOf(makeFaultInjector())
  await run("add", { at: "page", fault: "malformed" })
  await run("device", { clock: "-5000" })
  const shown = await run("device", { network: "slow" })
  expect(shown).toEqual([
    expect.objectContaining({ at: "page" }),
    expect.objectContaining({
      scope: DEFAULT_SCOPE,
      at: "device",
      fault: "clock -5000 ms · network slow",
      met: null,
    }),
  ])
  expect(await run("device", { clock: "0", network: "on" })).toEqual([
    expect.objectContaining({ at: "page" }),
  ])
})

it("a plan that is set replaces the one of its scope", async () => {
  const run = operatorOf(makeFaultInjector())
  await run("add", { at: "page", fault: "malformed" })
  const rule = { at: "image", fault: { kind: "duplicate" }, from: 1, count: 1, chance: 100 }
  const client = { skewMs: 0, storage: "full", network: "on" }
  expect(await run("set", { plan: JSON.stringify({ seed: "s", rules: [rule], client }) })).toEqual([
    { ...ofRule, scope: DEFAULT_SCOPE, at: "image", fault: "duplicate", count: 1, seed: "s" },
    expect.objectContaining({ at: "device", fault: "storage full" }),
  ])
})

it("what is no fault is refused, and changes nothing", async () => {
  const run = operatorOf(makeFaultInjector())
  expect(await run("add", { at: "page", fault: "explode" })).toMatch(/^A fault is one of:\n {2}delay MS/)
  expect(await run("add", { at: "page", fault: "duplicate", chance: "101" })).toContain("from 0 to 100")
  expect(await run("add", { at: "nowhere", fault: "duplicate" })).toContain("no fault point called nowhere")
  expect(await run("device", { storage: "gone" })).toContain("storage works, full or blocked")
  for (const plan of ["", "{}", "no JSON"]) expect(await run("set", { plan })).toContain("no fault plan")
  expect(await run("show")).toBe(NONE)
})
