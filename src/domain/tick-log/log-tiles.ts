/**
 * Reads a market's published log: the nodes of both its trees from their tiles (C2SP tlog-tiles), and
 * whether two checkpoints belong to one log.
 */
import {
  consistencySpans,
  HASH_BYTES,
  type Hash,
  halvesOf,
  isConsistent,
  isSameHash,
  nodeHash,
  ProofMismatch,
  type Span,
} from "./merkle.ts"
import type { Checkpoint } from "./signed-note.ts"
import { decodeSummaryNode, joinNodes, SUMMARY_NODE_BYTES, type SummaryNode } from "./summary-tree.ts"
import { summaryTilePath, TILE_WIDTH, type TilePath, tilePath } from "./tile.ts"

/**
 * Reads a file of one symbol's log by its path below the log's address. Rejects where the log cannot be
 * reached.
 */
export type ReadLogFile = (path: string) => Promise<Uint8Array>

/** How the nodes of one of the trees are published. */
export interface TileFormat<Node> {
  readonly pathOf: (tile: TilePath) => string
  readonly nodeBytes: number
  readonly decode: (bytes: Uint8Array, level: number) => Node
  readonly join: (left: Node, right: Node) => Node
}

/** The tree of ticks. */
export const hashTiles: TileFormat<Hash> = {
  pathOf: tilePath,
  nodeBytes: HASH_BYTES,
  decode: (bytes) => bytes,
  join: nodeHash,
}

/** The tree of price summaries. Its leaves are the complete tiles of ticks. */
export const summaryTiles: TileFormat<SummaryNode> = {
  pathOf: summaryTilePath,
  nodeBytes: SUMMARY_NODE_BYTES,
  decode: (bytes, level) => decodeSummaryNode(bytes, level === 0),
  join: joinNodes,
}

/** A node that a tile holds: the head of a complete subtree of 256^level leaves. */
interface TileNode {
  readonly level: number
  readonly index: number
}

/** The node that covers a subtree. Null if no node is that wide. */
const nodeOf = ({ from, to }: Span): TileNode | null => {
  let level = 0
  let width = 1
  while (width < to - from) {
    level += 1
    width *= TILE_WIDTH
  }
  return width === to - from ? { level, index: from / width } : null
}

/** The tile that holds a node in a tree of `size` leaves, as wide as the log has it. */
const tileOf = (size: number, { level, index }: TileNode): TilePath => {
  const tile = Math.floor(index / TILE_WIDTH)
  const nodes = Math.floor(size / TILE_WIDTH ** level) - tile * TILE_WIDTH
  return { level, index: tile, width: Math.min(TILE_WIDTH, nodes) }
}

/** Every tile of a tree of `size` leaves, lowest level first. */
export const tilesOf = (size: number): readonly TilePath[] => {
  const tiles: TilePath[] = []
  for (let level = 0, nodes = size; nodes > 0; level += 1, nodes = Math.floor(nodes / TILE_WIDTH))
    for (let index = 0; index * TILE_WIDTH < nodes; index += 1)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, nodes - index * TILE_WIDTH) })
  return tiles
}

/**
 * The heads of subtrees of a tree of `size` leaves; each tile is read once. Rejects with `ProofMismatch`
 * for a tile of another length, and as `read` does.
 */
export const readSubtrees = <Node>(
  format: TileFormat<Node>,
  size: number,
  spans: readonly Span[],
  read: ReadLogFile,
): Promise<readonly Node[]> => {
  const tiles = new Map<string, Promise<Uint8Array>>()
  const bytesOf = (path: string): Promise<Uint8Array> => {
    const bytes = tiles.get(path) ?? read(path)
    tiles.set(path, bytes)
    return bytes
  }
  const nodeAt = async (node: TileNode): Promise<Node> => {
    const tile = tileOf(size, node)
    const bytes = await bytesOf(format.pathOf(tile))
    if (bytes.length !== format.nodeBytes * tile.width) throw new ProofMismatch("a tile has another length")
    const at = format.nodeBytes * (node.index % TILE_WIDTH)
    return format.decode(bytes.slice(at, at + format.nodeBytes), node.level)
  }
  const headOf = async (span: Span): Promise<Node> => {
    const node = nodeOf(span)
    if (node !== null) return nodeAt(node)
    const [left, right] = halvesOf(span)
    return format.join(...(await Promise.all([headOf(left), headOf(right)])))
  }
  return Promise.all(spans.map(headOf))
}

/**
 * How a checkpoint relates to those that were seen before: it belongs to their log, it contradicts
 * them, there are none, or the log could not be reached to compare them.
 */
export type Continuity = "continues" | "contradicts" | "first" | "unknown"

/** True where both belong to one log. Rejects as `read` does. */
const isSameLog = async (one: Checkpoint, other: Checkpoint, read: ReadLogFile): Promise<boolean> => {
  const [earlier, later] = one.size <= other.size ? [one, other] : [other, one]
  if (earlier.size === later.size)
    return isSameHash(earlier.root, later.root) && isSameHash(earlier.summaryRoot, later.summaryRoot)
  const spans = consistencySpans(earlier.size, later.size)
  const hashes = await readSubtrees(hashTiles, later.size, spans, read)
  return isConsistent(earlier.size, earlier.root, later.size, later.root, hashes)
}

/**
 * Compares a checkpoint with those of the same symbol that were seen before and compared with each
 * other. One comparison is enough: with the next larger one, which extends all others, or else with
 * the largest. Needs no network where a checkpoint of that size was seen.
 */
export const continuityOf = async (
  checkpoint: Checkpoint,
  seen: readonly Checkpoint[],
  read: ReadLogFile,
): Promise<Continuity> => {
  const sorted = seen.toSorted((a, b) => a.size - b.size)
  const nearest = sorted.find(({ size }) => size >= checkpoint.size) ?? sorted.at(-1)
  if (nearest === undefined) return "first"
  try {
    return (await isSameLog(checkpoint, nearest, read)) ? "continues" : "contradicts"
  } catch (thrown) {
    return thrown instanceof ProofMismatch ? "contradicts" : "unknown"
  }
}
