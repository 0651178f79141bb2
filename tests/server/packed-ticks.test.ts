import { setTimeout as pause } from "node:timers/promises"
import { Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Db, DbUnavailable, execute, sql } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { packJournal, runPacking } from "../../server/market/pack-journal.ts"
import { type JournalTick, nextTick, packTicks, unpackTicks } from "../../server/market/tick.ts"
import { readTicks } from "../../server/market/tick-journal.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { messageLog } from "../support/log-lines.ts"
import { lengthenJournal, retakeLease } from "../support/long-journal.ts"
import { callOf, fund, placeOrder, tickCycles, tradingLayer, wantedOrder } from "../support/trading.ts"
import { tradingTests } from "../support/trading-tests.ts"
import { verdictOf } from "../support/verdict.ts"

describe("packed ticks", () => {
  it("unpack unchanged, with every hash, from a fraction of the bytes", () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ laterMs: fc.integer({ min: 1, max: 9e11 }), price: fc.bigInt(1n, 10n ** 15n) })),
        (steps) => {
          const ticks: JournalTick[] = []
          for (const { laterMs, price } of steps) {
            const head = ticks.at(-1) ?? null
            ticks.push(nextTick("AAPL", head, (head?.atMs ?? 0) + laterMs, price))
          }
          const previousHash = ticks[0]?.previousHash ?? ""
          expect(unpackTicks({ symbol: "AAPL", firstSeq: 1, previousHash, bytes: packTicks(ticks) })).toEqual(
            ticks,
          )
        },
      ),
    ))
})

const me = callOf("m1")
const looseCount = Effect.map(
  sql<{ count: bigint }>("select count(*) as count from ticks where symbol = 'AAPL'"),
  (rows) => rows[0]?.count,
)

/**
 * Waits for a fact that the database brings about in its own time. `step` moves the clock meanwhile:
 * a sleep that the fact depends on may begin after the clock was moved.
 */
const untilReached = <E, R>(
  fact: string,
  isReached: Effect.Effect<boolean, E, R>,
  step: Effect.Effect<void> = Effect.void,
) =>
  Effect.gen(function* () {
    const givenUpMs = performance.now() + 200_000
    while (!(yield* isReached)) {
      if (performance.now() > givenUpMs) return yield* Effect.die(new Error(`not reached: ${fact}`))
      yield* Effect.promise(() => pause(5))
      yield* step
    }
  })

