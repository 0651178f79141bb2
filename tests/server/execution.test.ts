/** The published figures of a month: how contracts were executed, and how many accounts lost. */
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { execute, sql } from "../../server/db/db.ts"
import { publishMonth, readCounted, readExecutionFigures, readLeaves } from "../../server/market/execution.ts"
import { listOrders } from "../../server/orders/read-orders.ts"
import { executionProblem } from "../../server/verify/audit.ts"
import { openNote } from "../../src/domain/check-settlement.ts"
import { checkCounted, executionText, monthMs, readExecution } from "../../src/domain/execution.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import {
  callOf,
  fund,
  placeOrder,
  STARTED_AT_MS,
  testMarketKey,
  tickCycles,
  tradingLayer,
} from "../support/trading.ts"

const DAY_MS = 86_400_000
const MONTH = new Date(STARTED_AT_MS).toISOString().slice(0, 7)
const MEMBERS = Array.from({ length: 21 }, (_, index) => `m${index + 1}`)

/** Contracts of two products that ended, of each member, and of a third one of two; one was refused. */
const trade = Effect.gen(function* () {
  yield* tickCycles(1)
  for (const member of MEMBERS) yield* fund(member, 100_000_000_00n)
  const { id } = yield* placeOrder({}, "m1")
  yield* execute(
    `insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
         'id', s.symbol || n, 'member_id', 'm' || n, 'symbol', s.symbol, 'closed_at_ms', o.accepted_at_ms + 60000)
       || case when s.symbol = 'AAPL' and n = 3
         then jsonb_build_object('state', 'cancelled', 'cancel_reason', 'slippage', 'credited', o.stake)
         else jsonb_build_object('state', 'settled', 'opened_at_ms', o.accepted_at_ms + n * 100,
           'opening_price', o.quoted_price + n - 10, 'net', (n % 3 - 1) * 100) end)).*
     from orders o, generate_series(1, 21) n, unnest(array['AAPL', 'MSFT', 'AMZN']) as s (symbol)
     where o.id = $1 and (s.symbol <> 'AMZN' or n <= 2)`,
    [id],
  )
})

const figuresOf = Effect.gen(function* () {
  const { months, note = "" } = yield* readExecutionFigures({})
  const text = yield* Effect.promise(() => openNote(note, testMarketKey.publicKey))
  return { months, figures: readExecution(text ?? "") ?? expect.fail("not signed") }
})

onDatabasesInTurn("the figures of a month", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("follow from leaves, by groups of twenty accounts; each device finds its own on the right side", function* () {
    yield* trade
    const { untilMs } = monthMs(MONTH)
    yield* TestClock.adjust(untilMs + DAY_MS - STARTED_AT_MS - 200_000)
    yield* publishMonth()
    expect(yield* readExecutionFigures({})).toEqual({ months: [] })
    yield* TestClock.adjust(300_000)
    yield* publishMonth()
    yield* publishMonth()
    const { months, figures } = yield* figuresOf
    expect([months, figures.month]).toEqual([[MONTH], MONTH])
    expect(figures.groups.map(({ symbols }) => symbols)).toEqual([["AAPL"], ["AMZN", "MSFT"]])
    expect(figures.groups[0]).toMatchObject({ better: 8, same: 1, worse: 11, halfMs: 1_100, mostMs: 1_900 })
    const recount = yield* sql<{ accounts: bigint; losing: bigint; contracts: bigint; refused: bigint }>(
      `select count(*) filter (where net is not null) as accounts, count(*) filter (where net < 0) as losing,
         sum(n)::bigint as contracts, sum(refused)::bigint as refused
       from (select symbol = 'AAPL' as alone, member_id, sum(net) as net, count(*) as n,
         count(*) filter (where cancel_reason = 'slippage') as refused from orders where closed_at_ms is not null group by 1, 2) a
       group by alone order by alone desc`,
    )
    expect(
      figures.groups.map(({ accounts, losing, better, same, worse, refused, none }) => ({
        ...{ accounts, losing, refused },
        contracts: better + same + worse + refused + none,
      })),
    ).toEqual(
      recount.map((row) => Object.fromEntries(Object.entries(row).map(([name, n]) => [name, Number(n)]))),
    )
    expect(figures.groups[0]).toMatchObject({ accounts: 20, refused: 1 })
    const known = figures
    const read = (tile: number) => Effect.runPromise(Effect.provideContext(readLeaves(MONTH, tile), context))
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof readLeaves>>>()
    const problem = (changed: Partial<typeof known>, leaf?: (text: string) => string) =>
      Effect.promise(() =>
        executionProblem({ ...known, ...changed }, async (tile) => {
          const leaves = (await read(tile)) ?? ""
          return leaf === undefined ? leaves : leaf(leaves)
        }),
      )
    expect(yield* problem({})).toBeNull()
    const better = known.groups.map((group) => ({ ...group, losing: 0 }))
    expect(yield* problem({ groups: better })).toMatch(/do not follow/)
    expect(yield* problem({}, (leaves) => leaves.replace(" lost", " kept"))).toMatch(/do not follow/)
    expect(yield* problem({}, (leaves) => `${leaves}\n${leaves}`)).toMatch(/not in order/)

    const orders = (yield* listOrders({}, callOf("m1"))).items
    const ids = orders.map(({ id }) => id).join(",")
    const places = yield* readCounted({ month: MONTH, ids }, callOf("m1"))
    const check = (differs = {}, answered = places) =>
      checkCounted(known, { ...{ id: "m1", orders, isWhole: true }, ...differs }, answered)
    expect(check()).toEqual({ right: 5, wrong: [] })
    const first = orders.find(({ id }) => id === "MSFT1") ?? expect.fail("no contract")
    const worse = { ...first, openingPrice: "9999.0000" }
    expect(check({ orders: [worse] }).wrong).toContain(first.id)
    expect(
      check(
        {},
        places.filter(({ subject }) => subject !== first.id),
      ).wrong,
    ).toEqual([first.id])
    expect(check({ id: "m2" }).wrong).toHaveLength(2)
    expect(
      check(
        {},
        places.map((place) => ({ ...place, index: place.index + 1 })),
      ).right,
    ).toBe(0)
    // those of others are not shown
    expect(yield* readCounted({ month: MONTH, ids }, callOf("m2"))).toEqual([])
    expect(executionText(known)).toContain(MONTH)
  })

  test("are none where all accounts together are too few, and wait for a settlement that failed", function* () {
    yield* tickCycles(1)
    yield* fund("m1", 100_000_000_00n)
    const { id } = yield* placeOrder({}, "m1")
    yield* execute("update orders set state = 'opened' where id = $1", [id])
    yield* execute(
      "insert into settlement_holds (order_id, held_at_ms, tries, fence, reason) values ($1, 0, 1, 0, 'test')",
      [id],
    )
    yield* TestClock.adjust(monthMs(MONTH).untilMs + 2 * DAY_MS - STARTED_AT_MS)
    yield* publishMonth()
    expect(yield* readExecutionFigures({})).toEqual({ months: [] })
    yield* execute("delete from settlement_holds", [])
    yield* execute("update orders set state = 'settled', net = 1, closed_at_ms = accepted_at_ms + 1", [])
    yield* publishMonth()
    const { figures } = yield* figuresOf
    expect(figures).toMatchObject({ size: 0, groups: [] })
    expect(
      checkCounted(
        figures,
        { id: "m1", orders: (yield* listOrders({}, callOf("m1"))).items, isWhole: true },
        [],
      ),
    ).toEqual({ right: 0, wrong: [] })
  })
})
