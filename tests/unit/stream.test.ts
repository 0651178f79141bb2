import { Context, Effect, Schema } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type WebSocket as Socket, WebSocketServer } from "ws"
import { createActor, type EventObject, fromCallback } from "xstate"
import { streamPhase } from "../../machines/stream.ts"
import { endpoints } from "../../src/contract/endpoints.ts"
import { successBody } from "../../src/contract/envelope.ts"
import type { Quote } from "../../src/domain/entities.ts"
import { STREAM_HEARTBEAT_MS } from "../../src/domain/limits.ts"
import { QuoteFrame } from "../../src/domain/stream-messages.ts"
import type { StreamEvent } from "../../src/events/stream.ts"
import { streamWith } from "../../src/runtime/actors/member-actors.ts"
import { createRequests } from "../../src/runtime/api/request-runner.ts"
import { Api, OfflineCache } from "../../src/runtime/api/services.ts"
import { createQuoteStore, type QuoteStore } from "../../src/runtime/stream/quote-store.ts"
import { type Answer, answering, json } from "../support/answering-server.ts"
import { encodeAnswer } from "../support/encoded-answer.ts"

const quote = (seq: number, price: string): Quote => ({
  ...{ symbol: "AAPL", seq, atMs: seq, price, open: price, high: price, low: price },
  previousClose: price,
})
const encodeFrame = Schema.encodeSync(Schema.fromJsonString(QuoteFrame))
const frame = (type: QuoteFrame["type"], number: number, price: string): string =>
  encodeFrame({ type, frame: number, atMs: 1, quotes: [quote(number, price)] })

let server: Awaited<ReturnType<typeof answering>>
let store: QuoteStore
let opened: Socket[]
let asked: string[]
let stops: (() => void)[]

/** First prices, and tickets by number. */
const answerOf = (): Answer => {
  let tickets = 0
  const first = encodeAnswer("quotes", { type: "snapshot", frame: 1, atMs: 1, quotes: [quote(1, "20.0000")] })
  return (response, received) => {
    const isTicket = received.url.startsWith(`/${endpoints.streamTicket.path}`)
    if (isTicket) tickets += 1
    const answer = isTicket ? { ticket: `ticket-${tickets}`, expires_at_ms: 1 } : first
    json(successBody("code", answer))(response, received)
  }
}

beforeEach(async () => {
  ;[opened, asked, stops] = [[], [], []]
  server = await answering(answerOf())
  const sockets = new WebSocketServer({ noServer: true })
  server.server.on("upgrade", (request, socket, head) => {
    asked.push(request.url ?? "")
    sockets.handleUpgrade(request, socket, head, (each) => opened.push(each))
  })
  store = createQuoteStore((task) => task())
})
afterEach(async () => {
  for (const stop of stops) stop()
  for (const each of opened) each.terminate()
  await server.close()
})

/** The stream, started on a device that is online, and what it received. */
const run = () => {
  const caller = { baseUrl: server.url, token: () => "t", userId: () => null, locale: () => "en" as const }
  const requests = createRequests(caller, { onTokenInvalid: () => {}, onLoading: () => {} })
  const services = Context.make(Api, { call: requests.call }).pipe(
    Context.add(OfflineCache, { recall: () => Effect.succeed(undefined), keep: () => Effect.void }),
  )
  const machine = streamWith(services, {
    store,
    origin: () => server.url,
    now: Date.now,
    memberId: () => "ada",
    roll: Math.random,
  })
  const received: StreamEvent[] = []
  const lost = Promise.withResolvers<Extract<StreamEvent, { readonly type: "stream.lost" }>>()
  const isFact = (event: EventObject): event is StreamEvent => event.type.startsWith("stream.")
  const actor = createActor(machine.provide({ actors: { watchNetwork: nothing, rememberPrices: nothing } }))
  actor.system.inspect((inspected) => {
    if (inspected.type !== "@xstate.event" || inspected.actorRef !== actor) return
    const { event } = inspected
    if (!isFact(event) || event.type === "stream.start") return
    if (event.type === "stream.lost") lost.resolve(event)
    else received.push(event)
  })
  actor.start()
  stops.push(() => actor.stop())
  actor.send({ type: "stream.start", at: 1 })
  return {
    received,
    types: () => received.map(({ type }) => type),
    lost: () => lost.promise,
    phase: () => streamPhase(actor.getSnapshot()),
    stop: () => actor.stop(),
  }
}
const nothing = fromCallback(() => undefined)
const socket = (index = 0) => vi.waitFor(() => opened[index] ?? expect.fail("no socket yet"))

