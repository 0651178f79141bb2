import { describe, expect, it } from "vitest"
import { createActor, fromCallback, SimulatedClock } from "xstate"
import { marketMachine, marketPhase } from "../../machines/market.ts"
import type { Quote } from "../../src/domain/entities.ts"
import { QUOTE_STALE_MS, RECONNECT_MAX_MS, STREAM_SILENCE_MS } from "../../src/domain/limits.ts"
import type { ReceivedEvent } from "../../src/domain/member-event.ts"
import type { QuoteFrame } from "../../src/domain/stream-messages.ts"
import type { MarketEvent } from "../../src/events/market.ts"
import { createQuoteStore } from "../../src/runtime/effects/quote-store.ts"
import { sessionStarted } from "../model/events/market.ts"
import { pathOf } from "../support/explore.ts"

const at = 1_000
const framed = (kind: "snapshot" | "frame", frame: number, roll = 1): MarketEvent => ({
  type: "market.framed",
  kind,
  frame,
  roll,
  at,
})
const lost = (roll: number): MarketEvent => ({
  type: "market.lost",
  failure: { reason: "no-answer.network" },
  roll,
  at,
})

const started = () => {
  const clock = new SimulatedClock()
  let connections = 0
  const actor = createActor(
    marketMachine.provide({
      actors: {
        stream: fromCallback(() => {
          connections += 1
        }),
        watchNetwork: fromCallback(() => undefined),
        rememberPrices: fromCallback(() => undefined),
      },
    }),
    { clock },
  ).start()
  const say = (...events: readonly MarketEvent[]) => {
    for (const event of events) actor.send(event)
  }
  const open = () =>
    say({ type: "market.ticketed", at }, { type: "market.connected", at }, framed("snapshot", 10))
  say({ type: "market.start", at })
  return {
    clock,
    say,
    open,
    connections: () => connections,
    /** Counts the changes of the member that the machine emits. */
    changes: () => {
      let count = 0
      actor.on("member.changed", () => (count += 1))
      return () => count
    },
    /** What the machine emits from now on. */
    emitted: () => {
      const all: object[] = []
      actor.on("*", (event) => all.push(event))
      return all
    },
    /** The states of the site that the machine announces. */
    sites: () => {
      const said: string[] = []
      for (const type of ["site.opened", "site.closed"] as const) actor.on(type, () => said.push(type))
      return said
    },
    path: () => pathOf(actor.getSnapshot().value),
    phase: () => marketPhase(actor.getSnapshot()),
    number: () => actor.getSnapshot().context.number,
    pauseMs: () => actor.getSnapshot().context.pauseMs,
  }
}

const received = (number: number, ...events: readonly number[]): MarketEvent => ({
  type: "market.eventsReceived",
  number,
  events: events.map(sessionStarted),
  at,
})

