/** Machines as others write them, the smallest of each kind. */
import { describe, expect, it } from "vitest"
import { assign, fromCallback, fromPromise, raise, sendParent, sendTo, setup, spawnChild } from "xstate"
import { driverFor, itself } from "../src/driver.ts"
import { formatted } from "../src/format.ts"
import { casesFor, generatePaths, stateName } from "../src/index.ts"

type Machine = Parameters<typeof generatePaths>[0]
type Events = readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[]

const coverage = (machine: Machine, events: Events = [], more: object = {}) =>
  generatePaths(machine, { kind: "coverage", cases: { events, ...more } })

/** The events of the paths, and what they miss. */
const walked = (machine: Machine, events?: Events, more?: object) => {
  const { paths, missed } = coverage(machine, events, more)
  return {
    types: paths.map(({ steps }) => steps.map(({ event }) => event.type).join(" ")),
    missed: missed.transitions.map(({ id, reason }) => `${id}: ${reason}`),
  }
}

const actors = { wait: fromCallback(() => {}), load: fromPromise(() => Promise.resolve({ n: 1 })) }

describe("events that come by themselves", () => {
  const loading = setup({
    types: { context: {} as { n: number } },
    actors,
    actions: { keep: assign({ n: ({ event }) => event.output.n }) },
  }).createMachine({
    id: "loading",
    context: { n: 0 },
    invoke: { id: "load", src: "load", onDone: { actions: "keep" }, onError: { target: ".failed" } },
    initial: "busy",
    states: { busy: { after: { 10: "slow" } }, slow: {}, failed: {} },
  })

  it("are replaced by those that the table names", () => {
    const { paths, missed } = coverage(loading, [{ type: "xstate.done.actor.load", output: { n: 3 } }])
    const events = paths.flatMap(({ steps }) => steps.map(({ event }) => event))
    expect(events).toContainEqual({ type: "xstate.done.actor.load", output: { n: 3 } })
    expect(missed.transitions).toEqual([])
  })

  it("differ by their errors", () => {
    const slow = setup({ actors }).createMachine({
      id: "slow",
      initial: "busy",
      states: {
        busy: {
          invoke: {
            ...{ id: "load", src: "load" },
            onError: [
              {
                guard: ({ event }) => event.error instanceof Error && event.error.message === "a",
                target: "a",
              },
              { target: "b" },
            ],
          },
        },
        a: {},
        b: {},
      },
    })
    const ends = ["a", "b"].map((why) => ({ type: "xstate.error.actor.load", error: new Error(why) }))
    expect(walked(slow, ends).missed).toEqual([])
  })

  it("are missed with the error where a step throws, and the rest is walked", () => {
    const { types, missed } = walked(loading)
    expect(types.join(" ")).toContain("xstate.after.10.loading.busy")
    expect(missed).toEqual([
      "loading|done load|0: The machine loading fails on xstate.done.actor.load in busy: Cannot read properties of undefined (reading 'n')",
    ])
  })

  it("come only where the timer or the actor runs, also where a wildcard would take them", () => {
    const bell = setup({ actors }).createMachine({
      id: "bell",
      initial: "still",
      states: {
        still: { on: { "*": "touched", press: "ringing" } },
        touched: { type: "final" },
        ringing: {
          after: { 10: { actions: () => {} } },
          invoke: { id: "load", src: "load", onDone: "still" },
        },
      },
    })
    const { types } = walked(bell, [{ type: "press" }, { type: "mouse.up" }])
    for (const path of types) expect(path).not.toMatch(/^xstate|after.*after|done.*done|mouse.* xstate/)
    expect(types.join("; ")).toContain("press xstate.after.10.bell.ringing")
  })

  it("include what a machine raises later", () => {
    const egg = setup({ types: { events: {} as { type: "ready" } } }).createMachine({
      id: "egg",
      initial: "raw",
      states: {
        raw: { entry: raise({ type: "ready" }, { delay: 180 }), on: { ready: "cooked" } },
        cooked: {},
      },
    })
    expect(walked(egg).types).toEqual(["ready"])
  })
})

describe("a machine that", () => {
  it("needs an input says which, with the line to add; of several inputs each is walked", () => {
    const jar = setup({
      types: { input: {} as { size: string }, context: {} as { size: string } },
    }).createMachine({
      id: "jar",
      context: ({ input }) => ({ size: input.size.trim() }),
      initial: "shut",
      states: {
        shut: { on: { open: [{ guard: ({ context }) => context.size === "big", target: "ajar" }] } },
        ajar: {},
      },
    })
    expect(() => walked(jar)).toThrow(
      "The machine jar needs an input: add to its cases `inputs: [{ size: … }]`",
    )
    const both = walked(jar, [{ type: "open" }], { inputs: [{ size: "big" }, { size: "small" }] })
    expect(both.types).toEqual(["open", ""])
    expect(walked(jar, [{ type: "open" }], { inputs: [{ size: "small" }] }).missed).toEqual([
      "jar.shut|open|0: with these cases its guard guard never lets it through",
    ])
  })

  it("sends to its parent and to the system, and enters an actor with a systemId twice", () => {
    const child = setup({ actors }).createMachine({
      id: "child",
      initial: "a",
      states: {
        a: { on: { go: "b" }, entry: sendParent({ type: "there" }) },
        b: {
          entry: [
            spawnChild("wait", { id: "w", systemId: "known" }),
            sendTo(({ system }) => system.get("known"), { type: "x" }),
          ],
          on: { back: { target: "a", actions: sendTo(({ system }) => system.get("known"), { type: "y" }) } },
        },
      },
    })
    expect(walked(child, [{ type: "go" }, { type: "back" }])).toEqual({ types: ["go back"], missed: [] })
  })

  it("takes thousands of steps by itself and rests in the end", () => {
    const stairs = setup({ types: { context: {} as { n: number } } }).createMachine({
      id: "stairs",
      context: { n: 0 },
      initial: "below",
      states: {
        below: { on: { climb: "climbing" } },
        climbing: {
          always: [
            { guard: ({ context }) => context.n === 3_000, target: "above" },
            { actions: assign({ n: ({ context }) => context.n + 1 }) },
          ],
        },
        above: {},
      },
    })
    const set = coverage(stairs, [{ type: "climb" }])
    expect(set.paths[0]?.steps[0]).toMatchObject({ state: "above" })
    expect(formatted(set, "md")).toContain("always\\|1` ×3000, `stairs")
  })
})

