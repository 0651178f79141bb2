import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dayPath, randomOf } from "../../server/market/brownian-bridge.ts"
import { marketSettingsOf } from "../../server/market/config.ts"
import { publishedUnits, seriesOfTape, TAPES } from "../../server/market/published-series.ts"
import { makeQuoteBook } from "../../server/market/quote-book.ts"
import { publishedCloses } from "../../server/market/read-market.ts"
import { replayFeed } from "../../server/market/replay-feed.ts"
import { hashOf, nextTick, tickOf } from "../../server/market/tick.ts"
import { FIRST_PREVIOUS_HASH } from "../../src/domain/chain.ts"
import { priceOf } from "../../src/domain/money.ts"

const dayMs = 60_000
const DAY_MS = 86_400_000
const position = { secret: "tests", anchorMs: 1_000_000, anchorDay: 0, dayMs, tickMs: 1_000 }
const seriesOf = { first: seriesOfTape("first"), nineties: seriesOfTape("nineties") }
const feed = replayFeed(position, seriesOf.nineties)
const first = replayFeed(position, seriesOf.first)

const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((value) => BigInt(value) * 100n)
const anyBar = fc
  .tuple(hundredths(50, 100_000), hundredths(50, 100_000), hundredths(0, 5_000), hundredths(0, 5_000))
  .map(([open, close, above, below]) => {
    const [bottom, top] = open < close ? [open, close] : [close, open]
    return {
      open,
      close,
      high: top + above,
      low: bottom > below ? bottom - below : 100n,
      published: "bar" as const,
      date: "2009-03-12",
    }
  })

describe("a day's path", () => {
  it("goes from open to close within high and low, touching both", () => {
    fc.assert(
      fc.property(anyBar, fc.integer({ min: 10, max: 300 }), fc.string(), (bar, count, label) => {
        const path = dayPath(bar, count, randomOf("tests", label))
        expect(path).toHaveLength(count)
        expect([path[0], path.at(-1)]).toEqual([bar.open, bar.close])
        const sorted = [...path].sort((a, b) => (a < b ? -1 : 1))
        expect([sorted[0], sorted.at(-1)]).toEqual([bar.low, bar.high])
      }),
      { numRuns: 300 },
    )
  })

  it("wanders between its ends, differently each day", () => {
    const [open, high, low, close] = [1_000_000n, 1_100_000n, 950_000n, 1_050_000n]
    const bar = { open, high, low, close, published: "bar" as const, date: "2009-03-12" }
    const days = ["one", "another"].map((label) => dayPath(bar, 200, randomOf("tests", label)))
    for (const path of days) {
      const moves = path.slice(1).map((price, index) => price - (path[index] ?? price))
      const turns = moves.slice(1).filter((move, index) => move > 0n !== (moves[index] ?? move) > 0n)
      expect(turns.length).toBeGreaterThan(50)
    }
    expect(days[0]).not.toEqual(days[1])
  })
})

