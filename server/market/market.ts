import { Context, Effect, Latch, Layer, Metric } from "effect"
import { createListeners } from "../../src/domain/listeners.ts"
import { newId, RandomBytes } from "../core/ids.ts"
import { logFailure } from "../core/log-failure.ts"
import { metrics } from "../core/metrics.ts"
import { Db, type DbError, execute, sql } from "../db/db.ts"
import { MarketConfig, type MarketSettings } from "./config.ts"
import type { Feed } from "./feed.ts"
import { type Lease, releaseLease, takeLease } from "./lease.ts"
import { openLiveFeed } from "./live-feed.ts"
import { MarketKey } from "./market-key.ts"
import { type ClockFinding, type MarketTime, openMarketTime } from "./market-time.ts"
import { seriesOfTape, type Tape } from "./published-series.ts"
import { makeQuoteBook, type QuoteBook } from "./quote-book.ts"
import { type ReplayPosition, replayFeed } from "./replay-feed.ts"
import { type JournalTick, nextTick } from "./tick.ts"
import { appendTicks, readDay, readHeads } from "./tick-journal.ts"
import { makeLogBook } from "./tick-log/log-book.ts"

/** What the lease holder knows: no further tick will have `completeUntilMs` or an earlier time. */
export interface Leadership {
  readonly lease: Lease
  readonly completeUntilMs: number
}

/** The market: current quotes, and the lease to append ticks. */
export class Market extends Context.Service<
  Market,
  {
    readonly settings: MarketSettings
    readonly feed: Feed
    readonly quoteBook: QuoteBook
    /** The time of the market, epoch ms: never earlier than a known tick, and never going back. */
    readonly nowMs: () => number
    /**
     * One tick cycle: the lease holder appends one tick per symbol, every other process reads them.
     */
    readonly runCycle: Effect.Effect<void, DbError>
    readonly key: MarketKey["Service"]
    /** The last published checkpoint of a symbol's log as a signed note. Null before the first. */
    readonly checkpointOf: (symbol: string) => string | null
    /** Null in a process that does not hold the lease. */
    readonly leadership: () => Leadership | null
    /** Completes when a cycle has finished since the last call. */
    readonly nextCycle: Effect.Effect<void>
    /** Calls `listener` after each successful cycle. Returns the unsubscribe function. */
    readonly onCycle: (listener: () => void) => () => void
    /**
     * Runs a cycle now and then at every tick instant, forever. A failed cycle is logged. Releases
     * the lease when it is interrupted.
     */
    readonly run: Effect.Effect<never>
  }
>()("financial-links/server/market/Market") {}

const LEASE_MIN_MS = 2_500
const COMPARE_EVERY_MS = 900

interface State {
  leadership: Leadership | null
  heads: Map<string, JournalTick>
  /** True when `heads` may differ from the end of the journal. */
  isDoubtful: boolean
}

