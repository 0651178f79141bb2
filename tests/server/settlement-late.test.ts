/** A row can become visible after the ticks that decide it were settled: its transaction ends late. */

import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { execute } from "../../server/db/db.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { onDatabasesInTurn } from "../support/effect-tests.ts"
import { callOf, newKey, placeOrder, tickCycles } from "../support/trading.ts"
import { soundTradingTests } from "../support/trading-tests.ts"
import { verdictOf } from "../support/verdict.ts"

const me = callOf("m1")

/** Runs so many tick cycles as if an order were not visible yet. */
const cyclesWithout = Effect.fnUntraced(function* (id: string, count: number) {
  yield* execute("update orders set state = 'cancelled', credited = stake where id = $1", [id])
  yield* tickCycles(count)
  yield* execute("update orders set state = 'accepted', credited = null where id = $1", [id])
})

const stateOf = (id: string) => Effect.map(readOrder({ id }, me), ({ order }) => order)

onDatabasesInTurn("settlement of what becomes visible late", (database) => {
  const test = soundTradingTests(database)

  test("opens an order at its first tick, also beside one that was accepted since", function* () {
    const late = yield* placeOrder()
    yield* cyclesWithout(late.id, 3)
    const fresh = yield* placeOrder()
    yield* tickCycles(1)
    expect(yield* stateOf(late.id)).toMatchObject({ state: "opened", entrySeq: 2 })
    expect(yield* stateOf(fresh.id)).toMatchObject({ state: "opened", entrySeq: 5 })
  })

  test("closes a contract at the first tick after its close was requested", function* () {
    const { id } = yield* placeOrder()
    yield* tickCycles(1)
    yield* closeOrder({ key: newKey(), id }, me)
    const { closeRequestedAtMs } = yield* stateOf(id)
    yield* execute("update orders set close_requested_at_ms = null where id = $1", [id])
    yield* tickCycles(3)
    yield* execute("update orders set close_requested_at_ms = $2 where id = $1", [
      id,
      closeRequestedAtMs ?? null,
    ])
    yield* tickCycles(1)
    const detail = yield* readOrder({ id }, me)
    expect(detail.order).toMatchObject({ state: "closed_early", exitSeq: 3 })
    expect(yield* Effect.promise(() => verdictOf(detail))).toMatchObject({ kind: "verified" })
  })

  test("does not open an order at a later tick while its first one is missing", function* () {
    yield* TestClock.adjust(10)
    const late = yield* placeOrder()
    yield* cyclesWithout(late.id, 3)
    yield* execute("update ticks set symbol = 'gone' where symbol = 'AAPL' and seq = 2")
    yield* tickCycles(1)
    expect(yield* stateOf(late.id)).toMatchObject({ state: "accepted", delayedSinceMs: expect.any(Number) })
    yield* execute("update ticks set symbol = 'AAPL' where symbol = 'gone'")
    yield* tickCycles(1)
    expect(yield* stateOf(late.id)).toMatchObject({ state: "opened", entrySeq: 2 })
  })
})