describe("the member's events", () => {
  it("are a change each time, the first number too", () => {
    const market = started()
    const changes = market.changes()
    market.open()
    market.say(received(7))
    expect(changes()).toBe(1)
    market.say(received(8, 8), received(10, 9, 10))
    expect(changes()).toBe(3)
    expect(market.number()).toBe(10)
  })

  it("of a kind that this build does not know count too, and are named apart", () => {
    const market = started()
    market.open()
    market.say(received(7))
    const emitted = market.emitted()
    const unknown = { number: 9, kind: "loan", atMs: at }
    market.say({ type: "market.eventsReceived", number: 9, events: [sessionStarted(8), unknown], at })
    expect(emitted).toEqual([
      { type: "member.changed", events: [sessionStarted(8)] },
      { type: "member.contractsChanged" },
      { type: "member.eventUnknown" },
    ])
    expect([market.number(), market.phase()]).toEqual([9, "live"])
    market.say(received(10, 10))
    expect([emitted.length, market.number(), market.phase()]).toEqual([4, 10, "live"])
  })

  it("say whether open contracts have changed by more than they hold", () => {
    const market = started()
    const contract = {
      ...{ symbol: "AAPL", name: "Apple", direction: "up" as const, stake: "1000.00" },
      ...{ net: null, closingPrice: null, ending: null },
    }
    const order = (number: number, ending: "settled" | null) => ({
      ...sessionStarted(number),
      ...{ kind: "order" as const, to: ending ?? "opened", contract: { ...contract, ending } },
    })
    const isSaid = (number: number, ...events: readonly ReceivedEvent[]) => {
      const emitted = market.emitted()
      market.say({ type: "market.eventsReceived", number, events, at })
      return emitted.some((each) => "type" in each && each.type === "member.contractsChanged")
    }
    market.open()
    expect(isSaid(7)).toBe(true)
    expect(isSaid(9, sessionStarted(8), order(9, "settled"))).toBe(false)
    expect(isSaid(11, order(10, "settled"), order(11, null))).toBe(true)
    expect(isSaid(12, { number: 12, kind: "order", contract: { ending: "knocked-out" }, atMs: at })).toBe(
      true,
    )
  })

  it("are ignored when they were received before", () => {
    const market = started()
    market.open()
    market.say(received(7), received(9, 8, 9))
    const changes = market.changes()
    market.say(received(8, 8), received(9, 8, 9), received(9))
    expect([changes(), market.number(), market.phase()]).toEqual([0, 9, "live"])
  })

  it.each([
    ["are missing", received(9, 9)],
    ["are out of order", received(9, 9, 8)],
    ["are fewer than the number says", received(9, 8)],
    ["come before the member's number", received(1, 1)],
  ])("drop the connection when some %s, and the next one resumes after the last", (_what, event) => {
    const market = started()
    market.open()
    if (event.type === "market.eventsReceived" && event.number !== 1) market.say(received(7))
    const changes = market.changes()
    const before = market.number()
    market.say(event)
    expect([market.path(), market.number(), changes()]).toEqual(["on.waiting", before, 0])
  })

  it("tell after a lost connection whether something changed meanwhile", () => {
    const market = started()
    market.open()
    market.say(received(7))
    const changes = market.changes()
    market.say(lost(0), received(7))
    expect(changes()).toBe(0)
    market.say(lost(0), received(8, 8))
    expect(changes()).toBe(1)
  })

  it("begin anew where the server has fewer than the app knows", () => {
    const market = started()
    market.open()
    market.say(received(7), received(3))
    expect(market.number()).toBe(3)
  })
})

describe("the site's state", () => {
  it("is announced as often as it is reported", () => {
    const market = started()
    const said = market.sites()
    market.open()
    const reported = (isOpen: boolean): MarketEvent => ({ type: "market.siteReported", isOpen, at })
    market.say(reported(true), reported(false), reported(true))
    expect(said).toEqual(["site.opened", "site.closed", "site.opened"])
  })
})

