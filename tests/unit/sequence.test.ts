import { describe, expect, it } from "vitest"
import { createActor, emit, setup } from "xstate"
import { createMarks, spanOf } from "../../packages/console/src/marks.ts"
import { MESSAGE_LIMIT, type Sequence, sequenceOf } from "../../packages/console/src/sequence.ts"
import { createEventLog, type EventLog } from "../../src/devtools/event-log.ts"
import { timelineOf } from "../../src/devtools/timeline.ts"
import { freshBrowserForEach } from "../support/in-process-runtime.ts"
import { openInspectedApp } from "../support/inspected-app.ts"

const closing = freshBrowserForEach()

type Ping = { readonly type: "ping" } | { readonly type: "pong" }
type Emitted = { readonly type: "pinged" }

const pingMachine = setup({ types: { events: {} as Ping, emitted: {} as Emitted } }).createMachine({
  id: "ping",
  initial: "idle",
  states: {
    idle: { on: { ping: { actions: emit({ type: "pinged" }), target: "waiting" } } },
    waiting: { after: { 5: "idle" } },
  },
})

const follow = (eventLog: EventLog, id: string) => {
  const actor = createActor(pingMachine, { id })
  eventLog.inspector.onActor({ actor, machine: pingMachine, input: undefined })
  actor.start()
  closing.push(() => actor.stop())
  return actor
}

/** Each message as "sender > receiver: event", "?" for a sender that was not observed. */
const linesOf = ({ lifelines, messages }: Sequence): readonly string[] =>
  messages.map(({ from, to, entry }) => {
    const sender = from === null ? "?" : lifelines[from] || "outside"
    return `${sender} > ${lifelines[to]}: ${entry.event.type}`
  })

const wholeOf = (eventLog: EventLog, filter?: string): Sequence =>
  sequenceOf(timelineOf(eventLog), { from: eventLog.begin() - 1, to: eventLog.end() }, filter)

describe("the sequence of a span", () => {
  it("names the actor whose event was processed as the sender, and the event that was routed", async () => {
    const eventLog = createEventLog(Date.now)
    const { system, close } = await openInspectedApp(eventLog.inspector)
    closing.push(close)
    system.boot.navigation.send({
      type: "navigation.navigateTo",
      url: "/pages/wallet/index",
      key: "k1",
      at: 1,
    })
    const sequence = wholeOf(eventLog)
    expect(linesOf(sequence)).toContain("navigation > session: session.keepIntent")
    const routed = sequence.messages.find(({ entry }) => entry.event.type === "session.keepIntent")
    expect(routed?.entry.sender).toMatchObject({ kind: "actor", emitted: "navigation.loginRequired" })
    expect(sequence.lifelines[0]).toBe("")
  })

  it("tells a subscription from the outside, and from a timer", async () => {
    const eventLog = createEventLog(Date.now)
    const [first, second] = [follow(eventLog, "first"), follow(eventLog, "second")]
    first.subscribe((snapshot) => {
      if (snapshot.matches("waiting")) second.send({ type: "ping" })
    })
    first.send({ type: "ping" })
    second.send({ type: "pong" })
    await expect.poll(() => linesOf(wholeOf(eventLog)).length).toBe(5)
    const lines = linesOf(wholeOf(eventLog))
    expect(linesOf(wholeOf(eventLog, "SECOND ping")).slice(0, 1)).toEqual(["first > second: ping"])
    expect(lines.slice(0, 3)).toEqual([
      "outside > first: ping",
      "first > second: ping",
      "outside > second: pong",
    ])
    expect(lines[3]).toMatch(/^first > first: xstate\.after/)
    expect(wholeOf(eventLog).messages[3]?.entry.sender).toEqual({ kind: "timer" })
  })

  it("names the emitted event for its listeners alone, not for a subscription after them", () => {
    const eventLog = createEventLog(Date.now)
    const [first, second] = [follow(eventLog, "first"), follow(eventLog, "second")]
    first.on("*", () => second.send({ type: "pong" }))
    first.subscribe(() => second.send({ type: "pong" }))
    first.send({ type: "ping" })
    const senders = wholeOf(eventLog).messages.map(({ entry }) => entry.sender)
    expect(senders).toMatchObject([
      { kind: "outside" },
      { kind: "actor", emitted: "pinged" },
      { kind: "actor", emitted: null },
    ])
  })

  it("has no sender for an event from the journal", () => {
    const eventLog = createEventLog(Date.now)
    const from = createActor(pingMachine).getSnapshot()
    const events = [{ type: "ping" }]
    eventLog.inspector.onReplayed({ id: "ping", machine: pingMachine, input: undefined, from, events })
    expect(linesOf(wholeOf(eventLog))).toEqual(["? > ping: ping"])
  })

  it("forgets an actor that throws: the next event comes from the outside", async () => {
    const eventLog = createEventLog(Date.now)
    const throwing = setup({ types: { events: {} as Ping } }).createMachine({
      id: "throwing",
      on: {
        ping: {
          actions: () => {
            throw new Error("thrown by the test")
          },
        },
      },
    })
    const actor = createActor(throwing, { id: "throwing" })
    eventLog.inspector.onActor({ actor, machine: throwing, input: undefined })
    actor.subscribe({ error: () => {} })
    actor.start()
    actor.send({ type: "ping" })
    await Promise.resolve()
    follow(eventLog, "next").send({ type: "pong" })
    expect(linesOf(wholeOf(eventLog)).at(-1)).toBe("outside > next: pong")
  })

  it("draws the newest messages of a long span and counts the others", () => {
    const eventLog = createEventLog(Date.now)
    const actor = follow(eventLog, "busy")
    for (let count = 0; count < MESSAGE_LIMIT + 7; count += 1) actor.send({ type: "pong" })
    const { messages, omitted } = wholeOf(eventLog)
    expect([messages.length, omitted]).toEqual([MESSAGE_LIMIT, 7])
    expect(messages.at(-1)?.entry.position).toBe(eventLog.end())
  })
})

describe("marks", () => {
  it("span the positions between them in either order, within their timeline only", () => {
    const eventLog = createEventLog(Date.now)
    const actor = follow(eventLog, "busy")
    for (let count = 0; count < 100; count += 1) actor.send({ type: "pong" })
    const timeline = timelineOf(eventLog)
    const marks = createMarks()
    expect(spanOf(marks.view(), timeline, 100)).toEqual({ from: 60, to: 100 })
    expect(spanOf(marks.view(), timeline, 10)).toEqual({ from: 0, to: 10 })
    marks.set(timeline, "a", 70)
    marks.set(timeline, "b", 20)
    expect(spanOf(marks.view(), timeline, 100)).toEqual({ from: 20, to: 70 })
    expect(spanOf(marks.view(), timelineOf(eventLog), 100)).toEqual({ from: 60, to: 100 })
  })
})
