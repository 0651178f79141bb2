import { Clock, Effect } from "effect"
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../../src/domain/limits.ts"
import type { Handlers } from "../core/handler.ts"
import type { Db } from "../db/db.ts"
import { candlesOf } from "./candles.ts"
import { Market } from "./market.ts"
import { tickOf } from "./tick.ts"
import { readTicks } from "./tick-journal.ts"

export const marketHandlers: Handlers<"quotes" | "candles" | "ticks", Db | Market> = {
  quotes: () =>
    Effect.gen(function* () {
      const { board } = yield* Market
      const nowMs = yield* Clock.currentTimeMillis
      return { type: "snapshot", frame: 0, at_ms: nowMs, quotes: board.quotes() }
    }),
  candles: ({ symbol, range }) => candlesOf(symbol, range),
  ticks: ({ symbol, from_seq, limit }) =>
    Effect.map(
      readTicks(symbol, Number(from_seq), Math.min(Number(limit ?? PAGE_SIZE), PAGE_SIZE_MAX)),
      (ticks) => ticks.map(tickOf),
    ),
}