describe("situations", () => {
  /** A machine that puts one of two values into its context, and goes on with the second alone. */
  const valued = (first: unknown, second: unknown) =>
    setup({ types: { context: {} as { value: unknown } } }).createMachine({
      id: "valued",
      context: { value: null },
      initial: "open",
      states: {
        open: {
          on: {
            first: { actions: assign({ value: () => first }) },
            second: { actions: assign({ value: () => second }) },
            on: { guard: ({ context }) => context.value === second, target: "shut" },
          },
        },
        shut: {},
      },
    })
  const circle: { self?: unknown } = {}
  circle.self = circle

  it.each([
    ["sets", new Set([1]), new Set([2])],
    ["maps", new Map([["a", 1]]), new Map([["a", 2]])],
    ["dates", new Date(1), new Date(2)],
    ["bigints", 1n, 2n],
    ["NaN and null", Number.NaN, null],
    ["zeroes", -0, "0"],
    ["absent and undefined fields", {}, { a: undefined }],
    ["circles", circle, { self: {} }],
  ])("differ by %s", (_, first, second) => {
    const events = ["first", "second", "on"].map((type) => ({ type }))
    expect(walked(valued(first, second), events).missed).toEqual([])
  })

  it("name what cannot be read", () => {
    const broken = Object.defineProperty({}, "b", {
      enumerable: true,
      get: () => {
        throw new Error("no")
      },
    })
    expect(() => walked(valued({ a: broken }, 1), [{ type: "first" }])).toThrow(
      "context.value.a.b cannot be read; let its cases have a `tells`",
    )
  })

  it("differ by the history that they would return to", () => {
    const player = setup({}).createMachine({
      id: "player",
      initial: "on",
      states: {
        on: {
          initial: "low",
          states: { low: { on: { up: "high" } }, high: {}, last: { type: "history" } },
          on: { off: "off" },
        },
        off: { on: { on: "on.last" } },
      },
    })
    const set = generatePaths(player, {
      kind: "simple",
      cases: { events: ["up", "off", "on"].map((type) => ({ type })) },
    })
    expect(set.paths.map(({ steps }) => steps.map(({ event }) => event.type).join(" "))).toContain("off")
    expect(set.paths.map(({ steps }) => steps.map(({ event }) => event.type).join(" "))).toContain("up off")
  })
})

describe("a state with a blank or a dot in its key", () => {
  const odd = setup({ types: { events: {} as { type: "go" } } }).createMachine({
    id: "an odd/one",
    type: "parallel",
    states: {
      "left side": {
        initial: "in progress",
        states: { "in progress": { on: { go: "v1_2" } }, v1_2: {}, "v1.2": {} },
      },
      right: { initial: "b", states: { b: { id: "own id" } } },
    },
  })
  const cases = casesFor(odd, { events: [{ type: "go" }] })

  it("is named in quotes, and found with and without them, and by its id", () => {
    expect(stateName({ "left side": "in progress", right: "b" })).toBe('"left side"."in progress" right.b')
    const ends = ["left side.v1_2", '"left side".v1_2', "own id"].map((to) =>
      generatePaths(odd, { kind: "shortest", cases, to }),
    )
    expect(ends.map(({ to, paths }) => [to, paths[0]?.steps.length])).toEqual([
      ['"left side".v1_2', 1],
      ['"left side".v1_2', 1],
      ["right.b", 0],
    ])
  })

  it("is seen by a driver, and its machine has a file name", async () => {
    const seen: string[] = []
    const look = (state: string) => () => Promise.resolve(void seen.push(state))
    const { see } = driverFor(odd, {
      begin: itself,
      events: { go: itself },
      states: {
        "left side.in progress": look("progress"),
        "left side.v1_2": itself,
        "left side.v1.2": look("v1.2"),
        "right.b": look("b"),
      },
    })
    const page = Object.create(null)
    await see(page, '"left side"."in progress" right.b')
    await see(page, '"left side"."v1.2"')
    expect(seen).toEqual(["progress", "b", "v1.2"])
    const text = formatted(generatePaths(odd, { kind: "shortest", cases }), "playwright")
    expect(text).toContain('from "./an-odd-one.driver.ts"')
  })
})
