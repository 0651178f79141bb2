import { Effect } from "effect"
import { logFailure } from "../core/log-failure.ts"
import type { Db, DbError } from "../db/db.ts"
import { Market } from "./market.ts"
import { readHeads } from "./tick-journal.ts"
import { buildTiles } from "./tick-log/tick-log.ts"

/** Tiles built at a time; few enough that no other statement waits noticeably. */
const TILES_AT_A_TIME = 8
const PAUSE_BETWEEN_BATCHES = "50 millis"
/** How often a journal without missing tiles is looked at again. */
const PAUSE = "10 seconds"

/** Builds some missing tiles of each symbol in the lease holder. Returns how many. */
export const buildMissingTiles = Effect.fn("buildMissingTiles")(function* () {
  const { feed, leadership } = yield* Market
  if (leadership() === null) return 0
  let built = 0
  for (const { symbol, seq } of yield* readHeads(feed.symbols))
    built += yield* buildTiles(symbol, seq, TILES_AT_A_TIME)
  return built
})

/**
 * Builds the tiles of ticks that an earlier release wrote, forever. The logs of their symbols begin to be
 * published when it is done. A failed pass is logged.
 */
export const runTileBuilding: Effect.Effect<never, never, Market | Db> = Effect.gen(function* () {
  const built = yield* Effect.catch(buildMissingTiles(), (error: DbError) =>
    Effect.as(logFailure("The market's log waits for its tiles", error), 0),
  )
  yield* Effect.sleep(built > 0 ? PAUSE_BETWEEN_BATCHES : PAUSE)
}).pipe(Effect.forever)
