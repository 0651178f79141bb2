import { describe, expect, it } from "vitest"
import { type AnyActor, type AnyMachineSnapshot, createActor, fromCallback } from "xstate"
import { orderMachine } from "../../machines/order.ts"
import { requestMachine } from "../../machines/request.ts"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { stateHash } from "../../src/devtools/fingerprint.ts"
import { createTape, ENTRY_LIMIT } from "../../src/devtools/tape.ts"
import { foldOf } from "../../src/journal/replay.ts"
import { openOrder } from "../support/money-words.ts"

const start = (tape: ReturnType<typeof createTape>, actor: AnyActor, input?: unknown) => {
  tape.watcher.onActor({ actor, machine: actor.logic, input })
  actor.start()
}

const openTape = () => {
  let clockMs = 1_000
  return createTape(() => ++clockMs)
}

const watched = (tape: ReturnType<typeof createTape>) => {
  const actor = createActor(watchlistMachine, { id: "watchlist" })
  start(tape, actor)
  const add = (symbol: string) => actor.send({ type: "watchlist.add", symbol, at: 5 })
  return { actor, add }
}

const symbolsAt = (tape: ReturnType<typeof createTape>, place: number): unknown =>
  tape.seatAt("watchlist", place)?.context.symbols

describe("the tape", () => {
  it("knows every event of an actor, what it caused, and what the actor was before and after", () => {
    const tape = openTape()
    const order = createActor(orderMachine, { id: "order" })
    start(tape, order)
    const opening = openOrder("v1")
    order.send(opening)
    const [entry] = tape.entries()
    if (!entry) throw new Error("nothing was noted")
    expect([entry.place, entry.event, entry.source, entry.track.id]).toEqual([1, opening, "here", "order"])
    expect(entry.transitions).toEqual([expect.stringMatching(/^order.*\|order\.open\|\d$/)])
    const standing = tape.standing(entry.track, entry.place)
    expect(standing?.taken).toEqual(entry.transitions)
    expect([standing?.before.context.visit, standing?.snapshot.context.visit]).toEqual([null, "v1"])
    order.stop()
    expect(entry.track.isAlive).toBe(false)
  })

  it("finds any moment again by folding, identical to what the actor was", () => {
    const tape = openTape()
    const { actor, add } = watched(tape)
    const seen = [stateHash(actor.getSnapshot())]
    for (let count = 0; count < 300; count += 1) {
      if (count % 3 === 2) actor.send({ type: "watchlist.remove", symbol: `S${count - 1}`, at: 5 })
      else add(`S${count}`)
      seen.push(stateHash(actor.getSnapshot()))
    }
    for (const [place, hash] of seen.entries()) {
      const then = tape.seatAt("watchlist", place)
      expect(then && stateHash(then)).toBe(hash)
    }
  })

  it("keeps request actors and their timers, and forgets the oldest when there are hundreds", async () => {
    const tape = openTape()
    const machine = requestMachine.provide({ actors: { attempt: fromCallback(() => {}) } })
    for (let count = 0; count < 1_000; count += 1) {
      const input = { endpoint: `e${count}`, method: "GET", key: null, loading: false }
      const actor = createActor(machine, { id: `request:e${count}`, input })
      start(tape, actor, input)
      actor.send({ type: "request.abort" })
    }
    expect(tape.tracks().length).toBeLessThanOrEqual(400)
    expect(tape.tracks().at(-1)).toMatchObject({ id: "request:e999", kind: "request", isAlive: false })
  })

  it("puts what a seat received before this document in front, and goes on from there", () => {
    const tape = openTape()
    const { initial, step } = foldOf(watchlistMachine, undefined)
    const events = ["A", "B", "C"].map((symbol, index) => ({
      type: "watchlist.add" as const,
      symbol,
      at: index,
    }))
    tape.watcher.onPast({
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
    start(tape, actor)
    actor.send({ type: "watchlist.add", symbol: "D", at: 9 })
    expect(tape.entries().map(({ place, source }) => [place, source])).toEqual([
      [-2, "journal"],
      [-1, "journal"],
      [0, "journal"],
      [1, "here"],
    ])
    expect([-3, -2, 0, 1].map((place) => symbolsAt(tape, place))).toEqual([
      [],
      ["A"],
      expect.arrayContaining(["A", "B", "C"]),
      expect.arrayContaining(["A", "B", "C", "D"]),
    ])
    expect(tape.entryAt(-1)?.event).toEqual(events[1])
    expect([tape.begin(), tape.end()]).toEqual([-2, 1])
  })

  it("takes what is not journaled to have been, before this document, as it was when the first page stood", () => {
    const tape = openTape()
    const { add } = watched(tape)
    add("A")
    tape.settle()
    add("B")
    expect([symbolsAt(tape, -5), symbolsAt(tape, 2)]).toEqual([["A"], expect.arrayContaining(["A", "B"])])
  })

  it("hears what a seat takes over from another tab", () => {
    const tape = openTape()
    const { initial, step } = foldOf(watchlistMachine, undefined)
    const event = { type: "watchlist.add" as const, symbol: "A", at: 1 }
    const before: AnyMachineSnapshot = initial()
    tape.watcher.onFolded("watchlist", event, before, step(initial(), event))
    expect(tape.entries()[0]).toMatchObject({ source: "elsewhere", event })
    expect(symbolsAt(tape, 1)).toEqual(["A"])
  })

  it("is bounded, and what is left can still be shown", () => {
    const tape = openTape()
    const { actor, add } = watched(tape)
    for (let count = 0; count < ENTRY_LIMIT + 5_000; count += 1) {
      if (count % 2 === 0) add("A")
      else actor.send({ type: "watchlist.remove", symbol: "A", at: 5 })
    }
    expect(tape.entries().length).toBeLessThanOrEqual(ENTRY_LIMIT)
    expect(tape.begin()).toBe(tape.entries()[0]?.place)
    for (const place of [tape.begin(), tape.begin() + 1, tape.end() - 1, tape.end()])
      expect(symbolsAt(tape, place)).toEqual(place % 2 === 1 ? ["A"] : [])
  })
})
