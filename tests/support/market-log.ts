/** A market's log in memory, with a key: what the server publishes, made from a list of ticks. */
import { generateKeyPairSync, sign } from "node:crypto"
import { type LogSource, openedSpans, proofParts, proveParts } from "../../server/market/prove-settlement.ts"
import { checkpointKey, marketKeyText, receiptKey } from "../../src/domain/check-settlement.ts"
import type { Amendment, Order, OrderDetail } from "../../src/domain/entities.ts"
import { type LimitPromise, memberHash, ownerText, promiseText } from "../../src/domain/limit-promise.ts"
import {
  appendSubtree,
  EMPTY_FRONTIER,
  EMPTY_ROOT,
  type Frontier,
  frontierHead,
  type Hash,
  leafHash,
  nodeHash,
  type Span,
} from "../../src/domain/tick-log/merkle.ts"
import { amendmentText, receiptText } from "../../src/domain/tick-log/receipt.ts"
import { encodeProof, type SettlementProof } from "../../src/domain/tick-log/settlement-proof.ts"
import {
  type Checkpoint,
  checkpointText,
  encodeNote,
  keyId,
  signatureLine,
} from "../../src/domain/tick-log/signed-note.ts"
import {
  encodeSummaryNode,
  joinNodes,
  type SummaryNode,
  summaryOf,
  summaryRoot,
} from "../../src/domain/tick-log/summary-tree.ts"
import {
  encodeEntries,
  type LoggedTick,
  readSummaryTilePath,
  readTilePath,
  TILE_WIDTH,
  type TilePath,
  tickData,
} from "../../src/domain/tick-log/tile.ts"

/** The head over a run of nodes as a tree of its own. Null without nodes. */
export const headOf = <Node>(
  nodes: readonly Node[],
  join: (left: Node, right: Node) => Node,
): Node | null => {
  let frontier: Frontier<Node> = EMPTY_FRONTIER
  for (const node of nodes) frontier = appendSubtree(frontier, 0, node, join)
  return frontierHead(frontier, join)
}

export interface SigningKey {
  readonly publicKey: Uint8Array
  readonly sign: (text: string) => Uint8Array
}

export const newSigningKey = (): SigningKey => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519")
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32)
  return {
    publicKey: new Uint8Array(raw),
    sign: (text) => new Uint8Array(sign(null, Buffer.from(text), privateKey)),
  }
}

const sources = new WeakMap<readonly LoggedTick[], Map<string, LogSource>>()

/** The nodes of a log, each computed once from all ticks below it. */
export const logSource = (symbol: string, ticks: readonly LoggedTick[], summarise = summaryOf): LogSource => {
  if (summarise !== summaryOf) return newSource(symbol, ticks, summarise)
  const known = sources.get(ticks) ?? new Map<string, LogSource>()
  sources.set(ticks, known)
  const source = known.get(symbol) ?? newSource(symbol, ticks, summarise)
  known.set(symbol, source)
  return source
}

const newSource = (symbol: string, ticks: readonly LoggedTick[], summarise: typeof summaryOf): LogSource => {
  const hashes = ticks.map((tick, index) => leafHash(tickData(symbol, index + 1, tick)))
  const known = new Map<string, Hash>()
  const tickHash = ({ from, to }: Span): Hash => {
    const name = `${from}-${to}`
    const hash = known.get(name) ?? headOf(hashes.slice(from, to), nodeHash) ?? EMPTY_ROOT
    known.set(name, hash)
    return hash
  }
  const tiles = Array.from({ length: Math.floor(ticks.length / TILE_WIDTH) }, (_, index): SummaryNode => {
    const span = { from: index * TILE_WIDTH, to: (index + 1) * TILE_WIDTH }
    return { isTile: true, content: tickHash(span), summary: summarise(ticks.slice(span.from, span.to)) }
  })
  return {
    ticks: (span) => ticks.slice(span.from, span.to),
    tickHash,
    summaryNode: (span) => {
      const node = headOf(tiles.slice(span.from, span.to), joinNodes)
      if (node === null) throw new RangeError("no tile")
      return node
    },
  }
}

export const checkpointOf = (
  symbol: string,
  ticks: readonly LoggedTick[],
  size = ticks.length,
  completeUntilMs = ticks[size - 1]?.atMs ?? 0,
  receiptsSinceMs: number | null = ticks[0]?.atMs ?? null,
): Checkpoint => {
  const source = logSource(symbol, ticks)
  const tiles = Math.floor(size / TILE_WIDTH)
  return {
    symbol,
    size,
    root: source.tickHash({ from: 0, to: size }),
    summaryRoot: summaryRoot(tiles === 0 ? null : source.summaryNode({ from: 0, to: tiles })),
    completeUntilMs,
    receiptsSinceMs,
  }
}

