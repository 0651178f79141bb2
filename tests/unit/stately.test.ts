import { createBrowserReceiver } from "@statelyai/inspect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type AnyActor, createActor, createMachine } from "xstate"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { deafWatcher } from "../../src/actors/watcher.ts"
import { withStately } from "../../src/inspect/stately.ts"
import { REDACTED } from "../../src/journal/codec.ts"

type Told = Parameters<Parameters<ReturnType<typeof createBrowserReceiver>["subscribe"]>[0] & object>[0]

/** Two windows that talk as those of a browser do: the app's, and the one that it may open, which is there before Stately's package is read. */
const windows = vi.hoisted(() => {
  // a message is heard after what is being done
  const post = (target: EventTarget) => (data: unknown) => {
    const message = Object.assign(new Event("message"), { data: structuredClone(data) })
    queueMicrotask(() => target.dispatchEvent(message))
  }
  const own = Object.assign(new EventTarget(), { open: (_url: string): unknown => inspector })
  const page = new EventTarget()
  const inspector: object = Object.assign(page, {
    postMessage: post(page),
    opener: { postMessage: post(own) },
  })
  Object.assign(inspector, { self: inspector, top: inspector })
  vi.stubGlobal("window", inspector)
  return { own }
})

beforeEach(() => void vi.stubGlobal("window", windows.own))
afterEach(() => void vi.restoreAllMocks())

/** Stately's page has loaded: what its package hears from now on. */
const receive = (): readonly Told[] => {
  const told: Told[] = []
  createBrowserReceiver().subscribe((event) => void told.push(event))
  return told
}

const start = (watch: ReturnType<typeof withStately>, actor: AnyActor): void => {
  watch.onActor({ actor, machine: actor.logic, input: undefined })
  actor.start()
}

describe("Stately's inspector", () => {
  it("hears of actors, events and snapshots, also of those before its window had loaded", async () => {
    const opened = vi.spyOn(windows.own, "open")
    const actor = createActor(watchlistMachine, { id: "watchlist" })
    start(withStately(), actor)
    actor.send({ type: "watchlist.add", symbol: "AAPL", at: 5 })
    expect(opened).toHaveBeenLastCalledWith("https://stately.ai/inspect", "xstateinspector")
    const told = receive()
    actor.send({ type: "watchlist.add", symbol: "SP500", at: 6 })
    await vi.waitFor(() => expect(JSON.stringify(told)).toContain("SP500"))
    const own = told.filter(({ sessionId }) => sessionId === actor.sessionId)
    expect(own.find(({ type }) => type === "@xstate.actor")).toMatchObject({ name: watchlistMachine.id })
    expect(own.flatMap((one) => (one.type === "@xstate.event" ? one.event : []))).toEqual(
      expect.arrayContaining([
        { type: "watchlist.add", symbol: "AAPL", at: 5 },
        { type: "watchlist.add", symbol: "SP500", at: 6 },
      ]),
    )
    expect(own.findLast(({ type }) => type === "@xstate.snapshot")).toMatchObject({
      snapshot: { value: actor.getSnapshot().value, context: actor.getSnapshot().context },
    })
  })

  it("is told no secret", async () => {
    const token = "8f14e45fceea167a5a36dedd4bea2543"
    const watch = withStately()
    const told = receive()
    const machine = createMachine({ id: "leaky", context: { token }, on: { "leaky.tell": {} } })
    const actor = createActor(machine, { id: "leaky" })
    start(watch, actor)
    actor.send({ type: "leaky.tell", password: "violet-harbour-59" })
    const everything = () => JSON.stringify(told.map((one) => ({ ...one, definition: "" })))
    await vi.waitFor(() => expect(everything()).toContain("leaky.tell"))
    expect(everything()).toContain(REDACTED)
    expect(everything()).not.toContain(token)
    expect(everything()).not.toContain("violet-harbour-59")
  })

  it("is gone without where its window may not open, says so, and whoever else looks on still does", () => {
    vi.spyOn(windows.own, "open").mockReturnValue(null)
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {})
    const other = { ...deafWatcher, onActor: vi.fn() }
    const actor = createActor(watchlistMachine, { id: "watchlist" })
    start(withStately(other), actor)
    actor.send({ type: "watchlist.add", symbol: "AAPL", at: 5 })
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/allow pop-ups/))
    expect(other.onActor).toHaveBeenCalledOnce()
  })
})
