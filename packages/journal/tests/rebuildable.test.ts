/** What a fold rebuilds, and what is refused by name: the smallest machine of each kind. */
import { describe, expect, it, vi } from "vitest"
import {
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  spawnChild,
} from "xstate"
import { event } from "../src/declaration.ts"
import type { Row } from "../src/event-store.ts"
import { createJournal } from "../src/journal.ts"
import { NotRebuildable } from "../src/rebuildable.ts"
import { recordEvents } from "../src/record-events.ts"
import { foldOf, replay } from "../src/replay.ts"
import { restoreStream, revive } from "../src/restore.ts"
import { storeInMemory } from "./store-in-memory.ts"

const counter = setup({ types: { context: {} as { n: number } } }).createMachine({
  id: "counter",
  context: { n: 0 },
  on: { up: { actions: assign({ n: ({ context }) => context.n + 1 }) } },
})
const ran = vi.fn(() => Promise.resolve(1))
const actors = { counter, wait: fromCallback(() => {}), load: fromPromise(ran) }

const declared = { version: 1, event: () => Promise.reject(new Error("no event is read")) }

/** Restores an empty stream of the machine. */
const restored = (machine: AnyStateMachine) =>
  restoreStream(
    createJournal(storeInMemory(), { now: () => 1, onWritten: () => {}, onFenced: () => {} }),
    "s",
    foldOf(machine, undefined),
    declared,
  )

describe("a journaled machine is refused by name where its events do not have its state:", () => {
  const base = setup({ actors: { load: actors.load, wait: actors.wait } })
  it.each([
    [
      "a child machine",
      setup({ actors: { counter } }).createMachine({ id: "m", invoke: { id: "kid", src: "counter" } }),
      "m invokes kid, which has a state of its own: give it its own stream",
    ],
    [
      "a timer",
      base.createMachine({ id: "m", initial: "a", states: { a: { after: { 10: "b" } }, b: {} } }),
      "m.a has a timer, which does not run after a reload: let it take journal.resumed",
    ],
    [
      "a promise",
      base.createMachine({
        id: "m",
        initial: "a",
        states: { a: { invoke: { id: "p", src: "load", onDone: "b" } }, b: {} },
      }),
      "m.a waits for the promise p, which does not run again: let it take journal.resumed",
    ],
    [
      "a spawned machine",
      createMachine({ id: "m", entry: spawnChild(counter, { id: "kid" }) }),
      "it has spawned kid, which has a state of its own",
    ],
    [
      "a machine that it may spawn later",
      setup({ actors: { counter } }).createMachine({
        id: "m",
        on: { go: { actions: spawnChild("counter") } },
      }),
      "m has the actor counter, which has a state of its own: give it its own stream",
    ],
  ])("%s", async (_, machine, loss) => {
    const refused = restored(machine)
    await expect(refused).rejects.toThrow(NotRebuildable)
    await expect(refused).rejects.toThrow(`the machine m cannot be rebuilt from its events: ${loss}`)
  })

  it("but not where the state takes journal.resumed, nor for a callback", async () => {
    const machine = base.createMachine({
      id: "m",
      initial: "a",
      states: {
        a: { after: { 10: "b" }, invoke: [{ src: "load" }, { src: "wait" }], on: { "journal.resumed": "b" } },
        b: {},
      },
    })
    expect(await restored(machine)).toMatchObject({ isFresh: true })
  })
})

