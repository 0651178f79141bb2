/** Reads the nodes of a symbol's log, and makes the proofs of settlements from them. */
import { Effect } from "effect"
import { foldTree, type Hash, leafHash, nodeHash, type Span } from "../../../src/domain/tick-log/merkle.ts"
import { encodeProof } from "../../../src/domain/tick-log/settlement-proof.ts"
import { type Checkpoint, decodeNote, readCheckpointText } from "../../../src/domain/tick-log/signed-note.ts"
import { joinNodes, type SummaryNode } from "../../../src/domain/tick-log/summary-tree.ts"
import { type LoggedTick, TILE_WIDTH, tickData } from "../../../src/domain/tick-log/tile.ts"
import type { Db, DbError } from "../../db/db.ts"
import { readCheckpoints, type SignedCheckpoint } from "../checkpoints.ts"
import { type LogSource, openedSpans, type ProofParts, proofParts, proveParts } from "../prove-settlement.ts"
import { readTicks } from "../tick-journal.ts"
import { type LogNode, readNodes } from "./log-nodes.ts"

/** The highest level whose nodes divide a span, and the span counted in nodes of that level. */
const nodesOf = (span: Span): { readonly level: number; readonly span: Span } => {
  let level = 0
  let { from, to } = span
  while (from % TILE_WIDTH === 0 && to % TILE_WIDTH === 0) {
    level += 1
    from /= TILE_WIDTH
    to /= TILE_WIDTH
  }
  return { level, span: { from, to } }
}

/** A run of nodes or ticks that lies in one tile. */
interface Piece {
  readonly level: number
  readonly span: Span
}

/** The pieces, none larger than a tile, that a span of ticks is made of. */
const piecesOf = (span: Span): readonly Piece[] => {
  const pieces: Piece[] = []
  let { from } = span
  while (from < span.to) {
    let level = 0
    while (from % TILE_WIDTH ** (level + 1) === 0 && from + TILE_WIDTH ** (level + 1) <= span.to) level += 1
    const width = TILE_WIDTH ** level
    const index = from / width
    const endOfTile = (Math.floor(index / TILE_WIDTH) + 1) * TILE_WIDTH
    const to = Math.min(endOfTile, Math.floor(span.to / width))
    pieces.push({ level, span: { from: index, to } })
    from = to * width
  }
  return pieces
}

const ticksOf = ({ from, to }: Span): Span => ({ from: from * TILE_WIDTH, to: to * TILE_WIDTH })

/** Reads what the parts of a proof need. Null where a tick or a node is missing. */
const loadSource = Effect.fnUntraced(function* (symbol: string, parts: ProofParts) {
  const ticks = new Map<number, LoggedTick>()
  const nodes = new Map<string, LogNode>()
  const wanted = [
    ...[...parts.tickSpans, ...parts.consistency, ...parts.amendmentConsistency.flat()],
    ...parts.summarySpans.map(ticksOf),
  ].flatMap(piecesOf)
  const openedPieces = parts.opened.map((span): Piece => ({ level: 0, span }))
  for (const { level, span } of joined([...wanted, ...openedPieces])) {
    if (level === 0)
      for (const tick of yield* readTicks(symbol, span.from + 1, span.to - span.from))
        ticks.set(tick.seq - 1, tick)
    else
      for (const node of yield* readNodes(symbol, level, span.from, span.to))
        nodes.set(`${level}/${node.index}`, node)
  }
  return sourceOf(symbol, ticks, nodes)
})

/** Pieces of one level that touch or overlap as one, so that each is read by one query. */
const joined = (pieces: readonly Piece[]): readonly Piece[] => {
  const sorted = pieces.toSorted((a, b) => a.level - b.level || a.span.from - b.span.from)
  const runs: Piece[] = []
  for (const piece of sorted) {
    const last = runs.at(-1)
    if (last === undefined || last.level !== piece.level || piece.span.from > last.span.to) runs.push(piece)
    else
      runs[runs.length - 1] = {
        level: last.level,
        span: { from: last.span.from, to: Math.max(last.span.to, piece.span.to) },
      }
  }
  return runs
}

/** A tick or node of the log is missing: the journal has a gap, or its tiles are not built yet. */
class LogGap extends Error {}

const sourceOf = (
  symbol: string,
  ticks: ReadonlyMap<number, LoggedTick>,
  nodes: ReadonlyMap<string, LogNode>,
): LogSource => {
  const found = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new LogGap(`the log of ${symbol} is incomplete`)
    return value
  }
  const isWhole = (span: Span): boolean => {
    const inNodes = nodesOf(span)
    return inNodes.span.to - inNodes.span.from === 1
  }
  const nodeAt = (span: Span): LogNode => {
    const inNodes = nodesOf(span)
    return found(nodes.get(`${inNodes.level}/${inNodes.span.from}`))
  }
  const tickHash = (span: Span): Hash =>
    foldTree<Hash>(span, {
      opens: (each) => (isWhole(each) && each.to - each.from > 1 ? "none" : "some"),
      leaf: (index) => leafHash(tickData(symbol, index + 1, found(ticks.get(index)))),
      closed: (each) => nodeAt(each).tickHash,
      join: nodeHash,
    })
  const summaryNode = (span: Span): SummaryNode =>
    foldTree<SummaryNode>(span, {
      opens: (each) => (isWhole(ticksOf(each)) ? "none" : "some"),
      leaf: (index) => nodeAt(ticksOf({ from: index, to: index + 1 })).summary,
      closed: (each) => nodeAt(ticksOf(each)).summary,
      join: joinNodes,
    })
  const run = ({ from, to }: Span) => Array.from({ length: to - from }, (_, i) => found(ticks.get(from + i)))
  return { ticks: run, tickHash, summaryNode }
}

