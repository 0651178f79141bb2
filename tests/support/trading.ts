import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { Call } from "../../server/core/handler.ts"
import { CHANGE, openAccounts, post } from "../../server/core/ledger.ts"
import { type Db, DbUnavailable, execute, sql } from "../../server/db/db.ts"
import { OuterClocks } from "../../server/db/outer-clocks.ts"
import { demoMarket, MarketConfig, type MarketSettings } from "../../server/market/config.ts"
import { Market, marketLayer } from "../../server/market/market.ts"
import { MarketKey, makeMarketKey } from "../../server/market/market-key.ts"
import { Products } from "../../server/market/products.ts"
import { Statistics } from "../../server/market/statistics.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { OrderWriter } from "../../server/orders/order-writer.ts"
import { settlePass } from "../../server/settlement/worker.ts"
import type { RequestOf } from "../../src/contract/endpoints.ts"

/** Start of virtual time. Not epoch zero, which would hide errors. */
export const STARTED_AT_MS = 1_800_000_000_000

export const testMarket: MarketSettings = {
  ...{ ...demoMarket, seed: "tests", tape: "first", checkpointMs: 1 },
  // older than what a test makes
  packAfterMs: 7 * 86_400_000,
}

export const testMarketKey = makeMarketKey(new Uint8Array(32).fill(7))

const settingsOf = (settings: MarketSettings) => Layer.succeed(MarketConfig, MarketConfig.of(settings))

/** Market, products, statistics and order writer of one process. */
export const processLayer = (settings: MarketSettings = testMarket) =>
  Layer.mergeAll(Products.layer, Statistics.layer, OrderWriter.layer).pipe(
    Layer.provideMerge(marketLayer),
    Layer.provide(settingsOf(settings)),
    Layer.provide(Layer.succeed(MarketKey, testMarketKey)),
  )

/** The database and the host in virtual time. */
const virtualClocks = Layer.effect(
  OuterClocks,
  Effect.map(Clock.Clock, (clock) => ({
    databaseNow: Effect.map(Clock.currentTimeMillis, String),
    hostUptime: () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000_000n),
  })),
)

/** Virtual time, begun at `STARTED_AT_MS`, of the process and the database. */
export const virtualTime = Layer.provideMerge(
  Layer.mergeAll(Layer.effectDiscard(TestClock.setTime(STARTED_AT_MS)), virtualClocks),
  TestClock.layer(),
)

/** One server in virtual time on a fresh database; time passes only in `tickCycles`. */
export const tradingLayer = (database: Layer.Layer<Db>, settings: MarketSettings = testMarket) =>
  processLayer(settings).pipe(Layer.provideMerge(database), Layer.provideMerge(virtualTime))

/** Runs tick cycles in virtual time: each appends a tick per symbol, then settles. */
export const tickCycles = Effect.fnUntraced(function* (count: number) {
  const market = yield* Market
  for (let i = 0; i < count; i++) {
    yield* TestClock.adjust(market.settings.tickMs)
    yield* market.runCycle
    yield* settlePass()
  }
})

/** Runs tick cycles that settlement misses. */
export const cyclesWithoutSettlement = Effect.fnUntraced(function* (count: number) {
  const market = yield* Market
  for (let i = 0; i < count; i += 1) {
    yield* TestClock.adjust(market.settings.tickMs)
    yield* market.runCycle
  }
})

const lost = Effect.fail(new DbUnavailable({ message: "lost", outcome: "none" }))

/** A database that is unavailable to the statements that `isLost` chooses. */
export const losingQueries = (db: Db["Service"], isLost: (sql: string) => boolean): Db["Service"] => ({
  ...db,
  sql: (sql, params) => Effect.suspend(() => (isLost(sql) ? lost : db.sql(sql, params))),
  execute: (sql, params) => Effect.suspend(() => (isLost(sql) ? lost : db.execute(sql, params))),
})

/** A member with a balance. */
export const fund = Effect.fnUntraced(function* (memberId: string, kobo: bigint) {
  yield* openAccounts(memberId)
  yield* post({
    transactionId: `fund-${memberId}`,
    memberId,
    available: kobo,
    code: CHANGE.systemIncrease,
    reason: "test",
    reference: memberId,
    atMs: yield* Clock.currentTimeMillis,
  })
})

/**
 * Runs a program on a server of its own: one tick of each symbol is there, and the member m1 has a
 * balance.
 */
export const runTrading =
  (database: Layer.Layer<Db>, kobo = 100_000_000_00n) =>
  <A, E>(program: Effect.Effect<A, E, Layer.Success<ReturnType<typeof tradingLayer>>>): Promise<A> =>
    Effect.runPromise(
      Effect.gen(function* () {
        yield* tickCycles(1)
        yield* fund("m1", kobo)
        return yield* program
      }).pipe(Effect.provide(tradingLayer(database))),
    )

