import { REDACTED } from "@financial-links/journal"
import { describe, expect, it } from "vitest"
import { createActor, fromCallback } from "xstate"
import { requestMachine } from "../../machines/request.ts"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { differencesBetween } from "../../packages/console/src/compare.ts"
import { createMarks, markedPositions } from "../../packages/console/src/marks.ts"
import { createEventLog } from "../../src/devtools/event-log.ts"
import { timelineOf } from "../../src/devtools/timeline.ts"
import { redact } from "../../src/journal/redact.ts"

const openWatchlist = () => {
  const eventLog = createEventLog(() => 1)
  const actor = createActor(watchlistMachine, { id: "watchlist" })
  eventLog.inspector.onActor({ actor, machine: watchlistMachine, input: undefined })
  actor.start()
  const add = (symbol: string) => actor.send({ type: "watchlist.add", symbol, at: 5 })
  return { eventLog, timeline: timelineOf(eventLog), add }
}

describe("the differences between two positions", () => {
  it("are the changed fields of every actor, from A to B in either direction", () => {
    const { timeline, add } = openWatchlist()
    add("AAPL")
    add("MSFT")
    const changed = (a: number, b: number) =>
      differencesBetween(timeline, a, b, redact).map(({ actor, changes }) => ({ id: actor.id, changes }))
    const path = "context.symbols.1"
    const added = { path, before: undefined, after: "MSFT" }
    expect(changed(1, 2)).toEqual([{ id: "watchlist", changes: [added] }])
    const removed = { path, before: "MSFT", after: undefined }
    expect(changed(2, 1)).toEqual([{ id: "watchlist", changes: [removed] }])
    expect(changed(2, 2)).toEqual([])
  })

  it("name an actor that was not there at one of them", () => {
    const { eventLog, timeline, add } = openWatchlist()
    add("AAPL")
    const machine = requestMachine.provide({ actors: { attempt: fromCallback(() => {}) } })
    const input = { endpoint: "quotes", method: "GET", key: null, loading: false }
    const request = createActor(machine, { id: "request:quotes", input })
    eventLog.inspector.onActor({ actor: request, machine, input })
    request.start()
    const [difference, ...others] = differencesBetween(timeline, 0, 1, redact).filter(
      ({ actor }) => actor.id !== "watchlist",
    )
    expect(others).toEqual([])
    expect(difference).toMatchObject({ actor: { id: "request:quotes" }, states: { a: null }, changes: [] })
    expect(difference?.states.b).not.toBeNull()
    request.stop()
  })

  it("are redacted", () => {
    const { timeline, add } = openWatchlist()
    add("AAPL")
    // a card number where a symbol belongs
    add("4111111111111111")
    const [difference] = differencesBetween(timeline, 1, 2, redact)
    expect(difference?.changes.map(({ after }) => after)).toEqual([REDACTED])
  })
})

describe("marked positions", () => {
  it("are the shown one and one before it, until they are set or removed", () => {
    const { timeline, add } = openWatchlist()
    for (let count = 0; count < 60; count += 1) add(`S${count}`)
    const marks = createMarks()
    const positions = () => markedPositions(marks.view(), timeline, 50)
    expect(positions()).toEqual({ a: 10, b: 50 })
    marks.set(timeline, "a", 55)
    expect(positions()).toEqual({ a: 55, b: 50 })
    marks.set(timeline, "b", 20)
    marks.set(timeline, "a", null)
    expect(positions()).toEqual({ a: 0, b: 20 })
  })
})
