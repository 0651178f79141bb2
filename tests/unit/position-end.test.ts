import { describe, expect, it } from "vitest"
import type { Order, Quote } from "../../src/domain/entities.ts"
import type { MemberEvent } from "../../src/domain/member-event.ts"
import { namedState } from "../../src/domain/position.ts"
import { afterEvent, endByTick, isSettling } from "../../src/domain/position-end.ts"
import { positionsBeside } from "../../src/runtime/stream/position-store.ts"
import { createQuoteStore } from "../../src/runtime/stream/quote-store.ts"
import { sessionStarted } from "../model/events/stream.ts"
import { openedContract as opened } from "../support/contracts.ts"

const entrySeq = opened.entrySeq ?? 0
const expiresAtMs = opened.expiresAtMs ?? 0

const tick = (price: string, changes: Partial<Quote> = {}): Quote => ({
  ...{ symbol: opened.symbol, seq: entrySeq + 1, atMs: expiresAtMs - 10_000, price },
  ...{ open: price, high: price, low: price, previousClose: price },
  ...changes,
})

describe("the end of an open contract by a tick", () => {
  it("is the price at or past its stop-out, its take-profit or its stop-loss, and none between them", () => {
    const order: Order = { ...opened, takeProfit: "26.0000", stopLoss: "25.0000" }
    const endsAt = (price: string) => endByTick(order, tick(price), null)
    expect(["25.4100", "25.9999", "25.0001"].map(endsAt)).toEqual([null, null, null])
    for (const price of ["26.0000", "26.5000", "25.0000", "24.0000"]) expect(endsAt(price)).toEqual({ price })
    expect(endByTick(opened, tick("20.3454"), null)).toEqual({ price: "20.3454" })
    expect(endByTick(opened, tick("20.4000"), null)).toBeNull()
    const down: Order = { ...order, direction: "down", takeProfit: "25.0000", stopLoss: "26.0000" }
    expect(endByTick(down, tick("26.0000"), null)).toEqual({ price: "26.0000" })
  })

  it("is the price before the first tick after the expiry, and unknown where none was seen", () => {
    const late = tick("30.0000", { atMs: expiresAtMs + 1 })
    expect(endByTick(opened, late, "25.5000")).toEqual({ price: "25.5000" })
    expect(endByTick(opened, late, null)).toEqual({ price: null })
    expect(endByTick(opened, tick("25.5000", { atMs: expiresAtMs }), null)).toBeNull()
  })

  it("is the first price after an early close was accepted", () => {
    const closing: Order = { ...opened, closeRequestedAtMs: 1_000 }
    expect(endByTick(closing, tick("25.5000", { atMs: 1_000 }), null)).toBeNull()
    expect(endByTick(closing, tick("25.5000", { atMs: 1_001 }), null)).toEqual({ price: "25.5000" })
  })

  it("does not come before its entry, nor to a contract that has none", () => {
    expect(endByTick(opened, tick("1.0000", { seq: entrySeq }), null)).toBeNull()
    const low = tick("1.0000")
    expect(endByTick(opened, low, null)).toEqual({ price: "1.0000" })
    const without: readonly Partial<Order>[] = [
      { state: "accepted" },
      { state: "settled" },
      { openingPrice: null },
      { entrySeq: null },
      { expiresAtMs: null },
      { openingPrice: "0.0000", direction: "down" },
    ]
    for (const changes of without)
      expect(endByTick({ ...opened, ...changes }, low, null), JSON.stringify(changes)).toBeNull()
  })
})

describe("a contract whose settlement alone is awaited", () => {
  const [beforeMs, afterMs] = [expiresAtMs - 1, expiresAtMs]

  it("is one that a price has ended, at whatever time", () => {
    const end = { price: null }
    expect(isSettling(opened, { end, nowMs: beforeMs, isStale: false })).toBe(true)
    expect(isSettling(opened, { end: null, nowMs: beforeMs, isStale: false })).toBe(false)
  })

  it("is not yet one whose time is over while prices come: the last of them may still arrive", () => {
    expect(isSettling(opened, { end: null, nowMs: afterMs, isStale: false })).toBe(false)
    expect(isSettling(opened, { end: null, nowMs: afterMs, isStale: true })).toBe(true)
    expect(isSettling(opened, { end: null, nowMs: beforeMs, isStale: true })).toBe(false)
  })

  it("is one whose settlement the server has delayed", () => {
    const delayed: Order = { ...opened, delayedSinceMs: beforeMs }
    expect(isSettling(delayed, { end: null, nowMs: beforeMs, isStale: false })).toBe(true)
  })
})

