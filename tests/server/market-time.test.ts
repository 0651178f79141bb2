import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { beforeEach, expect } from "vitest"
import { sql } from "../../server/db/db.ts"
import { OuterClocks } from "../../server/db/outer-clocks.ts"
import { Market } from "../../server/market/market.ts"
import { readQuotes } from "../../server/market/read-market.ts"
import { readTicks } from "../../server/market/tick-journal.ts"
import { marketCommands } from "../../server/operator/market-commands.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { findOrder } from "../../server/orders/read-orders.ts"
import { settlePass } from "../../server/settlement/worker.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import {
  bookProblems,
  callOf,
  fund,
  newKey,
  noProblems,
  processLayer,
  STARTED_AT_MS,
  tickCycles,
  virtualTime,
  wantedOrder,
} from "../support/trading.ts"

const me = callOf("m1")
const hourMs = 3_600_000

/** How far each clock is set away from the virtual time, in ms. */
interface Shifts {
  wall: number
  database: number
  host: number
}

/** The clocks of one process, which the test sets. Steady time is the virtual time. */
const clocksLayer = (shifts: Shifts) =>
  Layer.effectContext(
    Effect.map(Clock.Clock, (clock) => {
      // of the steady clock, which no step of an outer clock changes
      const virtualMs = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
      const wall = () => virtualMs() + shifts.wall
      const set: Clock.Clock = {
        ...clock,
        currentTimeMillisUnsafe: wall,
        currentTimeMillis: Effect.sync(wall),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        sleep: (duration) => clock.sleep(duration),
      }
      return Context.make(Clock.Clock, set).pipe(
        Context.add(OuterClocks, {
          databaseNow: Effect.sync(() => String(virtualMs() + shifts.database)),
          hostUptime: () => (virtualMs() - STARTED_AT_MS + shifts.host) / 1_000,
        }),
      )
    }),
  )

const openAProcess = (shifts: Shifts) =>
  Layer.build(Layer.fresh(processLayer().pipe(Layer.provideMerge(clocksLayer(shifts)))))

/** An opened contract of one day. */
const openContract = Effect.gen(function* () {
  yield* tickCycles(1)
  yield* fund("m1", 100_000_000_00n)
  const order = yield* createOrder(yield* wantedOrder({ leverage: 1 }), me)
  yield* tickCycles(1)
  return order.id
})

const contract = (id: string) => findOrder(id, "m1")
const steps = sql<{ detail: { stepped_by_ms: number; offset_ms: number } }>(
  "select detail from operator_events where command = 'market clock' order by detail->>'offset_ms'",
)
const tickGaps = Effect.gen(function* () {
  const ticks = yield* readTicks("AAPL", 1, 500)
  return ticks.slice(1).map((tick, i) => tick.atMs - (ticks[i]?.atMs ?? 0))
})
const youngestAge = Effect.map(readQuotes(), ({ atMs, quotes }) =>
  Math.min(...quotes.map((quote) => atMs - quote.atMs)),
)