describe("the quote stream", () => {
  it("is live from the first snapshot on, for as long as frames follow one another", () => {
    const market = started()
    expect(market.phase()).toBe("connecting")
    market.open()
    expect(market.phase()).toBe("live")
    for (let frame = 11; frame < 40; frame += 1) {
      market.clock.increment(QUOTE_STALE_MS - 1)
      market.say(framed("frame", frame))
      expect(market.phase()).toBe("live")
    }
    expect(market.connections()).toBe(1)
  })

  it("is stale after three seconds of silence, live again with the next frame, and dead after eight", () => {
    const market = started()
    market.open()
    market.clock.increment(QUOTE_STALE_MS)
    expect(market.phase()).toBe("stale")
    market.say(framed("frame", 11))
    expect(market.phase()).toBe("live")
    market.clock.increment(QUOTE_STALE_MS)
    market.clock.increment(STREAM_SILENCE_MS - QUOTE_STALE_MS)
    market.clock.increment(0)
    expect(market.connections()).toBe(2)
    expect(market.phase()).toBe("stale")
  })

  it.each([
    ["a gap", 12],
    ["a repetition", 10],
    ["a reversal", 9],
  ])("asks for a fresh snapshot after %s", (_what, frame) => {
    const market = started()
    market.open()
    market.say(framed("frame", frame, 0.5))
    expect(market.phase()).toBe("stale")
    expect(market.path()).toBe("on.waiting")
    market.clock.increment(500)
    expect(market.connections()).toBe(2)
    market.open()
    expect(market.phase()).toBe("live")
  })

  it("does not take a frame for a snapshot", () => {
    const market = started()
    market.say({ type: "market.ticketed", at }, { type: "market.connected", at }, framed("frame", 3))
    expect(market.path()).toBe("on.waiting")
  })

  it("waits a random, growing and bounded time before it comes back", () => {
    const market = started()
    const pauses = Array.from({ length: 8 }, () => {
      market.say(lost(1))
      const pause = market.pauseMs()
      market.clock.increment(pause)
      return pause
    })
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, RECONNECT_MAX_MS])
    market.open()
    market.say(framed("frame", 11), lost(0.25))
    expect(market.pauseMs()).toBe(125)
  })

  it("gives up on a socket that does not open or does not send", () => {
    const market = started()
    market.say({ type: "market.ticketed", at })
    market.clock.increment(STREAM_SILENCE_MS)
    market.clock.increment(0)
    expect(market.connections()).toBe(2)
    market.say({ type: "market.ticketed", at }, { type: "market.connected", at })
    market.clock.increment(STREAM_SILENCE_MS)
    market.clock.increment(0)
    expect(market.connections()).toBe(3)
  })

  it("waits for the network when the device is offline, and connects at once when it is back", () => {
    const market = started()
    market.open()
    market.say({ type: "market.wentOffline", at })
    expect(market.phase()).toBe("offline")
    market.clock.increment(60_000)
    expect(market.connections()).toBe(1)
    market.say({ type: "market.cameOnline", at })
    expect(market.connections()).toBe(2)
    market.say(lost(1), { type: "market.cameOnline", at })
    expect(market.connections()).toBe(3)
    market.say({ type: "market.stop", at })
    expect(market.path()).toBe("off")
  })
})

const quote = (symbol: string, seq: number, price = "25.0000"): Quote => ({
  symbol,
  seq,
  atMs: seq,
  price,
  open: price,
  high: price,
  low: price,
  previousClose: price,
})
const frameOf = (type: "snapshot" | "frame", atMs: number, ...quotes: readonly Quote[]): QuoteFrame => ({
  type,
  frame: 1,
  atMs,
  quotes,
})

describe("the quote store", () => {
  it("tells each listener once per painted frame, and only of its own symbol", () => {
    const tasks: (() => void)[] = []
    const store = createQuoteStore((task) => tasks.push(task))
    const received: string[] = []
    store.subscribe("A", () => received.push(`A ${store.get("A")?.seq}`))
    const end = store.subscribe("B", () => received.push("B"))
    for (let seq = 1; seq <= 10; seq += 1) store.apply(frameOf("frame", seq, quote("A", seq)), seq)
    expect(received).toEqual([])
    expect(tasks).toHaveLength(1)
    tasks.shift()?.()
    expect(received).toEqual(["A 10"])
    end()
    store.apply(frameOf("frame", 11, quote("B", 11)), 11)
    expect(tasks).toEqual([])
    expect(store.get("B")?.seq).toBe(11)
  })

  it("never lets an older tick replace a newer one, but for the snapshot that begins a connection", () => {
    const store = createQuoteStore((task) => task())
    store.apply(frameOf("frame", 5, quote("A", 5, "5.0000")), 5)
    store.apply(frameOf("frame", 6, quote("A", 4, "4.0000")), 6)
    expect(store.get("A")?.price).toBe("5.0000")
    store.apply(frameOf("snapshot", 7, quote("A", 1, "1.0000")), 7)
    expect(store.get("A")?.price).toBe("1.0000")
  })

  it("knows the server's clock from the frame that travelled shortest", () => {
    const store = createQuoteStore((task) => task())
    expect(store.clockOffsetMs()).toBe(0)
    store.apply(frameOf("snapshot", 10_000), 1_300)
    store.apply(frameOf("frame", 10_500), 1_550)
    store.apply(frameOf("frame", 11_000), 2_900)
    expect(store.clockOffsetMs()).toBe(8_950)
  })
})
