import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { eventsAfter } from "../../server/core/member-events.ts"
import { findDifferences } from "../../server/core/projections.ts"
import { Db, execute, sql } from "../../server/db/db.ts"
import { addAlert, listAlerts, removeAlert } from "../../server/market/alerts.ts"
import { fireAlerts, REST_MS, sweepAlerts } from "../../server/market/fire-alerts.ts"
import { Market } from "../../server/market/market.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { ALERTS_PER_MEMBER } from "../../src/domain/limits.ts"
import { isNotice } from "../../src/domain/member-event.ts"
import { divideHalfEven, priceOf } from "../../src/domain/money.ts"
import { stopOutPrice } from "../../src/domain/trade.ts"
import { reasonOf } from "../support/cash.ts"
import { onEachDatabase } from "../support/effect-tests.ts"
import {
  callOf,
  cyclesWithoutSettlement,
  losingQueries,
  newKey,
  placeOrder,
  tickCycles,
} from "../support/trading.ts"
import { tradingTests } from "../support/trading-tests.ts"

const me = callOf("m1")

const lastTick = Effect.gen(function* () {
  const [tick] = yield* sql<{ seq: bigint; price_units: bigint }>(
    "select seq, price_units from ticks where symbol = 'AAPL' order by seq desc limit 1",
  )
  return tick ?? { seq: 0n, price_units: 0n }
})

type Wanted = Partial<RequestOf<"alertAdd">>

const add = (differs: Wanted) =>
  addAlert({ productId: "aapl", kind: "above", daily: false, days: 1, ...differs }, me)

/** An alert so many price units away from the last tick. */
const addAt = (units: bigint, differs: Wanted = {}) =>
  Effect.flatMap(lastTick, ({ price_units }) =>
    add({ kind: units > 0n ? "above" : "below", price: priceOf(price_units + units), ...differs }),
  )

const insertMember = execute(
  `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
   values ('m1', 'm1', 'm1', '', 'm1', 0, 0)`,
)

const firings = Effect.map(eventsAfter("m1", 0, 500), (events) =>
  events.filter(({ kind, to }) => kind === "alert" && to === "fired"),
)

/** Sets the price of the last tick. */
const setPrice = (units: bigint) =>
  execute(
    `update ticks set price_units = $1 where symbol = 'AAPL' and seq = (select max(seq) from ticks where symbol = 'AAPL')`,
    [units],
  )