describe("a fold", () => {
  it("enters an actor with a systemId again, from any snapshot, and finds it", () => {
    const machine = setup({ actors }).createMachine({
      id: "m",
      initial: "off",
      states: {
        off: { on: { on: "on" } },
        on: {
          invoke: { src: "wait", systemId: "known" },
          on: {
            again: { target: "on", reenter: true },
            call: { actions: sendTo(({ system }) => system.get("known"), { type: "x" }) },
          },
        },
      },
    })
    const fold = foldOf(machine, undefined)
    const on = fold.step(fold.initial(), { type: "on" })
    const events = ["call", "again", "call"].map((type) => ({ type }))
    expect(replay(fold, on, events).value).toBe("on")
    expect(replay(fold, on, events).value).toBe("on")
  })

  it("returns to a state of the history, from JSON too", () => {
    const machine = setup({}).createMachine({
      id: "m",
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
    const fold = foldOf(machine, undefined)
    const off = replay(fold, fold.initial(), [{ type: "up" }, { type: "off" }])
    const kept = JSON.parse(JSON.stringify(fold.persist(off)))
    expect(fold.step(fold.restore(kept), { type: "on" }).value).toEqual({ on: "high" })
  })

  it("does not run a promise again that was pending", async () => {
    const machine = setup({ actors }).createMachine({
      id: "m",
      initial: "a",
      states: {
        a: { on: { go: "b" } },
        b: { invoke: { src: "load", onDone: "c" }, on: { "journal.resumed": "a" } },
        c: {},
      },
    })
    const fold = foldOf(machine, undefined)
    const pending = fold.step(fold.initial(), { type: "go" })
    const actor = createActor(machine, {
      snapshot: JSON.parse(JSON.stringify(fold.persist(pending))),
    }).start()
    await Promise.resolve()
    expect(ran).not.toHaveBeenCalled()
    actor.send({ type: "journal.resumed" })
    actor.send({ type: "go" })
    expect(ran).toHaveBeenCalledOnce()
  })
})

it("a fold goes on as the machine did, whose timers and promises ended in time", async () => {
  const slow = fromPromise(({ input }: { input: number }) =>
    input === 1 ? Promise.resolve({ n: 1 }) : Promise.reject(new Error("no")),
  )
  const machine = setup({
    types: { context: {} as { n: number; why: string } },
    actors: { slow },
  }).createMachine({
    id: "m",
    context: { n: 0, why: "" },
    initial: "waiting",
    on: { "journal.resumed": ".waiting" },
    states: {
      waiting: { after: { 5: "asking" } },
      asking: {
        invoke: {
          src: "slow",
          input: 1,
          onDone: { target: "failing", actions: assign({ n: ({ event }) => event.output.n }) },
        },
      },
      failing: {
        invoke: {
          ...{ src: "slow", input: 2 },
          onError: {
            target: "resting",
            actions: assign({
              why: ({ event }) =>
                event.error instanceof Object && "message" in event.error ? String(event.error.message) : "",
            }),
          },
        },
      },
      resting: { on: { go: { actions: assign({ n: ({ context }) => context.n + 1 }) } } },
    },
  })
  const rows: Row[] = []
  const store = storeInMemory(rows)
  const journal = createJournal(store, { now: () => 1, onWritten: () => {}, onFenced: () => {} })
  const stream = { version: 1, event: () => Promise.resolve(event("go", {})) }
  const actor = createActor(machine, { inspect: recordEvents(journal, "s", stream) }).start()
  await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("resting"))
  actor.send({ type: "go" })
  await journal.flush()
  const { snapshot, seq } = await restoreStream(
    journal,
    "s",
    foldOf<AnyStateMachine>(machine, undefined),
    stream,
  )
  expect([snapshot.value, snapshot.context, seq]).toEqual(["resting", { n: 2, why: "no" }, 4])
})

describe("an event that JSON does not hold", () => {
  const options = { now: () => 1, onWritten: () => {}, onFenced: () => {} }

  it.each([
    [new Date(0), "a Date"],
    [new Map(), "a Map"],
    [new Set(), "a Set"],
    [1n, "a bigint"],
    [[undefined], "undefined", "[0]"],
    [Number.NaN, "NaN"],
    [() => 1, "a function"],
  ])("is refused with its path: %s", (value, what, at = "") => {
    const journal = createJournal(storeInMemory(), options)
    expect(() => journal.append("s", { type: "x", list: [{ value }] })).toThrow(
      `event.list[0].value${at} is ${what}, which JSON does not hold`,
    )
    expect(() => journal.saveSnapshot("s", 1, { context: { value } })).toThrow("snapshot.context.value")
    expect(journal.append("s", { type: "x", absent: undefined })).toBe(1)
  })

  it("is kept by the encoding of the caller", async () => {
    const rows: Row[] = []
    const encode = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
    const journal = createJournal(storeInMemory(rows), { ...options, encode })
    journal.append("s", { type: "x", at: new Date(0) })
    await journal.flush()
    expect(rows[0]?.event).toEqual({ type: "x", at: "1970-01-01T00:00:00.000Z" })
  })
})

describe("a snapshot of an earlier release", () => {
  const fold = foldOf(
    setup({ actors }).createMachine({ id: "m", initial: "a", states: { a: {} } }),
    undefined,
  )
  const kept = (more: object) =>
    revive(
      fold,
      {
        ...{ stream: "s", version: 1, seq: 1, atMs: 1 },
        snapshot: { status: "active", value: "a", context: {}, children: {}, historyValue: {}, ...more },
      },
      declared,
    )

  it("is refused with the name of the state or the actor that is gone", async () => {
    expect((await kept({})).value).toBe("a")
    await expect(kept({ value: "old" })).rejects.toThrow("old")
    const child = { snapshot: { status: "active" }, src: "former" }
    await expect(kept({ children: { kid: child } })).rejects.toThrow("the actor kid (former) is gone")
  })
})
