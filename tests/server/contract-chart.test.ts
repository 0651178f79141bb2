/** The chart of a contract: the ticks of its own span, thinned without losing the lowest and the highest. */
import { Effect } from "effect"
import { expect } from "vitest"
import { readTicks } from "../../server/market/tick-journal.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { readContractChart, thinned } from "../../server/orders/contract-chart.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { CONTRACT_BARS_MAX } from "../../src/domain/limits.ts"
import { priceOf } from "../../src/domain/money.ts"
import { summaryOf } from "../../src/domain/tick-log/summary-tree.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { callOf, fund, newKey, tickCycles, tradingLayer, wantedOrder } from "../support/trading.ts"

const me = callOf("m1")

onDatabasesInTurn("the chart of a contract", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("has no price before its entry, then each tick around it, and the exit of one that has ended", function* () {
    yield* tickCycles(3)
    yield* fund("m1", 1_000_000_00n)
    const { id } = yield* createOrder(yield* wantedOrder(), me)
    expect(yield* readContractChart({ id }, me)).toEqual([])
    yield* tickCycles(5)
    const ticks = yield* readTicks("AAPL", 1, 100)
    const open = yield* readContractChart({ id }, me)
    expect(open.map(({ atMs, close }) => [atMs, close])).toEqual(ticks.map((t) => [t.atMs, priceOf(t.price)]))
    yield* closeOrder({ key: newKey(), id }, me)
    yield* tickCycles(20)
    const { order } = yield* readOrder({ id }, me)
    const ended = yield* readContractChart({ id }, me)
    const at = (atMs: number | null) => ended.find((bar) => bar.atMs === atMs)?.close
    expect([at(order.openedAtMs), at(order.closedAtMs)]).toEqual([order.openingPrice, order.closingPrice])
    expect(ended).toHaveLength((order.exitSeq ?? 0) + 10)
  })

  test("of a long span has few bars with every extreme", function* () {
    const ticks = Array.from({ length: 3_333 }, (_, n) => ({
      atMs: n,
      price: BigInt(10_000 + ((n * 7_919) % 5_003)),
    }))
    const bars = yield* Effect.sync(() => thinned(ticks.map((tick) => summaryOf([tick]))))
    expect(bars.length).toBeLessThanOrEqual(CONTRACT_BARS_MAX)
    const { lowest, highest } = summaryOf(ticks)
    expect(bars.map(({ low }) => low)).toContain(priceOf(lowest))
    expect(bars.map(({ high }) => high)).toContain(priceOf(highest))
    expect([bars[0]?.open, bars.at(-1)?.close]).toEqual([
      priceOf(ticks[0]?.price ?? 0n),
      priceOf(ticks.at(-1)?.price ?? 0n),
    ])
  })
})
