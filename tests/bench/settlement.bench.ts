import { Effect, type Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import type { Db } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { type OrderRow, orderColumns } from "../../server/orders/read-orders.ts"
import { applyDecisions } from "../../server/settlement/apply.ts"
import { contractOf, findDue } from "../../server/settlement/due.ts"
import { settlePass } from "../../server/settlement/worker.ts"
import { planSettlement } from "../../src/domain/settlement-plan.ts"
import { memoryDatabase } from "../support/database.ts"
import { type Cluster, openPostgres } from "../support/postgres.ts"
import { postgresDatabase } from "../support/postgres-database.ts"
import {
  callOf,
  fund,
  multiplyOrder,
  query,
  tickCycles,
  tradingLayer,
  wantedOrder,
} from "../support/trading.ts"
import { bench } from "./harness.ts"

const CONTRACTS = 100_000
const BATCH = 2_000
const me = callOf("m1")

const runtimeOn = (database: Layer.Layer<Db>) => ManagedRuntime.make(tradingLayer(database))
type Runtime = ReturnType<typeof runtimeOn>

const prepare = (runtime: Runtime) =>
  runtime.runPromise(Effect.andThen(tickCycles(1), fund("m1", 1_000_000_000_000_00n)))

/** Opens so many contracts, none of which ends by its price. */
const openContracts = (count: number) =>
  Effect.gen(function* () {
    const order = yield* createOrder(yield* wantedOrder({ leverage: 1 }), me)
    yield* tickCycles(1)
    yield* multiplyOrder(order.id, count - 1)
  })

/** Lets every open contract expire; what settles them is left to be measured. */
const letExpire = Effect.gen(function* () {
  const market = yield* Market
  yield* TestClock.adjust(61_000)
  yield* market.runCycle
})

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const startedMs = performance.now()
    yield* effect
    return performance.now() - startedMs
  })

const settled = Effect.gen(function* () {
  yield* openContracts(CONTRACTS)
  yield* letExpire
  return yield* timed(settlePass())
})

/** The writing statement alone, with everything it writes decided beforehand. */
const written = Effect.gen(function* () {
  const { settings, leadership } = yield* Market
  yield* openContracts(CONTRACTS)
  yield* letExpire
  const rows = yield* query<OrderRow>(`select ${orderColumns} from orders o where o.state = 'opened'`)
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

const settlementBench = (engine: string, atMostMs: number, open: () => Promise<Ground | null>) =>
  bench(`settlement of 100 k contracts due at once, ${engine}`, async () => {
    const ground = await open()
    if (ground === null) throw new Error("No PostgreSQL is installed.")
    const runtime = runtimeOn(ground.database)
    await prepare(runtime)
    return {
      floor: () => runtime.runPromise(written),
      subject: () => runtime.runPromise(settled),
      floorIs: "the writing SQL alone",
      reach: { subjectAtMost: atMostMs },
      runs: 3,
      warmups: 0,
      close: async () => {
        await runtime.dispose()
        await ground.stop()
      },
    }
  })

interface Ground {
  readonly database: Layer.Layer<Db>
  readonly stop: () => Promise<void>
}

const groundOf = (cluster: Cluster): Ground => ({
  database: postgresDatabase(cluster.url),
  stop: cluster.stop,
})
const openCluster = async () => {
  const cluster = await openPostgres({ isDurable: true })
  return cluster === null ? null : groundOf(cluster)
}

settlementBench("PostgreSQL", 4_000, openCluster)
settlementBench("embedded", 6_000, async () => ({ database: memoryDatabase, stop: async () => undefined }))

const POLLS = 50

/** What finding out that nothing is due costs, in ms. */
const poll = Effect.gen(function* () {
  const { feed, quoteBook, settings } = yield* Market
  const windows = feed.symbols.map((symbol) => {
    const tick = quoteBook.last(symbol)?.tick ?? null
    return { symbol, tick, completeUntilMs: tick?.atMs ?? 0 }
  })
  const once = findDue(windows, settings.orderOpenTimeoutMs, BATCH)
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
    await runtime.runPromise(query("vacuum analyze orders"))
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