/** A contract that has ended, as far as its proof depends on it. */
export interface EndedContract {
  readonly symbol: string
  readonly state: string
  readonly acceptedAtMs: number
  readonly openTimeoutMs: number | null
  readonly expiresAtMs: number | null
  readonly entrySeq: number | null
  readonly exitSeq: number | null
  /** The signed checkpoint at acceptance. */
  readonly checkpoint: string | null
  /** When its levels were changed, each with the signed checkpoint of that moment. */
  readonly amendments: ReadonlyArray<{ readonly atMs: number; readonly checkpoint: string | null }>
  readonly closedAtMs: number | null
}

/** Ticks read after the order's checkpoint to find the first one after its acceptance. */
const TICKS_AFTER_CHECKPOINT = 1_024

const checkpointIn = (note: string | null, symbol: string): Checkpoint | null =>
  readCheckpointText(decodeNote(note ?? "")?.text ?? "", symbol)

/** The first tick after acceptance; one more than the log has, when there is none yet. */
const firstAfterAcceptance = Effect.fnUntraced(function* (
  contract: EndedContract,
  earlier: Checkpoint | null,
  size: number,
) {
  if (contract.entrySeq !== null) return contract.entrySeq
  if (earlier === null) return null
  return (yield* firstAfter(contract.symbol, earlier, contract.acceptedAtMs)) ?? size + 1
})

/** The first tick after a time that is not before a checkpoint. Null while there is none. */
const firstAfter = Effect.fnUntraced(function* (symbol: string, { size }: Checkpoint, atMs: number) {
  const ticks = yield* readTicks(symbol, Math.max(1, size), TICKS_AFTER_CHECKPOINT)
  return ticks.find((tick) => tick.atMs > atMs)?.seq ?? null
})

/**
 * The sizes of the log in the amendments, and the first tick after each that came before the end. Null
 * where one has no checkpoint.
 */
const amendedParts = Effect.fnUntraced(function* ({ symbol, amendments, closedAtMs }: EndedContract) {
  const sizes: number[] = []
  const seqs: number[] = []
  for (const { atMs, checkpoint: note } of amendments) {
    const checkpoint = checkpointIn(note, symbol)
    if (checkpoint === null) return null
    sizes.push(checkpoint.size)
    const seq = atMs < (closedAtMs ?? 0) ? yield* firstAfter(symbol, checkpoint, atMs) : null
    if (seq !== null) seqs.push(seq)
  }
  return { sizes, seqs }
})

/** Whether a checkpoint shows the end of a contract. */
const isCovered = (
  contract: EndedContract,
  { size, completeUntilMs }: Checkpoint,
  entrySeq: number,
): boolean => {
  const { exitSeq, state, expiresAtMs, acceptedAtMs, openTimeoutMs } = contract
  if (state === "cancelled")
    return size >= entrySeq || (openTimeoutMs !== null && completeUntilMs >= acceptedAtMs + openTimeoutMs)
  if (exitSeq === null || size < exitSeq) return false
  return state !== "settled" || size > exitSeq || completeUntilMs >= (expiresAtMs ?? Number.POSITIVE_INFINITY)
}

/**
 * The proof of a contract's settlement by the last checkpoint. Null while no checkpoint covers its end,
 * and where the log is incomplete.
 */
export const readProof = Effect.fn("readProof")(function* (contract: EndedContract) {
  const [signed] = yield* readCheckpoints([contract.symbol])
  if (signed === undefined) return null
  const earlier = checkpointIn(contract.checkpoint, contract.symbol)
  const entrySeq = yield* firstAfterAcceptance(contract, earlier, signed.checkpoint.size)
  if (entrySeq === null || !isCovered(contract, signed.checkpoint, entrySeq)) return null
  if (earlier !== null && earlier.size > signed.checkpoint.size) return null
  return yield* proofBy(contract, signed, earlier, entrySeq)
})

const proofBy = (
  contract: EndedContract,
  signed: SignedCheckpoint,
  earlier: Checkpoint | null,
  entrySeq: number,
): Effect.Effect<string | null, DbError, Db> =>
  Effect.gen(function* () {
    const { size, receiptsSinceMs } = signed.checkpoint
    const amended = yield* amendedParts(contract)
    if (amended === null || (amended.sizes.length > 0 && receiptsSinceMs === null)) return null
    const { exitSeq } = contract
    const opened = openedSpans({ entrySeq, exitSeq, amendedSeqs: amended.seqs }, size)
    const parts = proofParts(opened, earlier?.size ?? 0, size, amended.sizes)
    const source = yield* loadSource(contract.symbol, parts)
    try {
      return encodeProof({ ...signed, ...proveParts(source, parts) })
    } catch (thrown) {
      if (thrown instanceof LogGap) return null
      throw thrown
    }
  })