describe("the stream", () => {
  it("opens the socket with a one-use pass and applies what it sends", async () => {
    const { received, types } = run()
    const connected = await socket()
    expect(asked).toEqual(["/api/market/stream?ticket=ticket-1"])
    connected.send(frame("snapshot", 7, "25.4000"))
    connected.send(frame("frame", 8, "25.5000"))
    await vi.waitFor(() => expect(store.get("AAPL")?.price).toBe("25.5000"))
    expect(types()).toEqual(["stream.passIssued", "stream.connected", "stream.framed", "stream.framed"])
    expect(received[3]).toMatchObject({ kind: "frame", frame: 8 })
  })

  it.each([
    ["text that is no JSON", "{"],
    [
      "a frame of another shape",
      JSON.stringify({ type: "frame", frame: 1, at_ms: 1, quotes: [{ symbol: 1 }] }),
    ],
  ])("gives up a connection that sends %s", async (_what, message) => {
    const { lost } = run()
    const connected = await socket()
    connected.send(message)
    expect(await lost()).toMatchObject({ type: "stream.lost", failure: { reason: "no-answer.malformed" } })
    await vi.waitFor(() => expect(connected.readyState).toBe(3))
  })

  it("takes the events of its own member, and gives up a connection that sends those of another", async () => {
    const { lost, received } = run()
    const connected = await socket()
    const events = (memberId: string, number: number) =>
      JSON.stringify({ type: "member", member_id: memberId, number, events: [] })
    connected.send(events("ada", 3))
    connected.send(events("bob", 4))
    expect(await lost()).toMatchObject({ type: "stream.lost", failure: { reason: "stream.foreign-events" } })
    const numbers = received.flatMap((event) =>
      event.type === "stream.eventsReceived" ? [event.number] : [],
    )
    expect(numbers).toEqual([3])
    await vi.waitFor(() => expect(connected.readyState).toBe(3))
  })

  it("passes on whether the site is open, and what the member has read elsewhere", async () => {
    const { received } = run()
    const connected = await socket()
    for (const message of [
      { type: "site", open: false },
      { type: "member", number: 3, events: [], marks: 2 },
      { type: "site", open: true },
    ])
      connected.send(JSON.stringify(message))
    const at = expect.any(Number)
    await vi.waitFor(() =>
      expect(received.slice(2)).toEqual([
        { type: "stream.siteReported", isOpen: false, at },
        { type: "stream.eventsReceived", number: 3, events: [], at },
        { type: "stream.eventsRead", version: 2, at },
        { type: "stream.siteReported", isOpen: true, at },
      ]),
    )
  })

  it("reports a lost connection, with a random share of the pause", async () => {
    const { lost } = run()
    ;(await socket()).terminate()
    const event = await lost()
    expect(event).toMatchObject({ type: "stream.lost", failure: { reason: "no-answer.network" } })
    expect(event.roll).toBeGreaterThanOrEqual(0)
    expect(event.roll).toBeLessThan(1)
  })

  it("sends heartbeats, and reports the first message after each as its answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      const { types } = run()
      const connected = await socket()
      await vi.waitFor(() => expect(types()).toContain("stream.connected"))
      const said: string[] = []
      connected.on("message", (data) => said.push(String(data)))
      const answers = () => types().filter((type) => type === "stream.answered").length
      for (const [count, answer] of ["pong", frame("snapshot", 7, "25.4000")].entries()) {
        vi.advanceTimersByTime(STREAM_HEARTBEAT_MS)
        await vi.waitFor(() => expect(said).toHaveLength(count + 1))
        expect(answers()).toBe(count)
        connected.send(answer)
        await vi.waitFor(() => expect(answers()).toBe(count + 1))
      }
      connected.send(frame("frame", 8, "25.5000"))
      await vi.waitFor(() => expect(store.get("AAPL")?.price).toBe("25.5000"))
      expect([said, answers()]).toEqual([["ping", "ping"], 2])
    } finally {
      vi.useRealTimers()
    }
  })

  it("closes the socket when it is interrupted", async () => {
    const { stop } = run()
    const connected = await socket()
    stop()
    await vi.waitFor(() => expect(connected.readyState).toBe(3))
  })

  it("reconnects with a fresh snapshot after a gap, and never shows an outdated price", async () => {
    const { phase, stop } = run()
    const first = await socket()
    first.send(frame("snapshot", 7, "25.0000"))
    first.send(frame("frame", 9, "26.0000"))
    const second = await socket(1)
    expect(phase()).toBe("stale")
    second.send(frame("snapshot", 11, "27.0000"))
    await vi.waitFor(() => expect(phase()).toBe("live"))
    expect(store.get("AAPL")?.price).toBe("27.0000")
    expect(asked).toEqual(["/api/market/stream?ticket=ticket-1", "/api/market/stream?ticket=ticket-2"])
    stop()
    await vi.waitFor(() => expect(second.readyState).toBe(3))
  })
})
