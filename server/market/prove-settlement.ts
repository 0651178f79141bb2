/** Makes the proof of a settlement from the nodes of a market's log. Pure. */
import type { Order } from "../../src/domain/entities.ts"
import { consistencySpans, type Hash, rangeProofSpans, type Span } from "../../src/domain/tick-log/merkle.ts"
import { type SettlementProof, tilesBetween } from "../../src/domain/tick-log/settlement-proof.ts"
import { type SummaryNode, summaryProofSpans } from "../../src/domain/tick-log/summary-tree.ts"
import { type LoggedTick, TILE_WIDTH } from "../../src/domain/tick-log/tile.ts"

/** Where the nodes of one symbol's log are read. Spans of summaries count tiles. */
export interface LogSource {
  readonly ticks: (span: Span) => readonly LoggedTick[]
  readonly tickHash: (span: Span) => Hash
  readonly summaryNode: (span: Span) => SummaryNode
}

/** What a proof needs of the log. */
export interface ProofParts {
  readonly opened: readonly Span[]
  readonly tickSpans: readonly Span[]
  readonly summarySpans: readonly Span[]
  readonly consistency: readonly Span[]
  readonly amendmentConsistency: readonly (readonly Span[])[]
}

/**
 * The parts that open `opened` in a log of `size` ticks, which extends one of `earlier` and those of the
 * sizes in the amendments.
 */
export const proofParts = (
  opened: readonly Span[],
  earlier: number,
  size: number,
  amended: readonly number[] = [],
): ProofParts => {
  const between = tilesBetween(opened)
  return {
    opened,
    tickSpans: rangeProofSpans(size, opened),
    summarySpans: between.length === 0 ? [] : summaryProofSpans(Math.floor(size / TILE_WIDTH), between),
    consistency: consistencySpans(earlier, size),
    amendmentConsistency: amended.map((each) => consistencySpans(each, size)),
  }
}

/** Reads the parts of a proof. */
export const proveParts = (
  source: LogSource,
  parts: ProofParts,
): Omit<SettlementProof, "checkpoint" | "signature"> => ({
  opened: parts.opened.map((span) => ({ from: span.from, ticks: source.ticks(span) })),
  tickHashes: parts.tickSpans.map(source.tickHash),
  summaryNodes: parts.summarySpans.map(source.summaryNode),
  consistency: parts.consistency.map(source.tickHash),
  amendmentConsistency: parts.amendmentConsistency.map((spans) => spans.map(source.tickHash)),
})

/** What decides which ticks are opened. */
interface DecidingTicks {
  readonly entrySeq: number
  readonly exitSeq: Order["exitSeq"]
  /** The first tick after each amendment that came before the exit. */
  readonly amendedSeqs?: readonly number[]
}

/** The tiles of a tick and of the one before. */
const tilesAround = (seq: number): Span => ({
  from: Math.floor((seq - 2) / TILE_WIDTH) * TILE_WIDTH,
  to: (Math.floor((seq - 1) / TILE_WIDTH) + 1) * TILE_WIDTH,
})

/**
 * The runs of ticks that a settlement opens: from the tick before the entry to the one after the exit,
 * without the complete tiles between that no amendment is in. For a contract that never opened, `entrySeq`
 * is the first tick after its acceptance, or one more than the log has.
 */
export const openedSpans = (
  { entrySeq, exitSeq, amendedSeqs = [] }: DecidingTicks,
  size: number,
): readonly Span[] => {
  const from = Math.max(0, entrySeq - 2)
  const to = Math.min(size, (exitSeq ?? entrySeq) + 1)
  const firstTile = Math.floor((entrySeq - 1) / TILE_WIDTH) + 1
  const lastTile = Math.floor(((exitSeq ?? entrySeq) - 1) / TILE_WIDTH)
  const spans = [
    { from, to: firstTile * TILE_WIDTH },
    ...amendedSeqs.map(tilesAround),
    { from: lastTile * TILE_WIDTH, to },
  ]
  const runs: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const run = { from: Math.max(from, span.from), to: Math.min(to, span.to) }
    const last = runs.at(-1)
    if (last === undefined || run.from > last.to) runs.push(run)
    else runs[runs.length - 1] = { from: last.from, to: Math.max(last.to, run.to) }
  }
  return runs
}
