// @module-tag sweep

import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { Db, execute, sql } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { readTicks } from "../../server/market/tick-journal.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { type OrderRow, orderColumns, readOrder } from "../../server/orders/read-orders.ts"
import { contractOf } from "../../server/settlement/due.ts"
import { TICKS_A_ROUND } from "../../server/settlement/rounds.ts"
import { settleAs, settlePass } from "../../server/settlement/worker.ts"
import { planSettlement } from "../../src/domain/settlement-plan.ts"
import { onDatabasesInTurn } from "../support/effect-tests.ts"
import { isExhaustive } from "../support/exhaustive.ts"
import {
  bookProblems,
  callOf,
  cyclesWithoutSettlement,
  fund,
  losingQueries,
  multiplyOrder,
  newKey,
  noProblems,
  placeOrders,
  runTrading,
  tickCycles,
  wantedOrder,
} from "../support/trading.ts"
import { soundTradingTests } from "../support/trading-tests.ts"
import { verdictOf } from "../support/verdict.ts"

const me = callOf("m1")

/** The state that settlement would have decided from the whole journal at once. */
const replayed = Effect.gen(function* () {
  const { settings, leadership } = yield* Market
  const rows = yield* sql<OrderRow>(`select ${orderColumns} from orders o order by id`)
  return yield* Effect.forEach(rows, (row) =>
    Effect.gen(function* () {
      const ticks = yield* readTicks(row.symbol, 1, 100_000)
      const contract = { ...contractOf(row), opened: null }
      const part = { ticks, completeUntilMs: leadership()?.completeUntilMs ?? 0 }
      const decision = planSettlement([contract], () => part, settings)[0]
      const state =
        decision?.kind === "ended"
          ? decision.ending.state
          : decision?.kind === "cancelled"
            ? "cancelled"
            : (decision?.kind ?? "accepted")
      const credited = decision?.kind === "ended" ? decision.ending.settlement.creditedKobo : null
      return { id: row.id, state, ...(credited === null ? {} : { credited }) }
    }),
  )
})

const actual = Effect.gen(function* () {
  const rows = yield* sql<OrderRow>(`select ${orderColumns} from orders o order by id`)
  return rows.map(({ id, state, credited }) => ({
    id,
    state,
    ...(credited === null || state === "cancelled" ? {} : { credited }),
  }))
})

