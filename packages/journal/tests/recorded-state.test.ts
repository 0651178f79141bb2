/** The state that an untrusted recording begins with: only one that its machine can have is taken. */
import { describe, expect, it } from "vitest"
import { assign, setup } from "xstate"
import { machineEntry, machineOf } from "../src/machine-entry.ts"
import { restoreRecorded } from "../src/recorded-state.ts"
import type { StoredState } from "../src/restore.ts"

const lampMachine = setup({
  types: { context: {} as { level: number; visit: string | null }, events: {} as { readonly type: "dim" } },
}).createMachine({
  id: "lamp",
  context: { level: 0, visit: null },
  initial: "off",
  states: {
    off: {},
    on: { initial: "dim", states: { dim: {}, bright: {} } },
    both: { type: "parallel", states: { red: { initial: "a", states: { a: {} } }, blue: {} } },
    gone: { type: "final" },
  },
  on: { dim: { actions: assign({ level: 1 }) } },
})
const lamp = machineEntry("lamp", lampMachine, undefined)

const stored = (value: unknown, differs: object = {}) => ({
  ...{ status: "active", value, historyValue: {}, children: {}, context: { level: 3, visit: null } },
  ...differs,
})
const asItIs = (state: StoredState) => Promise.resolve(state)
const restored = (base: unknown, read = asItIs) => restoreRecorded(lamp, base, new Set(["visit"]), read)

describe("a recorded state", () => {
  it.each(["off", { on: "dim" }, { on: "bright" }, { both: { red: "a", blue: {} } }].map((value) => [value]))(
    "is restored where the machine can be in it: %j",
    async (value) => {
      const snapshot = await restored(stored(value))
      expect([snapshot.value, snapshot.context]).toEqual([value, { level: 3, visit: null }])
    },
  )

  it("is restored where it is one that has ended", async () => {
    expect((await restored(stored("gone", { status: "done", output: undefined }))).status).toBe("done")
  })

  it.each<[string, unknown]>([
    ["none", null],
    ["a text", "off"],
    ["an empty object", {}],
    ["one without a value", { status: "active", context: {} }],
    ["one without a context", { status: "active", value: "off" }],
    ["one whose context is none", stored("off", { context: null })],
    ["one whose context is a text", stored("off", { context: "level" })],
    ["one that failed", stored("off", { status: "error" })],
    ["one that stopped", stored("off", { status: "stopped" })],
    ["a state that the machine has not", stored("blinking")],
    ["a name of every object", stored("toString")],
    ["an inner state that it has not", stored({ on: "blinking" })],
    ["an inner state of another", stored({ off: "dim" })],
    ["two states at once", stored({ off: {}, on: "dim" })],
    ["a part of a parallel state", stored({ both: { red: "a" } })],
    ["a parallel state with one too many", stored({ both: { red: "a", blue: {}, green: {} } })],
    ["a part of another parallel state", stored({ both: { red: "a", constructor: {} } })],
    ["a parallel state without an inner state", stored({ both: { red: {}, blue: {} } })],
    ["a name of every object in a parallel state", stored({ both: { red: "a", blue: "valueOf" } })],
    ["a number within a state", stored({ off: 5 })],
    ["a list", stored(["off"])],
    ["no value", stored(null)],
    ["a number", stored(5)],
    ["a name of every object within", stored({ constructor: {} })],
    ["a context with a field too few", stored("off", { context: { visit: null } })],
    ["a context with a field too many", stored("off", { context: { level: 1, visit: null, more: 1 } })],
  ])("is refused as %s", async (_, base) => {
    await expect(restored(base)).rejects.toMatchObject({ reason: "bad-base" })
  })

  it("is refused as one whose context is a number, of a machine without any", async () => {
    const door = machineEntry(
      "door",
      setup({}).createMachine({ initial: "off", states: { off: {} } }),
      undefined,
    )
    const opened = (context: unknown) => restoreRecorded(door, stored("off", { context }), new Set(), asItIs)
    expect((await opened({})).value).toBe("off")
    await expect(opened(5)).rejects.toMatchObject({ reason: "bad-base" })
  })

  it("may lack a field that later releases have", async () => {
    expect((await restored(stored("off", { context: { level: 2 } }))).context).toEqual({ level: 2 })
    expect((await restored(stored("off", { context: { level: 2, visit: "v1" } }))).value).toBe("off")
  })

  it("is that of the release after it was decoded, and refused where it cannot be", async () => {
    const raised = (state: StoredState) => Promise.resolve({ ...state, context: { level: 9, visit: null } })
    expect((await restored(stored("off"), raised)).context).toMatchObject({ level: 9 })
    const failing = () => Promise.reject(new Error("not in the schema"))
    await expect(restored(stored("off"), failing)).rejects.toMatchObject({ reason: "bad-base" })
  })
})

it("a machine is found by its name, or by the beginning that stands for many", () => {
  const many = machineEntry("lamp.", lampMachine, undefined)
  const machines = [machineEntry("door", lampMachine, undefined), many, lamp]
  expect(machineOf(machines, "lamp")).toBe(lamp)
  expect(machineOf(machines, "lamp.7")).toBe(many)
  expect(machineOf(machines, "door.7")).toBeUndefined()
  expect(machineOf(machines, "x.lamp")).toBeUndefined()
  expect(lamp.pure.initial().value).toBe("off")
})
