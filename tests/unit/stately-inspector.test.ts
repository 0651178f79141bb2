import { REDACTED } from "@financial-links/journal"
import { createBrowserReceiver } from "@statelyai/inspect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type AnyActor, createActor, createMachine } from "xstate"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { successBody } from "../../src/contract/envelope.ts"
import { withStatelyInspector } from "../../src/devtools/stately-inspector.ts"
import { noopInspector } from "../../src/runtime/actors/inspector.ts"
import { json } from "../support/answering-server.ts"
import { configOf } from "../support/config.ts"
import { encodeAnswer } from "../support/encoded-answer.ts"
import { openInspectedApp } from "../support/inspected-app.ts"
import { freshBrowser } from "../support/journal-host.ts"
import { memberOf } from "../support/member.ts"

type Received = Parameters<Parameters<ReturnType<typeof createBrowserReceiver>["subscribe"]>[0] & object>[0]

/**
 * Two windows that exchange messages: the app's and the inspector's. They exist before Stately's
 * package loads.
 */
const windows = vi.hoisted(() => {
  // messages are delivered asynchronously
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
  return { own, inspector }
})

beforeEach(() => void vi.stubGlobal("window", windows.own))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Loads Stately's page; returns the messages that it receives. */
const receive = (): readonly Received[] => {
  const received: Received[] = []
  createBrowserReceiver().subscribe((event) => void received.push(event))
  return received
}

const start = (inspector: ReturnType<typeof withStatelyInspector>, actor: AnyActor): void => {
  inspector.onActor({ actor, machine: actor.logic, input: undefined })
  actor.start()
}

describe("Stately's inspector", () => {
  it("receives actors, events and snapshots, those before its window loaded too", async () => {
    const opened = vi.spyOn(windows.own, "open")
    const actor = createActor(watchlistMachine, { id: "watchlist" })
    start(withStatelyInspector(), actor)
    actor.send({ type: "watchlist.add", symbol: "AAPL", at: 5 })
    expect(opened).toHaveBeenLastCalledWith("https://stately.ai/inspect", "xstateinspector")
    const received = receive()
    actor.send({ type: "watchlist.add", symbol: "SP500", at: 6 })
    await vi.waitFor(() => expect(JSON.stringify(received)).toContain("SP500"))
    const own = received.filter(({ sessionId }) => sessionId === actor.sessionId)
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

  it("receives no secret", async () => {
    const token = "8f14e45fceea167a5a36dedd4bea2543"
    const inspector = withStatelyInspector()
    const received = receive()
    const machine = createMachine({ id: "leaky", context: { token }, on: { "leaky.tell": {} } })
    const actor = createActor(machine, { id: "leaky" })
    start(inspector, actor)
    actor.send({ type: "leaky.tell", password: "violet-harbour-59" })
    const everything = () => JSON.stringify(received.map((one) => ({ ...one, definition: "" })))
    await vi.waitFor(() => expect(everything()).toContain("leaky.tell"))
    expect(everything()).toContain(REDACTED)
    expect(everything()).not.toContain(token)
    expect(everything()).not.toContain("violet-harbour-59")
  })

  it("receives every actor of the app during a login, and no secret", async () => {
    for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => {})
    freshBrowser()
    const [password, token] = ["violet-harbour-59", "c9f0f895fb98ab9159f51fd0297e236d"]
    const actors = new Map<string, AnyActor>()
    const inspector = withStatelyInspector({
      ...noopInspector,
      onActor: ({ actor }) => void actors.set(actor.sessionId, actor),
    })
    const received = receive()
    const { system, close } = await openInspectedApp(inspector, (response, request) => {
      const session = { token, temporaryToken: `${token}00`, user: memberOf("ada") }
      const body = request.url.startsWith("/api/login/account")
        ? successBody("errorCode", encodeAnswer("login", session))
        : successBody("code", encodeAnswer("systemConfig", configOf()))
      json(body)(response, request)
    })
    const { boot, secrets } = system
    const entry = { username: "ada", secret: secrets.keep(password), at: 5 }
    boot.session.send({ type: "session.login", ...entry })
    await expect.poll(() => boot.session.getSnapshot().context.user?.id).toBe("ada")
    const session = [...actors.values()].find(({ id }) => id === "session")
    const shown = () =>
      received.findLast((one) => one.sessionId === session?.sessionId && one.type === "@xstate.snapshot")
    await expect
      .poll(shown)
      .toMatchObject({ snapshot: { value: { authenticated: "active" }, context: { user: { id: "ada" } } } })
    const arrived = new Set(received.flatMap((one) => (one.type === "@xstate.actor" ? one.sessionId : [])))
    const missing = [...actors.values()].filter(({ sessionId }) => !arrived.has(sessionId))
    expect(missing.map(({ id }) => id)).toEqual([])
    expect(arrived.size).toBeGreaterThan(5)
    const everything = JSON.stringify(received)
    expect(everything).toContain("session.login")
    for (const canary of [password, token]) expect(everything).not.toContain(canary)
    await close()
  })

  it("warns if its window is blocked, and leaves the other inspector in place", () => {
    vi.spyOn(windows.own, "open").mockReturnValue(null)
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {})
    const other = { ...noopInspector, onActor: vi.fn() }
    const actor = createActor(watchlistMachine, { id: "watchlist" })
    start(withStatelyInspector(other), actor)
    actor.send({ type: "watchlist.add", symbol: "AAPL", at: 5 })
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/allow pop-ups/))
    expect(other.onActor).toHaveBeenCalledOnce()
  })
})
