/** Changing the levels of an open contract: what is written, when it acts, and what is refused. */
import { Effect } from "effect"
import { expect } from "vitest"
import { eventsAfter } from "../../server/core/member-events.ts"
import { findDifferences } from "../../server/core/projections.ts"
import { Refusal } from "../../server/core/refusal.ts"
import { sql } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { readHeads } from "../../server/market/tick-journal.ts"
import { amendOrder } from "../../server/orders/amend-order.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { checkSettlement, marketWithKey } from "../../src/domain/check-settlement.ts"
import { AMENDMENTS_MAX } from "../../src/domain/limits.ts"
import { priceOf } from "../../src/domain/money.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { tamper } from "../support/tamper.ts"
import {
  callOf,
  cyclesWithoutSettlement,
  fund,
  newKey,
  testMarketKey,
  tickCycles,
  tradingLayer,
  wantedOrder,
} from "../support/trading.ts"

const me = callOf("m1")

const reasonOf = <A, R>(effect: Effect.Effect<A, unknown, R>) =>
  Effect.map(Effect.flip(effect), (error) => (error instanceof Refusal ? error.reason : error))

const lastPrice = Effect.map(readHeads(["AAPL"]), ([last]) => last?.price ?? 0n)

/** An open contract that gains when the price rises. */
const open = Effect.gen(function* () {
  yield* tickCycles(1)
  yield* fund("m1", 1_000_000_00n)
  const { id } = yield* createOrder(yield* wantedOrder({ direction: "up" }), me)
  yield* tickCycles(3)
  return id
})

/** Levels at a share of the last price, in per mille. */
const at = (price: bigint, profit: number | null, loss: number | null) => ({
  ...(profit === null ? {} : { takeProfit: priceOf((price * BigInt(profit)) / 1_000n) }),
  ...(loss === null ? {} : { stopLoss: priceOf((price * BigInt(loss)) / 1_000n) }),
})

const verdictOf = Effect.fnUntraced(function* (id: string) {
  const detail = yield* readOrder({ id }, me)
  const known = marketWithKey(testMarketKey.publicKey)
  return yield* Effect.promise(() => checkSettlement(detail, known))
})

/** Ticks of this price from now on, whatever the feed says. */
const setPrice = Effect.fnUntraced(function* (price: bigint) {
  yield* tamper(
    "update ticks set price_units = $1 where symbol = 'AAPL' and seq = (select max(seq) from ticks where symbol = 'AAPL')",
    [price],
  )
})

