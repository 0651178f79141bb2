/** What the market's log costs the appending of ticks, against the hash-chained journal alone. */
import { Effect, ManagedRuntime } from "effect"
import { sql } from "../../server/db/db.ts"
import { engineNow } from "../../server/db/outer-clocks.ts"
import { type Lease, takeLease } from "../../server/market/lease.ts"
import { publishedUnits } from "../../server/market/published-series.ts"
import { type JournalTick, nextTick } from "../../server/market/tick.ts"
import { appendTicks } from "../../server/market/tick-journal.ts"
import { makeLogBook } from "../../server/market/tick-log/log-book.ts"
import { memoryDatabase } from "../support/database.ts"
import { STARTED_AT_MS, testMarketKey } from "../support/trading.ts"
import { bench } from "./harness.ts"

const CYCLES = 400
const TICK_MS = 1_000
const CHECKPOINT_MS = 5_000
const LEASE_MS = 3_600_000
const symbols = Object.keys(publishedUnits)

/** The statement as it was before there was a log. */
const plainSql = `
  with held as (
    update market_lease set expires_at_ms = ${engineNow} + $3::bigint
    where name = 'market' and holder = $1 and fence = $2 returning fence
  ), appended as (
    insert into ticks (symbol, seq, at_ms, price_units, previous_hash, hash)
    select t.symbol, t.seq, t.at_ms, t.price_units, decode(t.previous_hash, 'hex'), decode(t.hash, 'hex')
    from held cross join unnest($4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[])
      as t (symbol, seq, at_ms, price_units, previous_hash, hash)
  ) select fence from held`

const appendPlain = Effect.fnUntraced(function* (lease: Lease, ticks: readonly JournalTick[]) {
  yield* sql(plainSql, [
    lease.holder,
    lease.fence,
    lease.durationMs,
    ticks.map((tick) => tick.symbol),
    ticks.map((tick) => tick.seq),
    ticks.map((tick) => tick.atMs),
    ticks.map((tick) => tick.price),
    ticks.map((tick) => tick.previousHash),
    ticks.map((tick) => tick.hash),
  ])
})

/** Appends ticks on a database of its own, with or without the log. */
const openMarket = async (hasLog: boolean) => {
  const runtime = ManagedRuntime.make(memoryDatabase)
  const lease = await runtime.runPromise(takeLease("bench", LEASE_MS))
  if (lease === null) throw new Error("no lease")
  const book = makeLogBook(testMarketKey, CHECKPOINT_MS)
  const heads = new Map<string, JournalTick>()
  let nowMs = STARTED_AT_MS
  const cycle = Effect.gen(function* () {
    nowMs += TICK_MS
    const price = 250_000n + BigInt((nowMs / TICK_MS) % 1_000)
    const ticks = symbols.map((symbol) => nextTick(symbol, heads.get(symbol) ?? null, nowMs, price))
    if (hasLog) {
      const { commit, ...logged } = book.step(ticks, nowMs)
      if (!(yield* appendTicks(lease, { ticks, ...logged }))) throw new Error("the lease is lost")
      commit()
    } else yield* appendPlain(lease, ticks)
    for (const tick of ticks) heads.set(tick.symbol, tick)
  })
  return {
    /** Time of the processor, in µs for each cycle: what the others on this machine do is not in it. */
    run: async () => {
      const before = process.cpuUsage()
      await runtime.runPromise(Effect.repeat(cycle, { times: CYCLES - 1 }))
      const { user, system } = process.cpuUsage(before)
      return (user + system) / CYCLES
    },
    close: () => runtime.dispose(),
  }
}

bench(`appending a tick of ${symbols.length} symbols with their logs`, async () => {
  const [plain, logged] = [await openMarket(false), await openMarket(true)]
  return {
    floorIs: "the statement before there was a log",
    runs: 9,
    unit: "µs",
    floor: plain.run,
    subject: logged.run,
    reach: { ratioAtMost: 1.2 },
    close: async () => {
      await plain.close()
      await logged.close()
    },
  }
})
