/**
 * The proof of one settlement as bytes: a checkpoint, its consistency with the one of the order, the
 * opened ticks around entry and exit, and the summaries between them. Every byte counts: a text has one
 * encoding, so that no altered proof reads as the same.
 */
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64urlnopad } from "@scure/base"
import { HASH_BYTES, type Hash, ProofMismatch, type Span } from "./merkle.ts"
import type { Checkpoint } from "./signed-note.ts"
import { decodeSummary, encodeSummary, type ProvedNode, SUMMARY_BYTES } from "./summary-tree.ts"
import { type LoggedTick, TILE_WIDTH } from "./tile.ts"

/** Ticks of the log in order, without a gap; `from` is the index of the first, its number less one. */
export interface OpenedTicks {
  readonly from: number
  readonly ticks: readonly LoggedTick[]
}

/** Opened ticks with the hashes that prove them, and the nodes of the summaries between two openings. */
export interface LogOpening {
  /** One run of ticks, or two with complete tiles between. */
  readonly opened: readonly OpenedTicks[]
  readonly tickHashes: readonly Hash[]
  readonly summaryNodes: readonly ProvedNode[]
}

export interface SettlementProof extends LogOpening {
  readonly checkpoint: Checkpoint
  /** Ed25519 signature of the checkpoint's text. */
  readonly signature: Uint8Array
  /** Hashes from the checkpoint in the order to this one. */
  readonly consistency: readonly Hash[]
}

export const spanOf = ({ from, ticks }: OpenedTicks): Span => ({ from, to: from + ticks.length })

/** The complete tiles between two openings; null for one opening. */
export const tilesBetween = (opened: readonly OpenedTicks[]): Span | null => {
  const [first, second] = opened
  if (first === undefined || second === undefined) return null
  return { from: spanOf(first).to / TILE_WIDTH, to: second.from / TILE_WIDTH }
}

/**
 * The first byte of every proof: the version of this encoding. In version 1 the checkpoint does not say
 * since when the market signs receipts.
 */
const VERSION = 2
const VERSION_WITHOUT_RECEIPTS = 1
const SIGNATURE_BYTES = 64
const OPENINGS_MAX = 2
/** More ticks than an opening of two tiles and their neighbours needs. */
const OPENED_TICKS_MAX = 4 * TILE_WIDTH
const HASHES_MAX = 512

const unsigned = (value: bigint): Uint8Array => {
  const bytes: number[] = []
  let rest = value
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  return Uint8Array.of(...bytes, Number(rest))
}

/** ZigZag: small signed numbers become small unsigned ones. */
const signed = (value: bigint): Uint8Array => unsigned(value < 0n ? -2n * value - 1n : 2n * value)

const count = (value: number): Uint8Array => unsigned(BigInt(value))

const encodeTicks = ({ from, ticks }: OpenedTicks): Uint8Array => {
  let before: LoggedTick = { atMs: 0, price: 0n }
  const parts = [count(from), count(ticks.length)]
  for (const tick of ticks) {
    parts.push(count(tick.atMs - before.atMs), signed(tick.price - before.price))
    before = tick
  }
  return concatBytes(...parts)
}

const encodeOpening = (opening: LogOpening): Uint8Array =>
  concatBytes(
    count(opening.opened.length),
    ...opening.opened.map(encodeTicks),
    count(opening.tickHashes.length),
    ...opening.tickHashes,
    count(opening.summaryNodes.length),
    ...opening.summaryNodes.map((node) => concatBytes(node.content, encodeSummary(node.summary))),
  )

/** A proof as base64url without padding. */
export const encodeProof = (proof: SettlementProof): string => {
  const { checkpoint, signature, consistency } = proof
  const symbol = utf8ToBytes(checkpoint.symbol)
  return base64urlnopad.encode(
    concatBytes(
      Uint8Array.of(checkpoint.receiptsSinceMs === null ? VERSION_WITHOUT_RECEIPTS : VERSION, symbol.length),
      symbol,
      count(checkpoint.size),
      count(checkpoint.completeUntilMs),
      checkpoint.receiptsSinceMs === null ? new Uint8Array() : count(checkpoint.receiptsSinceMs),
      checkpoint.root,
      checkpoint.summaryRoot,
      signature,
      count(consistency.length),
      ...consistency,
      encodeOpening(proof),
    ),
  )
}

