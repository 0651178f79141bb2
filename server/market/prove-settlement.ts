/** Makes the proof of a settlement from the nodes of a market's log. Pure. */
import type { Order } from "../../src/domain/entities.ts"
import { consistencySpans, type Hash, rangeProofSpans, type Span } from "../../src/domain/tick-log/merkle.ts"
import type { LogOpening } from "../../src/domain/tick-log/settlement-proof.ts"
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
}

/** The parts that open `opened` in a log of `size` ticks, which extends one of `earlier`. */
export const proofParts = (opened: readonly Span[], earlier: number, size: number): ProofParts => {
  const [first, second] = opened
  const between =
    first === undefined || second === undefined
      ? null
      : { from: first.to / TILE_WIDTH, to: second.from / TILE_WIDTH }
  return {
    opened,
    tickSpans: rangeProofSpans(size, opened),
    summarySpans: between === null ? [] : summaryProofSpans(Math.floor(size / TILE_WIDTH), between),
    consistency: consistencySpans(earlier, size),
  }
}

/** Reads the parts of a proof. */
export const proveParts = (
  source: LogSource,
  parts: ProofParts,
): LogOpening & { readonly consistency: readonly Hash[] } => ({
  opened: parts.opened.map((span) => ({ from: span.from, ticks: source.ticks(span) })),
  tickHashes: parts.tickSpans.map(source.tickHash),
  summaryNodes: parts.summarySpans.map(source.summaryNode),
  consistency: parts.consistency.map(source.tickHash),
})

/**
 * The runs of ticks that a settlement opens: from the tick before the entry to the one after the exit,
 * without the complete tiles between. For a contract that never opened, `entrySeq` is the first tick
 * after its acceptance, or one more than the log has.
 */
export const openedSpans = (
  { entrySeq, exitSeq }: { readonly entrySeq: number; readonly exitSeq: Order["exitSeq"] },
  size: number,
): readonly Span[] => {
  const from = Math.max(0, entrySeq - 2)
  const to = Math.min(size, (exitSeq ?? entrySeq) + 1)
  const firstTile = Math.floor((entrySeq - 1) / TILE_WIDTH) + 1
  const lastTile = Math.floor(((exitSeq ?? entrySeq) - 1) / TILE_WIDTH)
  return firstTile < lastTile
    ? [
        { from, to: firstTile * TILE_WIDTH },
        { from: lastTile * TILE_WIDTH, to },
      ]
    : [{ from, to }]
}
