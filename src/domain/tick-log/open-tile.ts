/**
 * Opens one complete tile of a market's log: recomputes its ticks and their summary, and shows that both
 * are what a checkpoint commits to. So a summary that no proof opened is not taken on trust for ever.
 */
import { hashTiles, type ReadLogFile, readSubtrees, summaryTiles } from "./log-tiles.ts"
import { type Hash, isSameHash, leafHash, ProofMismatch, rangeProofRoot, rangeProofSpans } from "./merkle.ts"
import type { Checkpoint } from "./signed-note.ts"
import { type ProvedNode, summaryOf, summaryProof, summaryProofSpans } from "./summary-tree.ts"
import { decodeTicks, type LoggedTick, TILE_WIDTH, tickData, tilePath } from "./tile.ts"

/** The head of a complete tile of ticks. */
const headOf = (leaves: readonly Hash[]): Hash => {
  const all = { from: 0, to: leaves.length }
  return rangeProofRoot(leaves.length, [all], (index) => leaves[index] ?? new Uint8Array(), [])
}

/** How many complete tiles a checkpoint has. */
export const tileCount = ({ size }: Checkpoint): number => Math.floor(size / TILE_WIDTH)

const isInSummaries = async (
  checkpoint: Checkpoint,
  index: number,
  ticks: readonly LoggedTick[],
  content: Hash,
  read: ReadLogFile,
): Promise<boolean> => {
  const tiles = tileCount(checkpoint)
  const ranges = [{ from: index, to: index + 1 }]
  const spans = summaryProofSpans(tiles, ranges)
  const nodes: readonly ProvedNode[] = await readSubtrees(summaryTiles, tiles, spans, read)
  const own = spans.findIndex(({ from }) => from === index)
  const opened = nodes.with(own, { content, summary: summaryOf(ticks) })
  return isSameHash(summaryProof(tiles, ranges, opened).root, checkpoint.summaryRoot)
}

interface OpenedTicks {
  readonly ticks: readonly LoggedTick[]
  readonly leaves: readonly Hash[]
}

/** The ticks of a tile, shown to be in the log; null where others are published than it commits to. */
const openTicks = async (
  { symbol, size, root }: Checkpoint,
  index: number,
  read: ReadLogFile,
): Promise<OpenedTicks | null> => {
  const from = index * TILE_WIDTH
  const width = Math.min(TILE_WIDTH, size - from)
  const span = { from, to: from + width }
  const entries = await read(tilePath({ level: "entries", index, width }))
  const ticks = decodeTicks(symbol, from + 1, entries)
  if (ticks?.length !== width) return null
  const leaves = ticks.map((tick, at) => leafHash(tickData(symbol, from + at + 1, tick)))
  const beside = await readSubtrees(hashTiles, size, rangeProofSpans(size, [span]), read)
  const leafAt = (at: number): Hash => leaves[at - from] ?? new Uint8Array()
  return isSameHash(rangeProofRoot(size, [span], leafAt, beside), root) ? { ticks, leaves } : null
}

/** What `check` finds; false where the published tiles do not fit together. Rejects as `read` does. */
const unlessMismatched = async (check: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await check()
  } catch (thrown) {
    if (thrown instanceof ProofMismatch) return false
    throw thrown
  }
}

/**
 * Whether the ticks of the complete tile `index` are in the log, and their summary in the tree of
 * summaries. Rejects as `read` does.
 */
export const isTileHonest = (checkpoint: Checkpoint, index: number, read: ReadLogFile): Promise<boolean> =>
  unlessMismatched(async () => {
    const opened = await openTicks(checkpoint, index, read)
    if (opened === null) return false
    const { ticks, leaves } = opened
    return isInSummaries(checkpoint, index, ticks, headOf(leaves), read)
  })

/** A tick with its number in the log, from 1. */
export interface NumberedTick extends LoggedTick {
  readonly seq: number
}

/**
 * Whether each of these ticks is in the log under its number. One beyond the checkpoint is not. Rejects
 * as `read` does.
 */
export const areTicksLogged = (
  checkpoint: Checkpoint,
  ticks: readonly NumberedTick[],
  read: ReadLogFile,
): Promise<boolean> =>
  unlessMismatched(async () => {
    if (ticks.some(({ seq }) => seq < 1 || seq > checkpoint.size)) return false
    const tileOf = ({ seq }: NumberedTick) => Math.floor((seq - 1) / TILE_WIDTH)
    for (const [index, own] of Map.groupBy(ticks, tileOf)) {
      const opened = await openTicks(checkpoint, index, read)
      const isLogged = ({ seq, atMs, price }: NumberedTick) => {
        const logged = opened?.ticks[(seq - 1) % TILE_WIDTH]
        return logged?.atMs === atMs && logged.price === price
      }
      if (!own.every(isLogged)) return false
    }
    return true
  })
