// @module-tag sweep

import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { Db } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { settlePass } from "../../server/settlement/worker.ts"
import { onDatabasesInTurn } from "../support/effect-tests.ts"
import { fund, multiplyOrder, placeOrder, tickCycles } from "../support/trading.ts"
import { soundTradingTests } from "../support/trading-tests.ts"

onDatabasesInTurn("the pace of settlement", (database) => {
  const test = soundTradingTests(database)

  test("finds and writes many contracts at a time and fewer while orders arrive, those of a member together", function* () {
    const db = yield* Db
    const market = yield* Market
    for (let nth = 2; nth <= 10; nth += 1) yield* fund(`m${nth}`, 100_000_000_00n)
    const batches: Array<ReadonlyArray<unknown>> = []
    const found: number[] = []
    const counting: Db["Service"] = {
      ...db,
      sql: (sql, params) => {
        const ids = params?.[2]
        if (sql.includes("from done") && Array.isArray(ids)) batches.push(ids)
        const isSearch = sql.includes("select found.packed")
        const count = (rows: ReadonlyArray<unknown>) => Effect.sync(() => isSearch && found.push(rows.length))
        return Effect.tap(db.sql(sql, params), count)
      },
    }
    const settleMany = Effect.fnUntraced(function* (isBusy: boolean) {
      const order = yield* placeOrder()
      yield* tickCycles(1)
      yield* multiplyOrder(order.id, 299, 10)
      yield* TestClock.adjust(61_000)
      yield* market.runCycle
      if (isBusy) yield* placeOrder()
      batches.length = 0
      found.length = 0
      yield* Effect.provideService(settlePass(), Db, counting)
      return batches.map(({ length }) => length).toSorted((one, other) => other - one)
    })
    expect(yield* settleMany(false)).toEqual([300])
    expect(found[0]).toBe(300)
    const [search, batch] = db.engine === "pglite" ? [200, 12] : [300, 25]
    expect((yield* settleMany(true)).slice(0, 6)).toEqual(Array.from({ length: 6 }, () => batch))
    expect(found[0]).toBe(search)
    const members = yield* Effect.forEach(batches, (ids) =>
      db.sql("select distinct member_id from orders where id = any($1::text[])", [ids.map(String)]),
    )
    expect(members.slice(0, 6).flat().length).toBeLessThanOrEqual(10 + 5)
  })

  test("lets requests be read between batches", function* () {
    const order = yield* placeOrder()
    yield* tickCycles(1)
    yield* multiplyOrder(order.id, 1_600)
    yield* TestClock.adjust(61_000)
    yield* (yield* Market).runCycle
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    yield* placeOrder()
    expect(yield* settlePass()).toBe(1_601)
    clearInterval(timer)
    // the event loop comes round after each of the 65 batches, or more, but the last
    expect(turns).toBeGreaterThanOrEqual(64)
  })
})
