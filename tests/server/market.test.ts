import { Clock, Context, Effect, Fiber, Layer, Metric, Schema } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { metrics } from "../../server/core/metrics.ts"
import { Db, execute } from "../../server/db/db.ts"
import { OuterClocks } from "../../server/db/outer-clocks.ts"
import { Market } from "../../server/market/market.ts"
import { isTraded, Products } from "../../server/market/products.ts"
import {
  candlesOf,
  listProducts,
  listTicks,
  readCloses,
  readProduct,
  readQuotes,
} from "../../server/market/read-market.ts"
import { tickOf } from "../../server/market/tick.ts"
import { readTicks } from "../../server/market/tick-journal.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { Product } from "../../src/domain/entities.ts"
import { priceOf } from "../../src/domain/money.ts"
import { QuoteFrame } from "../../src/domain/stream-messages.ts"
import { isHashChain } from "../../src/domain/verify-old-form.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import {
  callOf,
  fund,
  losingQueries,
  multiplyOrder,
  processLayer,
  STARTED_AT_MS,
  testMarket,
  tickCycles,
  tradingLayer,
  virtualTime,
  wantedOrder,
} from "../support/trading.ts"

const me = callOf("m1")

onDatabasesInTurn("the market", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("appends one tick per symbol and cycle, each chained to the one before", function* () {
    yield* tickCycles(70)
    const { feed, quoteBook } = yield* Market
    for (const symbol of feed.symbols) {
      const ticks = (yield* readTicks(symbol, 1, 100)).map(tickOf)
      expect(ticks).toHaveLength(70)
      expect(yield* Effect.promise(() => isHashChain(ticks))).toBe(true)
      expect(ticks.map((tick) => tick.atMs)).toEqual(ticks.map((_, i) => STARTED_AT_MS + (i + 1) * 1_000))
      expect(quoteBook.last(symbol)?.tick.seq).toBe(70)
    }
    const answer = yield* listTicks({ symbol: "AAPL", fromSeq: "69", limit: "5" })
    expect(answer.map((tick) => tick.seq)).toEqual([69, 70])
    expect(yield* listTicks({ symbol: "NONE", fromSeq: "0" })).toEqual([])
  })

  test("continues after a restart as a function of time, with the same chain and secret", function* () {
    yield* tickCycles(30)
    const first = yield* Market
    yield* execute("update market_lease set expires_at_ms = 0")
    yield* TestClock.adjust(45_000)
    // A restart without the seed: the stored secret is used.
    const restarted = Context.get(
      yield* Layer.build(Layer.fresh(processLayer({ ...testMarket, seed: null }))),
      Market,
    )
    yield* restarted.runCycle
    const tick = restarted.quoteBook.last("AAPL")?.tick
    expect(tick?.seq).toBe(31)
    expect(tick?.price).toBe(first.feed.priceAt("AAPL", STARTED_AT_MS + 75_000))
    expect(restarted.quoteBook.last("AAPL")?.previousClose).toBe(
      first.feed.openingOf("AAPL", STARTED_AT_MS + 75_000)?.previousClose,
    )
    const ticks = (yield* readTicks("AAPL", 1, 100)).map(tickOf)
    expect(yield* Effect.promise(() => isHashChain(ticks))).toBe(true)
  })

  test("has one process write and the others read; another takes over when it is gone", function* () {
    const writer = yield* Market
    yield* tickCycles(3)
    const reader = Context.get(yield* Layer.build(Layer.fresh(processLayer())), Market)
    yield* reader.runCycle
    expect(reader.leadership()).toBeNull()
    expect(reader.quoteBook.quotes()).toEqual(writer.quoteBook.quotes())
    yield* execute("update market_lease set expires_at_ms = 0")
    yield* TestClock.adjust(1_000)
    yield* Effect.all([reader.runCycle, writer.runCycle], { concurrency: "unbounded" })
    expect([reader.leadership(), writer.leadership()].filter((lead) => lead !== null)).toHaveLength(1)
    const ticks = (yield* readTicks("BTC", 1, 100)).map(tickOf)
    expect(ticks).toHaveLength(4)
    expect(yield* Effect.promise(() => isHashChain(ticks))).toBe(true)
  })

  test("runs a cycle at once and at every tick instant of the day, and hands the lease over at its end", function* () {
    const market = yield* Market
    yield* TestClock.adjust(300)
    const lastMs = () => (market.quoteBook.last("AAPL")?.tick.atMs ?? 0) - STARTED_AT_MS
    const until = (ms: number) => Effect.promise(() => expect.poll(lastMs).toBe(ms))
    const running = yield* Effect.forkChild(market.run)
    yield* until(300)
    for (const [afterMs, tickMs] of [
      [699, 300],
      [1, 1_000],
      [999, 1_000],
      [1, 2_000],
    ] as const) {
      yield* TestClock.adjust(afterMs)
      yield* until(tickMs)
    }
    expect(market.leadership()).not.toBeNull()
    yield* Fiber.interrupt(running)
    expect(market.leadership()).toBeNull()
    const other = Context.get(yield* Layer.build(Layer.fresh(processLayer())), Market)
    yield* TestClock.adjust(1)
    yield* other.runCycle
    expect(other.leadership()).not.toBeNull()
  })

  it("goes on after a cycle that failed", () => {
    let isLost = false
    const losing = Layer.effect(
      Db,
      Effect.map(Db, (db) => losingQueries(db, () => isLost)),
    ).pipe(Layer.provideMerge(database))
    const work = Effect.gen(function* () {
      const market = yield* Market
      const cycles: number[] = []
      market.onCycle(() => cycles.push(market.quoteBook.last("AAPL")?.tick.seq ?? 0))
      const until = (seqs: readonly number[]) => Effect.promise(() => expect.poll(() => cycles).toEqual(seqs))
      const running = yield* Effect.forkChild(market.run)
      yield* until([1])
      isLost = true
      yield* TestClock.adjust(1_000)
      isLost = false
      yield* TestClock.adjust(1_000)
      yield* until([1, 2])
      yield* Fiber.interrupt(running)
    })
    return Effect.runPromise(Effect.provide(work, tradingLayer(losing)))
  })

  it("compares the clocks about once a second however short a cycle is, and counts what differs once", () => {
    let compared = 0
    let aheadMs = 0
    const clocks = Layer.effect(
      OuterClocks,
      Effect.map(Clock.Clock, (clock) => ({
        databaseNow: Effect.sync(() => {
          compared += 1
          return String(clock.currentTimeMillisUnsafe() + aheadMs)
        }),
        hostUptime: () => 0,
      })),
    )
    const work = Effect.gen(function* () {
      const market = yield* Market
      const cycles = Effect.fnUntraced(function* (count: number) {
        const before = compared
        for (let i = 0; i < count; i += 1) {
          yield* TestClock.adjust(100)
          yield* market.runCycle
        }
        return compared - before
      })
      expect(yield* cycles(27)).toBe(3)
      aheadMs = 5_000
      // while they differ they are compared in every cycle, so that the market waits no longer than it must
      expect(yield* cycles(20)).toBeGreaterThan(9)
      expect(market.leadership()).toBeNull()
      aheadMs = 0
      yield* cycles(1)
      expect(market.leadership()).not.toBeNull()
      expect((yield* Metric.value(metrics.clockFindings)).count).toBe(1)
    })
    return Effect.runPromise(
      Effect.provide(
        work,
        processLayer().pipe(
          Layer.provideMerge(database),
          Layer.provideMerge(clocks),
          Layer.provideMerge(virtualTime),
        ),
      ).pipe(Effect.provideService(Metric.MetricRegistry, new Map())),
    )
  })

  test("shows candles up to now and nothing of the future", function* () {
    const { feed } = yield* Market
    yield* tickCycles(90)
    const day = yield* candlesOf("AAPL", "1D")
    expect(day).toHaveLength(61)
    expect(new Set(day.map(({ replayedOn }) => replayedOn)).size).toBe(2)
    const now = STARTED_AT_MS + 90_000
    for (const range of ["1D", "1W", "1M", "ALL"] as const) {
      const candles = yield* candlesOf("AAPL", range)
      const times = candles.map((candle) => candle.atMs)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(Math.max(...times)).toBeLessThanOrEqual(now)
    }
    const week = yield* candlesOf("AAPL", "1W")
    expect(week).toHaveLength(7)
    const dayEnds = feed.history("AAPL", now + 60_000, 1)[0]
    const seen = (yield* readTicks("AAPL", 61, 100)).map((tick) => tick.price)
    const running = week.at(-1)
    expect(running?.close).toBe(priceOf(seen.at(-1) ?? 0n))
    expect(dayEnds).toBeDefined()
    expect(yield* candlesOf("NONE", "ALL")).toEqual([])
    const known = feed.history("AAPL", now, 3).map(({ close }) => priceOf(close))
    expect((yield* readCloses({ symbol: "AAPL" })).closes.slice(-3)).toEqual(known)
    expect((yield* readCloses({ symbol: "NONE" })).closes).toEqual([])
  })

  test("answers quotes and products that fit their schemas", function* () {
    yield* tickCycles(2)
    const frame = yield* readQuotes()
    expect(Schema.encodeSync(QuoteFrame)(frame).quotes).toHaveLength(7)
    const products = yield* listProducts({}, { locale: "en" })
    expect(products.map((product) => product.symbol)).toContain("SP500")
    for (const product of products) {
      expect(Schema.decodeSync(Product)(Schema.encodeSync(Product)(product))).toEqual(product)
      expect(product.statistics).toMatchObject({ source: "history" })
      expect(product.recentCloses).toHaveLength(30)
    }
    const share = products.find((product) => product.id === "aapl")
    expect(Math.max(...(share?.leverages ?? []))).toBe(5)
    expect(yield* Effect.flip(readProduct({ id: "none" }, { locale: "en" }))).toMatchObject({
      reason: "order.product-unknown",
    })
  })

  test("sells a product from the minute that it opens until it closes, and no longer", function* () {
    const { feed } = yield* Market
    const { startsAtMs, endsAtMs } = feed.dayAt(STARTED_AT_MS)
    const isOpenAt = (minute: number) =>
      isTraded(
        { openMinute: 60, closeMinute: 1_380 },
        startsAtMs + ((endsAtMs - startsAtMs) * minute) / 1_440,
      )
    expect(yield* Effect.forEach([0, 59.9, 60, 1_379.9, 1_380], isOpenAt)).toEqual([
      ...[false, false, true, true, false],
    ])
  })

  test("takes an operator's change of a product within a second, and keeps it after a restart", function* () {
    const maxOf = (products: Products["Service"]) =>
      Effect.map(products.find("aapl"), (found) => found?.maxStake)
    const products = yield* Products
    const seeded = yield* maxOf(products)
    yield* execute("update products set max_stake = 12345678, position = 99 where id = 'aapl'")
    yield* TestClock.adjust(999)
    expect(yield* maxOf(products)).toBe(seeded)
    yield* TestClock.adjust(1)
    expect(yield* maxOf(products)).toBe(12_345_678n)
    expect((yield* products.all).at(-1)?.id).toBe("aapl")
    const restarted = yield* Layer.build(Layer.fresh(processLayer()))
    expect(yield* maxOf(Context.get(restarted, Products))).toBe(12_345_678n)
  })

  test("computes statistics from settled contracts once there are thirty", function* () {
    yield* tickCycles(1)
    yield* fund("m1", 10_000_000_00n)
    const order = yield* createOrder(yield* wantedOrder(), me)
    yield* tickCycles(1)
    yield* multiplyOrder(order.id, 29)
    yield* tickCycles(62)
    // a third lost a tenth of the stake, the others won a fifth
    yield* execute(`
      update orders o set net = case when n.nth <= 10 then -o.stake / 10 else o.stake / 5 end,
        credited = o.stake + case when n.nth <= 10 then -o.stake / 10 else o.stake / 5 end,
        opening_price = 1000000, closing_price = case when n.nth <= 10 then 980000 else 1040000 end
      from (select id, row_number() over (order by id) as nth from orders) n where n.id = o.id`)
    const { statistics } = yield* readProduct({ id: "aapl" }, { locale: "en" })
    expect(statistics).toEqual({
      averageBuy: "100.0000",
      averageSell: "102.0000",
      averageProfitPpm: 100_000,
      losingPpm: 333_333,
      sample: 30,
      source: "settled",
    })
  })
})
