import { Cause, Effect, Exit, Metric, Semaphore } from "effect"
import {
  type Contract,
  type Decision,
  type JournalSlice,
  type PricePoint,
  planSettlement,
  type SettlementRules,
} from "../../src/domain/settlement-plan.ts"
import { logFailure } from "../core/log-failure.ts"
import { metrics } from "../core/metrics.ts"
import { Db, type DbError, execute, sql } from "../db/db.ts"
import { type Leadership, Market } from "../market/market.ts"
import { readTicksAround } from "../market/tick-journal.ts"
import { applyDecisions } from "./apply.ts"
import {
  addDeadLetters,
  firstAfterGap,
  gapBefore,
  isDatabaseUnavailable,
  JournalGap,
  readDeadLetterIds,
  retryDeadLetters,
  type SettlementFailure,
} from "./dead-letters.ts"
import { amendedFromMs, type ContractRow, contractOf, type FoundMax, findEnding, findOpening } from "./due.ts"
import { refuseCloses } from "./refuse-closes.ts"
import { type PendingTicks, pace, type Round, roundsOf } from "./rounds.ts"

/** Ticks read back for an order that became visible late. */
const LATE_TICKS_MAX = 5_000
/**
 * One pass: processes every contract against every pending tick, round by round, and applies the
 * decisions. It may be interrupted at any point; the next pass continues. Only the lease holder
 * settles. Returns the number of changed contracts.
 */
export const settlePass = Effect.fn("settlePass")(function* () {
  const market = yield* Market
  const leadership = market.leadership()
  return leadership === null ? 0 : yield* settleAs(leadership, market.feed.symbols, market.settings)
})

/** Settles after every tick cycle, forever. A failed pass is logged; the next one catches up. */
export const runSettlement: Effect.Effect<never, never, Market | Db> = Effect.gen(function* () {
  const market = yield* Market
  yield* market.nextCycle
  yield* settlePass().pipe(
    Effect.flatMap((changed) => Metric.update(metrics.settledContracts, changed)),
    Effect.catch((error) => logFailure("Settlement waits for the next tick cycle", error)),
  )
}).pipe(Effect.forever)

/** Runs a pass with a lease. The database rejects writes under an old fence. */
export const settleAs = Effect.fnUntraced(function* (
  leadership: Leadership,
  symbols: ReadonlyArray<string>,
  rules: SettlementRules,
) {
  let changed = 0
  for (;;) {
    const { pending, isAll } = yield* readPendingTicks(symbols)
    const rounds = roundsOf(symbols, pending, leadership.completeUntilMs, isAll)
    for (const [index, round] of rounds.entries()) {
      // requests that have arrived meanwhile are read, and their statements go first
      if (index > 0) yield* Effect.yieldNow
      const outcome = yield* settleRound(round, leadership.lease.fence, rules)
      changed += outcome.changed
      if (!outcome.isFinished) return changed
      if (!(yield* advanceCursors(round, leadership.lease.fence))) return changed
    }
    if (isAll) return changed + (yield* retryDeadLetters(leadership, rules))
  }
})

type Find = (round: Round, leftAlone: ReadonlyArray<string>, most: FoundMax) => ReturnType<typeof findEnding>

/**
 * Settles what is due in a round: the open contracts first, then the accepted orders. One that opens
 * is decided over all ticks of the round, so it is not looked at again. `isFinished` is false when
 * another process has taken the lease.
 */
const settleRound = Effect.fnUntraced(function* (round: Round, fence: bigint, rules: SettlementRules) {
  yield* refuseCloses(round, fence)
  const leftAlone = yield* readDeadLetterIds()
  const ended = yield* settleBatches(round, fence, rules, leftAlone, findEnding)
  if (!ended.isFinished) return ended
  const opened = yield* settleBatches(round, fence, rules, leftAlone, (windows, left, most) =>
    findOpening(windows, rules.orderOpenTimeoutMs, left, most),
  )
  return { changed: ended.changed + opened.changed, isFinished: opened.isFinished }
})

/** Batches that are decided or written at a time. One of them is written. */
const BATCHES_AT_ONCE = 2

/**
 * Settles what `find` finds, batch by batch; the next one is decided while one is written. A contract
 * that fails becomes a dead letter, and one without a decision is skipped, so that neither blocks the
 * round.
 */
