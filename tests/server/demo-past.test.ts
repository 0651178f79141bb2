/** The past that `npm start` gives the demo login: what it shows, and that it is as good as any other. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { afterAll, expect } from "vitest"
import { Config, readSettings } from "../../server/config.ts"
import { sql } from "../../server/db/db.ts"
import { makePast } from "../../server/demo/past.ts"
import { demoMarket, MarketConfig } from "../../server/market/config.ts"
import { Market } from "../../server/market/market.ts"
import { MarketKey } from "../../server/market/market-key.ts"
import { listProducts } from "../../server/market/read-market.ts"
import { findDemo } from "../../server/members/demo.ts"
import { readNoticeSummary } from "../../server/members/notices.ts"
import { Passwords } from "../../server/members/password.ts"
import { listOrders, readOrder } from "../../server/orders/read-orders.ts"
import { memoryDatabase } from "../support/database.ts"
import { effectTests, runOn } from "../support/effect-tests.ts"
import { findProblems } from "../support/invariants.ts"
import { callOf, processLayer, testMarketKey } from "../support/trading.ts"
import { verdictOf } from "../support/verdict.ts"

const folder = mkdtempSync(join(tmpdir(), "links-past-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const market = { ...demoMarket, seed: "a past" }
const site = Layer.mergeAll(
  Layer.succeed(Config, Config.of({ ...readSettings({}), dataDir: folder })),
  Layer.succeed(MarketConfig, market),
  Layer.succeed(MarketKey, testMarketKey),
  Passwords.layer,
  memoryDatabase,
)
const test = effectTests(runOn(site))

const counts = (text: string) =>
  Effect.map(sql<{ name: string; count: bigint }>(text), (rows) =>
    Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)])),
  )

const checkSite = Effect.gen(function* () {
  const { feed, nowMs, quoteBook, runCycle } = yield* Market
  const demo = yield* findDemo()
  const call = callOf(demo?.id ?? "")
  // the replay goes on with the day after the past's last one
  const lastMs = Math.max(...feed.symbols.map((symbol) => quoteBook.last(symbol)?.tick.atMs ?? 0))
  expect(feed.dayAt(nowMs()).index).toBe(27)
  expect(lastMs).toBeLessThanOrEqual(nowMs())
  yield* runCycle
  expect((yield* readNoticeSummary({}, call)).unread).toBe(3)
  const { items } = yield* listOrders({ limit: "100" }, call)
  const ended = items.filter(({ status }) => status === "completed")
  for (const { id } of ended) {
    const verdict = yield* Effect.flatMap(readOrder({ id }, call), (detail) =>
      Effect.promise(() => verdictOf(detail)),
    )
    expect(verdict, id).toMatchObject({ kind: "verified" })
  }
  const lost = ended.filter(({ net }) => net?.startsWith("-")).length
  expect([lost > ended.length / 3, lost < (2 * ended.length) / 3]).toEqual([true, true])
  expect(new Set(items.map(({ symbol }) => symbol)).size).toBeGreaterThan(15)
  // a contract of the past is in no statistic
  for (const { statistics } of yield* listProducts({}, call)) expect(statistics.source).toBe("history")
})

test("shows a demo login every end of a contract and of a payment, with books that balance and proofs", function* () {
  yield* makePast()
  expect(yield* findProblems).toEqual([])
  expect(yield* counts("select state as name, count(*) from orders group by 1")).toEqual({
    ...{ settled: 29, stopped_out: 1, closed_early: 4, cancelled: 1, opened: 3 },
  })
  expect(
    yield* counts(
      "select cancel_reason as name, count(*) from orders where cancel_reason is not null group by 1",
    ),
  ).toEqual({ slippage: 1 })
  const mine = "(select id from members where username = 'demo')"
  expect(
    yield* counts(`select status::text as name, count(*) from deposits where member_id = ${mine} group by 1`),
  ).toEqual({ 1: 2, 2: 1 })
  expect(
    yield* counts(
      `select status::text as name, count(*) from withdrawals where member_id = ${mine} group by 1`,
    ),
  ).toEqual({ 0: 1, 1: 2, 2: 1 })
  expect(yield* counts("select status as name, count(*) from real_names group by 1")).toEqual({ verified: 1 })
  yield* checkSite.pipe(Effect.provide(processLayer(market)))
  const before = yield* sql("select count(*) from member_events")
  yield* makePast()
  expect(yield* sql("select count(*) from member_events")).toEqual(before)
})