onDatabasesInTurn("a change of levels", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("is written once by its key, chained, in force from the next tick, and its settlement verifies", function* () {
    const { nowMs } = yield* Market
    const id = yield* open
    const price = yield* lastPrice
    const request = { key: newKey(), id, number: 0, ...at(price, 1_500, 900) }
    const changed = yield* amendOrder(request, me)
    expect(yield* amendOrder(request, me)).toEqual(changed)
    const { takeProfit, stopLoss } = at(price, 1_500, 900)
    expect(changed).toMatchObject({ id, state: "opened", takeProfit, stopLoss })
    expect(changed.levelHistory).toMatchObject({
      agreed: { takeProfit: null, stopLoss: null },
      amendments: [{ number: 1, takeProfit, stopLoss, atMs: nowMs() }],
    })
    yield* tickCycles(1)
    const second = yield* amendOrder({ key: newKey(), id, number: 1, ...at(price, 1_600, null) }, me)
    expect(second.levelHistory?.amendments.map(({ stopLoss }) => stopLoss)).toEqual([stopLoss, null])
    expect(second.levelHistory?.amendments[0]).toEqual(changed.levelHistory?.amendments[0])
    const events = yield* sql(
      "select from_state, to_state, who from member_events where subject = $1 and kind = 'amend' order by number",
      [id],
    )
    expect(events).toEqual(Array(2).fill({ from_state: null, to_state: "changed", who: "member" }))
    expect(yield* findDifferences()).toEqual([])
    yield* closeOrder({ key: newKey(), id }, me)
    yield* tickCycles(2)
    expect((yield* verdictOf(id)).kind).toBe("verified")
  })

  test("ends the contract by the new level at a later tick, and by the old one until then", function* () {
    const id = yield* open
    const entry = yield* lastPrice
    yield* amendOrder({ key: newKey(), id, number: 0, ...at(entry, null, 950) }, me)
    // a tick of the very moment of the next change reaches the level before it
    yield* cyclesWithoutSettlement(1)
    const early = yield* amendOrder({ key: newKey(), id, number: 1, ...at(entry, null, 900) }, me)
    yield* setPrice((entry * 940n) / 1_000n)
    yield* tickCycles(1)
    const { order } = yield* readOrder({ id }, me)
    expect(order).toMatchObject({ state: "closed_early", stopLoss: early.stopLoss })
    expect(order.closedAtMs).toBe(early.levelHistory?.amendments[1]?.atMs)
    const [last] = (yield* eventsAfter("m1", 0, 100)).slice(-1)
    expect(last).toMatchObject({ kind: "order", contract: { ending: "stop-loss" } })
  })

  test("acts at a tick that was settled before the change was written", function* () {
    const id = yield* open
    const price = yield* lastPrice
    const changed = yield* amendOrder({ key: newKey(), id, number: 0, ...at(price, 1_500, null) }, me)
    const atMs = changed.levelHistory?.amendments[0]?.atMs ?? 0
    yield* tickCycles(1)
    const reached = yield* lastPrice
    // as if it had been committed only now: its take-profit is the price of the tick after its time
    yield* tamper(
      `update orders set take_profit = $2::bigint, level_history = jsonb_set(level_history, '{1,0}', to_jsonb($2::bigint::text))
       where id = $1`,
      [id, reached],
    )
    yield* tickCycles(1)
    const { order } = yield* readOrder({ id }, me)
    expect(order.state).toBe("closed_early")
    expect((order.closedAtMs ?? 0) - atMs).toBe((yield* Market).settings.tickMs)
  })

  test("is refused where it could not act as it says, and changes nothing", function* () {
    const id = yield* open
    const price = yield* lastPrice
    const ask = (number: number, levels: object, of = me) =>
      reasonOf(amendOrder({ key: newKey(), id, number, ...levels }, of))
    expect(yield* ask(0, at(price, 1_000, null))).toBe("level.at-once")
    expect(yield* ask(0, at(price, null, 1_001))).toBe("level.at-once")
    expect(yield* ask(0, { takeProfit: priceOf(price + 1n) })).toBe("level.distance")
    expect(yield* ask(0, at(price, null, 100))).toBe("order.stop-loss-useless")
    expect(yield* ask(0, { stopLoss: "0.0000" })).toBe("order.stop-loss-side")
    expect(yield* ask(0, {})).toBe("level.same")
    expect(yield* ask(1, at(price, 1_500, null))).toBe("level.changed-elsewhere")
    expect(yield* ask(0, at(price, 1_500, null), callOf("m2"))).toBe("order.unknown")
    expect((yield* readOrder({ id }, me)).order.levelHistory).toBeUndefined()
    yield* closeOrder({ key: newKey(), id }, me)
    expect(yield* ask(0, at(price, 1_500, null))).toBe("order.not-open")
    yield* tickCycles(1)
    expect(yield* ask(0, at(price, 1_500, null))).toBe("order.not-open")
  })

  test("and a tick that settles come in either order, and the contract ends once, as its proof says", function* () {
    yield* open
    for (let turn = 0; turn < 4; turn += 1) {
      const { id } = yield* createOrder(yield* wantedOrder({ direction: "up" }), me)
      yield* tickCycles(2)
      const price = yield* lastPrice
      // the next tick may reach this level, while it is removed or moved
      yield* amendOrder({ key: newKey(), id, number: 0, ...at(price, null, 999) }, me)
      const next = turn % 2 === 0 ? {} : at(price, null, 900)
      const [changed] = yield* Effect.all(
        [Effect.exit(amendOrder({ key: newKey(), id, number: 1, ...next }, me)), tickCycles(1)],
        { concurrency: 2 },
      )
      yield* closeOrder({ key: newKey(), id }, me).pipe(Effect.ignore)
      yield* tickCycles(2)
      const { order } = yield* readOrder({ id }, me)
      const count = order.levelHistory?.amendments.length
      expect([order.state, count]).toEqual(["closed_early", changed._tag === "Success" ? 2 : 1])
      expect((yield* verdictOf(id)).kind).toBe("verified")
    }
    expect(yield* findDifferences()).toEqual([])
  })

  test("that was written before a crash acts at the first tick of the next process", function* () {
    const id = yield* open
    const price = yield* lastPrice
    // no tick is settled between the change and the crash
    yield* cyclesWithoutSettlement(1)
    yield* amendOrder({ key: newKey(), id, number: 0, ...at(price, null, 950) }, me)
    yield* cyclesWithoutSettlement(2)
    yield* setPrice((price * 940n) / 1_000n)
    yield* cyclesWithoutSettlement(1)
    const beforeCrash = (yield* readOrder({ id }, me)).order
    expect(beforeCrash.state).toBe("opened")
    yield* tickCycles(1)
    const { order } = yield* readOrder({ id }, me)
    expect(order).toMatchObject({ state: "closed_early", stopLoss: at(price, null, 950).stopLoss })
    expect(order.closedAtMs).toBeGreaterThan(
      order.levelHistory?.amendments[0]?.atMs ?? Number.POSITIVE_INFINITY,
    )
  })

  test("is taken fifty times of one contract, of two at once one, and beside a close one of both", function* () {
    const id = yield* open
    const price = yield* lastPrice
    const change = (number: number, profit: number) =>
      Effect.exit(amendOrder({ key: newKey(), id, number, ...at(price, profit, null) }, me))
    const both = yield* Effect.all([change(0, 1_500), change(0, 1_600)], { concurrency: 2 })
    expect(both.filter(({ _tag }) => _tag === "Success")).toHaveLength(1)
    for (let number = 1; number < AMENDMENTS_MAX; number += 1) yield* change(number, 1_700 + number)
    const { order } = yield* readOrder({ id }, me)
    expect(order.levelHistory?.amendments).toHaveLength(AMENDMENTS_MAX)
    const once = amendOrder({ key: newKey(), id, number: AMENDMENTS_MAX, ...at(price, 1_500, null) }, me)
    expect(yield* reasonOf(once)).toBe("level.change-limit")
    yield* closeOrder({ key: newKey(), id }, me)
    yield* tickCycles(2)
    expect([(yield* readOrder({ id }, me)).order.state, (yield* verdictOf(id)).kind]).toEqual([
      "closed_early",
      "verified",
    ])
    expect(yield* findDifferences()).toEqual([])
  })
})