onDatabasesInTurn("settlement", (database) => {
  const test = soundTradingTests(database)

  test("numbers and posts several contracts of several members in one statement, each on its own", function* () {
    const members = ["m1", "m2", "m3", "m4", "m5"]
    for (const member of members.slice(1)) yield* fund(member, 100_000_000_00n)
    const [order] = yield* placeOrders(1)
    yield* tickCycles(1)
    yield* multiplyOrder(order?.id ?? "", 40, members.length)
    yield* TestClock.adjust(61_000)
    yield* (yield* Market).runCycle
    expect(yield* settlePass()).toBe(41)
    const rows = yield* sql<{
      member_id: string
      numbers: string
      afters: string
      available: bigint
    }>(
      `select b.member_id, b.available, (select string_agg(number::text, ',' order by subject) from member_events e
         where e.member_id = b.member_id and e.to_state = 'settled') as numbers,
         (select string_agg(balance_after::text, ',' order by reference) from postings p
         where p.member_id = b.member_id and p.account = 'available' and p.code = 214) as afters
       from balances b order by b.member_id`,
    )
    expect(rows.map(({ member_id }) => member_id)).toEqual(members)
    const credits = yield* sql<{ credited: bigint }>("select distinct credited from orders")
    const credited = credits[0]?.credited ?? 0n
    expect(credits).toHaveLength(1)
    for (const { member_id, numbers, afters, available } of rows) {
      const count = member_id === "m1" ? 9 : 8
      const last = Number(numbers.split(",").at(-1))
      expect(numbers.split(",").map(Number)).toEqual(
        Array.from({ length: count }, (_, n) => last - count + 1 + n),
      )
      expect(afters.split(",").map(BigInt)).toEqual(
        Array.from({ length: count }, (_, n) => available - credited * BigInt(count - 1 - n)),
      )
    }
  })

  test("settles what came due one after the other in an outage in batches, each contract at its own tick", function* () {
    const market = yield* Market
    const db = yield* Db
    const contracts = 3 * TICKS_A_ROUND
    const [order] = yield* placeOrders(1, { leverage: 1 })
    yield* tickCycles(1)
    yield* multiplyOrder(order?.id ?? "", contracts - 1)
    yield* db.execute(
      `update orders o set expires_at_ms = o.expires_at_ms + $1::bigint * n.nth
       from (select id, row_number() over (order by id) as nth from orders) n where n.id = o.id`,
      [market.settings.tickMs],
    )
    yield* TestClock.adjust(60_000)
    yield* cyclesWithoutSettlement(contracts + 1)
    let statements = 0
    const counting = losingQueries(db, (sql) => {
      if (sql.includes("update orders o set state")) statements += 1
      return false
    })
    expect(yield* Effect.provideService(settlePass(), Db, counting)).toBe(contracts)
    expect(statements).toBeLessThanOrEqual(4)
    const exits = yield* db.sql<{ seq: bigint }>("select exit_seq as seq from orders order by id")
    const first = Number(exits[0]?.seq ?? 0n)
    expect(exits.map(({ seq }) => Number(seq))).toEqual(exits.map((_, nth) => first + nth))
  })

  test("settles by the ticks of an outage that is longer than what is read at a time", function* () {
    const market = yield* Market
    const [order] = yield* placeOrders(1, { leverage: 1 })
    yield* tickCycles(1)
    // at tick 212, which a first read of 200 ticks does not reach
    yield* execute("update orders set expires_at_ms = opened_at_ms + $1::bigint", [
      210 * market.settings.tickMs,
    ])
    yield* cyclesWithoutSettlement(230)
    expect(yield* settlePass()).toBe(1)
    expect((yield* readOrder({ id: order?.id ?? "" }, me)).order).toMatchObject({
      state: "settled",
      exitSeq: 212,
    })
  })

  test("opens and ends a contract by the day and the time limit of its acceptance, whatever is configured since", function* () {
    const { feed, leadership, settings } = yield* Market
    const [order] = yield* placeOrders(1)
    yield* cyclesWithoutSettlement(1)
    const lead = leadership()
    if (lead === null) throw new Error("nobody leads")
    const changed = { ...settings, dayMs: 2 * settings.dayMs, orderOpenTimeoutMs: 1 }
    yield* settleAs(lead, feed.symbols, changed)
    const { order: opened } = yield* readOrder({ id: order?.id ?? "" }, me)
    expect(opened).toMatchObject({ state: "opened", dayMs: settings.dayMs })
    const lifeMs = Number(opened.expiresAtMs) - Number(opened.openedAtMs)
    expect(lifeMs).toBe(opened.periodDays * settings.dayMs)
  })

  test("passes over a contract that was found and is not due, and settles the others", function* () {
    const market = yield* Market
    const [early, due] = yield* placeOrders(2)
    yield* tickCycles(1)
    const cursor = Effect.map(
      sql<{ seq: bigint }>("select seq from settlement_cursors where symbol = 'AAPL'"),
      (rows) => Number(rows[0]?.seq),
    )
    yield* execute("update orders set trigger_low = 1000000000000 where id = $1", [early?.id ?? ""])
    yield* cyclesWithoutSettlement(1)
    expect(yield* settlePass()).toBe(0)
    expect(yield* cursor).toBe(3)
    yield* execute("update orders set expires_at_ms = $2 where id = $1", [
      due?.id ?? "",
      market.leadership()?.completeUntilMs ?? 0,
    ])
    yield* cyclesWithoutSettlement(1)
    expect(yield* settlePass()).toBe(1)
    expect(yield* cursor).toBe(4)
    expect((yield* readOrder({ id: early?.id ?? "" }, me)).order.state).toBe("opened")
    expect(yield* sql("select order_id from settlement_holds")).toEqual([])
  })

  test("after downtime exits at the last tick at or before expiry, without inventing past ticks", function* () {
    const [order] = yield* placeOrders(1)
    yield* tickCycles(5)
    yield* TestClock.adjust(600_000)
    yield* tickCycles(1)
    const detail = yield* readOrder({ id: order?.id ?? "" }, me)
    expect(detail.order).toMatchObject({ state: "settled", exitSeq: 6 })
    expect(detail.exitTicks.map((tick) => tick.seq)).toEqual([4, 5, 6, 7])
    expect(yield* Effect.promise(() => verdictOf(detail))).toMatchObject({ kind: "verified" })
  })

  it("keeps the books and matches the whole journal after random steps of members", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({
              act: fc.constant("buy" as const),
              productId: fc.constantFrom("aapl", "sp500", "btc"),
              direction: fc.constantFrom("up" as const, "down" as const),
              leverage: fc.constantFrom(1, 2),
              stake: fc.constantFrom("1000.00", "12345.67", "250000.00"),
              slippageBps: fc.constantFrom(0, 10, 1_000),
            }),
            fc.record({ act: fc.constant("close" as const), which: fc.nat(20) }),
            fc.record({ act: fc.constant("wait" as const), beats: fc.integer({ min: 1, max: 25 }) }),
            fc.record({ act: fc.constant("outage" as const), beats: fc.integer({ min: 1, max: 40 }) }),
            fc.record({ act: fc.constant("pause" as const), ms: fc.integer({ min: 1, max: 30_000 }) }),
          ),
          { minLength: 5, maxLength: 25 },
        ),
        (steps) =>
          runTrading(database)(
            Effect.gen(function* () {
              const ids: string[] = []
              for (const step of steps) {
                if (step.act === "wait") yield* tickCycles(step.beats)
                else if (step.act === "outage") yield* cyclesWithoutSettlement(step.beats)
                else if (step.act === "pause") yield* TestClock.adjust(step.ms)
                else if (step.act === "close") {
                  const id = ids[step.which % Math.max(1, ids.length)]
                  if (id !== undefined) yield* Effect.exit(closeOrder({ key: newKey(), id }, me))
                } else {
                  const { act: _, ...differs } = step
                  const placed = yield* Effect.exit(createOrder(yield* wantedOrder(differs), me))
                  if (Exit.isSuccess(placed)) ids.push(placed.value.id)
                }
                expect(yield* bookProblems).toEqual(noProblems)
              }
              yield* tickCycles(70)
              expect(yield* actual).toEqual(yield* replayed)
              expect(yield* bookProblems).toEqual(noProblems)
            }),
          ),
      ),
      { numRuns: isExhaustive ? 6 : 2 },
    ))
})