onEachDatabase("price alerts", (database) => {
  const test = tradingTests(database)

  test("fire at the first tick that reaches them, once, whatever is lost on the way", function* () {
    yield* insertMember
    const db = yield* Db
    const distances = [1n, 40n, 200n, 1_000n, 400_000n, -1n, -40n, -200n, -1_000n, -400_000n]
    const alerts = yield* Effect.forEach(distances, (units) => addAt(units))
    const start = yield* lastTick
    for (let cycle = 0; cycle < 15; cycle += 1) {
      yield* cyclesWithoutSettlement(1)
      const isLost = (text: string) => cycle % 3 === 1 && text.includes("alert_cursors")
      yield* Effect.ignore(Effect.provideService(fireAlerts(), Db, losingQueries(db, isLost)))
      // the process died after firing, before the cursor was written
      if (cycle % 5 === 4) yield* execute("update alert_cursors set seq = $1", [start.seq])
    }
    yield* fireAlerts()
    const ticks = yield* sql<{ seq: bigint; price_units: bigint }>(
      "select seq, price_units from ticks where symbol = 'AAPL' and seq > $1 order by seq",
      [start.seq],
    )
    const expected = distances.flatMap((units, index) => {
      const level = start.price_units + units
      const first = ticks.find(({ price_units }) =>
        units > 0n ? price_units >= level : price_units <= level,
      )
      return first === undefined
        ? []
        : [{ id: alerts[index]?.id, seq: Number(first.seq), price: priceOf(first.price_units) }]
    })
    const { items } = yield* listAlerts({ status: "past" }, me)
    const fired = items.map(({ id, fired: tick }) => ({ id, seq: tick?.seq, price: tick?.price }))
    const byId = (one: { id?: string | undefined }, other: { id?: string | undefined }) =>
      String(one.id).localeCompare(String(other.id))
    expect(fired.toSorted(byId)).toEqual(expected.toSorted(byId))
    expect(expected.length).toBeGreaterThan(2)
    expect(expected.length).toBeLessThan(distances.length)
    const events = yield* firings
    expect(events.map(({ subject }) => subject).toSorted()).toEqual(
      expected.map(({ id }) => String(id)).toSorted(),
    )
    expect(events.every(isNotice)).toBe(true)
    expect(yield* sql("select id from orders")).toEqual([])
    expect(events[0]?.alert).toMatchObject({ symbol: "AAPL", price: expect.stringMatching(/\.\d{4}$/) })
    expect(yield* findDifferences()).toEqual([])
  })
  test("that are daily fire once a day, those whose time is over end, and with a notice without a product", function* () {
    yield* insertMember
    const fire = Effect.andThen(cyclesWithoutSettlement(1), Effect.andThen(sweepAlerts(), fireAlerts()))
    const daily = yield* addAt(1n, { daily: true, days: 3 })
    const gone = yield* addAt(-400_000n)
    const { price_units } = yield* lastTick
    yield* cyclesWithoutSettlement(1)
    yield* setPrice(price_units + 1n)
    expect(yield* fireAlerts()).toBe(1)
    yield* cyclesWithoutSettlement(1)
    yield* setPrice(price_units + 2n)
    yield* sweepAlerts()
    expect(yield* fireAlerts()).toBe(0)
    yield* execute("update products set symbol = 'GONE' where id = 'aapl'")
    yield* TestClock.adjust(2_000)
    yield* sweepAlerts()
    const past = yield* listAlerts({ status: "past" }, me)
    expect(past.items.map(({ id, state }) => [id, state]).toSorted()).toEqual(
      [daily.id, gone.id].toSorted().map((id) => [id, "ended"]),
    )
    const ended = (yield* eventsAfter("m1", 0, 500)).filter(({ to }) => to === "ended")
    expect(ended.map((event) => isNotice(event))).toEqual([true, true])
    yield* execute("update products set symbol = 'AAPL' where id = 'aapl'")
    yield* TestClock.adjust(2_000)
    const again = yield* addAt(1n, { daily: true, days: 3 })
    for (const expected of [1, 1, 0]) {
      yield* TestClock.adjust(REST_MS)
      yield* fire
      const tick = yield* lastTick
      yield* cyclesWithoutSettlement(1)
      yield* setPrice(tick.price_units + 1_000_000n)
      expect(yield* fireAlerts()).toBeLessThanOrEqual(expected)
    }
    yield* TestClock.adjust(2 * REST_MS)
    yield* fire
    const { items } = yield* listAlerts({ status: "past" }, me)
    expect(items.find(({ id }) => id === again.id)?.state).toBe("expired")
    const all = (yield* firings).filter(({ subject }) => subject === again.id)
    expect(all).toHaveLength(2)
    expect(yield* findDifferences()).toEqual([])
  })

  test("go on for a product that is sold out or closed, whose price goes on too", function* () {
    yield* insertMember
    yield* execute("update products set sold_out = true, open_minute = 0, close_minute = 1 where id = 'aapl'")
    yield* TestClock.adjust(2_000)
    const { id } = yield* addAt(1n)
    yield* sweepAlerts()
    const { price_units } = yield* lastTick
    yield* cyclesWithoutSettlement(1)
    yield* setPrice(price_units + 1n)
    expect(yield* fireAlerts()).toBe(1)
    expect((yield* firings).map(({ subject }) => subject)).toEqual([id])
  })

  test("refuse what cannot be watched, each by its name", function* () {
    yield* insertMember
    const refused = (differs: Wanted) => reasonOf(add({ price: "900000.0000", ...differs }))
    const { price_units } = yield* lastTick
    expect(yield* refused({ kind: "below" })).toBe("alert.beyond")
    expect(yield* refused({ price: priceOf(price_units) })).toBe("alert.beyond")
    expect(yield* refused({ price: "0.0000" })).toBe("field.required")
    expect(yield* refused({ productId: "nothing" })).toBe("alert.product-unknown")
    expect(yield* refused({ days: 0 })).toBe("field.below-minimum")
    expect(yield* refused({ days: 91 })).toBe("field.above-maximum")
    expect(yield* refused({ note: "x".repeat(81) })).toBe("field.too-long")
    expect(yield* refused({ note: "a\u202eb" })).toBe("field.characters")
    const first = yield* add({ price: "900000.0000", note: " Sell half " })
    expect(first).toMatchObject({ note: "Sell half", state: "active", fired: null })
    expect(yield* refused({})).toBe("alert.duplicate")
    for (let n = 1; n < ALERTS_PER_MEMBER; n += 1) yield* add({ price: `${900_000 + n}.0000` })
    expect(yield* refused({ price: "999999.0000" })).toBe("alert.limit")
    expect(yield* reasonOf(removeAlert({ id: first.id }, callOf("m2")))).toBe("alert.unknown")
    expect(yield* reasonOf(removeAlert({ id: first.id }, me))).toBe("done")
    expect(yield* reasonOf(removeAlert({ id: first.id }, me))).toBe("alert.unknown")
    expect(yield* refused({})).toBe("done")
    const page = yield* listAlerts({ limit: "20" }, me)
    const next = yield* listAlerts({ limit: "40", cursor: page.nextCursor ?? "" }, me)
    expect(new Set([...page.items, ...next.items].map(({ id }) => id)).size).toBe(ALERTS_PER_MEMBER)
    expect(yield* findDifferences()).toEqual([])
  })
  test("fire near the stop-out of an open contract, and at an opening of the market", function* () {
    yield* insertMember
    const place = Effect.map(placeOrder(), ({ id }) => id)
    const [watched, closed] = [yield* place, yield* place]
    yield* tickCycles(1)
    const near = (contractId: string, distanceBps = 500) =>
      add({ kind: "stop-out", contractId, distanceBps, days: 30 })
    const [{ opening_price } = { opening_price: 0n }] = yield* sql<{ opening_price: bigint }>(
      "select opening_price from orders where id = $1",
      [watched],
    )
    const alert = yield* near(watched)
    const over = yield* near(closed)
    const terms = {
      stakeKobo: 1_000_000n,
      leverage: 5,
      direction: "up",
      commissionPpm: 1_000,
      stopOutBps: 10_000,
    } as const
    const level = divideHalfEven(stopOutPrice(terms, opening_price) * 10_500n, 10_000n)
    expect(alert).toMatchObject({ level: priceOf(level), contractId: watched, distanceBps: 500 })
    expect(yield* reasonOf(near(watched, 0))).toBe("field.below-minimum")
    expect(yield* reasonOf(near(watched, 5_001))).toBe("field.above-maximum")
    expect(yield* reasonOf(near(watched, 5_000))).toBe("alert.near")
    expect(yield* reasonOf(near("nothing"))).toBe("order.not-open")
    yield* closeOrder({ key: newKey(), id: closed }, me)
    yield* tickCycles(1)
    yield* cyclesWithoutSettlement(1)
    yield* setPrice(level)
    expect(yield* fireAlerts()).toBe(1)
    yield* sweepAlerts()
    const { items } = yield* listAlerts({ status: "past" }, me)
    expect(new Map(items.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [alert.id, "fired"],
        [over.id, "expired"],
      ]),
    )
    expect(yield* reasonOf(add({ kind: "opens" }))).toBe("alert.always-open")
    yield* execute("update products set open_minute = 600, close_minute = 1200 where id = 'aapl'")
    yield* TestClock.adjust(2_000)
    const opening = yield* add({ kind: "opens" })
    const { feed, nowMs } = yield* Market
    const day = feed.dayAt(nowMs())
    yield* TestClock.adjust(2 * (day.endsAtMs - day.startsAtMs))
    yield* cyclesWithoutSettlement(1)
    expect(yield* fireAlerts()).toBe(1)
    const [first] = (yield* listAlerts({ status: "past" }, me)).items
    expect(first).toMatchObject({ id: opening.id, state: "fired", level: null })
    expect(yield* findDifferences()).toEqual([])
  })
})