onDatabasesInTurn("the market's time", (database) => {
  const shifts = { wall: 0, database: 0, host: 0 }
  beforeEach(() => void Object.assign(shifts, { wall: 0, database: 0, host: 0 }))
  const test = effectTests(
    runOn(
      processLayer().pipe(
        Layer.provideMerge(clocksLayer(shifts)),
        Layer.provideMerge(database),
        Layer.provideMerge(virtualTime),
      ),
    ),
  )
  const setClocks = (ms: number) => {
    shifts.wall += ms
    shifts.database += ms
  }

  for (const [stepMs, tags] of [
    [hourMs, []],
    [-1_500, []],
    [-hourMs, ["exhaustive"]],
    [1_500, ["exhaustive"]],
  ] as const) {
    const title = `settles no contract early or late when the clocks are set by ${stepMs} ms`
    const body = function* () {
      const id = yield* openContract
      yield* tickCycles(20)
      setClocks(stepMs)
      yield* tickCycles(39)
      expect(yield* contract(id)).toMatchObject({ state: "opened" })
      expect(yield* youngestAge).toBeGreaterThanOrEqual(0)
      yield* tickCycles(2)
      const ended = yield* contract(id)
      expect(ended).toMatchObject({ state: "settled", exit_seq: 62n })
      expect(Number(ended.closed_at_ms) - Number(ended.opened_at_ms)).toBe(60_000)
      expect(new Set(yield* tickGaps)).toEqual(new Set([1_000]))
      expect(yield* steps).toEqual([{ detail: { stepped_by_ms: stepMs, offset_ms: -stepMs } }])
      expect(yield* bookProblems).toEqual(noProblems)
    }
    test(title, body, tags)
  }

  test("goes on for a process that starts after a step, and when the clocks are set right", function* () {
    yield* tickCycles(2)
    setClocks(hourMs)
    yield* tickCycles(2)
    const market = yield* Market
    const other = Context.get(yield* openAProcess(shifts), Market)
    expect(other.nowMs()).toBe(market.nowMs())
    setClocks(-hourMs)
    yield* tickCycles(2)
    yield* other.runCycle
    expect(other.nowMs()).toBe(market.nowMs())
    expect(new Set(yield* tickGaps)).toEqual(new Set([1_000]))
    expect((yield* steps).map(({ detail }) => detail.offset_ms)).toEqual([-hourMs, 0])
  })

  test("is led by a process whose clock agrees with the database's, and kept by those whose does not", function* () {
    const id = yield* openContract
    const wrong = yield* Market
    shifts.wall = 1_001
    yield* tickCycles(1)
    expect(wrong.leadership()).toBeNull()
    const right = Context.get(yield* openAProcess({ wall: 0, database: 0, host: 0 }), Market)
    yield* TestClock.adjust(1_000)
    yield* right.runCycle
    yield* wrong.runCycle
    expect(right.leadership()).not.toBeNull()
    expect(wrong.quoteBook.quotes()).toEqual(right.quoteBook.quotes())
    const order = yield* createOrder(yield* wantedOrder({ leverage: 1 }), me)
    expect(order.acceptedAtMs).toBe(right.nowMs())
    const closing = yield* closeOrder({ id, key: newKey() }, me)
    expect(closing.closeRequestedAtMs).toBe(right.nowMs())
    shifts.wall = 1_000
    yield* TestClock.adjust(60_000)
    yield* wrong.runCycle
    expect(wrong.leadership()).toBeNull()
    expect(right.leadership()).not.toBeNull()
  })

  test("waits while the database's clock differs from that of every process", function* () {
    const id = yield* openContract
    yield* tickCycles(20)
    shifts.database = hourMs
    yield* tickCycles(20)
    expect((yield* Market).leadership()).toBeNull()
    expect(yield* contract(id)).toMatchObject({ state: "opened" })
    expect(yield* Effect.flip(createOrder(yield* wantedOrder(), me))).toMatchObject({
      reason: "order.stale-price",
    })
    shifts.database = 0
    yield* tickCycles(21)
    const ended = yield* contract(id)
    expect(ended).toMatchObject({ state: "settled" })
    expect(Number(ended.closed_at_ms) - Number(ended.opened_at_ms)).toBe(60_000)
    expect(yield* steps).toEqual([])
  })

  test("goes on from the last tick when the clocks were set back while no process ran", function* () {
    const id = yield* openContract
    yield* sql("update market_lease set expires_at_ms = 0")
    const back = { wall: -hourMs, database: -hourMs, host: 0 }
    const restarted = yield* openAProcess(back)
    const market = Context.get(restarted, Market)
    const ages: number[] = []
    for (let i = 0; i < 61; i++) {
      yield* TestClock.adjust(1_000)
      yield* market.runCycle
      ages.push(yield* Effect.provide(youngestAge, restarted))
      yield* Effect.provide(settlePass(), restarted)
    }
    expect(Math.min(...ages), "the age of the newest quote").toBeGreaterThanOrEqual(0)
    const ended = yield* contract(id)
    expect(ended).toMatchObject({ state: "settled" })
    expect(yield* steps).toHaveLength(1)
  })

  const command = (name: string, values: Readonly<Record<string, string>>) => {
    const found = marketCommands.find((one) => one.name === name)
    if (found === undefined) throw new Error(`There is no ${name}.`)
    return found.run(values, { who: "ops", why: "the host's clock was wrong" })
  }
  const accepted = sql<{ who: string; why: string; detail: unknown }>(
    "select who, why, detail from operator_events where command = 'market accept-clock'",
  )

  test("follows a clock that the operator accepts under the offset that is shown", function* () {
    const id = yield* openContract
    expect(yield* Effect.flip(command("market accept-clock", { offset: "0" }))).toMatchObject({
      message: expect.stringContaining("The offset is 0 ms"),
    })
    setClocks(hourMs)
    yield* tickCycles(2)
    expect(JSON.stringify(yield* command("market clock", {}))).toContain(`market accept-clock -${hourMs} `)
    for (const offset of ["0", String(hourMs), "-3600001", "-1e3", ""])
      yield* Effect.flip(command("market accept-clock", { offset }))
    expect(yield* accepted).toEqual([])
    expect(yield* contract(id)).toMatchObject({ state: "opened" })
    yield* command("market accept-clock", { offset: String(-hourMs) })
    yield* tickCycles(2)
    expect((yield* Market).nowMs()).toBe(yield* Clock.currentTimeMillis)
    expect(yield* contract(id)).toMatchObject({ state: "settled" })
    const detail = { offset_ms: -hourMs, contracts_due: 1 }
    expect(yield* accepted).toEqual([{ who: "ops", why: "the host's clock was wrong", detail }])
    expect(JSON.stringify(yield* command("market clock", {}))).toContain("has the database's time")
    expect(yield* bookProblems).toEqual(noProblems)
  })

  test("does not go back to a clock that was set back, whatever the operator confirms", function* () {
    const id = yield* openContract
    setClocks(-20_000)
    yield* tickCycles(2)
    expect(yield* Effect.flip(command("market accept-clock", { offset: "20000" }))).toMatchObject({
      message: expect.stringContaining("never goes back"),
    })
    expect(yield* accepted).toEqual([])
    yield* tickCycles(59)
    const ended = yield* contract(id)
    expect(ended).toMatchObject({ state: "settled" })
    expect(Number(ended.closed_at_ms) - Number(ended.opened_at_ms)).toBe(60_000)
  })

  test("follows the database's clock when the host was suspended", function* () {
    const id = yield* openContract
    shifts.host = hourMs
    setClocks(hourMs)
    yield* tickCycles(1)
    expect((yield* Market).nowMs()).toBe(STARTED_AT_MS + hourMs + 3_000)
    expect(yield* contract(id)).toMatchObject({ state: "settled", exit_seq: 2n })
    expect(yield* steps).toEqual([])
  })

  test("corrects drift by less than a thousandth of the passed time", function* () {
    yield* tickCycles(1)
    setClocks(900)
    yield* tickCycles(10)
    const market = yield* Market
    const gainedMs = market.nowMs() - (yield* Clock.currentTimeMillis) + shifts.wall
    expect(gainedMs).toBeGreaterThanOrEqual(4)
    expect(gainedMs).toBeLessThanOrEqual(10)
    expect(yield* steps).toEqual([])
  })

  test("takes over a lease that was written before the database's clock was set back", function* () {
    yield* tickCycles(1)
    yield* sql("update market_lease set expires_at_ms = expires_at_ms + 3600000, holder = 'dead'")
    const other = Context.get(yield* openAProcess(shifts), Market)
    yield* TestClock.adjust(1_000)
    yield* other.runCycle
    expect(other.leadership()).not.toBeNull()
  })
})
