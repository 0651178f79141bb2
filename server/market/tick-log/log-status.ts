/** Whether the log of each symbol is published, and why not. */
import { Effect } from "effect"
import { TILE_WIDTH } from "../../../src/domain/tick-log/tile.ts"
import { sql } from "../../db/db.ts"
import { readCheckpoints } from "../checkpoints.ts"
import { Market } from "../market.ts"
import { readHeads } from "../tick-journal.ts"

export interface LogStatus {
  readonly symbol: string
  /** Ticks of the journal, and of the last checkpoint. */
  readonly ticks: number
  readonly published: number
  readonly completeUntilMs: number | null
  /** The head of the last checkpoint. Null before the first. */
  readonly root: Uint8Array | null
  /**
   * `building`: tiles of an earlier release's journal are still built. `gap`: the journal misses ticks, so
   * the log gets no checkpoint beyond them.
   */
  readonly state: "published" | "building" | "gap"
  /** The last tick before the first gap. Null without one. */
  readonly gapAfter: number | null
}

/** Checkpoints that may be missing at the end while the log is well. */
const CHECKPOINTS_BEHIND = 3

/** The last tick before the first gap. Null without one. Reads the whole journal of the symbol. */
const firstGap = Effect.fnUntraced(function* (symbol: string) {
  const rows = yield* sql<{ last_seq: bigint }>(
    `select last_seq from (
       select last_seq, lead(first_seq) over (order by first_seq) as next from (
         select 0::bigint as first_seq, 0::bigint as last_seq
         union all select first_seq, last_seq from tick_blocks where symbol = $1
         union all select seq, seq from ticks where symbol = $1) as runs) as neighbours
     where next <> last_seq + 1 order by last_seq limit 1`,
    [symbol],
  )
  return rows[0] === undefined ? null : Number(rows[0].last_seq)
})

const builtTiles = Effect.fnUntraced(function* (symbol: string) {
  const rows = yield* sql<{ built: bigint }>(
    "select count(*) as built from log_nodes where symbol = $1 and level = 1",
    [symbol],
  )
  return Number(rows[0]?.built ?? 0n)
})

/** The log of each symbol that has ticks. Looks for gaps where the checkpoints are behind. */
export const readLogStatus = Effect.fn("readLogStatus")(function* () {
  const { feed, settings } = yield* Market
  const heads = yield* readHeads(feed.symbols)
  const checkpoints = yield* readCheckpoints(feed.symbols)
  const allowed = CHECKPOINTS_BEHIND * Math.ceil(settings.checkpointMs / settings.tickMs) + 1
  const statuses: LogStatus[] = []
  for (const { symbol, seq } of heads) {
    const last = checkpoints.find(({ checkpoint }) => checkpoint.symbol === symbol)?.checkpoint
    const published = last?.size ?? 0
    const gapAfter = seq - published > allowed ? yield* firstGap(symbol) : null
    const isBuilding = gapAfter === null && (yield* builtTiles(symbol)) < Math.floor(seq / TILE_WIDTH)
    statuses.push({
      symbol,
      ticks: seq,
      published,
      completeUntilMs: last?.completeUntilMs ?? null,
      root: last?.root ?? null,
      state: gapAfter !== null ? "gap" : isBuilding ? "building" : "published",
      gapAfter,
    })
  }
  return statuses
})
