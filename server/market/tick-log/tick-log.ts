/**
 * The log of one symbol's ticks while it grows: the right edges of both trees in memory, the heads of
 * complete tiles in `log_nodes`. Everything follows from the ticks.
 */
import { hash } from "node:crypto"
import { Effect } from "effect"
import {
  appendSubtree,
  EMPTY_FRONTIER,
  EMPTY_ROOT,
  type Frontier,
  frontierHead,
  HASH_BYTES,
  type Hash,
} from "../../../src/domain/tick-log/merkle.ts"
import {
  joinNodes,
  type SummaryNode,
  summaryOf,
  summaryRoot,
} from "../../../src/domain/tick-log/summary-tree.ts"
import { type LoggedTick, TILE_WIDTH, tickData } from "../../../src/domain/tick-log/tile.ts"
import { sql } from "../../db/db.ts"
import { readTicks } from "../tick-journal.ts"
import { insertNodes, type LogNode, readNodes } from "./log-nodes.ts"

/** The height of a tile: each level of nodes stands for eight levels of the tree. */
export const TILE_HEIGHT = 8

/**
 * The platform's SHA-256: the same bytes as in `src/domain/tick-log/merkle.ts` in half the time, for the process
 * that appends every tick.
 */
const sha256 = (bytes: Uint8Array): Hash => new Uint8Array(hash("sha256", bytes, "buffer"))

const nativeLeafHash = (data: Uint8Array): Hash => {
  const bytes = new Uint8Array(1 + data.length)
  bytes.set(data, 1)
  return sha256(bytes)
}

/** Reused: hashing is synchronous. */
const nodeBytes = new Uint8Array(1 + 2 * HASH_BYTES)

const nativeNodeHash = (left: Hash, right: Hash): Hash => {
  nodeBytes[0] = 1
  nodeBytes.set(left, 1)
  nodeBytes.set(right, 1 + HASH_BYTES)
  return sha256(nodeBytes)
}

export interface TickLog {
  readonly symbol: string
  readonly ticks: Frontier<Hash>
  readonly tiles: Frontier<SummaryNode>
  /** The head of the tree of summaries: it changes with each complete tile only. */
  readonly summaryRoot: Hash
  /** The ticks after the last complete tile. */
  readonly open: readonly LoggedTick[]
  /** The time of the last tick; 0 without one. */
  readonly lastAtMs: number
}

export const emptyLog = (symbol: string): TickLog => ({
  symbol,
  ticks: EMPTY_FRONTIER,
  tiles: EMPTY_FRONTIER,
  summaryRoot: EMPTY_ROOT,
  open: [],
  lastAtMs: 0,
})

/** Appends the next tick. `nodes` are the tiles that it completes, lowest level first. */
export const appendToLog = (
  log: TickLog,
  tick: LoggedTick,
): { readonly log: TickLog; readonly nodes: readonly LogNode[] } => {
  const { symbol } = log
  const heads: Hash[] = []
  const leaf = nativeLeafHash(tickData(symbol, log.ticks.size + 1, tick))
  const ticks = appendSubtree(log.ticks, 0, leaf, nativeNodeHash, (height, hash) => {
    if (height % TILE_HEIGHT === 0) heads.push(hash)
  })
  const open = [...log.open, tick]
  const [tileHead] = heads
  if (tileHead === undefined) return { log: { ...log, ticks, open, lastAtMs: tick.atMs }, nodes: [] }
  const tile: SummaryNode = { isTile: true, content: tileHead, summary: summaryOf(open) }
  const summaries = [tile]
  const tiles = appendSubtree(log.tiles, 0, tile, joinNodes, (height, node) => {
    if (height % TILE_HEIGHT === 0) summaries.push(node)
  })
  const nodes = summaries.flatMap((summary, above) => {
    const tickHash = heads[above]
    const level = above + 1
    return tickHash === undefined
      ? []
      : [{ symbol, level, index: ticks.size / TILE_WIDTH ** level - 1, tickHash, summary }]
  })
  const grown = { symbol, ticks, tiles, summaryRoot: summaryHead(tiles), open: [], lastAtMs: tick.atMs }
  return { log: grown, nodes }
}

const summaryHead = (tiles: Frontier<SummaryNode>): Hash => summaryRoot(frontierHead(tiles, joinNodes))

/** The heads of both trees. */
export const logHeads = ({ ticks, summaryRoot }: TickLog) => ({
  size: ticks.size,
  root: frontierHead(ticks, nativeNodeHash) ?? EMPTY_ROOT,
  summaryRoot,
})

/**
 * The log of the first `size` ticks. Null while tiles of them are not built yet, and where the journal
 * has a gap.
 */
export const loadLog = Effect.fnUntraced(function* (symbol: string, size: number) {
  let log = emptyLog(symbol)
  const levels: number[] = []
  for (let level = 1; TILE_WIDTH ** level <= size; level++) levels.unshift(level)
  for (const level of levels) {
    const count = Math.floor(size / TILE_WIDTH ** level)
    const from = Math.floor(count / TILE_WIDTH) * TILE_WIDTH
    const nodes = yield* readNodes(symbol, level, from, count)
    if (nodes.length !== count - from) return null
    for (const node of nodes)
      log = {
        ...log,
        ticks: appendSubtree(log.ticks, level * TILE_HEIGHT, node.tickHash, nativeNodeHash),
        tiles: appendSubtree(log.tiles, (level - 1) * TILE_HEIGHT, node.summary, joinNodes),
        lastAtMs: node.summary.summary.lastAtMs,
      }
  }
  log = { ...log, summaryRoot: summaryHead(log.tiles) }
  const built = log.ticks.size
  const ticks = built === size ? [] : yield* readTicks(symbol, built + 1, size - built)
  for (const tick of ticks) {
    if (tick.seq !== log.ticks.size + 1) return null
    log = appendToLog(log, tick).log
  }
  return log.ticks.size === size ? log : null
})

/**
 * Builds the next tiles of a journal that was written without them: at most `limit`. Returns how many;
 * 0 when there is none to build, or a gap in the way. May be interrupted and repeated at any point.
 */
export const buildTiles = Effect.fnUntraced(function* (symbol: string, head: number, limit: number) {
  const rows = yield* sql<{ built: bigint }>(
    "select coalesce(max(idx) + 1, 0) as built from log_nodes where symbol = $1 and level = 1",
    [symbol],
  )
  const built = Number(rows[0]?.built ?? 0n)
  let log = yield* loadLog(symbol, built * TILE_WIDTH)
  const wanted = Math.min(limit, Math.floor(head / TILE_WIDTH) - built)
  const nodes: LogNode[] = []
  for (let tile = 0; tile < wanted && log !== null; tile++) {
    const ticks = yield* readTicks(symbol, log.ticks.size + 1, TILE_WIDTH)
    for (const tick of ticks) {
      if (log === null || tick.seq !== log.ticks.size + 1) return 0
      const appended: ReturnType<typeof appendToLog> = appendToLog(log, tick)
      nodes.push(...appended.nodes)
      log = appended.log
    }
  }
  if (nodes.length > 0) yield* insertNodes(nodes)
  return nodes.filter((node) => node.level === 1).length
})