/** Reads the parts of a proof in order. Each method throws `ProofMismatch` where the bytes do not fit. */
class Reader {
  readonly #bytes: Uint8Array
  #at = 0
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }
  take(length: number): Uint8Array {
    const taken = this.#bytes.slice(this.#at, this.#at + length)
    if (taken.length !== length) throw new ProofMismatch("the proof ends too early")
    this.#at += length
    return taken
  }
  byte(): number {
    return this.take(1)[0] ?? 0
  }
  unsigned(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 63n; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & 127) << shift
      if (byte > 127) continue
      // A last byte of zero would be a second encoding of the same number.
      if (byte === 0 && shift > 0n) break
      return value
    }
    throw new ProofMismatch("a number has a wrong encoding")
  }
  signed(): bigint {
    const value = this.unsigned()
    return value & 1n ? -(value + 1n) / 2n : value / 2n
  }
  /** A whole number of at most `most`. */
  count(most = Number.MAX_SAFE_INTEGER): number {
    const value = this.unsigned()
    if (value > BigInt(most)) throw new ProofMismatch("a number is too large")
    return Number(value)
  }
  list<Part>(most: number, part: () => Part): readonly Part[] {
    return Array.from({ length: this.count(most) }, part)
  }
  hash(): Hash {
    return this.take(HASH_BYTES)
  }
  isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }
}

const decodeTicks = (reader: Reader): OpenedTicks => {
  const from = reader.count()
  let before: LoggedTick = { atMs: 0, price: 0n }
  const ticks = reader.list(OPENED_TICKS_MAX, () => {
    before = { atMs: before.atMs + reader.count(), price: before.price + reader.signed() }
    if (before.price <= 0n || !Number.isSafeInteger(before.atMs))
      throw new ProofMismatch("a tick has no price or time")
    return before
  })
  if (ticks.length === 0) throw new ProofMismatch("an opening has no ticks")
  return { from, ticks }
}

const decodeNode = (reader: Reader): ProvedNode => ({
  content: reader.hash(),
  summary: decodeSummary(reader.take(SUMMARY_BYTES)),
})

/** Two openings have complete tiles between them, and meet them at their edges. */
const isOrdered = (opened: readonly OpenedTicks[]): boolean => {
  const between = tilesBetween(opened)
  if (between === null) return opened.length === 1
  return Number.isInteger(between.from) && Number.isInteger(between.to) && between.from < between.to
}

const decodeBytes = (reader: Reader): SettlementProof => {
  const version = reader.byte()
  if (version !== VERSION && version !== VERSION_WITHOUT_RECEIPTS)
    throw new ProofMismatch("the proof has another version")
  const symbol = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(reader.take(reader.byte()))
  const [size, completeUntilMs] = [reader.count(), reader.count()]
  const receiptsSinceMs = version === VERSION ? reader.count() : null
  const [root, summaryRoot] = [reader.hash(), reader.hash()]
  const checkpoint = { symbol, size, completeUntilMs, receiptsSinceMs, root, summaryRoot }
  const signature = reader.take(SIGNATURE_BYTES)
  const consistency = reader.list(HASHES_MAX, () => reader.hash())
  const opened = reader.list(OPENINGS_MAX, () => decodeTicks(reader))
  const tickHashes = reader.list(HASHES_MAX, () => reader.hash())
  const summaryNodes = reader.list(HASHES_MAX, () => decodeNode(reader))
  if (!reader.isAtEnd() || !isOrdered(opened)) throw new ProofMismatch("the proof has another form")
  return { checkpoint, signature, consistency, opened, tickHashes, summaryNodes }
}

/** Reads a proof. Null where it is damaged, cut off or of another version. */
export const decodeProof = (text: string): SettlementProof | null => {
  try {
    return decodeBytes(new Reader(base64urlnopad.decode(text)))
  } catch {
    return null
  }
}