describe("the replay", () => {
  const again = replayFeed(position, seriesOf.nineties)
  const other = replayFeed({ ...position, secret: "another" }, seriesOf.nineties)
  it.each(seriesOf.nineties.map((series) => series.symbol))(
    "of %s is a function of secret and time",
    (symbol) => {
      const instants = Array.from({ length: 20 }, (_, i) => position.anchorMs + i * 35_000)
      const path = instants.map((at) => feed.priceAt(symbol, at))
      expect(instants.map((at) => again.priceAt(symbol, at))).toEqual(path)
      expect(instants.map((at) => other.priceAt(symbol, at))).not.toEqual(path)
      expect(path).not.toContain(null)
    },
  )

  // contracts are open on its prices: what a release replayed is replayed by every later one
  it.each([
    { tape: "first", digest: "7b94629c69fc6746765dcabd45df3baa98f46b75cb5df74fa765991693bf7aeb" },
    { tape: "nineties", digest: "4a04aa6959a69f2210cc6972f752d3b30cc0e692e755368ede1b5ec8a69e12aa" },
  ] as const)("of the tape $tape has the same prices and days in every release", ({ tape, digest }) => {
    const { symbols, priceAt, dateAt, history } = replayFeed(position, seriesOf[tape])
    const hash = createHash("sha256")
    for (const symbol of symbols) {
      for (let atMs = position.anchorMs; atMs < position.anchorMs + 40 * 350_000; atMs += 350_000)
        hash.update(`${symbol} ${priceAt(symbol, atMs)} ${dateAt(symbol, atMs)}\n`)
      for (const bar of history(symbol, position.anchorMs + 700 * dayMs, 400))
        hash.update(`${bar.open} ${bar.high} ${bar.low} ${bar.close} ${bar.published} ${bar.date}\n`)
    }
    expect(hash.digest("hex")).toBe(digest)
  })

  it("plays the published days as they were published", () => {
    const { dates = [], ranges, closes } = seriesOf.nineties.find(({ symbol }) => symbol === "SP500") ?? {}
    const bars = feed.history("SP500", position.anchorMs, 10_000)
    const columns = [ranges?.open, ranges?.high, ranges?.low, closes]
    bars.forEach((bar, i) => {
      expect([bar.open, bar.high, bar.low, bar.close].map(Number)).toEqual(columns.map((each) => each?.[i]))
      expect([bar.published, bar.date]).toEqual(["bar", dates[i]])
    })
  })

  it("shows the closes of the days that history knows", () => {
    const closeOn = (symbol: string, date: string) =>
      feed.history(symbol, position.anchorMs + 1_400 * dayMs, 5_000).find((bar) => bar.date === date)?.close
    expect([closeOn("PG", "2000-03-06"), closeOn("PG", "2000-03-07")]).toEqual([855_500n, 596_800n])
    expect(closeOn("NYSE", "1991-01-03")).toBe(1_764_100n)
    expect(closeOn("AA", "1991-01-03")).toBe(58_800n)
  })

  it("says of each symbol and day what is published", () => {
    const publishedOf = (replay: typeof feed, symbol: string) => [
      replay.publishedAs(symbol),
      ...new Set(replay.history(symbol, position.anchorMs, 50).map((bar) => bar.published)),
    ]
    expect(Object.fromEntries(first.symbols.map((symbol) => [symbol, publishedOf(first, symbol)]))).toEqual({
      SP500: ["daily-ohlc", "bar"],
      AAPL: ["daily-close", "close"],
      BTC: ["daily-close", "close"],
      MSFT: ["monthly-close", "none"],
      AMZN: ["monthly-close", "none"],
      IBM: ["monthly-close", "none"],
      GOOG: ["monthly-close", "none"],
    })
    // a new database sells nothing of which only months are published
    for (const symbol of feed.symbols.filter((each) => each !== "SP500"))
      expect(publishedOf(feed, symbol)).toEqual(["daily-close", "close"])
  })

  it("plays one day of the nineties for all that share its days, and only months of the European indices", () => {
    const nowMs = position.anchorMs + 12 * dayMs
    const groups = Map.groupBy(seriesOf.nineties, ({ group }) => group)
    const datesOf = (group: string) => [
      ...new Set(groups.get(group)?.map(({ symbol }) => feed.replayOf(symbol, nowMs)?.date)),
    ]
    expect([...groups].map(([group, { length }]) => [group, length])).toEqual([
      ["SP500", 1],
      ["AAPL", 1],
      ["BTC", 1],
      ["nineties", 31],
      ["europe", 4],
    ])
    expect(datesOf("nineties")).toEqual([expect.stringMatching(/^199\d-\d\d-\d\d$/)])
    expect(datesOf("europe")).toEqual([expect.stringMatching(/^199\d-\d\d$/)])
    expect(feed.replayOf("DIS", nowMs)).toMatchObject({ isReversed: false, isAdjusted: true })
    expect(feed.replayOf("NYSE", nowMs)).toMatchObject({ isAdjusted: false, publisher: "fBasics for R" })
  })

  it("says so when the days run backwards, and calls none of them published", () => {
    const over = position.anchorMs + 300 * dayMs
    expect(feed.replayOf("BTC", position.anchorMs)?.isReversed).toBe(false)
    expect(feed.replayOf("BTC", over)?.isReversed).toBe(true)
    expect(feed.history("BTC", over, 5).map((bar) => bar.published)).toEqual(Array(5).fill("none"))
  })

  it("passes through every published close of a daily series, and every month of a monthly one", () => {
    for (const symbol of ["AAPL", "MSFT"]) {
      const closes = new Set(first.history(symbol, position.anchorMs, 10_000).map((bar) => Number(bar.close)))
      const published = seriesOf.first.find((series) => series.symbol === symbol)?.closes.slice(1, 20) ?? []
      expect([...published].filter((close) => !closes.has(close))).toEqual([])
    }
  })

  it("has a unit for each symbol", () => {
    const symbols = TAPES.flatMap((tape) => seriesOf[tape]).map(({ symbol }) => symbol)
    expect(symbols.filter((symbol) => publishedUnits[symbol] === undefined)).toEqual([])
  })

  it("never jumps between days by more than history did, not where it turns either", () => {
    const days = 800
    const bars = feed.history("BTC", position.anchorMs + days * dayMs, days)
    expect(bars).toHaveLength(days)
    const jumps = bars.slice(1).filter((bar, i) => bar.open !== bars[i]?.close)
    expect(jumps).toEqual([])
    const prices = bars.flatMap((bar) => [bar.low, bar.high]).map(Number)
    expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(10)
  })

  it("knows nothing of the running day in its history", () => {
    const noon = position.anchorMs + 5 * dayMs + dayMs / 2
    const last = feed.history("AAPL", noon, 3).at(-1)
    expect(last?.atMs).toBe(position.anchorMs + 4 * dayMs)
    expect(feed.openingOf("AAPL", noon)?.previousClose).toBe(last?.close)
  })
})