const makeMarket = Effect.fnUntraced(function* (settings: MarketSettings) {
  const db = yield* Db
  const key = yield* MarketKey
  const time = yield* openMarketTime()
  const feed = yield* openFeed(settings, time)
  const quoteBook = makeQuoteBook(feed)
  const holder = yield* newId
  const leaseMs = Math.max(LEASE_MIN_MS, Math.ceil(2.5 * settings.tickMs))
  const logBook = makeLogBook(key, settings.checkpointMs)
  const state: State = { leadership: null, heads: new Map(), isDoubtful: true }
  const findClock = watchClock(time)
  const cycles = yield* makeCycleSignal
  const handOver = Effect.provideService(handOverFrom(state), Db, db)
  yield* Effect.addFinalizer(() => handOver)

  const follow = Effect.gen(function* () {
    const heads = yield* readHeads(feed.symbols)
    // before the quotes: an order that is accepted at a quote carries the checkpoint of its tick
    yield* logBook.reload(feed.symbols)
    for (const head of heads) {
      time.reach(head.atMs)
      const isNew = quoteBook.last(head.symbol) === null
      quoteBook.record(head, isNew ? yield* soFarOf(feed, head) : undefined)
    }
    state.heads = new Map(heads.map((head) => [head.symbol, head]))
  })

  const appendCycle = Effect.fnUntraced(function* (lease: Lease) {
    if (state.isDoubtful) {
      yield* follow
      state.isDoubtful = false
    }
    yield* logBook.load(state.heads)
    // Strictly later than the previous cycle and every checkpoint, whatever the clock did, so that
    // completeness holds.
    const lastMs = Math.max(state.leadership?.completeUntilMs ?? 0, logBook.signedUntilMs())
    const nowMs = Math.max(time.nowMs(), lastMs + 1)
    const ticks = ticksOf(feed, state.heads, nowMs)
    const { commit, ...logged } = logBook.step(ticks, nowMs)
    state.isDoubtful = true
    if (!(yield* appendTicks(lease, { ticks, ...logged }))) {
      state.leadership = null
      return yield* follow
    }
    state.isDoubtful = false
    commit()
    for (const tick of ticks) {
      time.reach(tick.atMs)
      quoteBook.record(tick)
      state.heads.set(tick.symbol, tick)
    }
    state.leadership = { lease, completeUntilMs: nowMs }
  })

  const leaseOf = (finding: ClockFinding) => {
    if (finding.kind === "differs") return Effect.as(handOver, null)
    return state.leadership === null ? takeLease(holder, leaseMs) : Effect.succeed(state.leadership.lease)
  }

  const runCycle = Effect.gen(function* () {
    const finding = yield* findClock
    const wasLeading = state.leadership !== null
    const lease = yield* leaseOf(finding)
    if (!wasLeading) state.isDoubtful = true
    const isStepAbsorbed =
      lease === null || finding.kind !== "stepped" || (yield* time.absorbStep(lease, finding))
    if (lease === null || !isStepAbsorbed) {
      state.leadership = null
      yield* follow
    } else yield* appendCycle(lease)
    yield* cycles.finished
  }).pipe(Effect.provideService(Db, db))

  return Market.of({
    settings,
    feed,
    quoteBook,
    nowMs: time.nowMs,
    runCycle,
    key,
    checkpointOf: logBook.checkpointOf,
    leadership: () => state.leadership,
    nextCycle: cycles.next,
    onCycle: cycles.on,
    run: Effect.forever(
      Effect.andThen(logged(runCycle), pauseUntilCycle(feed, settings.tickMs, time.nowMs)),
    ).pipe(Effect.ensuring(handOver)),
  })
})

/** Ends the leadership, if there is one, and releases its lease. */
const handOverFrom = (state: State) =>
  Effect.suspend(() => {
    const { leadership } = state
    if (leadership === null) return Effect.void
    state.leadership = null
    return Effect.ignore(releaseLease(leadership.lease))
  })

const openFeed = (settings: MarketSettings, { nowMs }: MarketTime) =>
  settings.feed === "live" ? openLiveFeed(settings, nowMs) : openReplay(settings, nowMs())

/** Wakes what waits for the end of a cycle, and calls the listeners. */
const makeCycleSignal = Effect.map(Latch.make(false), (latch) => {
  const listeners = createListeners()
  return {
    finished: Effect.andThen(latch.open, Effect.sync(listeners.notify)),
    next: Effect.andThen(latch.await, latch.close),
    on: listeners.subscribe,
  }
})

/** The market on the configured feed. It is idle until `run` is executed. */
export const marketLayer: Layer.Layer<Market, DbError, Db | MarketConfig | MarketKey> = Layer.effect(
  Market,
  Effect.flatMap(MarketConfig, makeMarket),
)

const logged = (cycle: Effect.Effect<void, DbError>) =>
  Effect.catch(cycle, (error) => logFailure("The market missed a tick cycle", error))

/** Sleeps until the next tick instant of the day. */
const pauseUntilCycle = (feed: Feed, tickMs: number, now: () => number) =>
  Effect.suspend(() => {
    const nowMs = now()
    return Effect.sleep(tickMs - ((nowMs - feed.dayAt(nowMs).startsAtMs) % tickMs))
  })

