/** What came of a member's ended contracts of a period, and the contracts behind each figure. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { readRecordSum } from "../../server/core/record-filter.ts"
import { execute, sql } from "../../server/db/db.ts"
import { writeStatement } from "../../server/http/statement-file.ts"
import { makeMarketKey } from "../../server/market/market-key.ts"
import { readOrderResults } from "../../server/orders/ended-orders.ts"
import { listOrders } from "../../server/orders/read-orders.ts"
import { listDeposits } from "../../server/payments/deposits.ts"
import { listIncome } from "../../server/payments/wallet.ts"
import { listWithdrawals } from "../../server/payments/withdrawals.ts"
import { verifyStatement } from "../../server/verify/verify-statement.ts"
import { FIELD_OF, RESULT_DIMENSIONS } from "../../src/domain/contract-results.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { namedState } from "../../src/domain/position.ts"
import { FILTERED_LISTS, type FilteredList, type RecordFilter } from "../../src/domain/record-filter.ts"
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

/** Contracts, some of them open, with the changes of each, and deposits and withdrawals of every status. */
const insertRecords = Effect.fnUntraced(function* (call: Call) {
  yield* insertContracts(call)
  yield* execute("update members set registered_at_ms = 0 where id = $1", [call.memberId])
  yield* execute(
    `update orders set state = 'opened', net = null where member_id = $1 and state = 'cancelled'`,
    [call.memberId],
  )
  const orders = yield* sql<{ id: string; closed_at_ms: bigint }>(
    "select id, closed_at_ms from orders where member_id = $1 order by closed_at_ms",
    [call.memberId],
  )
  for (const [n, { id, closed_at_ms: atMs }] of orders.entries()) {
    const change = { transactionId: randomUUID(), memberId: call.memberId, reference: id, atMs: Number(atMs) }
    const code = n % 2 === 0 ? CHANGE.settlement : CHANGE.systemIncrease
    yield* post({ ...change, code, reason: "r", available: BigInt(100 + n) })
  }
  const columns =
    "id, member_id, currency, network, address, amount, status, created_at_ms, reviewed_at_ms, reason"
  for (let n = 0; n < 9; n += 1)
    for (const [table, more, values] of [
      ["deposits", "proof_image", "''"],
      ["withdrawals", "fee, method", "0, 'crypto'"],
    ])
      yield* execute(
        `insert into ${table} (${columns}, ${more}) values ($1, $2, 'NGN', $3, 'T', $4, $5, $6, $7, 'r', ${values})`,
        [
          ...[randomUUID(), call.memberId, n % 2 === 0 ? "USDT-TRC20" : "USDT-BEP20", 100_000n + BigInt(n)],
          ...[n % 3, firstMs + n * HOUR_MS, n % 3 === 0 ? null : firstMs + n * HOUR_MS],
        ],
      )
})

const bounds = [{ least: "1000.04" }, { most: "1000.05" }, { least: "1000.02", most: "1000.03" }]
const ofContract = [
  ...[{ symbol: "AAPL" }, { direction: "up" }, { ending: "settled" }, { result: "gain" }, { weekday: "1" }],
  ...[{ leverage: "2", direction: "down" }, { hour: "0" }, { text: "aap" }],
] as const
const filtersOf = {
  contracts: [...ofContract, ...bounds],
  changes: [...ofContract, { code: "214" }, { least: "1.10", most: "1.20" }],
  deposits: [...bounds, { status: "pending" }, { status: "rejected" }, { text: "trc20" }],
  withdrawals: [...bounds, { status: "completed" }, { status: "pending", text: "BEP" }],
} as const satisfies Readonly<Record<FilteredList, readonly RecordFilter[]>>

const whole = { limit: "100" }
/** The amounts of the rows of each list. */
const listing = {
  contracts: (filter: RecordFilter, call: Call) =>
    Effect.map(listOrders({ ...filter, ...whole }, call), ({ items }) => items.map(({ net }) => net ?? "")),
  changes: (filter: RecordFilter, call: Call) =>
    Effect.map(listIncome({ ...filter, ...whole }, call), ({ items }) => items.map(({ amount }) => amount)),
  deposits: (filter: RecordFilter, call: Call) =>
    Effect.map(listDeposits({ ...filter, ...whole }, call), ({ items }) => items.map(({ number }) => number)),
  withdrawals: (filter: RecordFilter, call: Call) =>
    Effect.map(listWithdrawals({ ...filter, ...whole }, call), ({ items }) =>
      items.map(({ number }) => number),
    ),
}

const key = makeMarketKey(new Uint8Array(32).fill(7))
const fileOf = Effect.fnUntraced(function* ({ from, to, ...filter }: RecordFilter, call: Call) {
  const chunks: Array<string> = []
  const write = (chunk: string) => Effect.sync(() => void chunks.push(chunk))
  const request = { from: from ?? "", to: to ?? "", format: "csv", filter } as const
  const written = Effect.andThen(
    TestClock.setTime(firstMs + 40 * 24 * HOUR_MS),
    writeStatement(request, call, key, write),
  )
  yield* Effect.provide(written, TestClock.layer())
  return chunks.join("")
})

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
    const crossed = { ...period, least: "2.00", most: "1.00" }
    expect(yield* Effect.flip(listOrders(crossed, call))).toMatchObject({ field: "most" })
  })

  test("and every other list add up to the sum of the same filter, and to its statement", function* () {
    const [call, other] = [yield* newMember(), yield* newMember()]
    for (const each of [other, call]) yield* insertRecords(each)
    for (const list of FILTERED_LISTS) {
      let all = 0
      for (const chosen of [{}, ...filtersOf[list]]) {
        const filter = { ...period, ...chosen }
        const rows = yield* listing[list](filter, call)
        const sum = yield* readRecordSum({ list, ...filter }, call)
        const amount = amountOf(rows.reduce((total, row) => total + koboOf(row), 0n))
        expect([list, chosen, sum]).toEqual([list, chosen, { count: rows.length, amount }])
        if (all === 0) all = rows.length
        else expect([list, chosen, rows.length > 0 && rows.length < all]).toEqual([list, chosen, true])
        if (list !== "changes") continue
        const file = yield* fileOf(filter, call)
        const verdict = yield* Effect.promise(() => verifyStatement(file, key.publicText))
        const lines = { length: rows.length }
        expect(verdict).toMatchObject({ kind: "whole", statement: { closing: amount, lines } })
      }
    }
  })
})