const settleBatches = Effect.fnUntraced(function* (
  round: Round,
  fence: bigint,
  rules: SettlementRules,
  deadLetterIds: ReadonlyArray<string>,
  find: Find,
) {
  const writing = yield* Semaphore.make(1)
  let changed = 0
  const leftAlone = [...deadLetterIds]
  for (;;) {
    const { due, isAll } = yield* find(round, leftAlone, (yield* pace).found)
    if (due.length === 0) return { changed, isFinished: true }
    const journal = yield* journalOf(round, due)
    const outcomes = yield* settleFound(due, { journal, rules, fence, writing })
    const count = outcomes.reduce((sum, outcome) => sum + outcome.count, 0)
    const failed = outcomes.flatMap(({ failures }) => failures)
    const idle = outcomes.flatMap((outcome) => outcome.idle)
    changed += count
    if (!(yield* addDeadLetters(failed, fence))) return { changed, isFinished: false }
    const handled = count + failed.length + idle.length
    if (handled === 0) return { changed, isFinished: false }
    if (isAll && handled === due.length) return { changed, isFinished: true }
    leftAlone.push(...idle, ...failed.map(({ id }) => id))
    yield* Effect.yieldNow
  }
})

/** What the batches of a round share. */
interface Batches {
  readonly journal: Journal
  readonly rules: SettlementRules
  readonly fence: bigint
  /** Held by the batch that is written. */
  readonly writing: Semaphore.Semaphore
}

/**
 * Lets statements of requests go first. On the embedded engine, which has one connection, those that
 * waited for the last batch run now; the ones behind them, which are sent after the answer, would
 * otherwise wait for two batches.
 */
const letOthersGo = Effect.gen(function* () {
  const db = yield* Db
  if (db.engine === "pglite") yield* db.sql("select 1")
  yield* Effect.yieldNow
})

/** Takes one batch after the other, each of the size that fits when it is taken. */
const settleFound = Effect.fnUntraced(function* (due: ReadonlyArray<ContractRow>, batches: Batches) {
  const outcomes: BatchOutcome[] = []
  let taken = 0
  const takeAndSettle = Effect.gen(function* () {
    while (taken < due.length) {
      const { batch } = yield* pace
      const rows = due.slice(taken, taken + batch)
      taken += rows.length
      outcomes.push(yield* settleBatch(rows, batches))
    }
  })
  yield* Effect.all(
    Array.from({ length: BATCHES_AT_ONCE }, () => takeAndSettle),
    {
      concurrency: "unbounded",
      discard: true,
    },
  )
  return outcomes
})

/** Decides one batch and writes the decisions. */
const settleBatch = Effect.fnUntraced(function* (
  due: ReadonlyArray<ContractRow>,
  { journal, rules, fence, writing }: Batches,
) {
  const { decisions, failures, idle } = decideEach(due.map(contractOf), journal, rules)
  const applied = yield* writing.withPermit(Effect.andThen(letOthersGo, applyEach(decisions, fence)))
  const outcome: BatchOutcome = {
    count: applied.count,
    failures: [...failures, ...applied.failures],
    idle,
  }
  return outcome
})

/** The journal slice of each symbol in this round, or the gap in it. */
type Journal = ReadonlyMap<string, JournalSlice | JournalGap>

/** The slices that these contracts need: usually the round's ticks and their predecessor. */
const journalOf = Effect.fnUntraced(function* (round: Round, due: ReadonlyArray<ContractRow>) {
  const parts = new Map<string, JournalSlice | JournalGap>()
  for (const { symbol, ticks: next, before, completeUntilMs } of round) {
    const amendedMs = amendedFromMs(next)
    const ofSymbol = due.filter((row) => row.symbol === symbol)
    const fromMs = Math.min(...ofSymbol.map((row) => neededFromMs(row, amendedMs)))
    const recent = before === null ? next : [before, ...next]
    const isLate = before !== null && fromMs < before.atMs
    const untilMs = recent.at(-1)?.atMs ?? 0
    const ticks = isLate ? yield* readTicksAround(symbol, fromMs, untilMs, LATE_TICKS_MAX) : recent
    const [first] = ticks
    const isLinked = isLate ? (first?.atMs ?? 0) <= fromMs : before !== null
    const unlinked = !isLinked && first !== undefined && first.seq > 1 ? first : null
    const afterGap = unlinked ?? firstAfterGap(recent) ?? firstAfterGap(ticks)
    parts.set(symbol, afterGap === null ? { ticks, completeUntilMs } : gapBefore(symbol, afterGap.seq))
  }
  return parts satisfies Journal
})

/** Decides each contract separately, so that a defect in one does not affect the others. */
const decideEach = (contracts: ReadonlyArray<Contract>, journal: Journal, rules: SettlementRules) => {
  const decisions: Decision[] = []
  const failures: SettlementFailure[] = []
  const idle: string[] = []
  for (const contract of contracts) {
    const part = journal.get(contract.symbol) ?? { ticks: [], completeUntilMs: 0 }
    if (part instanceof JournalGap) {
      failures.push({ id: contract.id, cause: Cause.fail(part) })
      continue
    }
    try {
      const [decision] = planSettlement([contract], () => part, rules)
      if (decision === undefined) idle.push(contract.id)
      else decisions.push(decision)
    } catch (thrown) {
      failures.push({ id: contract.id, cause: Cause.die(thrown) })
    }
  }
  return { decisions, failures, idle }
}

