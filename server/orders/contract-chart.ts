import { Effect } from "effect"
import type { AnswerOf } from "../../src/contract/endpoints.ts"
import { CONTRACT_BARS_MAX } from "../../src/domain/limits.ts"
import { priceOf } from "../../src/domain/money.ts"
import { joinSummaries, type PriceSummary, summaryOf } from "../../src/domain/tick-log/summary-tree.ts"
import { TILE_WIDTH } from "../../src/domain/tick-log/tile.ts"
import type { Handler } from "../core/handler.ts"
import type { Db } from "../db/db.ts"
import { readHeads, readTicks } from "../market/tick-journal.ts"
import { readNodes } from "../market/tick-log/log-nodes.ts"
import { findOrder } from "./read-orders.ts"

/** Ticks that are shown before the entry and after the exit. */
const TICKS_AROUND = 10
/** A longer span is drawn from the summaries of its tiles. */
const TICKS_MAX = 20_000

const summariesOf = Effect.fnUntraced(function* (symbol: string, from: number, to: number) {
  const ticks = yield* readTicks(symbol, from, to - from + 1)
  return ticks.map((tick) => summaryOf([tick]))
})

/** The complete tiles of a span, and the ticks beside them. Tiles are the log's, as a proof opens them. */
const tiledSummaries = Effect.fnUntraced(function* (symbol: string, from: number, to: number) {
  const [first, last] = [Math.ceil((from - 1) / TILE_WIDTH), Math.floor(to / TILE_WIDTH)]
  const nodes = yield* readNodes(symbol, 1, first, last)
  const summaries: PriceSummary[] = [
    ...(yield* summariesOf(symbol, from, first * TILE_WIDTH)),
    ...nodes.map(({ summary }) => summary.summary),
    ...(yield* summariesOf(symbol, last * TILE_WIDTH + 1, to)),
  ]
  return summaries
})

/** Runs of ticks as few bars: neighbours are joined, which keeps the lowest and the highest price. */
export const thinned = (summaries: readonly PriceSummary[]): AnswerOf<"orderChart"> => {
  const width = Math.max(1, Math.ceil(summaries.length / CONTRACT_BARS_MAX))
  return Array.from({ length: Math.ceil(summaries.length / width) }, (_, index) => {
    const joined = summaries.slice(index * width, (index + 1) * width).reduce(joinSummaries)
    const [open, close] = [priceOf(joined.first), priceOf(joined.last)]
    return { atMs: joined.firstAtMs, open, high: priceOf(joined.highest), low: priceOf(joined.lowest), close }
  })
}

/** The prices of a contract's own span, from before its entry to after its exit or until now. */
export const readContractChart: Handler<"orderChart", Db> = ({ id }, { memberId }) =>
  Effect.gen(function* () {
    const { symbol, entry_seq, exit_seq } = yield* findOrder(id, memberId)
    const none: AnswerOf<"orderChart"> = []
    if (entry_seq === null) return none
    const [head] = yield* readHeads([symbol])
    const from = Math.max(1, Number(entry_seq) - TICKS_AROUND)
    const latest = head?.seq ?? Number(entry_seq)
    const to = exit_seq === null ? latest : Math.min(latest, Number(exit_seq) + TICKS_AROUND)
    const read = to - from < TICKS_MAX ? summariesOf : tiledSummaries
    return thinned(yield* read(symbol, from, to))
  })
