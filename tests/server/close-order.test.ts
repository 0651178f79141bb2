/** Asking for an early close: what is written, what a second request changes, and who is refused. */

import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { findDifferences } from "../../server/core/projections.ts"
import { Refusal } from "../../server/core/refusal.ts"
import { sql } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { settlePass } from "../../server/settlement/worker.ts"
import { priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { tamper } from "../support/tamper.ts"
import {
  callOf,
  cyclesWithoutSettlement,
  fund,
  newKey,
  tickCycles,
  tradingLayer,
  wantedOrder,
} from "../support/trading.ts"

const me = callOf("m1")

const reasonOf = <A, R>(effect: Effect.Effect<A, unknown, R>) =>
  Effect.map(Effect.flip(effect), (error) => (error instanceof Refusal ? error.reason : error))

/** An open contract. */
const open = Effect.gen(function* () {
  yield* tickCycles(1)
  yield* fund("m1", 1_000_000_00n)
  const { id } = yield* createOrder(yield* wantedOrder(), me)
  yield* tickCycles(3)
  return id
})

/** The next tick, at this price. */
const nextPrice = Effect.fnUntraced(function* (price: string) {
  yield* cyclesWithoutSettlement(1)
  yield* tamper(
    "update ticks set price_units = $1 where symbol = 'AAPL' and seq = (select max(seq) from ticks where symbol = 'AAPL')",
    [priceUnitsOf(price)],
  )
  yield* settlePass()
})

const eventsOf = Effect.fnUntraced(function* (id: string) {
  return yield* sql(
    `select kind, from_state, to_state, changes::text as changes, who, why from member_events
     where subject = $1 order by number`,
    [id],
  )
})

onDatabasesInTurn("an early close", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("is requested once, by an event with the time that the contract says", function* () {
    const { nowMs } = yield* Market
    const id = yield* open
    const before = yield* eventsOf(id)
    const closing = yield* closeOrder({ key: newKey(), id }, me)
    expect(closing).toMatchObject({ id, state: "opened", closeRequestedAtMs: nowMs() })
    const after = yield* eventsOf(id)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length)).toEqual([
      {
        ...{ kind: "close", from_state: null, to_state: "requested", who: "member", why: "" },
        changes: JSON.stringify({ close_requested_at_ms: nowMs() }).replace(":", ": "),
      },
    ])
    yield* TestClock.adjust(50)
    const again = yield* closeOrder({ key: newKey(), id }, me)
    expect(again).toEqual(closing)
    expect(yield* eventsOf(id)).toEqual(after)
    yield* tickCycles(1)
    const { order } = yield* readOrder({ id }, me)
    expect(order).toMatchObject({
      state: "closed_early",
      closeRequestedAtMs: closing.closeRequestedAtMs,
    })
    expect(yield* reasonOf(closeOrder({ key: newKey(), id }, me))).toBe("order.not-open")
  })

  test("is requested no earlier than the latest tick", function* () {
    const { nowMs } = yield* Market
    const id = yield* open
    const ahead = nowMs() + 700
    yield* tamper(
      "update ticks t set at_ms = $1 where symbol = 'AAPL' and seq = (select max(seq) from ticks where symbol = 'AAPL')",
      [ahead],
    )
    expect(yield* closeOrder({ key: newKey(), id }, me)).toMatchObject({ closeRequestedAtMs: ahead })
  })

  test("is refused for a contract that has ended, is at its end or has not begun, and of another member", function* () {
    const id = yield* open
    const { nowMs } = yield* Market
    /** At its very end, asked to close before or not. */
    const past = Effect.fnUntraced(function* (wasAsked: boolean) {
      yield* tamper("update orders set expires_at_ms = $1, close_requested_at_ms = $2", [
        nowMs(),
        wasAsked ? 1 : null,
      ])
      return yield* reasonOf(closeOrder({ key: newKey(), id }, me))
    })
    expect(yield* reasonOf(closeOrder({ key: newKey(), id }, callOf("m2")))).toBe("order.unknown")
    expect(yield* reasonOf(closeOrder({ key: newKey(), id: "unknown" }, me))).toBe("order.unknown")
    expect(yield* past(false)).toBe("order.not-open")
    expect(yield* past(true)).toBe("order.not-open")
    yield* tamper(
      `update orders set state = 'stopped_out', close_requested_at_ms = null, expires_at_ms = $1, exit_seq = entry_seq,
         closing_price = opening_price, closed_at_ms = $2, gross = 0, commission = 0, net = 0, credited = stake`,
      [nowMs() + 60_000, nowMs()],
    )
    expect(yield* reasonOf(closeOrder({ key: newKey(), id }, me))).toBe("order.not-open")
    const waiting = yield* createOrder(yield* wantedOrder(), me)
    expect(yield* reasonOf(closeOrder({ key: newKey(), id: waiting.id }, me))).toBe("order.not-open")
    expect((yield* eventsOf(id)).filter((event) => JSON.stringify(event).includes("requested"))).toEqual([])
  })
  test("within a tolerance is refused with both prices where the tick that closes is worse", function* () {
    yield* open
    for (const [direction, worse, better] of [
      ["up", 98n, 102n],
      ["down", 102n, 98n],
    ] as const) {
      const { id } = yield* createOrder(yield* wantedOrder({ direction, leverage: 1 }), me)
      yield* tickCycles(1)
      const { currentPrice } = yield* readOrder({ id }, me)
      const close = (limit: { quotedPrice?: string; slippageBps?: number }) =>
        closeOrder({ key: newKey(), id, ...limit }, me)
      const shown = (percent: bigint) => priceOf((priceUnitsOf(currentPrice) * percent) / 100n)
      // what was shown is better than the price now
      const outdated = yield* Effect.flip(close({ quotedPrice: shown(200n - worse), slippageBps: 50 }))
      expect(outdated).toMatchObject({
        reason: "order.slippage",
        params: { quoted: shown(200n - worse), current: currentPrice },
      })
      expect(yield* reasonOf(close({ slippageBps: 50 }))).toBe("request.malformed")
      expect(yield* reasonOf(close({ quotedPrice: currentPrice, slippageBps: 1_001 }))).toBe("order.terms")
      yield* close({ quotedPrice: currentPrice, slippageBps: 100 })
      yield* nextPrice(shown(worse))
      const { order } = yield* readOrder({ id }, me)
      const closeRefused = { quoted: currentPrice, price: shown(worse) }
      expect(order).toMatchObject({ state: "opened", closeRequestedAtMs: null, closeRefused })
      const events = yield* eventsOf(id)
      expect(events.at(-1)).toMatchObject({
        ...{ kind: "close", from_state: "requested", to_state: "refused", who: "market" },
      })
      yield* tickCycles(2)
      expect(yield* eventsOf(id)).toEqual(events)
      const { currentPrice: later } = yield* readOrder({ id }, me)
      yield* close({ quotedPrice: later, slippageBps: 0 })
      yield* nextPrice(priceOf((priceUnitsOf(later) * better) / 100n))
      expect((yield* readOrder({ id }, me)).order.state).toBe("closed_early")
      expect(yield* findDifferences()).toEqual([])
    }
  })
})