describe("the published closes of a symbol", () => {
  const { dates = [], closes: prices = [] } = seriesOf.first.find(({ symbol }) => symbol === "AAPL") ?? {}
  const all = { dates: [...dates], closes: [...prices].map((price) => priceOf(BigInt(price))) }
  const startsOn = first.replayOf("AAPL", position.anchorMs)?.date ?? ""
  const closesAfter = (days: number) =>
    publishedCloses(first.history("AAPL", position.anchorMs + days * dayMs, 10_000), dayMs)

  it("end before the replayed day, and none is made up, of a day that runs backwards, or twice", () => {
    const before = all.dates.indexOf(startsOn)
    expect(closesAfter(0)).toEqual({
      ...{ from: all.dates[1], to: all.dates[before - 1], closes: all.closes.slice(1, before) },
    })
    const whole = { from: all.dates[1], to: all.dates.at(-1), closes: all.closes.slice(1) }
    const lap = 2 * (all.dates.length - 1)
    expect(closesAfter(lap - before - 10)).toEqual(whole)
    const second = closesAfter(lap - before + 1 + 300)
    expect([second.from, second.closes]).toEqual([all.dates[1], all.closes.slice(1, 301)])
    expect(publishedCloses(first.history("MSFT", position.anchorMs, 10_000), dayMs)).toEqual({
      ...{ from: null, to: null, closes: [] },
    })
  })

  it("keep a place for a day without prices, where a live feed was silent", () => {
    const prices = { open: 1n, high: 1n, low: 1n, published: "bar" as const, date: null }
    const day = (index: number, close: bigint) => ({ ...prices, atMs: index * DAY_MS, close })
    expect(publishedCloses([day(3, 10_000n), day(4, 20_000n), day(7, 30_000n)], DAY_MS)).toEqual({
      ...{ from: "1970-01-04", to: "1970-01-08", closes: ["1.0000", "2.0000", null, null, "3.0000"] },
    })
  })
})

describe("a tick", () => {
  it("carries the hash of the one before, and always a later time", () => {
    const first = nextTick("AAPL", null, 5_000, 254_000n)
    const second = nextTick("AAPL", first, 4_000, 254_100n)
    expect(first.previousHash).toBe(FIRST_PREVIOUS_HASH)
    expect(second).toMatchObject({ seq: 2, atMs: 5_001, previousHash: first.hash })
    expect(hashOf(tickOf(second))).toBe(second.hash)
    expect(hashOf({ ...tickOf(second), price: "25.4200" })).not.toBe(second.hash)
  })
})

describe("the board", () => {
  const at = (seq: number, atMs: number, price: bigint) => ({
    ...nextTick("AAPL", null, position.anchorMs + atMs, price),
    seq,
  })

  it("keeps the day's high and low and resets them the next day", () => {
    const quoteBook = makeQuoteBook(feed)
    const { open = 0n, previousClose } = feed.openingOf("AAPL", position.anchorMs) ?? {}
    quoteBook.record(at(1, 0, open))
    quoteBook.record(at(2, 1_000, open + 500n))
    quoteBook.record(at(3, 2_000, open - 700n))
    quoteBook.record(at(2, 1_000, open + 9_000n))
    expect(quoteBook.last("AAPL")).toMatchObject({ open, high: open + 500n, low: open - 700n, previousClose })
    quoteBook.record(at(4, dayMs, open + 100n))
    expect(quoteBook.last("AAPL")?.previousClose).toBe(
      feed.openingOf("AAPL", position.anchorMs + dayMs)?.previousClose,
    )
    expect(quoteBook.quotes()).toHaveLength(1)
  })
})

describe("the settings of the market", () => {
  it("have a demo default", () => {
    expect(marketSettingsOf({}, dayMs)).toMatchObject({
      feed: "replay",
      tickMs: 1_000,
      seed: null,
      quoteStaleMs: 3_000,
    })
  })

  it.each([
    [{ TICK_MS: "0" }, "TICK_MS must be a whole number"],
    [{ TICK_MS: "1e3" }, "TICK_MS must be a whole number"],
    [{ TICK_MS: "30000" }, "DAY_MS must hold"],
    [{ FEED: "ftp://prices.example" }, "FEED must be"],
    [{ FEED: "https://prices.example/quotes", FEED_SYMBOLS: "AAPL" }, "FEED_HOSTS must name prices.example"],
    [{ FEED: "https://prices.example/quotes", FEED_HOSTS: "prices.example" }, "FEED_SYMBOLS must list"],
  ])("refuse %o in one sentence", (env, sentence) => {
    expect(() => marketSettingsOf(env, dayMs)).toThrow(sentence)
  })
})