export const callOf = (memberId: string): Call => ({ memberId, tokenHash: "", address: "", locale: "en" })

/** Copies per statement, below the statement timeout. */
const COPIES = 50_000

/**
 * Copies an order with its postings and locked stakes. Fast enough for a million copies. With
 * `members` the copies belong to m1, m2 … in turn, whose accounts must be open.
 */
export const multiplyOrder = Effect.fnUntraced(function* (id: string, count: number, members = 0) {
  for (let from = 1; from <= count; from += COPIES)
    yield* copyOrder(id, from, Math.min(count, from + COPIES - 1), members)
})

const copyOrder = Effect.fnUntraced(function* (id: string, from: number, to: number, members: number) {
  const copied = `id, member_id, product_id, symbol, name, direction, state, stake, leverage, period_days, commission_ppm,
    stop_out_bps, quoted_price, slippage_bps, take_profit, stop_loss, accepted_at_ms, opened_at_ms, opening_price, entry_seq,
    expires_at_ms, trigger_low, trigger_high`
  const owner =
    "case when $4::integer = 0 then o.member_id else 'm' || (1 + n % greatest($4::integer, 1)) end"
  const copies = "from orders o cross join generate_series($2::integer, $3::integer) as n"
  const values = [id, from, to, members]
  yield* execute(
    `insert into orders (${copied})
     select ${copied.replace("id, member_id,", `o.id || '-' || n, ${owner},`)} ${copies} where o.id = $1`,
    values,
  )
  yield* execute(
    `insert into postings (transaction_id, line, member_id, account, asset, amount, code, reason, reference, at_ms)
     select 'order-' || o.id || '-' || n, lines.line, ${owner}, lines.account, 'NGN', lines.amount, 103, '', o.id || '-' || n,
       o.accepted_at_ms
     ${copies} cross join lateral (values
       (1::smallint, 'available', -o.stake), (2::smallint, 'contracts', o.stake)) as lines (line, account, amount)
     where o.id = $1`,
    values,
  )
  yield* execute(
    `update balances b set available = b.available - c.stake, contracts = b.contracts + c.stake
     from (select ${owner} as member_id, sum(o.stake) as stake ${copies} where o.id = $1 group by 1) c
     where b.member_id = c.member_id`,
    values,
  )
})

let keys = 0
/** A key that no test has used. */
export const newKey = (): string => `00000000-0000-4000-8000-${String(++keys).padStart(12, "0")}`

/** An order for Apple shares at the current quote. */
export const wantedOrder = Effect.fnUntraced(function* (differs: Partial<RequestOf<"orderCreate">> = {}) {
  const { quoteBook } = yield* Market
  const quote = quoteBook.quotes().find((each) => each.symbol === (differs.productId ?? "aapl").toUpperCase())
  const wanted: RequestOf<"orderCreate"> = {
    key: newKey(),
    productId: "aapl",
    direction: "up",
    stake: "10000.00",
    leverage: 5,
    periodDays: 1,
    quotedPrice: quote?.price ?? "1.0000",
    ...differs,
  }
  return wanted
})

/** Places an order at the current quote. */
export const placeOrder = (differs: Partial<RequestOf<"orderCreate">> = {}, memberId = "m1") =>
  Effect.flatMap(wantedOrder(differs), (wanted) => createOrder(wanted, callOf(memberId)))

/** Places so many alike. */
export const placeOrders = (count: number, differs: Partial<RequestOf<"orderCreate">> = {}) =>
  Effect.forEach(Array.from({ length: count }), () => placeOrder(differs))

/** Broken invariants C1 and C2, and those of contracts. */
export const bookProblems = Effect.gen(function* () {
  return {
    unbalanced: yield* sql(
      "select transaction_id from postings group by transaction_id, asset having sum(amount) <> 0",
    ),
    unfolded: yield* sql(
      `select b.member_id from balances b left join (
         select member_id, sum(case when account = 'available' then amount else 0 end) as available,
           sum(case when account = 'contracts' then amount else 0 end) as contracts
         from postings where member_id is not null group by member_id) as p on p.member_id = b.member_id
       where b.available <> coalesce(p.available, 0) or b.contracts <> coalesce(p.contracts, 0)`,
    ),
    unlocked: yield* sql(
      `select b.member_id from balances b left join (
         select member_id, sum(stake) as stake from orders where state in ('accepted', 'opened') group by member_id
       ) as o on o.member_id = b.member_id where b.contracts <> coalesce(o.stake, 0)`,
    ),
    mispaid: yield* sql(
      `select o.id from orders o left join postings p on p.transaction_id = 'settle-' || o.id and p.account = 'available'
       where o.state not in ('accepted', 'opened') and coalesce(p.amount, 0) <> o.credited`,
    ),
  }
})

export const noProblems = { unbalanced: [], unfolded: [], unlocked: [], mispaid: [] }
