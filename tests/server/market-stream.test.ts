import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Schema } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { WebSocket } from "ws"
import type { MemberNews } from "../../server/core/member-events.ts"
import { Db } from "../../server/db/db.ts"
import { seriesOfTape } from "../../server/market/published-series.ts"
import { makeQuoteBook } from "../../server/market/quote-book.ts"
import { replayFeed } from "../../server/market/replay-feed.ts"
import { type JournalTick, nextTick } from "../../server/market/tick.ts"
import { CLOSE, makeQuoteStream, notifyMembers, roundPauseMs } from "../../server/stream/quote-stream.ts"
import { stream as quoteStream } from "../../src/contract/endpoints.ts"
import type { MemberEvent, MemberEvents } from "../../src/domain/member-event.ts"
import type { QuoteFrame } from "../../src/domain/stream-messages.ts"
import { sessionStarted } from "../model/events/stream.ts"
import { testMarket } from "../support/trading.ts"

const feed = replayFeed(
  { secret: "tests", anchorMs: 0, anchorDay: 0, dayMs: 60_000, tickMs: 1_000 },
  seriesOfTape("first"),
)
const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Union([quoteStream.frame, quoteStream.member, quoteStream.site])),
)

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A stream on a real port, with the market and the clock under the test's control. */
const open = () => {
  let nowMs = 1_000
  const quoteBook = makeQuoteBook(feed)
  const heads = new Map<string, JournalTick>()
  const stream = makeQuoteStream({ quoteBook, settings: testMarket }, () => nowMs)
  const sessions = new Map<string, AbortController>()
  const server: Server = createServer()
  server.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "", "http://localhost")
    const memberId = url.pathname.slice(1)
    const after = url.searchParams.get("after") || null
    const controller = sessions.get(memberId) ?? new AbortController()
    sessions.set(memberId, controller)
    const session = { memberId, tokenHash: memberId, lifeMs: 1e15 }
    stream.accept({
      ...{ request, socket, head, session, ended: controller.signal },
      host: "",
      after: after === null ? null : Number(after),
    })
  })
  server.listen(0)
  closers.push(() => {
    stream.close()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    stream,
    sessions,
    cycle: (...symbols: string[]) => {
      nowMs += 1_000
      for (const symbol of symbols) {
        const tick = nextTick(symbol, heads.get(symbol) ?? null, nowMs, feed.priceAt(symbol, nowMs) ?? 1n)
        heads.set(symbol, tick)
        quoteBook.record(tick)
      }
      stream.sendFrame()
    },
    early: (ms: number) => {
      nowMs += ms
      stream.sendFrame()
    },
    connect: async (memberId: string, after: number | null = null) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/${memberId}?after=${after ?? ""}`)
      const frames: QuoteFrame[] = []
      const received: MemberEvents[] = []
      const sites: boolean[] = []
      socket.on("message", (data) => {
        const message = decode(data.toString())
        if (message.type === "member") received.push(message)
        else if (message.type === "site") sites.push(message.open)
        else frames.push(message)
      })
      const closed = new Promise<number>((resolve) => socket.once("close", resolve))
      await new Promise((resolve, reject) => {
        socket.once("message", resolve)
        socket.once("close", resolve)
        socket.once("error", reject)
      })
      return { socket, frames, received, sites, closed }
    },
  }
}

const news = (last: number, events: readonly MemberEvent[] = []): MemberNews => ({
  ...{ last, read: 0, readVersion: 0 },
  events,
})

/** Every connection is also sent what its member has read. */
const isNoMark = ({ marks }: MemberEvents): boolean => marks === undefined

const settled = async () => {
  // in turns: after a pause of the process a timer comes before what has arrived
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe("a round that reads what is new", () => {
  it.each([
    [0, 30],
    [4, 80],
    [1_000, 150],
  ])("of %d ms is followed by a pause of %d ms", (tookMs, pauseMs) => {
    expect(roundPauseMs(tookMs)).toBe(pauseMs)
  })
})

describe("the quote stream", () => {
  it("sends a snapshot, then numbered frames with the changed quotes; none while nothing changes", async () => {
    const { cycle, connect, early } = open()
    cycle("AAPL", "MSFT")
    const { frames } = await connect("m1")
    cycle("AAPL")
    cycle()
    early(100)
    cycle("AAPL", "MSFT")
    await settled()
    expect(
      frames.map(({ type, frame, quotes }) => [type, frame, quotes.map((quote) => quote.symbol)]),
    ).toEqual([
      ["snapshot", 1, ["AAPL", "MSFT"]],
      ["frame", 2, ["AAPL"]],
      ["frame", 3, ["AAPL", "MSFT"]],
    ])
  })

  it("says each member's last number once, then sends each their own events", async () => {
    const { stream, cycle, connect } = open()
    cycle("AAPL")
    const [a, b] = await Promise.all([connect("m1"), connect("m2")])
    const unknown = { number: null, readVersion: null }
    expect(stream.sentToMembers()).toEqual(new Map([...(["m1", "m2"] as const)].map((id) => [id, unknown])))
    const sent = () => stream.sentToMembers()
    stream.sendNews(sent(), new Map(Object.entries({ m1: news(3), m2: news(1) })))
    expect(sent().get("m1")).toEqual({ number: 3, readVersion: 0 })
    const two = [sessionStarted(4), sessionStarted(5)]
    for (const _ of two) stream.sendNews(sent(), new Map(Object.entries({ m1: news(5, two), m3: news(9) })))
    await settled()
    expect(a.received.filter(isNoMark)).toEqual([
      { type: "member", memberId: "m1", number: 3, events: [] },
      { type: "member", memberId: "m1", number: 5, events: two },
    ])
    expect(b.received.filter(isNoMark)).toEqual([{ type: "member", memberId: "m2", number: 1, events: [] }])
  })

  it("sends a message that needs the longest header of a frame", async () => {
    const { stream, cycle, connect } = open()
    cycle("AAPL")
    const { received } = await connect("m1")
    stream.sendNews(stream.sentToMembers(), new Map([["m1", news(0)]]))
    const many = Array.from({ length: 600 }, (_, i) => sessionStarted(i + 1))
    expect(JSON.stringify(many).length).toBeGreaterThan(65_536)
    stream.sendNews(stream.sentToMembers(), new Map([["m1", news(600, many)]]))
    await expect
      .poll(() => received.filter(isNoMark).at(-1), { timeout: 10_000 })
      .toEqual({ type: "member", memberId: "m1", number: 600, events: many })
  })

  it("says what each member has read: once, and when some is marked on another device", async () => {
    const { stream, cycle, connect } = open()
    cycle("AAPL")
    const device = await connect("m1")
    const mark = (read: number, readVersion: number) =>
      stream.sendNews(stream.sentToMembers(), new Map([["m1", { ...news(4), read, readVersion }]]))
    for (const readVersion of [1, 1, 2]) mark(1, readVersion)
    const other = await connect("m1", 4)
    expect(stream.sentToMembers()).toEqual(new Map([["m1", { number: 4, readVersion: null }]]))
    mark(4, 3)
    expect(stream.sentToMembers()).toEqual(new Map([["m1", { number: 4, readVersion: 3 }]]))
    await settled()
    const start = { type: "member", memberId: "m1", number: 4, events: [] }
    expect(device.received).toEqual([
      start,
      { ...start, read: 1, marks: 1 },
      { ...start, read: 1, marks: 2 },
      { ...start, read: 4, marks: 3 },
    ])
    expect(other.received).toEqual([start, { ...start, read: 4, marks: 3 }])
  })

  it("resumes after the number that a client names, and starts over at one it does not have", async () => {
    const { stream, cycle, connect } = open()
    cycle("AAPL")
    const [late, ahead] = [await connect("m1", 2), await connect("m1", 8)]
    expect(stream.sentToMembers().get("m1")?.number).toBe(2)
    const two = [sessionStarted(3), sessionStarted(4)]
    stream.sendNews(stream.sentToMembers(), new Map([["m1", news(4, two)]]))
    expect(stream.sentToMembers()).toEqual(new Map([["m1", { number: 4, readVersion: 0 }]]))
    await settled()
    expect(late.received.filter(isNoMark)).toEqual([
      { type: "member", memberId: "m1", number: 4, events: two },
    ])
    expect(ahead.received.filter(isNoMark)).toEqual([
      { type: "member", memberId: "m1", number: 4, events: [] },
    ])
  })

  it("sends a device that connects while news are read no events with a gap before them", async () => {
    const { stream, cycle, connect } = open()
    cycle("AAPL")
    await connect("m1", 8)
    const sent = stream.sentToMembers()
    const late = await connect("m1", 2)
    stream.sendNews(sent, new Map([["m1", news(9, [sessionStarted(9)])]]))
    await settled()
    expect(late.received).toEqual([])
    expect(stream.sentToMembers().get("m1")?.number).toBe(2)
  })

  it("sends everybody the site's state, once after connecting and once each time it is another", async () => {
    const { stream, cycle, connect } = open()
    cycle("AAPL")
    const a = await connect("m1")
    for (const isOpen of [true, true, false, false]) stream.sendSiteState(isOpen)
    const b = await connect("m2")
    for (const isOpen of [false, true]) stream.sendSiteState(isOpen)
    await settled()
    expect(a.sites).toEqual([true, false, true])
    expect(b.sites).toEqual([false, true])
  })

  it("sends every subscriber the same frames, and a snapshot on request, rate limited", async () => {
    const { cycle, connect } = open()
    cycle("AAPL")
    const [a, b] = await Promise.all([connect("m1"), connect("m2")])
    cycle("AAPL")
    for (const { frames } of [a, b]) await expect.poll(() => frames).toHaveLength(2)
    expect(a.frames).toEqual(b.frames)
    a.socket.send("resync")
    a.socket.send("resync")
    await expect.poll(() => a.frames).toHaveLength(3)
    await settled()
    expect(a.frames.map(({ type, frame }) => `${type} ${frame}`)).toEqual([
      "snapshot 1",
      "frame 2",
      "snapshot 2",
    ])
    expect(b.frames).toHaveLength(2)
  })

  it("answers heartbeats, rate limited, and counts the subscriber as alive", async () => {
    const { cycle, connect, stream } = open()
    cycle("AAPL")
    const { socket, frames } = await connect("m1")
    const received: string[] = []
    socket.removeAllListeners("message")
    socket.on("message", (data) => received.push(String(data)))
    // A subscriber whose pongs are lost.
    socket.pong = () => {}
    socket.send("ping")
    socket.send("ping")
    await expect.poll(() => received).not.toEqual([])
    await settled()
    expect(received).toEqual(["pong"])
    expect(frames).toHaveLength(1)
    stream.heartbeat()
    socket.send("ping")
    await settled()
    stream.heartbeat()
    expect(stream.count()).toBe(1)
  })

  it("keeps a subscriber that answers pings and says nothing", async () => {
    const { cycle, connect, stream } = open()
    cycle("AAPL")
    const { socket } = await connect("m1")
    const pinged = new Promise((resolve) => socket.once("ping", resolve))
    stream.heartbeat()
    await pinged
    await settled()
    stream.heartbeat()
    await settled()
    expect(stream.count()).toBe(1)
    expect(socket.readyState).toBe(WebSocket.OPEN)
  })

  it("closes on any other client message", async () => {
    const { cycle, connect } = open()
    cycle("AAPL")
    const [chatty, binary, long] = [await connect("a"), await connect("b"), await connect("c")]
    chatty.socket.send("hello")
    binary.socket.send(Buffer.from("resync"))
    long.socket.send("x".repeat(1_000))
    expect(await chatty.closed).toBe(CLOSE.unexpected)
    expect(await binary.closed).toBe(CLOSE.unexpected)
    expect(await long.closed).toBe(1009)
  })

  it("closes the sockets of a session that ends, and no others", async () => {
    const { cycle, connect, sessions, stream } = open()
    cycle("AAPL")
    const [mine, also, other] = [await connect("m1"), await connect("m1"), await connect("m2")]
    sessions.get("m1")?.abort()
    expect(await Promise.all([mine.closed, also.closed])).toEqual([CLOSE.sessionEnded, CLOSE.sessionEnded])
    await settled()
    expect(stream.count()).toBe(1)
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  })

  it("reads the news of many members in statements of 250", async () => {
    const members = Array.from({ length: 2_500 }, (_, i) => `m${i}`)
    const asked: number[] = []
    const db = Db.of({
      engine: "postgres",
      sql: (_sql, [ids] = []) => {
        if (Array.isArray(ids)) asked.push(ids.length)
        return Effect.succeed([])
      },
      execute: () => Effect.never,
      script: () => Effect.never,
      transaction: () => Effect.never,
    })
    const notified: string[] = []
    const many = {
      sentToMembers: () => new Map(members.map((id) => [id, { number: 1, readVersion: 0 }])),
      sendNews: (sent: ReadonlyMap<string, unknown>) => void notified.push(...sent.keys()),
      sendSiteState: () => {},
    }
    await Effect.runPromise(Effect.provideService(notifyMembers(many), Db, db))
    expect(asked).toEqual(Array.from({ length: 10 }, () => 250))
    expect(notified).toEqual(members)
  })

  it("closes a member's 21st socket, and accepts another when one has ended", async () => {
    const { cycle, connect, stream } = open()
    cycle("AAPL")
    const [first] = await Promise.all(Array.from({ length: 20 }, () => connect("m1")))
    expect(await (await connect("m1")).closed).toBe(CLOSE.tooMany)
    first?.socket.close()
    await expect.poll(stream.count).toBe(19)
    await connect("m1")
    expect(stream.count()).toBe(20)
  })

  it("disconnects a subscriber that does not read, and one that does not answer pings", async () => {
    const { cycle, connect, stream } = open()
    cycle(...feed.symbols)
    const slow = await connect("slow")
    const fast = await connect("fast")
    slow.socket.pause()
    for (let i = 0; i < 20_000 && stream.count() === 2; i++) {
      cycle(...feed.symbols)
      if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await settled()
    expect(stream.count()).toBe(1)
    expect(fast.socket.readyState).toBe(WebSocket.OPEN)
    fast.socket.pong = () => undefined
    stream.heartbeat()
    fast.socket.pause()
    stream.heartbeat()
    await settled()
    expect(stream.count()).toBe(0)
  })
})
