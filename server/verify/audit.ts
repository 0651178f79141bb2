/**
 * Audits a market's public log: recomputes every tile of both trees and both heads from the published
 * ticks. What no proof of a settlement opens is checked here.
 */
import { concatBytes } from "@noble/hashes/utils.js"
import { type ExecutionMonth, executionText, tallyOf } from "../../src/domain/execution.ts"
import { hashTiles, type ReadLogFile, summaryTiles, tilesOf } from "../../src/domain/tick-log/log-tiles.ts"
import {
  appendSubtree,
  EMPTY_FRONTIER,
  EMPTY_ROOT,
  type Frontier,
  frontierHead,
  HASH_BYTES,
  type Hash,
  isSameHash,
  leafHash,
  nodeHash,
} from "../../src/domain/tick-log/merkle.ts"
import { tileCount } from "../../src/domain/tick-log/open-tile.ts"
import type { Checkpoint } from "../../src/domain/tick-log/signed-note.ts"
import {
  encodeSummaryNode,
  joinNodes,
  SUMMARY_NODE_BYTES,
  type SummaryNode,
  summaryOf,
  summaryRoot,
} from "../../src/domain/tick-log/summary-tree.ts"
import {
  decodeTicks,
  type LoggedTick,
  TILE_WIDTH,
  type TilePath,
  tickData,
  tilePath,
} from "../../src/domain/tick-log/tile.ts"

/** The published log is not what its checkpoint says; the message names the first difference. */
export class LogDiffers extends Error {}

const READ_AHEAD = 8

/** Loads in order, some ahead. */
async function* loadAhead<Loaded>(count: number, load: (index: number) => Promise<Loaded>) {
  const loading: Promise<Loaded>[] = []
  for (let index = 0; index < count; index += 1) {
    while (loading.length < Math.min(count, index + READ_AHEAD)) {
      const next = load(loading.length)
      // a failure is reported when its turn comes
      next.catch(() => {})
      loading.push(next)
    }
    const loaded = loading[index]
    if (loaded !== undefined) yield await loaded
  }
}

const TILE_HEIGHT = 8

/** The trees while they are recomputed. `hashes` and `summaries` hold the heads of tiles by level. */
class Recomputation {
  readonly hashes: Hash[][] = []
  readonly summaries: SummaryNode[][] = []
  lastAtMs = 0
  #ticks: Frontier<Hash> = EMPTY_FRONTIER
  #tiles: Frontier<SummaryNode> = EMPTY_FRONTIER

  head(): Hash {
    return frontierHead(this.#ticks, nodeHash) ?? EMPTY_ROOT
  }

  summaryHead(): Hash {
    return summaryRoot(frontierHead(this.#tiles, joinNodes))
  }

  append(leaf: Hash): void {
    this.#ticks = appendSubtree(this.#ticks, 0, leaf, nodeHash, (height, hash) => {
      if (height % TILE_HEIGHT === 0) listAt(this.hashes, height / TILE_HEIGHT).push(hash)
    })
  }

  /** After the last tick of a complete tile. */
  closeTile(ticks: readonly LoggedTick[]): void {
    const content = this.hashes[1]?.at(-1) ?? EMPTY_ROOT
    const tile: SummaryNode = { isTile: true, content, summary: summaryOf(ticks) }
    listAt(this.summaries, 0).push(tile)
    this.#tiles = appendSubtree(this.#tiles, 0, tile, joinNodes, (height, node) => {
      if (height % TILE_HEIGHT === 0) listAt(this.summaries, height / TILE_HEIGHT).push(node)
    })
  }
}

const listAt = <Item>(levels: Item[][], level: number): Item[] => {
  const known = levels[level] ?? []
  levels[level] = known
  return known
}

/** The first node that differs, by its index in the tile. Null where all are the same. */
const differenceIn = (published: Uint8Array, nodes: readonly Uint8Array[], nodeBytes: number) => {
  const expected = concatBytes(...nodes)
  if (published.length !== expected.length) return 0
  const at = expected.findIndex((byte, index) => byte !== published[index])
  return at < 0 ? null : Math.floor(at / nodeBytes)
}

/** Ticks, and the tile of their hashes, as they are published. */
const readTicksOf = async ({ symbol, size }: Checkpoint, index: number, read: ReadLogFile) => {
  const from = index * TILE_WIDTH
  const width = Math.min(TILE_WIDTH, size - from)
  const [entries, tile] = await Promise.all([
    read(tilePath({ level: "entries", index, width })),
    read(tilePath({ level: 0, index, width })),
  ])
  const ticks = decodeTicks(symbol, from + 1, entries)
  if (ticks?.length !== width)
    throw new LogDiffers(`ticks ${from + 1} to ${from + width} are not published in order`)
  return { ticks, tile }
}

