/** What an app of others holds and does, the smallest of each kind. */
import { afterEach, describe, expect, it, vi } from "vitest"
import { assign, createActor, setup } from "xstate"
import { createEventLog } from "../src/live-event-log.ts"
import { redactByName } from "../src/redact.ts"
import { sequenceOf } from "../src/sequence.ts"
import { timelineOf } from "../src/timeline.ts"

describe("a value of the app", () => {
  it("is cut after its first fields, however many it leads to", () => {
    const fieldsOf = (inner: object) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, inner]))
    // 24 million fields by 150 objects
    const wide = fieldsOf(fieldsOf(fieldsOf(fieldsOf(fieldsOf({})))))
    const beforeMs = performance.now()
    const text = JSON.stringify(redactByName({ props: wide }))
    expect(text.match(/"f\d+"/g)?.length).toBeLessThanOrEqual(2_000)
    expect(text).toContain("…")
    expect(performance.now() - beforeMs).toBeLessThan(500)
  })

  it("is marked where it is React's, where a getter is, and where it cannot be read", () => {
    const getter = vi.fn(() => 1)
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const value = {
      element: { $$typeof: Symbol.for("react.element"), props: {} },
      lazy: Object.defineProperty({}, "now", { get: getter, enumerable: true }),
      proxy,
      list: [1n, new Date(0), new Map([["a", 1]])],
    }
    expect(redactByName(value)).toEqual({
      element: "(React element)",
      lazy: { now: "(getter)" },
      proxy: "(unreadable)",
      list: ["1n", "1970-01-01T00:00:00.000Z", [["a", 1]]],
    })
    expect(getter).not.toHaveBeenCalled()
  })
})

describe("time travel", () => {
  const library = setup({
    types: { context: {} as { books: object[] }, events: {} as { type: "add"; book: object } },
  }).createMachine({
    id: "library",
    context: { books: [] },
    on: {
      // an assigner that changes what it is given
      add: {
        actions: assign(({ context, event }) => {
          context.books.push(event.book)
          return {}
        }),
      },
    },
  })

  it("leaves the app's own objects alone, and says what it computed", () => {
    const log = createEventLog()
    const actor = createActor(library, { id: "library", inspect: log.inspect }).start()
    for (let count = 0; count < 100; count += 1) actor.send({ type: "add", book: {} })
    const [listed] = log.actors()
    const moments = Array.from({ length: 90 }, (_, at) => listed && log.stateAt(listed, at + 1))
    expect(actor.getSnapshot().context.books).toHaveLength(100)
    expect(moments.slice(0, 60).every((moment) => moment?.isRecomputed)).toBe(true)
    expect(listed && log.stateAt(listed, log.end())?.isRecomputed).toBeFalsy()
    actor.stop()
  })
})

describe("actors", () => {
  it("that StrictMode stops and starts again are alive", () => {
    const log = createEventLog()
    const machine = setup({}).createMachine({ id: "m", on: { go: { actions: () => {} } } })
    const first = createActor(machine, { id: "m", inspect: log.inspect })
    first.start()
    log.inspect({
      type: "@xstate.event",
      actorRef: first,
      rootId: first.sessionId,
      sourceRef: undefined,
      event: { type: "xstate.stop" },
    })
    expect(log.actors().map(({ isAlive }) => isAlive)).toEqual([false])
    log.inspect({
      type: "@xstate.event",
      actorRef: first,
      rootId: first.sessionId,
      sourceRef: undefined,
      event: { type: "xstate.init" },
    })
    expect(log.actors().map(({ isAlive }) => isAlive)).toEqual([true])
    first.stop()
  })

  const stopped: (() => void)[] = []
  afterEach(() => {
    for (const stop of stopped.splice(0)) stop()
  })

  it("with one id under two parents, or one after the other, have lifelines of their own", () => {
    const log = createEventLog()
    const leaf = setup({}).createMachine({ id: "leaf", on: { poke: { actions: () => {} } } })
    const branch = setup({ actors: { leaf } }).createMachine({
      id: "branch",
      initial: "a",
      states: { a: { invoke: { id: "leaf", src: "leaf" }, on: { again: { target: "a", reenter: true } } } },
    })
    const [left, right] = ["left", "right"].map((id) => {
      const actor = createActor(branch, { id, inspect: log.inspect }).start()
      stopped.push(() => actor.stop())
      return actor
    })
    const poke = (actor: typeof left) => actor?.getSnapshot().children.leaf?.send({ type: "poke" })
    poke(left)
    poke(right)
    left?.send({ type: "again" })
    poke(left)
    const { lifelines } = sequenceOf(timelineOf(log), { from: 0, to: log.end() })
    expect(lifelines).toEqual(["", "left/leaf", "right/leaf", "left", "left/leaf (2)"])
  })
})
