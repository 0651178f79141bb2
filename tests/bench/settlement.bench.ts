import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import type { Db } from "../../server/db/db.ts"
import { sql } from "../../server/db/db.ts"
import { embeddedLayer } from "../../server/db/embedded-layer.ts"
import { fireAlerts } from "../../server/market/fire-alerts.ts"
import { Market } from "../../server/market/market.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { type OrderRow, orderColumns } from "../../server/orders/read-orders.ts"
import { applyDecisions } from "../../server/settlement/apply.ts"
import { contractOf, findEnding, findOpening } from "../../server/settlement/due.ts"
import { settlePass } from "../../server/settlement/worker.ts"
import { ALERTS_PER_MEMBER } from "../../src/domain/limits.ts"
import { planSettlement } from "../../src/domain/settlement-plan.ts"
import { prepareDataDir } from "../support/database.ts"
import { openPostgres } from "../support/postgres.ts"
import { postgresDatabase } from "../support/postgres-database.ts"
import { callOf, multiplyOrder, tickCycles, tradingLayer, wantedOrder } from "../support/trading.ts"
import { bench } from "./harness.ts"
import { percentile } from "./site.ts"

/** `SETTLED=5000` measures fewer. */
const CONTRACTS = Number(process.env.SETTLED ?? 100_000)
const MEMBERS = 10_000
/** Of the floor. */
const BATCH = 2_000
const me = callOf("m1")

const runtimeOn = (database: Layer.Layer<Db>) => ManagedRuntime.make(tradingLayer(database))
type Runtime = ReturnType<typeof runtimeOn>

/** m1, m2 … with money. */
const openMembers = sql(
  `insert into balances (member_id, asset, available) select 'm' || n, 'NGN', 100000000000000 from generate_series(1, ${MEMBERS}) n`,
)

const prepare = (runtime: Runtime) => runtime.runPromise(Effect.andThen(tickCycles(1), openMembers))

/** Opens so many contracts of all members in turn, none of which ends by its price. */
const openContracts = (count: number) =>
  Effect.gen(function* () {
    const order = yield* createOrder(yield* wantedOrder({ leverage: 1 }), me)
    yield* tickCycles(1)
    yield* multiplyOrder(order.id, count - 1, MEMBERS)
  })

/** Lets every open contract expire; what settles them is left to be measured. */
const letExpire = Effect.gen(function* () {
  const market = yield* Market
  yield* TestClock.adjust(61_000)
  yield* market.runCycle
})

/** Ticks that settlement misses, and over which the contracts expire. */
const OUTAGE_TICKS = 60

/** The contracts expire one after the other while nothing settles. */
const expireInOutage = Effect.gen(function* () {
  const market = yield* Market
  const { tickMs } = market.settings
  yield* sql(
    `update orders set expires_at_ms = expires_at_ms + ${tickMs} * mod(abs(hashtext(id)), ${OUTAGE_TICKS}) where state = 'opened'`,
  )
  // no outage leaves a dead version of every contract behind
  yield* sql("vacuum orders")
  yield* TestClock.adjust(60_000)
  for (let tick = 0; tick <= OUTAGE_TICKS; tick += 1) {
    yield* TestClock.adjust(tickMs)
    yield* market.runCycle
  }
})

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const startedMs = performance.now()
    yield* effect
    return performance.now() - startedMs
  })

type Expiry = typeof letExpire | typeof expireInOutage

const settled = (expire: Expiry) =>
  Effect.gen(function* () {
    yield* openContracts(CONTRACTS)
    yield* expire
    return yield* timed(settlePass())
  })

/**
 * The writing statement alone, with everything it writes decided beforehand: the same events, hashes and
 * postings of the same contracts, after the same outage, in the order in which they lie in the table.
 */
const written = Effect.fnUntraced(function* (expire: Expiry) {
  const { settings, leadership } = yield* Market
  yield* openContracts(CONTRACTS)
  yield* expire
  const rows = yield* sql<OrderRow>(`select ${orderColumns} from orders o where o.state = 'opened'`)
  const decisions = planSettlement(
    rows.map(contractOf),
    () => ({ ticks: [], completeUntilMs: Number.MAX_SAFE_INTEGER }),
    settings,
  )
  const fence = leadership()?.lease.fence ?? 0n
  const batches = Array.from({ length: Math.ceil(decisions.length / BATCH) }, (_, i) =>
    decisions.slice(i * BATCH, (i + 1) * BATCH),
  )
  const elapsedMs = yield* timed(Effect.forEach(batches, (batch) => applyDecisions(batch, fence)))
  yield* settlePass()
  return elapsedMs
})