/**
 * Recomputes a log up to its checkpoint, whose signature is verified already. Rejects with `LogDiffers`
 * for the first difference, and as `read` does. `seen`: earlier checkpoints that the log must extend.
 */
export const auditLog = async (
  checkpoint: Checkpoint,
  seen: readonly Checkpoint[],
  read: ReadLogFile,
): Promise<void> => {
  const { symbol, size } = checkpoint
  const trees = new Recomputation()
  let seq = 0
  for (const earlier of seen)
    if (earlier.size > size) throw new LogDiffers(`it is shorter than the ${earlier.size} ticks seen before`)
  const pages = loadAhead(Math.ceil(size / TILE_WIDTH), (index) => readTicksOf(checkpoint, index, read))
  for await (const { ticks, tile } of pages) {
    const leaves = ticks.map((tick, at) => leafHash(tickData(symbol, seq + at + 1, tick)))
    const different = differenceIn(tile, leaves, HASH_BYTES)
    if (different !== null)
      throw new LogDiffers(`tick ${seq + different + 1} does not have its published hash`)
    if ((ticks[0]?.atMs ?? 0) <= trees.lastAtMs && seq > 0)
      throw new LogDiffers(`tick ${seq + 1} is not later than the one before`)
    for (const leaf of leaves) {
      trees.append(leaf)
      seq += 1
      for (const earlier of seen)
        if (earlier.size === seq && !isSameHash(trees.head(), earlier.root))
          throw new LogDiffers(`its first ${seq} ticks are not those of the checkpoint seen before`)
    }
    trees.lastAtMs = ticks.at(-1)?.atMs ?? 0
    if (ticks.length === TILE_WIDTH) trees.closeTile(ticks)
  }
  await compareTiles(checkpoint, trees, read)
  compareHeads(checkpoint, trees)
}

/** The tiles above the ticks, and those of the summaries. */
const compareTiles = async (
  checkpoint: Checkpoint,
  { hashes, summaries }: Recomputation,
  read: ReadLogFile,
): Promise<void> => {
  const compare = async (path: string, nodes: readonly Uint8Array[], nodeBytes: number) => {
    const different = differenceIn(await read(path), nodes, nodeBytes)
    if (different !== null) throw new LogDiffers(`node ${different} of ${path} is not that of its ticks`)
  }
  const within = <Item>(levels: readonly (readonly Item[])[], { level, index, width }: TilePath) =>
    levels[Number(level)]?.slice(index * TILE_WIDTH, index * TILE_WIDTH + width) ?? []
  for (const tile of tilesOf(checkpoint.size))
    if (tile.level !== 0) await compare(hashTiles.pathOf(tile), within(hashes, tile), HASH_BYTES)
  for (const tile of tilesOf(tileCount(checkpoint))) {
    const nodes = within(summaries, tile).map(encodeSummaryNode)
    await compare(summaryTiles.pathOf(tile), nodes, SUMMARY_NODE_BYTES)
  }
}

const compareHeads = (
  { size, root, summaryRoot: summaries, completeUntilMs }: Checkpoint,
  trees: Recomputation,
) => {
  if (!isSameHash(trees.head(), root)) throw new LogDiffers(`its ${size} ticks do not have the signed head`)
  if (!isSameHash(trees.summaryHead(), summaries))
    throw new LogDiffers("its price summaries do not have the signed head")
  if (completeUntilMs < trees.lastAtMs)
    throw new LogDiffers("its last tick is later than the time up to which it is complete")
}

/** What does not follow from the leaves of a month. Null where all figures do. */
export const executionProblem = async (
  figures: ExecutionMonth,
  read: (tile: number) => Promise<string>,
): Promise<string | null> => {
  const { month, size, groups } = figures
  const tally = tallyOf(
    month,
    groups.map(({ symbols }) => symbols),
  )
  try {
    for (let tile = 0; tile < Math.ceil(size / TILE_WIDTH); tile += 1)
      (await read(tile)).split("\n").forEach(tally.add)
  } catch (thrown) {
    if (thrown instanceof RangeError) return thrown.message
    throw thrown
  }
  return executionText(tally.end()) === executionText(figures)
    ? null
    : "its figures do not follow from its leaves"
}
