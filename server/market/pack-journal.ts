import { isDeepStrictEqual } from "node:util"
import { Effect, Schema } from "effect"
import { logFailure } from "../core/log-failure.ts"
import { Db, execute, sql, transaction } from "../db/db.ts"
import { Market } from "./market.ts"
import { type JournalTick, packTicks, unpackTicks } from "./tick.ts"
import { readLooseTicks } from "./tick-journal.ts"

/** Ticks packed at a time; few enough that no other statement waits noticeably. */
const TICKS_A_BLOCK = 1_000
const PASS_EVERY = "10 minutes"
const PAUSE_BETWEEN_BLOCKS = "1 second"
/** Charts of the running day and the close before it read unpacked ticks. */
const LOOSE_DAYS_MIN = 2

/** A block that does not survive packing and unpacking. Its ticks stay unpacked. */
class NotPacked extends Schema.TaggedError<NotPacked>()("NotPacked", { message: Schema.String }) {}

/**
 * The ticks of a symbol that may be packed: those below `belowSeq` and before `untilMs`. Ticks that
 * a dead letter may still need are excluded.
 */
const packableUntilMs = Effect.fnUntraced(function* (symbol: string, cutoffMs: number) {
  const rows = yield* sql<{ until_ms: bigint | null; seq: bigint | null }>(
    `select (select seq from settlement_cursors where symbol = $1) as seq,
       (select min(o.accepted_at_ms) from settlement_holds h join orders o on o.id = h.order_id where o.symbol = $1) as until_ms`,
    [symbol],
  )
  const { seq = null, until_ms = null } = rows[0] ?? {}
  return {
    // Settlement continues at its last processed tick, so that tick stays unpacked.
    belowSeq: Number(seq ?? 0n),
    untilMs: until_ms === null ? cutoffMs : Math.min(cutoffMs, Number(until_ms)),
  }
})

const isUnbroken = (ticks: ReadonlyArray<JournalTick>): boolean =>
  ticks.every((tick, i) => i === 0 || tick.previousHash === ticks[i - 1]?.hash)

/**
 * Packs the oldest block of a symbol when it is complete and old enough. In one transaction the
 * packed form is stored and the ticks are deleted, after it was unpacked and compared. Returns
 * whether a block was packed.
 */
const packBlock = Effect.fn("packBlock")(function* (symbol: string, cutoffMs: number) {
  const { belowSeq, untilMs } = yield* packableUntilMs(symbol, cutoffMs)
  const ticks = yield* readLooseTicks(symbol, 1, TICKS_A_BLOCK)
  const [first, last] = [ticks[0], ticks.at(-1)]
  if (first === undefined || last === undefined || ticks.length < TICKS_A_BLOCK) return false
  if (last.seq >= belowSeq || last.atMs >= untilMs) return false
  const { previousHash, seq: firstSeq } = first
  const bytes = packTicks(ticks)
  const same = isDeepStrictEqual(unpackTicks({ symbol, firstSeq, previousHash, bytes }), ticks)
  if (!same || !isUnbroken(ticks))
    return yield* new NotPacked({ message: `The journal of ${symbol} is broken after tick ${firstSeq}.` })
  const pack = Effect.gen(function* () {
    yield* execute(
      `insert into tick_blocks (symbol, first_seq, last_seq, previous_hash, bytes)
       values ($1, $2, $3, decode($4, 'hex'), $5)`,
      [symbol, firstSeq, last.seq, previousHash, bytes],
    )
    const removed = yield* execute("delete from ticks where symbol = $1 and seq between $2 and $3", [
      symbol,
      firstSeq,
      last.seq,
    ])
    if (removed !== TICKS_A_BLOCK) return yield* new NotPacked({ message: `${symbol} changed meanwhile.` })
  })
  yield* transaction(pack)
  return true
})

/**
 * Packs one block per symbol in the lease holder. Returns the number of blocks; 0 when none is old
 * enough.
 */
export const packJournal = Effect.fn("packJournal")(function* () {
  const { feed, leadership, nowMs, settings } = yield* Market
  if (leadership() === null || feed.kind === "live" || settings.packAfterMs === 0) return 0
  const looseMs = Math.max(settings.packAfterMs, LOOSE_DAYS_MIN * settings.dayMs)
  const cutoffMs = nowMs() - looseMs
  const packed = yield* Effect.forEach(feed.symbols, (symbol) => packBlock(symbol, cutoffMs))
  return packed.filter(Boolean).length
})

/** Packs everything that is old enough, with pauses for other statements. */
const packAll = Effect.gen(function* () {
  const db = yield* Db
  let blocks = 0
  for (let some = -1; some !== 0; blocks += some) {
    some = yield* packJournal()
    yield* Effect.sleep(PAUSE_BETWEEN_BLOCKS)
  }
  // The embedded engine has no autovacuum, and no checkpointer: its own log would take a gigabyte.
  if (db.engine !== "pglite") return
  if (blocks > 0) yield* db.script("vacuum ticks")
  yield* db.script("checkpoint")
})

/** Packs periodically, forever. A failed pass is logged. */
export const runPacking: Effect.Effect<never, never, Market | Db> = Effect.forever(
  Effect.andThen(
    Effect.sleep(PASS_EVERY),
    Effect.catch(packAll, (error) => logFailure("Old ticks stay as they are", error)),
  ),
)
