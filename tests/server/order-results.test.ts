/** What came of a member's ended contracts of a period, and the contracts behind each figure. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { expect } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { execute } from "../../server/db/db.ts"
import { readOrderResults } from "../../server/orders/ended-orders.ts"
import { listOrders } from "../../server/orders/read-orders.ts"
import { FIELD_OF, RESULT_DIMENSIONS } from "../../src/domain/contract-results.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { namedState } from "../../src/domain/position.ts"
import { newMember } from "../support/cash.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const period = { from: "2026-03-01", to: "2026-03-31" }
const firstMs = Date.parse("2026-03-01T00:00:00+01:00")
const HOUR_MS = 3_600_000
const CONTRACTS = 60
const STATES = ["settled", "closed_early", "stopped_out", "closed_early", "cancelled"] as const

/** A spread of contracts over the month, by the remainders of their number. */
const insertContracts = Effect.fnUntraced(function* ({ memberId }: Call) {
  for (let n = 0; n < CONTRACTS; n += 1) {
    const state = STATES[n % STATES.length] ?? "settled"
    const closing = 9_000n + BigInt(n % 7) * 400n
    const closedAtMs = firstMs + n * 12 * HOUR_MS
    yield* execute(
      `insert into orders (id, member_id, product_id, symbol, name, direction, state, stake, leverage, period_days,
         commission_ppm, stop_out_bps, quoted_price, take_profit, stop_loss, accepted_at_ms, closing_price, net,
         commission, closed_at_ms)
       values ($1, $2, 'p', $3, 'n', $4, $5, $6, $7, 1, 0, 10000, 10000, $8, $9, $10, $11, $12, $13, $14)`,
      [
        ...[randomUUID(), memberId, n % 3 === 0 ? "AAPL" : "BTC", n % 2 === 0 ? "up" : "down", state],
        ...[100_000n + BigInt(n), 1 + (n % 4), n % 4 === 1 ? 11_000n : null, n % 4 === 3 ? 10_000n : null],
        ...[closedAtMs - (n % 30) * HOUR_MS, closing, BigInt((n % 9) - 4) * 1_000n, BigInt(n), closedAtMs],
      ],
    )
  }
})

const listed = (filter: Parameters<typeof listOrders>[0], call: Call) =>
  Effect.map(listOrders({ ...filter, limit: "100" }, call), ({ items }) => items)

forEachEngineInTurn("the results of a period", (engine) => {
  const { test } = openTestWorld(engine, {})

  test("are those of its ended contracts, each figure with its own", function* () {
    const [call, other] = [yield* newMember(), yield* newMember()]
    yield* insertContracts(call)
    yield* insertContracts(other)
    const results = yield* readOrderResults(period, call)
    const all = yield* listed(period, call)
    expect(all).toHaveLength(CONTRACTS - CONTRACTS / 5)
    expect(all.map(({ closedAtMs }) => closedAtMs)).toEqual(
      all.map(({ closedAtMs }) => closedAtMs ?? 0).toSorted((a, b) => b - a),
    )
    const sum = (orders: typeof all) =>
      amountOf(orders.reduce((net, order) => net + koboOf(order.net ?? ""), 0n))
    expect(results.total).toMatchObject({ count: all.length, net: sum(all) })
    const gains = all.filter(({ net }) => koboOf(net ?? "") > 0n)
    expect(results.total).toMatchObject({ gains: gains.length, gained: sum(gains) })
    expect(yield* listed({ ...period, result: "gain" }, call)).toEqual(gains)
    for (const dimension of RESULT_DIMENSIONS) {
      const field = FIELD_OF[dimension]
      const groups = results[dimension]
      expect(groups.length).toBeGreaterThan(1)
      for (const { key, count, net } of groups) {
        const filter = field === "from" ? { from: key, to: key } : { ...period, [field]: key }
        const own = yield* listed(filter, call)
        expect([dimension, key, count, net]).toEqual([dimension, key, own.length, sum(own)])
        if (field === "ending") expect(new Set(own.map(namedState))).toEqual(new Set([key]))
      }
    }
  })

  test("continue page by page, and are refused without a period", function* () {
    const call = yield* newMember()
    yield* insertContracts(call)
    const first = yield* listOrders({ ...period, limit: "30" }, call)
    const second = yield* listOrders({ ...period, limit: "30", cursor: first.nextCursor ?? "" }, call)
    expect([...first.items, ...second.items]).toEqual(yield* listed(period, call))
    const wrong = [
      {},
      { from: "2026-03-01" },
      { from: "2026-03-02", to: "2026-03-01" },
      { direction: "up" as const },
    ]
    for (const request of wrong) {
      expect(yield* Effect.flip(readOrderResults(request, call))).toMatchObject({ field: "from" })
      if ("from" in request || "direction" in request)
        expect(yield* Effect.flip(listOrders(request, call))).toMatchObject({ field: "from" })
    }
    expect(yield* Effect.flip(listOrders({ ...period, status: "pending" }, call))).toMatchObject({
      field: "status",
    })
  })
})