onDatabasesInTurn("the old part of the journal", (database) => {
  effectTests(runOn(tradingLayer(database)))(
    "is packed atomically when it is old, and verifies the same contracts as before",
    function* () {
      const db = yield* Db
      yield* tickCycles(1)
      yield* fund("m1", 100_000_000_00n)
      const order = yield* createOrder(yield* wantedOrder({ leverage: 1 }), me)
      yield* tickCycles(1)
      yield* TestClock.adjust(61_000)
      yield* tickCycles(1)
      yield* lengthenJournal(1_100)
      yield* retakeLease(3_600_000)
      yield* tickCycles(2)
      const before = yield* readTicks("AAPL", 1, 10_000)
      const detail = yield* readOrder({ id: order.id }, me)
      expect(yield* packJournal()).toBe(0)
      yield* TestClock.adjust("8 days")
      yield* tickCycles(1)
      const lost: Db["Service"] = {
        ...db,
        execute: (sql, params) =>
          sql.startsWith("delete from ticks")
            ? Effect.fail(new DbUnavailable({ message: "lost", outcome: "none" }))
            : db.execute(sql, params),
      }
      expect(Exit.isFailure(yield* Effect.exit(Effect.provideService(packJournal(), Db, lost)))).toBe(true)
      expect(yield* sql("select 1 from tick_blocks")).toEqual([])
      expect(yield* packJournal()).toBe(1)
      expect(yield* packJournal()).toBe(0)
      expect(Number(yield* looseCount)).toBeLessThan(1_000)
      expect((yield* readTicks("AAPL", 1, 10_000)).slice(0, before.length)).toEqual(before)
      expect(yield* readTicks("AAPL", 995, 10)).toEqual(before.slice(994, 1_004))
      expect(yield* readTicks("AAPL", 1, 7)).toEqual(before.slice(0, 7))
      const after = yield* readOrder({ id: order.id }, me)
      expect(after).toEqual({ ...detail, currentPrice: after.currentPrice })
      expect(yield* Effect.promise(() => verdictOf(after))).toMatchObject({ kind: "verified" })
    },
  )

  tradingTests(database)(
    "stays as it is while a contract that could not be settled may need it",
    function* () {
      const hold = (id: string) =>
        execute(
          `insert into settlement_holds (order_id, held_at_ms, tries, next_try_ms, fence, reason)
         select $1, 0, 9, null, fence, 'a test' from market_lease`,
          [id],
        )
      const [needed, elsewhere] = [yield* placeOrder(), yield* placeOrder({ productId: "msft" })]
      yield* tickCycles(1)
      yield* lengthenJournal(1_100)
      yield* retakeLease(3_600_000)
      yield* tickCycles(1)
      yield* TestClock.adjust("8 days")
      yield* tickCycles(1)
      yield* hold(needed.id)
      yield* hold(elsewhere.id)
      expect(yield* packJournal()).toBe(0)
      yield* execute("delete from settlement_holds where order_id = $1", [needed.id])
      const market = yield* Market
      const packedBy = (differs: Partial<Market["Service"]>) =>
        Effect.provideService(packJournal(), Market, { ...market, ...differs })
      expect(yield* packedBy({ leadership: () => null })).toBe(0)
      expect(yield* packedBy({ feed: { ...market.feed, kind: "live" } })).toBe(0)
      expect(yield* packedBy({ settings: { ...market.settings, packAfterMs: 0 } })).toBe(0)
      const settledUpTo = (seq: number) =>
        execute("update settlement_cursors set seq = $1 where symbol = 'AAPL'", [seq])
      yield* settledUpTo(1_000)
      expect(yield* packJournal()).toBe(0)
      yield* settledUpTo(1_001)
      expect(yield* packJournal()).toBe(1)
    },
  )

  const lines: string[] = []
  const logging = tradingTests(Layer.provideMerge(database, messageLog(lines)))
  logging("is packed every ten minutes, as much of it as is old, and not while it is broken", function* () {
    yield* lengthenJournal(2_100)
    yield* retakeLease(3_600_000)
    yield* tickCycles(1)
    yield* TestClock.adjust("8 days")
    yield* tickCycles(1)
    const blocks = sql<{ first_seq: bigint }>("select first_seq from tick_blocks order by first_seq")
    const setHash = (hash: string) =>
      execute("update ticks set previous_hash = decode($1, 'hex') where symbol = 'AAPL' and seq = 500", [
        hash,
      ])
    const hash = (yield* readTicks("AAPL", 500, 1))[0]?.previousHash ?? ""
    yield* setHash("00".repeat(32))
    const readCheckpoint = Effect.map(
      sql<{ redo: string }>("select redo_lsn::text as redo from pg_control_checkpoint()"),
      (rows) => rows[0]?.redo,
    )
    const checkpoint = yield* readCheckpoint
    const { engine } = yield* Db
    const packing = yield* Effect.forkChild(runPacking)
    yield* TestClock.adjust("9 minutes")
    expect(lines).toEqual([])
    yield* TestClock.adjust("1 minute")
    yield* untilReached(
      "a failed pass is logged",
      Effect.sync(() => lines.length > 0),
    )
    expect(lines).toEqual([expect.stringContaining("Old ticks stay as they are")])
    expect(yield* blocks).toEqual([])
    yield* setHash(hash)
    yield* TestClock.adjust("10 minutes")
    yield* untilReached(
      "two blocks are packed",
      Effect.map(blocks, ({ length }) => length === 2),
      TestClock.adjust("1 second"),
    )
    expect(yield* blocks).toEqual([{ first_seq: 1n }, { first_seq: 1_001n }])
    // the embedded engine's own log ends with each pass
    yield* untilReached(
      "a checkpoint of the engine",
      Effect.map(readCheckpoint, (now) => engine === "postgres" || now !== checkpoint),
      TestClock.adjust("1 second"),
    )
    yield* Fiber.interrupt(packing)
  })
})
