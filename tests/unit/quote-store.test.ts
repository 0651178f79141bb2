import { describe, expect, it } from "vitest"
import type { Quote } from "../../src/domain/entities.ts"
import type { QuoteFrame } from "../../src/domain/stream-messages.ts"
import { createQuoteStore } from "../../src/runtime/stream/quote-store.ts"

const quote = (symbol: string, seq: number, price = "1.0000"): Quote => ({
  ...{ symbol, seq, atMs: seq, price, open: price, high: price, low: price, previousClose: price },
})

const frame = (type: "frame" | "snapshot", atMs: number, ...quotes: readonly Quote[]): QuoteFrame => ({
  type,
  frame: 1,
  atMs,
  quotes,
})

/** A store whose frames are painted when the test says so. */
const openStore = () => {
  const due: (() => void)[] = []
  const store = createQuoteStore((work) => void due.push(work))
  const paint = (): void => {
    for (const work of due.splice(0)) work()
  }
  return { store, due, paint }
}

describe("the prices of a device", () => {
  it("never go back within a connection, and are those of the snapshot that begins one", () => {
    const { store } = openStore()
    store.apply(frame("frame", 10, quote("AAPL", 5, "5.0000"), quote("MSFT", 1)), 0)
    store.apply(frame("frame", 10, quote("AAPL", 5, "9.0000")), 1)
    store.apply(frame("frame", 10, quote("AAPL", 4, "4.0000")), 2)
    expect(store.get("AAPL")).toEqual({ ...quote("AAPL", 5, "5.0000"), receivedAtMs: 0 })
    store.apply(frame("frame", 10, quote("AAPL", 6, "6.0000")), 3)
    expect(store.get("AAPL")?.price).toBe("6.0000")
    store.apply(frame("snapshot", 10, quote("AAPL", 2, "2.0000")), 4)
    expect(store.get("AAPL")).toEqual({ ...quote("AAPL", 2, "2.0000"), receivedAtMs: 4 })
    expect([store.symbols(), store.get("BTC")]).toEqual([["AAPL", "MSFT"], undefined])
  })

  it("tell of each quote with the one before it", () => {
    const { store } = openStore()
    const prices: unknown[] = []
    store.onQuote((now, before) => prices.push([now.price, before?.price]))
    store.apply(frame("snapshot", 1, quote("AAPL", 1, "1.0000")), 1)
    store.apply(frame("frame", 1, quote("AAPL", 1, "8.0000"), quote("AAPL", 2, "2.0000")), 1)
    expect(prices).toEqual([
      ["1.0000", undefined],
      ["2.0000", "1.0000"],
    ])
  })

  it("notify the listeners of their symbol once for each paint", () => {
    const { store, due, paint } = openStore()
    const seen: string[] = []
    const stop = store.subscribe("AAPL", () => seen.push("AAPL"))
    store.subscribe("MSFT", () => seen.push("MSFT"))
    store.apply(frame("frame", 1, quote("AAPL", 1), quote("BTC", 1)), 1)
    store.apply(frame("frame", 1, quote("AAPL", 2)), 1)
    expect([due.length, seen]).toEqual([1, []])
    paint()
    expect(seen).toEqual(["AAPL"])
    store.clear()
    paint()
    expect(seen).toEqual(["AAPL", "AAPL"])
    expect([store.symbols(), store.get("AAPL")]).toEqual([[], undefined])
    stop()
    store.apply(frame("frame", 1, quote("AAPL", 3)), 1)
    expect(due).toEqual([])
  })
})

describe("the server's clock", () => {
  it("is that of the fastest frame, and is taken again from a snapshot", () => {
    const { store } = openStore()
    expect(store.clockOffsetMs()).toBe(0)
    const offsetAfter = (type: "frame" | "snapshot", atMs: number, receivedAtMs: number) => {
      store.apply(frame(type, atMs), receivedAtMs)
      return store.clockOffsetMs()
    }
    expect(offsetAfter("frame", 1_000, 1_400)).toBe(-400)
    expect(offsetAfter("frame", 2_000, 2_100)).toBe(-100)
    expect(offsetAfter("frame", 3_000, 3_900)).toBe(-100)
    expect(offsetAfter("snapshot", 4_000, 4_700)).toBe(-700)
  })
})

describe("a snapshot of the prices", () => {
  it("is none without prices, else all of them as they came, by the newest", () => {
    const { store } = openStore()
    expect(store.snapshot()).toBeUndefined()
    store.apply(frame("frame", 1_000, quote("AAPL", 1)), 1_200)
    store.apply(frame("frame", 2_000, quote("MSFT", 1)), 2_300)
    const quotes = [quote("AAPL", 1), quote("MSFT", 1)]
    expect(store.snapshot()).toEqual({
      frame: { type: "snapshot", frame: 0, atMs: 2_100, quotes },
      atMs: 2_300,
    })
  })
})
