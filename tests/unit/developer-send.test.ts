import { foldOf } from "@financial-links/journal"
import { describe, expect, it } from "vitest"
import { createActor } from "xstate"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { createDeveloperSend } from "../../src/devtools/developer-send.ts"
import { createEventLog } from "../../src/devtools/event-log.ts"
import { watchlistStream } from "../../src/events/watchlist.ts"

const pure = foldOf(watchlistMachine, undefined)
const machines = [{ id: "watchlist", machine: watchlistMachine, stream: watchlistStream, pure }]

const open = () => {
  const eventLog = createEventLog(() => 1)
  const developerSend = createDeveloperSend(eventLog, () => Promise.resolve({ machines }))
  const actor = createActor(watchlistMachine, { id: "watchlist" })
  eventLog.inspector.onActor({ actor, machine: watchlistMachine, input: undefined })
  actor.start()
  const [logged] = eventLog.actors()
  if (!logged) throw new Error("the actor is not in the log")
  return { eventLog, developerSend, actor, logged }
}

describe("sending by hand", () => {
  it("reaches the running actor, and the log says that the developer sent it", () => {
    const { eventLog, developerSend, actor, logged } = open()
    const event = { type: "watchlist.add", symbol: "AAPL", at: 5 }
    expect(developerSend.send(logged, event)).toBe(true)
    expect(actor.getSnapshot().context.symbols).toEqual(["AAPL"])
    expect(eventLog.entryAt(1)?.sender).toEqual({ kind: "developer" })
    actor.send({ type: "watchlist.add", symbol: "MSFT", at: 5 })
    expect(eventLog.entryAt(2)?.sender).toEqual({ kind: "outside" })
  })

  it("says when the machine ignores the event", () => {
    const { developerSend, logged } = open()
    expect(developerSend.send(logged, { type: "watchlist.unheardOf" })).toBe(false)
  })

  it("sends nothing to an actor that has ended, or is of an earlier document", () => {
    const { eventLog, developerSend, actor, logged } = open()
    actor.stop()
    expect([developerSend.canSend(logged), developerSend.send(logged, { type: "watchlist.add" })]).toEqual([
      false,
      null,
    ])
    const past = createEventLog(() => 1)
    const events = [{ type: "watchlist.add", symbol: "A", at: 1 }]
    past.inspector.onReplayed({
      id: "watchlist",
      machine: watchlistMachine,
      input: undefined,
      from: pure.initial(),
      events,
    })
    const [replayed] = past.actors()
    const ofPast = createDeveloperSend(past, () => Promise.resolve({ machines }))
    expect(replayed && ofPast.canSend(replayed)).toBe(false)
    expect(eventLog.end()).toBe(0)
  })

  it("knows the events of journaled machines, and of those without a journal", async () => {
    const { developerSend, logged } = open()
    const events = await developerSend.eventsOf(logged)
    expect(events?.forms.map(({ type }) => type)).toEqual(expect.arrayContaining(["watchlist.add"]))
  })
})
