import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Db, DbUnavailable } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { packJournal } from "../../server/market/pack-journal.ts"
import { type JournalTick, nextTick, packTicks, unpackTicks } from "../../server/market/tick.ts"
import { readTicks } from "../../server/market/tick-journal.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { grounds } from "../support/grounds.ts"
import { callOf, fund, query, testMarket, tickCycles, tradingLayer, wantedOrder } from "../support/trading.ts"
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
/** Appends many copies of the last tick, each chained to the one before. */
const lengthen = Effect.fnUntraced(function* (count: number) {
  const db = yield* Db
  const ticks: JournalTick[] = []
  let [head = null] = (yield* readTicks("AAPL", 1, 10_000)).slice(-1)
  for (let i = 0; i < count && head !== null; i += 1) {
    head = nextTick("AAPL", head, head.atMs + 1, head.price + BigInt(i % 7))
    ticks.push(head)
  }
  yield* db.execute(
    `insert into ticks (symbol, seq, at_ms, price_units, previous_hash, hash)
     select 'AAPL', t.seq, t.at_ms, t.price, decode(t.previous, 'hex'), decode(t.hash, 'hex')
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]) as t (seq, at_ms, price, previous, hash)`,
    [
      ticks.map((tick) => tick.seq),
      ticks.map((tick) => tick.atMs),
      ticks.map((tick) => tick.price),
      ticks.map((tick) => tick.previousHash),
      ticks.map((tick) => tick.hash),
    ],
  )
})

const looseCount = Effect.map(
  query<{ count: bigint }>("select count(*) as count from ticks where symbol = 'AAPL'"),
  (rows) => rows[0]?.count,
)

for (const { name, isFound, database } of grounds()) {
  describe.skipIf(!isFound)(`the old part of the journal [${name}]`, () => {
    it("is packed atomically when it is old, and verifies the same contracts as before", () =>
      Effect.runPromise(
        Effect.gen(function* () {
          const db = yield* Db
          yield* tickCycles(1)
          yield* fund("m1", 100_000_000_00n)
          const order = yield* createOrder(yield* wantedOrder({ leverage: 1 }), me)
          yield* tickCycles(1)
          yield* TestClock.adjust(61_000)
          yield* tickCycles(1)
          yield* lengthen(1_100)
          // Another process appended ticks, so this one reads the end of the journal again.
          const market = yield* Market
          yield* db.execute("update market_lease set expires_at_ms = 0, fence = fence + 1")
          yield* TestClock.adjust(3_600_000)
          yield* market.runCycle
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
          expect(Exit.isFailure(yield* Effect.exit(Effect.provideService(packJournal(), Db, lost)))).toBe(
            true,
          )
          expect(yield* query("select 1 from tick_blocks")).toEqual([])
          expect(yield* packJournal()).toBe(1)
          expect(yield* packJournal()).toBe(0)
          expect(Number(yield* looseCount)).toBeLessThan(1_000)
          expect((yield* readTicks("AAPL", 1, 10_000)).slice(0, before.length)).toEqual(before)
          expect(yield* readTicks("AAPL", 995, 10)).toEqual(before.slice(994, 1_004))
          expect(yield* readTicks("AAPL", 1, 7)).toEqual(before.slice(0, 7))
          const after = yield* readOrder({ id: order.id }, me)
          expect(after).toEqual({ ...detail, currentPrice: after.currentPrice })
          expect(yield* Effect.promise(() => verdictOf(after))).toMatchObject({ kind: "verified" })
        }).pipe(Effect.provide(tradingLayer(database, testMarket))),
      ))
  })
}
