/**
 * Opens one complete tile of a market's log: recomputes its ticks and their summary, and shows that both
 * are what a checkpoint commits to. So a summary that no proof opened is not taken on trust for ever.
 */
import { hashTiles, type ReadLogFile, readSubtrees, summaryTiles } from "./log-tiles.ts"
import {
  foldTree,
  type Hash,
  isSameHash,
  leafHash,
  nodeHash,
  ProofMismatch,
  rangeProofRoot,
  rangeProofSpans,
} from "./merkle.ts"
import type { Checkpoint } from "./signed-note.ts"
import { summaryOf, summaryProof, summaryProofSpans } from "./summary-tree.ts"
import { decodeTicks, type LoggedTick, TILE_WIDTH, tickData, tilePath } from "./tile.ts"

/** The head of a complete tile of ticks. */
const headOf = (leaves: readonly Hash[]): Hash =>
  foldTree<Hash>(
    { from: 0, to: leaves.length },
    {
      opens: () => "some",
      leaf: (index) => leaves[index] ?? new Uint8Array(),
      closed: () => new Uint8Array(),
      join: nodeHash,
    },
  )

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
  const range = { from: index, to: index + 1 }
  const spans = summaryProofSpans(tiles, range)
  const nodes = await readSubtrees(summaryTiles, tiles, spans, read)
  const opened = nodes.map((node, at) =>
    spans[at]?.from === index && spans[at]?.to === index + 1 ? { content, summary: summaryOf(ticks) } : node,
  )
  return isSameHash(summaryProof(tiles, range, opened).root, checkpoint.summaryRoot)
}

/**
 * Whether the ticks of the complete tile `index` are in the log, and their summary in the tree of
 * summaries. Rejects as `read` does.
 */
export const isTileHonest = async (
  checkpoint: Checkpoint,
  index: number,
  read: ReadLogFile,
): Promise<boolean> => {
  const { symbol, size } = checkpoint
  const from = index * TILE_WIDTH
  const span = { from, to: from + TILE_WIDTH }
  const entries = await read(tilePath({ level: "entries", index, width: TILE_WIDTH }))
  const ticks = decodeTicks(symbol, from + 1, entries)
  if (ticks?.length !== TILE_WIDTH) return false
  const leaves = ticks.map((tick, at) => leafHash(tickData(symbol, from + at + 1, tick)))
  try {
    const beside = await readSubtrees(hashTiles, size, rangeProofSpans(size, [span]), read)
    const leafAt = (at: number): Hash => leaves[at - from] ?? new Uint8Array()
    if (!isSameHash(rangeProofRoot(size, [span], leafAt, beside), checkpoint.root)) return false
    return await isInSummaries(checkpoint, index, ticks, headOf(leaves), read)
  } catch (thrown) {
    if (thrown instanceof ProofMismatch) return false
    throw thrown
  }
}