/** A runtime on a database of its own, with members. */
const openRuntime = async (open: () => Promise<Ground | null>) => {
  const ground = await open()
  if (ground === null) throw new Error("No PostgreSQL is installed.")
  const runtime = runtimeOn(ground.database)
  await prepare(runtime)
  const close = async () => {
    await runtime.dispose()
    await ground.stop()
  }
  return { runtime, close }
}

const settlementBench = (engine: string, open: () => Promise<Ground | null>) => {
  for (const [when, expire] of [
    ["due at once", letExpire],
    ["after an outage", expireInOutage],
  ] as const) {
    bench(`settlement of 100 k contracts of 10 k members ${when}, ${engine}`, async () => {
      const { runtime, close } = await openRuntime(open)
      return {
        floor: () => runtime.runPromise(written(expire)),
        subject: () => runtime.runPromise(settled(expire)),
        floorIs: "the writing SQL alone",
        reach: { ratioAtMost: 1.2 },
        runs: 3,
        warmups: 0,
        close,
      }
    })
    bench(`orders while 100 k contracts of 10 k members settle ${when}, p99, ${engine}`, async () => {
      const { runtime, close } = await openRuntime(open)
      return {
        floor: () => orderP99Ms(runtime, pause(QUIET_MS)),
        subject: async () => {
          await runtime.runPromise(Effect.andThen(openContracts(CONTRACTS), expire))
          return await orderP99Ms(runtime, runtime.runPromise(settlePass()))
        },
        floorIs: "the same orders while nothing settles",
        reach: { ratioAtMost: 3 },
        runs: 3,
        warmups: 0,
        close,
      }
    })
  }
}

/** Orders arrive at this interval, whether or not earlier ones are answered. */
const ORDER_EVERY_MS = 20
/** Long enough that ten orders are above the 99th percentile. */
const QUIET_MS = 20_000

/** The 99th percentile of the time from an order's arrival to its answer, until `done`. */
const orderP99Ms = async (runtime: Runtime, done: Promise<unknown>): Promise<number> => {
  const answered: Promise<number>[] = []
  let dueMs = performance.now()
  const place = async (arrivedMs: number, member: string): Promise<number> => {
    const order = Effect.flatMap(wantedOrder(), (wanted) => createOrder(wanted, callOf(member)))
    await runtime.runPromise(order)
    return performance.now() - arrivedMs
  }
  const timer = setInterval(() => {
    // an order that could not be sent because the process was busy has waited since it was due
    for (; dueMs <= performance.now(); dueMs += ORDER_EVERY_MS)
      answered.push(place(dueMs, `m${1 + (answered.length % MEMBERS)}`))
  }, 1)
  await done
  clearInterval(timer)
  return percentile(await Promise.all(answered), 0.99)
}

interface Ground {
  readonly database: Layer.Layer<Db>
  readonly stop: () => Promise<void>
}

const openCluster = async (): Promise<Ground | null> => {
  const cluster = await openPostgres({ isDurable: true })
  return cluster === null ? null : { database: postgresDatabase(cluster.url), stop: cluster.stop }
}

/** Three changes of the levels of every open contract, to levels that no price reaches. */
const amendThrice = sql(
  `update orders o set amended_at_ms = opened_at_ms + 30000, take_profit = far.profit, stop_loss = far.loss,
     trigger_low = greatest(trigger_low, far.loss), trigger_high = far.profit,
     level_history = jsonb_build_array(
       jsonb_build_array(null, null, accepted_at_ms),
       jsonb_build_array(far.profit::text, null, opened_at_ms + 10000),
       jsonb_build_array(null, far.loss::text, opened_at_ms + 20000),
       jsonb_build_array(far.profit::text, far.loss::text, opened_at_ms + 30000)),
     level_checkpoints = jsonb_build_array('', '', '')
   from (select id, opening_price * 3 as profit, opening_price / 10 as loss from orders) far
   where far.id = o.id and o.state = 'opened'`,
)

const amendedBench = (engine: string, open: () => Promise<Ground | null>) =>
  bench(`settlement of contracts with three changed levels each, ${engine}`, async () => {
    const { runtime, close } = await openRuntime(open)
    const expireAmended = Effect.gen(function* () {
      yield* amendThrice
      // no contract keeps a dead version of itself while it settles
      yield* sql("vacuum orders")
      yield* letExpire
    })
    const expirePlain = Effect.andThen(sql("vacuum orders"), letExpire)
    return {
      floor: () => runtime.runPromise(settled(expirePlain)),
      subject: () => runtime.runPromise(settled(expireAmended)),
      floorIs: "the same contracts without changes",
      reach: { ratioAtMost: 1.3 },
      runs: 3,
      warmups: 0,
      close,
    }
  })