export const signedCheckpoint = (checkpoint: Checkpoint, key: SigningKey): string => {
  const text = checkpointText(checkpoint)
  const verifier = checkpointKey(checkpoint.symbol, key.publicKey)
  const signature = { name: verifier.name, keyId: keyId(verifier), signature: key.sign(text) }
  return encodeNote({ text, signatures: [signature] })
}

const receiptOf = (text: string, key: SigningKey): string => {
  const verifier = receiptKey(key.publicKey)
  return signatureLine({ name: verifier.name, keyId: keyId(verifier), signature: key.sign(text) })
}

/** The order with the market's signature over its terms. */
export const withReceipt = (order: Order, key: SigningKey): Order => ({
  ...order,
  receipt: receiptOf(receiptText(order), key),
})

/** A change of levels with the market's signature. */
export const signedAmendment = (orderId: string, amendment: Amendment, key: SigningKey): Amendment => ({
  ...amendment,
  receipt: receiptOf(amendmentText(orderId, amendment), key),
})

/** A promise of a member's own limits as a signed note. */
export const signedPromise = (promise: LimitPromise, key: SigningKey): string => {
  const text = promiseText(promise)
  return `${text}\n${receiptOf(text, key)}`
}

/** The market's signature of whose contract one is. */
export const signedOwner = (orderId: string, memberId: string, key: SigningKey): string =>
  receiptOf(ownerText(orderId, memberHash(memberId)), key)

/** The size of the log in a signed checkpoint. */
const sizeIn = (note = ""): number => Number(note.split("\n")[1])

/** The honest proof of an order in a log. */
export const proofOf = (
  order: Pick<Order, "entrySeq" | "exitSeq" | "acceptedAtMs" | "symbol" | "levelHistory" | "closedAtMs">,
  ticks: readonly LoggedTick[],
  earlier: number,
  checkpoint: Checkpoint,
  key: SigningKey,
): SettlementProof => {
  const { size } = checkpoint
  const known = ticks.slice(0, size)
  const next = known.findIndex((tick) => tick.atMs > order.acceptedAtMs)
  const entrySeq = order.entrySeq ?? (next < 0 ? size + 1 : next + 1)
  const amendments = order.levelHistory?.amendments ?? []
  const amendedSeqs = amendments
    .filter(({ atMs }) => atMs < (order.closedAtMs ?? 0))
    .map(({ atMs }) => known.findIndex((tick) => tick.atMs > atMs) + 1)
  const opened = openedSpans({ entrySeq, exitSeq: order.exitSeq, amendedSeqs }, size)
  const amended = amendments.map(({ checkpoint }) => sizeIn(checkpoint))
  const parts = proofParts(opened, earlier, size, amended)
  return {
    checkpoint,
    signature: key.sign(checkpointText(checkpoint)),
    ...proveParts(logSource(order.symbol, ticks), parts),
  }
}

/** What the server answers for an order with this proof. */
export const detailWith = (order: Order, proof: SettlementProof | null, key: SigningKey): OrderDetail => ({
  order,
  currentPrice: "25.0000",
  entryTicks: [],
  exitTicks: [],
  marketKey: marketKeyText(key.publicKey),
  proof: proof === null ? null : encodeProof(proof),
})

/** The file of a log under a path of its tiles, made from all its ticks. Null where it has none. */
export const logFile = (
  symbol: string,
  ticks: readonly LoggedTick[],
  path: string,
  source = logSource(symbol, ticks),
): Uint8Array | null => {
  const summaries = readSummaryTilePath(path)
  const tile = summaries ?? readTilePath(path)
  if (tile === null) return null
  const nodes = spansOf(tile)
  const leaves = summaries === null ? ticks.length : Math.floor(ticks.length / TILE_WIDTH)
  if (nodes.some(({ to }) => to > leaves)) return null
  if (summaries !== null) return joined(nodes.map((span) => encodeSummaryNode(source.summaryNode(span))))
  if (tile.level !== "entries") return joined(nodes.map(source.tickHash))
  return encodeEntries(
    nodes.map(({ from }) => tickData(symbol, from + 1, ticks[from] ?? { atMs: 0, price: 0n })),
  )
}

const joined = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** The leaves below each node of a tile. */
const spansOf = ({ level, index, width }: TilePath): readonly Span[] =>
  Array.from({ length: width }, (_, i) => {
    const span = TILE_WIDTH ** (level === "entries" ? 0 : level)
    const from = (index * TILE_WIDTH + i) * span
    return { from, to: from + span }
  })