interface Applied {
  readonly count: number
  readonly failures: ReadonlyArray<SettlementFailure>
}

interface BatchOutcome extends Applied {
  /** Contracts without a decision. */
  readonly idle: ReadonlyArray<string>
}

/**
 * Applies decisions in one statement. When it fails, each half is retried until the failing
 * decision is alone. An unavailable database fails all of them.
 */
const applyEach = (decisions: ReadonlyArray<Decision>, fence: bigint): Effect.Effect<Applied, DbError, Db> =>
  Effect.gen(function* () {
    const [first] = decisions
    if (first === undefined) return { count: 0, failures: [] }
    const exit = yield* Effect.exit(applyDecisions(decisions, fence))
    if (Exit.isSuccess(exit)) return { count: exit.value, failures: [] }
    if (isDatabaseUnavailable(exit.cause)) return yield* Effect.failCause(exit.cause)
    if (decisions.length === 1) return { count: 0, failures: [{ id: first.id, cause: exit.cause }] }
    const middle = Math.ceil(decisions.length / 2)
    const left = yield* applyEach(decisions.slice(0, middle), fence)
    const right = yield* applyEach(decisions.slice(middle), fence)
    return { count: left.count + right.count, failures: [...left.failures, ...right.failures] }
  })

/**
 * Start of the journal slice that a contract needs beyond the current round: its acceptance, the request
 * of its close, or a change of its levels from `amendedMs` on.
 */
const neededFromMs = (row: ContractRow, amendedMs: number | null): number => {
  if (row.opened_at_ms === null) return Number(row.accepted_at_ms)
  const closingMs = Number(row.close_requested_at_ms ?? Number.POSITIVE_INFINITY)
  const changes = row.level_history?.slice(1).map(([, , atMs]) => atMs) ?? []
  return Math.min(closingMs, ...changes.filter((atMs) => amendedMs !== null && atMs >= amendedMs))
}

/** Ticks of a symbol read per query while catching up. */
const CATCH_UP_TICKS = 200

/** Reads the pending ticks of each symbol. `isAll` is false when more remain. */
const readPendingTicks = Effect.fnUntraced(function* (symbols: ReadonlyArray<string>) {
  const rows = yield* sql<{
    symbol: string
    seen: bigint
    seq: bigint
    at_ms: bigint
    price_units: bigint
  }>(pendingSql, [symbols, CATCH_UP_TICKS + 1])
  const pending = new Map<string, { before: PricePoint | null; next: PricePoint[] }>()
  for (const row of rows) {
    const mark = { seq: Number(row.seq), atMs: Number(row.at_ms), price: row.price_units }
    const known = pending.get(row.symbol) ?? { before: null, next: [] }
    if (row.seq <= row.seen) known.before = mark
    else known.next.push(mark)
    pending.set(row.symbol, known)
  }
  const isAll = [...pending.values()].every(({ next }) => next.length < CATCH_UP_TICKS)
  return { pending: pending satisfies ReadonlyMap<string, PendingTicks>, isAll }
})

const pendingSql = `
  select w.symbol, coalesce(c.seq, 0) as seen, t.seq, t.at_ms, t.price_units
  from unnest($1::text[]) as w (symbol) left join settlement_cursors c on c.symbol = w.symbol
  cross join lateral (
    select seq, at_ms, price_units from ticks
    where symbol = w.symbol and seq >= coalesce(c.seq, 0) order by seq limit $2
  ) as t order by w.symbol, t.seq`

/**
 * Advances the cursors: every contract has been processed up to the ticks of this round. False when
 * another process has taken the lease: the same ticks would be read again and again.
 */
const advanceCursors = Effect.fnUntraced(function* (round: Round, fence: bigint) {
  const seen = round.flatMap(({ symbol, ticks }) => {
    const last = ticks.at(-1)
    return last === undefined ? [] : [{ symbol, seq: last.seq }]
  })
  if (seen.length === 0) return true
  const advanced = yield* execute(
    `insert into settlement_cursors (symbol, seq)
     select t.symbol, t.seq from unnest($1::text[], $2::bigint[]) as t (symbol, seq)
     where exists (select 1 from market_lease where name = 'market' and fence = $3)
     on conflict (symbol) do update set seq = greatest(settlement_cursors.seq, excluded.seq)`,
    [seen.map(({ symbol }) => symbol), seen.map(({ seq }) => seq), fence],
  )
  return advanced > 0
})
