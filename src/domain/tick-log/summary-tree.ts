/**
 * The second tree of a market's log: over the prices of each complete tile of ticks. Its nodes commit
 * to the first, last, lowest and highest price and the times below them, so that a few nodes prove that
 * no tick of a long range reached a price.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes } from "@noble/hashes/utils.js"
import type { PriceUnits } from "../money.ts"
import { EMPTY_ROOT, foldTree, HASH_BYTES, type Hash, ProofMismatch, type Span, takeEach } from "./merkle.ts"
import type { LoggedTick } from "./tile.ts"

/** The prices of a run of ticks. */
export interface PriceSummary {
  readonly firstAtMs: number
  readonly lastAtMs: number
  readonly first: PriceUnits
  readonly last: PriceUnits
  readonly lowest: PriceUnits
  readonly highest: PriceUnits
}

/**
 * A node: its summary, and a hash of its subtree. `content` is the head of the ticks of a tile, or the
 * hash of both children.
 */
export interface SummaryNode {
  readonly isTile: boolean
  readonly content: Hash
  readonly summary: PriceSummary
}

/** Bytes of an encoded summary: six big-endian numbers of 64 bits. */
export const SUMMARY_BYTES = 48

export const encodeSummary = (summary: PriceSummary): Uint8Array => {
  const bytes = new Uint8Array(SUMMARY_BYTES)
  const view = new DataView(bytes.buffer)
  const { firstAtMs, lastAtMs, first, last, lowest, highest } = summary
  const numbers = [BigInt(firstAtMs), BigInt(lastAtMs), first, last, lowest, highest]
  for (const [index, value] of numbers.entries()) view.setBigUint64(8 * index, value)
  return bytes
}

export const decodeSummary = (bytes: Uint8Array): PriceSummary => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, SUMMARY_BYTES)
  const at = (index: number) => view.getBigUint64(8 * index)
  const [firstAtMs, lastAtMs] = [Number(at(0)), Number(at(1))]
  return { firstAtMs, lastAtMs, first: at(2), last: at(3), lowest: at(4), highest: at(5) }
}

/** Bytes of a published node: its content and its summary. */
export const SUMMARY_NODE_BYTES = HASH_BYTES + SUMMARY_BYTES

export const encodeSummaryNode = ({
  content,
  summary,
}: Pick<SummaryNode, "content" | "summary">): Uint8Array => concatBytes(content, encodeSummary(summary))

export const decodeSummaryNode = (bytes: Uint8Array, isTile: boolean): SummaryNode => ({
  isTile,
  content: bytes.slice(0, HASH_BYTES),
  summary: decodeSummary(bytes.subarray(HASH_BYTES)),
})

/** Leaf and inner nodes begin with different bytes, so that neither passes for the other. */
const kindByte = (node: SummaryNode): Uint8Array => Uint8Array.of(node.isTile ? 0 : 1)

export const summaryHash = (node: SummaryNode): Hash =>
  sha256(concatBytes(kindByte(node), node.content, encodeSummary(node.summary)))

const lower = (a: PriceUnits, b: PriceUnits) => (a < b ? a : b)
const higher = (a: PriceUnits, b: PriceUnits) => (a > b ? a : b)

/** The summary of two runs, the second after the first. */
export const joinSummaries = (a: PriceSummary, b: PriceSummary): PriceSummary => ({
  firstAtMs: a.firstAtMs,
  lastAtMs: b.lastAtMs,
  first: a.first,
  last: b.last,
  lowest: lower(a.lowest, b.lowest),
  highest: higher(a.highest, b.highest),
})

export const joinNodes = (left: SummaryNode, right: SummaryNode): SummaryNode => ({
  isTile: false,
  content: sha256(concatBytes(summaryHash(left), summaryHash(right))),
  summary: joinSummaries(left.summary, right.summary),
})

export const summaryRoot = (node: SummaryNode | null): Hash =>
  node === null ? EMPTY_ROOT : summaryHash(node)

/** The summary of at least one tick. Throws TypeError without one. */
export const summaryOf = (ticks: readonly LoggedTick[]): PriceSummary =>
  ticks
    .map(({ atMs, price }) => ({
      firstAtMs: atMs,
      lastAtMs: atMs,
      first: price,
      last: price,
      lowest: price,
      highest: price,
    }))
    .reduce(joinSummaries)

const isWithin = (inner: Span, outer: Span): boolean => outer.from <= inner.from && inner.to <= outer.to
const isApart = (a: Span, b: Span): boolean => a.to <= b.from || b.to <= a.from

const opensFor = (ranges: readonly Span[]) => (span: Span) =>
  ranges.every((range) => isWithin(span, range) || isApart(span, range)) ? "none" : "some"

/** The nodes, in order, that prove the summary of each range in a tree of `size` tiles. */
export const summaryProofSpans = (size: number, ranges: readonly Span[]): readonly Span[] => {
  const spans: Span[] = []
  if (size === 0) return spans
  const note = (span: Span) => {
    spans.push(span)
    return null
  }
  foldTree<null>(
    { from: 0, to: size },
    { opens: opensFor(ranges), leaf: () => null, closed: note, join: () => null },
  )
  return spans
}

/** A node of a proof, without what follows from its place. */
export type ProvedNode = Pick<SummaryNode, "content" | "summary">

/**
 * The head of the tree, and the summary of the tiles of each range (null without any), from the nodes of
 * `summaryProofSpans`. Throws `ProofMismatch` when the nodes do not fit, or times do not increase.
 */
export const summaryProof = (
  size: number,
  ranges: readonly Span[],
  nodes: readonly ProvedNode[],
): { readonly root: Hash; readonly summaries: readonly (PriceSummary | null)[] } => {
  const rest = takeEach(nodes)
  const inRanges: PriceSummary[][] = ranges.map(() => [])
  const closed = (span: Span): SummaryNode => {
    const { content, summary } = rest.next()
    inRanges[ranges.findIndex((range) => isWithin(span, range))]?.push(summary)
    return { isTile: span.to - span.from === 1, content, summary }
  }
  const join = (left: SummaryNode, right: SummaryNode): SummaryNode => {
    if (left.summary.lastAtMs >= right.summary.firstAtMs) throw new ProofMismatch("times do not increase")
    return joinNodes(left, right)
  }
  const leaf = (): SummaryNode => {
    throw new ProofMismatch("a tile is never divided")
  }
  const head =
    size === 0 ? null : foldTree({ from: 0, to: size }, { opens: opensFor(ranges), leaf, closed, join })
  if (!rest.isUsedUp()) throw new ProofMismatch("the proof is too long")
  const summaries = inRanges.map((each) => (each.length === 0 ? null : each.reduce(joinSummaries)))
  return { root: summaryRoot(head), summaries }
}