/** Compares the clocks at most once a second, and logs each change of what it finds. */
const watchClock = (time: MarketTime) => {
  let last: ClockFinding = { kind: "agrees" }
  let comparedAtMs = Number.NEGATIVE_INFINITY
  return Effect.gen(function* () {
    if (Math.abs(time.nowMs() - comparedAtMs) < COMPARE_EVERY_MS && last.kind === "agrees") return last
    const finding = yield* time.compare
    comparedAtMs = time.nowMs()
    const isNew = finding.kind !== last.kind
    last = finding
    if (isNew) yield* Effect.annotateLogs(logFinding(finding), { alarm: "clock" })
    if (isNew && finding.kind !== "agrees") yield* Metric.update(metrics.clockFindings, 1)
    return finding
  })
}

const logFinding = (finding: ClockFinding) => {
  if (finding.kind === "agrees") return Effect.logInfo("The clocks agree again.")
  const by = Math.round(finding.byMs)
  return finding.kind === "differs"
    ? Effect.logError(
        `The clock of this process differs from the database's by ${by} ms: it does not lead the market until they agree.`,
      )
    : Effect.logError(
        `The database's clock was set by ${by} ms. The market's time goes on and differs from it from now on.`,
      )
}

const ticksOf = (
  feed: Feed,
  heads: ReadonlyMap<string, JournalTick>,
  nowMs: number,
): ReadonlyArray<JournalTick> =>
  feed.symbols.flatMap((symbol) => {
    const price = feed.priceAt(symbol, nowMs)
    return price === null ? [] : [nextTick(symbol, heads.get(symbol) ?? null, nowMs, price)]
  })

const soFarOf = Effect.fnUntraced(function* (feed: Feed, head: JournalTick) {
  const day = yield* readDay(head.symbol, feed.dayAt(head.atMs).startsAtMs)
  return {
    open: day.open ?? head.price,
    high: day.high ?? head.price,
    low: day.low ?? head.price,
    previousClose: day.before,
  }
})

/**
 * Goes on with the replay at this instant, on the day after the one of the last tick: no day is passed
 * over while the market was closed.
 */
export const continueReplay = Effect.fn("continueReplay")(function* (nowMs: number) {
  yield* execute(
    `update market_feed set anchor_ms = $1::bigint,
       anchor_day = anchor_day + 1 + greatest(0, ((select max(at_ms) from ticks) - anchor_ms) / day_ms)
     where name = 'replay' and exists (select 1 from ticks)`,
    [nowMs],
  )
})

interface FeedRow {
  readonly secret: string
  readonly anchor_ms: bigint
  readonly anchor_day: bigint
  readonly day_ms: bigint
  readonly tick_ms: bigint
  readonly tape: Tape
}

/**
 * The replay of this database. The first start stores its secret, anchor and tape; a database that
 * sells what only the first tape has prices of keeps that one.
 */
const openReplay = Effect.fnUntraced(function* (settings: MarketSettings, nowMs: number) {
  const secret = settings.seed ?? Buffer.from((yield* RandomBytes)(32)).toString("base64url")
  yield* execute(
    `insert into market_feed (name, secret, anchor_ms, anchor_day, day_ms, tick_ms, tape)
     values ('replay', $1, $2, 0, $3, $4,
       case when exists (select 1 from products where symbol in ('AMZN', 'GOOG')) then 'first' else $5 end)
     on conflict (name) do nothing`,
    [secret, nowMs, settings.dayMs, settings.tickMs, settings.tape],
  )
  // When the length of the day changes, the replay continues with its next day.
  yield* execute(
    `update market_feed set anchor_day = anchor_day + greatest(0, ($1::bigint - anchor_ms) / day_ms) + 1,
       anchor_ms = $1::bigint, day_ms = $2::bigint, tick_ms = $3::bigint
     where name = 'replay' and (day_ms <> $2::bigint or tick_ms <> $3::bigint)`,
    [nowMs, settings.dayMs, settings.tickMs],
  )
  const rows = yield* sql<FeedRow>("select * from market_feed where name = 'replay'")
  const row = rows[0]
  if (row === undefined) return yield* Effect.die(new Error("the replay has no position"))
  const position: ReplayPosition = {
    secret: row.secret,
    anchorMs: Number(row.anchor_ms),
    anchorDay: Number(row.anchor_day),
    dayMs: Number(row.day_ms),
    tickMs: Number(row.tick_ms),
  }
  return replayFeed(position, seriesOfTape(row.tape))
})
