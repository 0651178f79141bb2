/**
 * The proof of one settlement as bytes: a checkpoint, its consistency with the one of the order, the
 * opened ticks around entry and exit, and the summaries between them. Every byte counts: a text has one
 * encoding, so that no altered proof reads as the same.
 */
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64urlnopad } from "@scure/base"
import { AMENDMENTS_MAX } from "../limits.ts"
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
  /** Runs of ticks with complete tiles between: one or two, and more where levels were changed. */
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
  /** The same from the checkpoint in each amendment. */
  readonly amendmentConsistency: readonly (readonly Hash[])[]
}

export const spanOf = ({ from, ticks }: OpenedTicks): Span => ({ from, to: from + ticks.length })

/** The complete tiles between each opening and the next; none for one opening. */
export const tilesBetween = (opened: readonly Span[]): readonly Span[] =>
  opened.slice(1).map(({ from }, before) => ({
    from: (opened[before]?.to ?? 0) / TILE_WIDTH,
    to: from / TILE_WIDTH,
  }))

/**
 * The first byte of every proof: the version of this encoding. In version 1 the checkpoint does not say
 * since when the market signs receipts. Version 3 is that of a contract whose levels were changed: a
 * verifier that knows no amendments cannot read it, so that it never judges by the wrong levels.
 */
const VERSION = 2
const VERSION_WITHOUT_RECEIPTS = 1
const VERSION_AMENDED = 3
const SIGNATURE_BYTES = 64

/** The most that a proof has of each part. */
interface Bounds {
  readonly openings: number
  /** More ticks than an opening of that many tiles and their neighbours needs. */
  readonly ticks: number
  readonly hashes: number
  readonly amendments: number
}
const BOUNDS: Bounds = { openings: 2, ticks: 4 * TILE_WIDTH, hashes: 512, amendments: 0 }
const AMENDED_BOUNDS: Bounds = {
  openings: 2 + AMENDMENTS_MAX,
  ticks: (4 + 2 * AMENDMENTS_MAX) * TILE_WIDTH,
  hashes: 512 * 16,
  amendments: AMENDMENTS_MAX,
}

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

const encodeHashes = (hashes: readonly Hash[]): Uint8Array => concatBytes(count(hashes.length), ...hashes)

const encodeOpening = (opening: LogOpening): Uint8Array =>
  concatBytes(
    count(opening.opened.length),
    ...opening.opened.map(encodeTicks),
    encodeHashes(opening.tickHashes),
    count(opening.summaryNodes.length),
    ...opening.summaryNodes.map((node) => concatBytes(node.content, encodeSummary(node.summary))),
  )

const versionOf = ({ checkpoint, amendmentConsistency }: SettlementProof): number => {
  if (checkpoint.receiptsSinceMs === null) return VERSION_WITHOUT_RECEIPTS
  return amendmentConsistency.length === 0 ? VERSION : VERSION_AMENDED
}

/** A proof as base64url without padding. */
export const encodeProof = (proof: SettlementProof): string => {
  const { checkpoint, signature, consistency, amendmentConsistency } = proof
  const symbol = utf8ToBytes(checkpoint.symbol)
  const version = versionOf(proof)
  const amendments = [count(amendmentConsistency.length), ...amendmentConsistency.map(encodeHashes)]
  return base64urlnopad.encode(
    concatBytes(
      Uint8Array.of(version, symbol.length),
      symbol,
      count(checkpoint.size),
      count(checkpoint.completeUntilMs),
      checkpoint.receiptsSinceMs === null ? new Uint8Array() : count(checkpoint.receiptsSinceMs),
      checkpoint.root,
      checkpoint.summaryRoot,
      signature,
      encodeHashes(consistency),
      ...(version === VERSION_AMENDED ? amendments : []),
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

const decodeTicks = (reader: Reader, most: number): OpenedTicks => {
  const from = reader.count()
  let before: LoggedTick = { atMs: 0, price: 0n }
  const ticks = reader.list(most, () => {
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

/** Openings have complete tiles between them, and meet them at their edges. */
const isOrdered = (opened: readonly OpenedTicks[]): boolean =>
  opened.length > 0 &&
  tilesBetween(opened.map(spanOf)).every(
    ({ from, to }) => Number.isInteger(from) && Number.isInteger(to) && from < to,
  )

const decodeAmendments = (reader: Reader, { amendments, hashes }: Bounds) => {
  const lists = reader.list(amendments, () => reader.list(hashes, () => reader.hash()))
  if (lists.length === 0) throw new ProofMismatch("the proof has no amendments")
  return lists
}

const decodeBytes = (reader: Reader): SettlementProof => {
  const version = reader.byte()
  if (version !== VERSION && version !== VERSION_WITHOUT_RECEIPTS && version !== VERSION_AMENDED)
    throw new ProofMismatch("the proof has another version")
  const symbol = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(reader.take(reader.byte()))
  const [size, completeUntilMs] = [reader.count(), reader.count()]
  const receiptsSinceMs = version === VERSION_WITHOUT_RECEIPTS ? null : reader.count()
  const [root, summaryRoot] = [reader.hash(), reader.hash()]
  const checkpoint = { symbol, size, completeUntilMs, receiptsSinceMs, root, summaryRoot }
  const signature = reader.take(SIGNATURE_BYTES)
  const bounds = version === VERSION_AMENDED ? AMENDED_BOUNDS : BOUNDS
  const consistency = reader.list(bounds.hashes, () => reader.hash())
  const amendmentConsistency = version === VERSION_AMENDED ? decodeAmendments(reader, bounds) : []
  const opened = reader.list(bounds.openings, () => decodeTicks(reader, bounds.ticks))
  const tickHashes = reader.list(bounds.hashes, () => reader.hash())
  const summaryNodes = reader.list(bounds.hashes, () => decodeNode(reader))
  if (!reader.isAtEnd() || !isOrdered(opened)) throw new ProofMismatch("the proof has another form")
  return {
    ...{ checkpoint, signature, consistency, amendmentConsistency },
    ...{ opened, tickHashes, summaryNodes },
  }
}

/** Reads a proof. Null where it is damaged, cut off or of another version. */
export const decodeProof = (text: string): SettlementProof | null => {
  try {
    return decodeBytes(new Reader(base64urlnopad.decode(text)))
  } catch {
    return null
  }
}
