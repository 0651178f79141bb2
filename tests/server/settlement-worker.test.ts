import { Context, Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { Db, execute, sql } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { runSettlement, settleAs, settlePass } from "../../server/settlement/worker.ts"
import { onDatabasesInTurn, onEachDatabase } from "../support/effect-tests.ts"
import {
  bookProblems,
  cyclesWithoutSettlement,
  losingQueries,
  multiplyOrder,
  noProblems,
  placeOrders,
  processLayer,
  tickCycles,
} from "../support/trading.ts"
import { soundTradingTests } from "../support/trading-tests.ts"

/** How many contracts are in a state. */
const countIn = (state: string) =>
  Effect.map(sql(`select id from orders where state = '${state}'`), ({ length }) => length)

onDatabasesInTurn("the worker of settlement", (database) => {
  const test = soundTradingTests(database)

  test("settles while another symbol has no tick", function* () {
    yield* placeOrders(1)
    yield* tickCycles(1)
    yield* TestClock.adjust(61_000)
    yield* (yield* Market).runCycle
    yield* execute("update ticks set symbol = 'gone' where symbol = 'MSFT'")
    yield* execute("delete from settlement_cursors where symbol = 'MSFT'")
    expect(yield* settlePass()).toBe(1)
    expect(yield* countIn("settled")).toBe(1)
  })

  test("continues after a worker died between batches", function* () {
    const market = yield* Market
    const db = yield* Db
    const [order] = yield* placeOrders(1)
    yield* tickCycles(1)
    yield* multiplyOrder(order?.id ?? "", 2_500)
    yield* TestClock.adjust(61_000)
    yield* market.runCycle
    let batches = 0
    const dying = losingQueries(db, (sql) => sql.includes("update orders o set state") && ++batches > 1)
    expect(Exit.isFailure(yield* Effect.exit(Effect.provideService(settlePass(), Db, dying)))).toBe(true)
    const settled = countIn("settled")
    expect(yield* settled).toBeGreaterThan(0)
    expect(yield* settled).toBeLessThan(2_501)
    expect(yield* bookProblems).toEqual(noProblems)
    yield* settlePass()
    expect(yield* settled).toBe(2_501)
  })

  test("rejects writes of a worker that lost its lease", function* () {
    const first = yield* Market
    const formerLead = first.leadership()
    yield* placeOrders(3)
    yield* execute("update market_lease set expires_at_ms = 0")
    const other = yield* Layer.build(Layer.fresh(processLayer()))
    const second = Context.get(other, Market)
    yield* TestClock.adjust(1_000)
    yield* second.runCycle
    expect(second.leadership()?.lease.fence).toBe((formerLead?.lease.fence ?? 0n) + 1n)
    if (formerLead === null) throw new Error("there was no leader")
    expect(yield* settleAs(formerLead, first.feed.symbols, first.settings)).toBe(0)
    yield* TestClock.adjust(1_000)
    yield* first.runCycle
    expect(first.leadership()).toBeNull()
    expect(first.quoteBook.quotes()).toEqual(second.quoteBook.quotes())
    expect(yield* settlePass()).toBe(0)
    expect(yield* Effect.provide(settlePass(), other)).toBe(3)
  })

  test("stops when its lease was lost, also with more to catch up than is read at a time", function* () {
    const { feed, leadership, settings } = yield* Market
    const db = yield* Db
    yield* cyclesWithoutSettlement(230)
    const formerLead = leadership()
    if (formerLead === null) throw new Error("there was no leader")
    yield* db.execute("update market_lease set fence = fence + 1")
    let reads = 0
    const readingOnce = losingQueries(
      db,
      (sql) => sql.includes("left join settlement_cursors") && ++reads > 1,
    )
    const pass = settleAs(formerLead, feed.symbols, settings)
    expect(yield* Effect.provideService(pass, Db, readingOnce)).toBe(0)
  })

  test("goes on at the next tick cycle after a pass that failed", function* () {
    const db = yield* Db
    yield* placeOrders(1)
    // the cycle of the first tick is over
    yield* (yield* Market).nextCycle
    let reads = 0
    const failingOnce = losingQueries(
      db,
      (sql) => sql.includes("left join settlement_cursors") && ++reads === 1,
    )
    yield* Effect.forkScoped(Effect.provideService(runSettlement, Db, failingOnce))
    yield* cyclesWithoutSettlement(1)
    const next = Effect.andThen(Effect.yieldNow, countIn("opened"))
    expect(yield* Effect.repeat(next, { until: () => reads > 0 })).toBe(0)
    yield* cyclesWithoutSettlement(1)
    yield* Effect.repeat(next, { until: (count) => count === 1 })
    expect(reads).toBe(2)
  })
})

onEachDatabase("workers of settlement that meet", (database) => {
  soundTradingTests(database)(
    "settles each contract once when several workers settle at the same time",
    function* () {
      const market = yield* Market
      yield* placeOrders(60)
      yield* tickCycles(1)
      yield* TestClock.adjust(61_000)
      yield* market.runCycle
      const lead = market.leadership()
      if (lead === null) throw new Error("there is no leader")
      const worker = settleAs(lead, market.feed.symbols, market.settings)
      const counts = yield* Effect.all([worker, worker, worker, worker], { concurrency: "unbounded" })
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60)
      const postings = yield* sql<{ n: bigint }>(
        "select count(*) as n from postings where code = 214 and account = 'contracts'",
      )
      expect(postings[0]?.n).toBe(60n)
      expect(yield* bookProblems).toEqual(noProblems)
    },
  )
})
