import { Context, Schema } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type WebSocket as Socket, WebSocketServer } from "ws"
import { createActor, fromCallback, setup } from "xstate"
import { marketMachine, marketPhase } from "../../machines/market.ts"
import { endpoints } from "../../src/contract/endpoints.ts"
import { successBody } from "../../src/contract/envelope.ts"
import type { Quote } from "../../src/domain/entities.ts"
import { STREAM_HEARTBEAT_MS } from "../../src/domain/limits.ts"
import { QuoteFrame } from "../../src/domain/stream-messages.ts"
import type { MarketEvent } from "../../src/events/market.ts"
import { encodeAnswer } from "../../src/runtime/effects/call.ts"
import { createQuoteStore, type QuoteStore } from "../../src/runtime/effects/quote-store.ts"
import { Api } from "../../src/runtime/effects/services.ts"
import { quoteConnection } from "../../src/runtime/quote-connection.ts"
import { createRequests } from "../../src/runtime/request-runner.ts"
import { type Answer, answering, json } from "../support/answering-server.ts"

const quote = (seq: number, price: string): Quote => ({
  ...{ symbol: "AAPL", seq, atMs: seq, price, open: price, high: price, low: price },
  previousClose: price,
})
const encodeFrame = Schema.encodeSync(Schema.fromJsonString(QuoteFrame))
const frame = (type: QuoteFrame["type"], number: number, price: string): string =>
  encodeFrame({ type, frame: number, atMs: 1, quotes: [quote(number, price)] })

let server: Awaited<ReturnType<typeof answering>>
let isRefusing: boolean
let store: QuoteStore
let opened: Socket[]
let asked: string[]

/** First prices, and tickets by number. */
const answerOf = (): Answer => {
  let tickets = 0
  const first = encodeAnswer("quotes", { type: "snapshot", frame: 1, atMs: 1, quotes: [quote(1, "20.0000")] })
  return (response, received) => {
    const isTicket = received.url.startsWith(`/${endpoints.streamTicket.path}`)
    if (isTicket) tickets += 1
    const answer = isTicket ? { ticket: `ticket-${tickets}`, expires_at_ms: 1 } : first
    json(isRefusing ? {} : successBody("code", answer), isRefusing ? 500 : 200)(response, received)
  }
}

beforeEach(async () => {
  ;[opened, asked, isRefusing] = [[], [], false]
  server = await answering(answerOf())
  const sockets = new WebSocketServer({ noServer: true })
  server.server.on("upgrade", (request, socket, head) => {
    asked.push(request.url ?? "")
    sockets.handleUpgrade(request, socket, head, (each) => opened.push(each))
  })
  store = createQuoteStore((task) => task())
})
afterEach(async () => {
  for (const each of opened) each.terminate()
  await server.close()
})

const services = () => {
  const caller = { baseUrl: server.url, token: () => "t", userId: () => null, locale: () => "en" as const }
  const requests = createRequests(caller, { onTokenInvalid: () => {}, onLoading: () => {} })
  return Context.make(Api, { call: requests.call })
}
const connection = () =>
  quoteConnection(services(), {
    store,
    origin: () => server.url,
    now: Date.now,
    memberId: () => "ada",
    roll: Math.random,
  })

/** A connection whose facts are collected as the market receives them. */
const run = () => {
  const emitted: MarketEvent[] = []
  const ended = Promise.withResolvers<Extract<MarketEvent, { readonly type: "market.lost" }>>()
  const receiver = setup({
    types: { events: {} as MarketEvent },
    actors: { connection: connection() },
    actions: {
      collect: ({ event }) => {
        if (event.type === "market.lost") ended.resolve(event)
        else emitted.push(event)
      },
    },
  }).createMachine({
    invoke: { id: "connection", src: "connection", input: { after: null } },
    on: { "*": { actions: "collect" } },
  })
  const actor = createActor(receiver).start()
  return {
    emitted,
    types: () => emitted.map(({ type }) => type),
    ended: () => ended.promise,
    stop: () => actor.stop(),
  }
}
const socket = (index = 0) => vi.waitFor(() => opened[index] ?? expect.fail("no socket yet"))