amendedBench("PostgreSQL", openCluster)
settlementBench("PostgreSQL", openCluster)
/** The engine in its own thread on a folder, as the server runs it. */
const openEmbedded = async (): Promise<Ground> => {
  const folder = mkdtempSync(join(tmpdir(), "links-bench-"))
  await prepareDataDir(folder)
  return {
    database: Layer.orDie(embeddedLayer(join(folder, "database"))),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

amendedBench("embedded", openEmbedded)
settlementBench("embedded", openEmbedded)

const ALERTS = 10_000
const CYCLES = 100

/** A tick of every symbol, with the alerts that it decides, in ms. */
const cycleWithAlerts = Effect.gen(function* () {
  const market = yield* Market
  const cycle = Effect.gen(function* () {
    yield* TestClock.adjust(market.settings.tickMs)
    yield* market.runCycle
    yield* fireAlerts()
  })
  return (yield* timed(Effect.repeat(cycle, { times: CYCLES - 1 }))) / CYCLES
})

/** Alerts on one symbol at levels that its price does not reach. */
const addAlerts = (count: number) =>
  Effect.gen(function* () {
    yield* sql(
      `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
       select 'm' || n, 'm' || n, 'm' || n, '', 'm' || n, 0, 0 from generate_series(1, ${1 + ALERTS / ALERTS_PER_MEMBER}) n`,
    )
    yield* sql(
      `insert into alerts (id, member_id, product_id, symbol, kind, side, level, is_daily, note, until_ms, state,
         created_at_ms, changed_at_ms, after_seq)
       select 'bench' || n, 'm' || (1 + n / ${ALERTS_PER_MEMBER}), 'aapl', 'AAPL', 'above', 'above', price_units * 10 + n, false, '',
         at_ms + 86400000, 'active', at_ms, at_ms, seq
       from generate_series(1, ${count}) n, (select * from ticks where symbol = 'AAPL' order by seq desc limit 1) t`,
    )
    yield* sql(
      "insert into alert_cursors (symbol, seq) select symbol, max(seq) from ticks where symbol = 'AAPL' group by 1",
    )
    yield* sql("vacuum analyze alerts")
  })

const alertsBench = (engine: string, open: () => Promise<Ground | null>) =>
  bench(`a tick with 10 k alerts on one symbol, ${engine}`, async () => {
    const [none, many] = [await openRuntime(open), await openRuntime(open)]
    await none.runtime.runPromise(addAlerts(1))
    await many.runtime.runPromise(addAlerts(ALERTS))
    return {
      floor: () => none.runtime.runPromise(cycleWithAlerts),
      subject: () => many.runtime.runPromise(cycleWithAlerts),
      floorIs: "the same with one alert",
      reach: { ratioAtMost: 1.1 },
      close: async () => {
        await none.close()
        await many.close()
      },
    }
  })

alertsBench("PostgreSQL", openCluster)
alertsBench("embedded", openEmbedded)

const POLLS = 50

/** What finding out that nothing is due costs, in ms. */
const poll = Effect.gen(function* () {
  const { feed, quoteBook, settings } = yield* Market
  const windows = feed.symbols.map((symbol) => {
    const tick = quoteBook.last(symbol)?.tick
    return { symbol, ticks: tick === undefined ? [] : [tick], completeUntilMs: tick?.atMs ?? 0 }
  })
  const once = Effect.andThen(
    findEnding(windows, [], 1_000),
    findOpening(windows, settings.orderOpenTimeoutMs, [], 1_000),
  )
  return (yield* timed(Effect.repeat(once, { times: POLLS - 1 }))) / POLLS
})

bench("due-poll with 1 M open contracts, PostgreSQL", async () => {
  const cluster = await openPostgres({ isDurable: true })
  if (cluster === null) throw new Error("No PostgreSQL is installed.")
  const [few, many] = [runtimeOn(postgresDatabase(cluster.url)), runtimeOn(postgresDatabase(cluster.url))]
  for (const [runtime, count] of [
    [few, 10_000],
    [many, 1_000_000],
  ] as const) {
    await prepare(runtime)
    await runtime.runPromise(openContracts(count))
    await runtime.runPromise(sql("vacuum analyze orders"))
  }
  return {
    floor: () => few.runPromise(poll),
    subject: () => many.runPromise(poll),
    floorIs: "the same with 10 k open",
    reach: { ratioAtMost: 1.3 },
    close: async () => {
      await few.dispose()
      await many.dispose()
      await cluster.stop()
    },
  }
})