const ended = (subject: string): MemberEvent => ({
  ...sessionStarted(9),
  ...{
    kind: "order",
    subject,
    from: "opened",
    to: "closed_early",
    by: "service",
    amount: "10100.00",
    atMs: 5,
  },
  contract: {
    ...{ symbol: opened.symbol, name: opened.name, direction: "up", stake: opened.stake },
    ...{ net: "100.00", closingPrice: "26.0000", ending: "take-profit" },
  },
})

describe("positions", () => {
  const open = (order: Order) => {
    const quotes = createQuoteStore((task) => task())
    let seq = entrySeq
    const say = (price: string, atMs = expiresAtMs - 10_000) => {
      seq += 1
      quotes.apply({ type: "frame", frame: seq, atMs, quotes: [tick(price, { seq, atMs })] }, atMs)
    }
    const positions = positionsBeside(quotes)
    say("25.5000")
    positions.follow([order])
    return { quotes, positions, say, end: () => positions.positionOf(order).end }
  }

  it("stand still at the price that ended them, whatever prices follow", () => {
    const { say, end } = open({ ...opened, takeProfit: "26.0000" })
    expect(end()).toBeNull()
    say("26.1000")
    expect(end()).toEqual({ price: "26.1000" })
    for (const price of ["25.0000", "27.0000"]) say(price)
    expect(end()).toEqual({ price: "26.1000" })
  })

  it("stand still at the last price before their expiry", () => {
    const { say, end } = open(opened)
    say("25.7000", expiresAtMs)
    expect(end()).toBeNull()
    say("25.9000", expiresAtMs + 1)
    say("25.1000", expiresAtMs + 2)
    expect(end()).toEqual({ price: "25.7000" })
  })

  it("are never open after the event of their end, and listeners learn it at once", () => {
    const { positions } = open(opened)
    const heights: number[] = []
    const stop = positions.subscribe(() => heights.push(positions.version()))
    positions.applyEvents([sessionStarted(8), ended(opened.id)])
    const { order, end } = positions.positionOf(opened)
    expect(end).toBeNull()
    expect(order).toMatchObject({ status: "completed", net: "100.00", credited: "10100.00", closedAtMs: 5 })
    expect(namedState({ ...order, takeProfit: "26.0000" })).toBe("take-profit")
    expect(heights).toEqual([1])
    positions.applyEvents([sessionStarted(9)])
    stop()
    positions.applyEvents([ended("another")])
    expect(heights).toEqual([1])
  })

  it("leave an answer that holds the end as it is", () => {
    const settled: Order = { ...opened, status: "completed", state: "settled", net: "7.00" }
    expect(afterEvent(settled, ended(opened.id))).toBe(settled)
    expect(afterEvent(opened, { ...ended(opened.id), contract: null })).toBe(opened)
    const event = ended(opened.id)
    const { contract } = event
    const opening = { ...event, to: "opened", contract: contract && { ...contract, ending: null } }
    expect(afterEvent(opened, opening)).toBe(opened)
    const { positions, say } = open({ ...opened, takeProfit: "26.0000" })
    say("26.1000")
    positions.follow([settled])
    expect(positions.positionOf(opened).end).toBeNull()
  })

  it("of a member whose session has ended are forgotten, and no price is compared with them", () => {
    const { positions, say, end } = open({ ...opened, takeProfit: "26.0000" })
    const other: Order = { ...opened, id: "another" }
    say("26.1000")
    positions.applyEvents([ended(other.id)])
    positions.clear()
    expect(positions.positionOf(other).order).toBe(other)
    say("25.5000")
    expect(end()).toBeNull()
    for (const price of ["26.1000", "25.5000"]) say(price)
    expect(end()).toBeNull()
  })

  it("are one store beside the same prices", () => {
    const { quotes, positions } = open(opened)
    expect(positionsBeside(quotes)).toBe(positions)
    expect(positionsBeside(createQuoteStore())).not.toBe(positions)
  })
})