describe("the quote stream", () => {
  it("opens the socket with a one-use ticket and applies what it sends", async () => {
    const { emitted, types } = run()
    const connected = await socket()
    expect(asked).toEqual(["/api/market/stream?ticket=ticket-1"])
    connected.send(frame("snapshot", 7, "25.4000"))
    connected.send(frame("frame", 8, "25.5000"))
    await vi.waitFor(() => expect(store.get("AAPL")?.price).toBe("25.5000"))
    expect(types()).toEqual(["market.ticketed", "market.connected", "market.framed", "market.framed"])
    expect(emitted[3]).toMatchObject({ kind: "frame", frame: 8 })
  })

  it.each([
    ["text that is no JSON", "{"],
    [
      "a frame of another shape",
      JSON.stringify({ type: "frame", frame: 1, at_ms: 1, quotes: [{ symbol: 1 }] }),
    ],
  ])("gives up a connection that sends %s", async (_what, message) => {
    const { ended } = run()
    const connected = await socket()
    connected.send(message)
    expect(await ended()).toMatchObject({ type: "market.lost", failure: { reason: "no-answer.malformed" } })
    await vi.waitFor(() => expect(connected.readyState).toBe(3))
  })

  it("takes the events of its own member, and gives up a connection that sends those of another", async () => {
    const { ended, emitted } = run()
    const connected = await socket()
    const events = (memberId: string, number: number) =>
      JSON.stringify({ type: "member", member_id: memberId, number, events: [] })
    connected.send(events("ada", 3))
    connected.send(events("bob", 4))
    expect(await ended()).toMatchObject({ type: "market.lost", failure: { reason: "market.foreign-events" } })
    const received = emitted.flatMap((event) =>
      event.type === "market.eventsReceived" ? [event.number] : [],
    )
    expect(received).toEqual([3])
    await vi.waitFor(() => expect(connected.readyState).toBe(3))
  })

  it("passes on whether the site is open, and what the member has read elsewhere", async () => {
    const { emitted } = run()
    const connected = await socket()
    for (const message of [
      { type: "site", open: false },
      { type: "member", number: 3, events: [], marks: 2 },
      { type: "site", open: true },
    ])
      connected.send(JSON.stringify(message))
    const at = expect.any(Number)
    await vi.waitFor(() =>
      expect(emitted.slice(2)).toEqual([
        { type: "market.siteReported", isOpen: false, at },
        { type: "market.eventsReceived", number: 3, events: [], at },
        { type: "market.eventsRead", version: 2, at },
        { type: "market.siteReported", isOpen: true, at },
      ]),
    )
  })

  it("reports a lost connection, with a random share of the pause", async () => {
    const { ended } = run()
    ;(await socket()).terminate()
    const lost = await ended()
    expect(lost).toMatchObject({ type: "market.lost", failure: { reason: "no-answer.network" } })
    expect(lost.roll).toBeGreaterThanOrEqual(0)
    expect(lost.roll).toBeLessThan(1)
  })

  it("sends heartbeats, and drops a connection that no longer answers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      const { ended, emitted } = run()
      const connected = await socket()
      await vi.waitFor(() => expect(emitted.map(({ type }) => type)).toContain("market.connected"))
      const received: string[] = []
      connected.on("message", (data) => received.push(String(data)))
      const beats = async (count: number) => {
        const before = received.length
        for (let beat = 0; beat < count; beat += 1) vi.advanceTimersByTime(STREAM_HEARTBEAT_MS)
        await vi.waitFor(() => expect(received).toHaveLength(before + count))
      }
      await beats(2)
      // any message is an answer
      connected.send(frame("snapshot", 7, "25.4000"))
      await vi.waitFor(() => expect(store.get("AAPL")?.price).toBe("25.4000"))
      await beats(2)
      connected.send("pong")
      const isDelivered = new Promise((resolve) => connected.once("pong", resolve))
      connected.ping()
      await isDelivered
      await beats(2)
      expect(received).toEqual(Array.from({ length: 6 }, () => "ping"))
      vi.advanceTimersByTime(STREAM_HEARTBEAT_MS)
      expect(await ended()).toMatchObject({ type: "market.lost", failure: { reason: "no-answer.network" } })
      expect(vi.getTimerCount()).toBe(0)
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

  it("reports that it got no ticket", async () => {
    isRefusing = true
    const { ended } = run()
    expect(await ended()).toMatchObject({ type: "market.lost", failure: { reason: "no-answer.server" } })
    expect(opened).toHaveLength(0)
  })

  it("reconnects with a fresh snapshot after a gap, and never shows an outdated price", async () => {
    const actor = createActor(
      marketMachine.provide({
        actors: {
          stream: connection(),
          watchNetwork: fromCallback(() => undefined),
          rememberPrices: fromCallback(() => undefined),
        },
      }),
    ).start()
    actor.send({ type: "market.start", at: 1 })
    const first = await socket()
    first.send(frame("snapshot", 7, "25.0000"))
    first.send(frame("frame", 9, "26.0000"))
    const second = await socket(1)
    expect(marketPhase(actor.getSnapshot())).toBe("stale")
    second.send(frame("snapshot", 11, "27.0000"))
    await vi.waitFor(() => expect(marketPhase(actor.getSnapshot())).toBe("live"))
    expect(store.get("AAPL")?.price).toBe("27.0000")
    expect(asked).toEqual(["/api/market/stream?ticket=ticket-1", "/api/market/stream?ticket=ticket-2"])
    actor.stop()
    await vi.waitFor(() => expect(second.readyState).toBe(3))
  })
})
