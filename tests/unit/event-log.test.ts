import { foldOf, stateHash } from "@financial-links/journal"
import { describe, expect, it } from "vitest"
import { type AnyActor, type AnyMachineSnapshot, createActor, fromCallback } from "xstate"
import { orderMachine } from "../../machines/order.ts"
import { requestMachine } from "../../machines/request.ts"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { ENTRY_LIMIT } from "../../packages/console/src/live-event-log.ts"
import { createEventLog } from "../../src/devtools/event-log.ts"
import { redact } from "../../src/journal/redact.ts"
import { openOrder } from "../support/money-events.ts"

const start = (eventLog: ReturnType<typeof createEventLog>, actor: AnyActor, input?: unknown) => {
  eventLog.inspector.onActor({ actor, machine: actor.logic, input })
  actor.start()
}

const openLog = () => {
  let clockMs = 1_000
  return createEventLog(() => ++clockMs)
}

const watched = (eventLog: ReturnType<typeof createEventLog>) => {
  const actor = createActor(watchlistMachine, { id: "watchlist" })
  start(eventLog, actor)
  const add = (symbol: string) => actor.send({ type: "watchlist.add", symbol, at: 5 })
  return { actor, add }
}

const symbolsAt = (eventLog: ReturnType<typeof createEventLog>, position: number): unknown =>
  eventLog.snapshotAt("watchlist", position)?.context.symbols

describe("the event log", () => {
  it("records every event of an actor with its transitions and the snapshots before and after", () => {
    const eventLog = openLog()
    const order = createActor(orderMachine, { id: "order" })
    start(eventLog, order)
    const opening = openOrder("v1")
    order.send(opening)
    const [entry] = eventLog.entries()
    if (!entry) throw new Error("no entry was recorded")
    expect([entry.position, entry.event, entry.source, entry.actor.id]).toEqual([1, opening, "live", "order"])
    expect(entry.transitions).toEqual([expect.stringMatching(/^order.*\|order\.open\|\d$/)])
    const state = eventLog.stateAt(entry.actor, entry.position)
    expect(state?.taken).toEqual(entry.transitions)
    expect([state?.before.context.visit, state?.snapshot.context.visit]).toEqual([null, "v1"])
    order.stop()
    expect(entry.actor.isAlive).toBe(false)
  })

  it("folds every earlier snapshot again, identical to the observed one", () => {
    const eventLog = openLog()
    const { actor, add } = watched(eventLog)
    const seen = [stateHash(actor.getSnapshot(), redact)]
    for (let count = 0; count < 300; count += 1) {
      if (count % 3 === 2) actor.send({ type: "watchlist.remove", symbol: `S${count - 1}`, at: 5 })
      else add(`S${count}`)
      seen.push(stateHash(actor.getSnapshot(), redact))
    }
    for (const [position, hash] of seen.entries()) {
      const then = eventLog.snapshotAt("watchlist", position)
      expect(then && stateHash(then, redact)).toBe(hash)
    }
  })

  it("records request actors and drops the oldest of hundreds", async () => {
    const eventLog = openLog()
    const machine = requestMachine.provide({ actors: { attempt: fromCallback(() => {}) } })
    for (let count = 0; count < 1_000; count += 1) {
      const input = { endpoint: `e${count}`, method: "GET", key: null, loading: false }
      const actor = createActor(machine, { id: `request:e${count}`, input })
      start(eventLog, actor, input)
      actor.send({ type: "request.abort" })
    }
    expect(eventLog.actors().length).toBeLessThanOrEqual(400)
    expect(eventLog.actors().at(-1)).toMatchObject({ id: "request:e999", isTopLevel: false, isAlive: false })
  })

  it("puts the events of earlier documents first and continues from their state", () => {
    const eventLog = openLog()
    const { initial, step } = foldOf(watchlistMachine, undefined)
    const events = ["A", "B", "C"].map((symbol, index) => ({
      type: "watchlist.add" as const,
      symbol,
      at: index,
    }))
    eventLog.inspector.onReplayed({
      id: "watchlist",
      machine: watchlistMachine,
      input: undefined,
      from: initial(),
      events,
    })
    const now = events.reduce(step, initial())
    const actor = createActor(watchlistMachine, {
      id: "watchlist",
      snapshot: watchlistMachine.getPersistedSnapshot(now),
    })
    start(eventLog, actor)
    actor.send({ type: "watchlist.add", symbol: "D", at: 9 })
    expect(eventLog.entries().map(({ position, source }) => [position, source])).toEqual([
      [-2, "journal"],
      [-1, "journal"],
      [0, "journal"],
      [1, "live"],
    ])
    expect([-3, -2, 0, 1].map((position) => symbolsAt(eventLog, position))).toEqual([
      [],
      ["A"],
      expect.arrayContaining(["A", "B", "C"]),
      expect.arrayContaining(["A", "B", "C", "D"]),
    ])
    expect(eventLog.entryAt(-1)?.event).toEqual(events[1])
    expect([eventLog.begin(), eventLog.end()]).toEqual([-2, 1])
  })

  it("shows an actor without a journal, before this document, as it was at the first page", () => {
    const eventLog = openLog()
    const { add } = watched(eventLog)
    add("A")
    eventLog.markFirstPage()
    add("B")
    expect([symbolsAt(eventLog, -5), symbolsAt(eventLog, 2)]).toEqual([
      ["A"],
      expect.arrayContaining(["A", "B"]),
    ])
  })

  it("records the events that a follower receives from another tab", () => {
    const eventLog = openLog()
    const { initial, step } = foldOf(watchlistMachine, undefined)
    const event = { type: "watchlist.add" as const, symbol: "A", at: 1 }
    const before: AnyMachineSnapshot = initial()
    eventLog.inspector.onFollowed("watchlist", event, before, step(initial(), event))
    expect(eventLog.entries()[0]).toMatchObject({ source: "elsewhere", event })
    expect(symbolsAt(eventLog, 1)).toEqual(["A"])
  })

  it("is bounded, and every snapshot since its oldest entry can be folded", () => {
    const eventLog = openLog()
    const { actor, add } = watched(eventLog)
    for (let count = 0; count < ENTRY_LIMIT + 5_000; count += 1) {
      if (count % 2 === 0) add("A")
      else actor.send({ type: "watchlist.remove", symbol: "A", at: 5 })
    }
    expect(eventLog.entries().length).toBeLessThanOrEqual(ENTRY_LIMIT)
    expect(eventLog.begin()).toBe(eventLog.entries()[0]?.position)
    for (const position of [eventLog.begin(), eventLog.begin() + 1, eventLog.end() - 1, eventLog.end()])
      expect(symbolsAt(eventLog, position)).toEqual(position % 2 === 1 ? ["A"] : [])
  })
})
