/**
 * What the market owes all members at the end of a day, as a Merkle sum tree: each leaf is one member's
 * figures under a name that only its device can compute, each node the sum of those below. The signed note
 * names the head and the sums, what the operator states as reserves, and the note before. Pure.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64 } from "@scure/base"
import { isAccountDay } from "./account-day.ts"
import { openNote } from "./check-settlement.ts"
import type { Kobo } from "./money.ts"
import type { OwnLiability } from "./own-liability.ts"
import {
  EMPTY_ROOT,
  foldTree,
  HASH_BYTES,
  type Hash,
  isSameHash,
  ProofMismatch,
  rangeProofSpans,
  takeEach,
} from "./tick-log/merkle.ts"

/**
 * Balance, withdrawals in review, stakes of open contracts, and what these contracts are worth: at the last
 * tick of the day, and with every price a fifth lower and higher.
 */
export const LIABILITY_FIGURES = ["available", "withdrawals", "stakes", "value", "fallen", "risen"] as const
export type LiabilityFigure = (typeof LIABILITY_FIGURES)[number]
export type Figures = Readonly<Record<LiabilityFigure, Kobo>>

const FIGURES_BYTES = 8 * LIABILITY_FIGURES.length
/** Bytes of an encoded node: its hash and its figures. A leaf has its name in place of the hash. */
export const SUM_NODE_BYTES = HASH_BYTES + FIGURES_BYTES
/** Sums are below: a larger one might be a wrapped one. */
const SUM_BOUND = 1n << 63n

/** A subtree: its hash and the sums of its figures. */
export interface SumNode {
  readonly hash: Hash
  readonly figures: Figures
}

export const figuresOf = (of: (figure: LiabilityFigure) => Kobo): Figures => ({
  ...{ available: of("available"), withdrawals: of("withdrawals"), stakes: of("stakes") },
  ...{ value: of("value"), fallen: of("fallen"), risen: of("risen") },
})
export const NO_FIGURES = figuresOf(() => 0n)

export const encodeSumNode = ({ hash, figures }: SumNode): Uint8Array => {
  const bytes = new Uint8Array(SUM_NODE_BYTES)
  bytes.set(hash)
  const view = new DataView(bytes.buffer)
  for (const [index, figure] of LIABILITY_FIGURES.entries())
    view.setBigUint64(HASH_BYTES + 8 * index, figures[figure])
  return bytes
}

export const decodeSumNode = (bytes: Uint8Array): SumNode => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, SUM_NODE_BYTES)
  const at = (figure: LiabilityFigure) =>
    view.getBigUint64(HASH_BYTES + 8 * LIABILITY_FIGURES.indexOf(figure))
  return { hash: bytes.slice(0, HASH_BYTES), figures: figuresOf(at) }
}

/** The name of a member's leaf: it says nothing to those who lack the day's secret of the member. */
export const leafName = (day: string, username: string, secret: string): Hash =>
  sha256(utf8ToBytes([day, username, secret, ""].join("\n")))

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** The node of a leaf, from its encoded name and figures. */
export const leafNode = (entry: Uint8Array): SumNode => ({
  hash: sha256(concatBytes(LEAF, entry)),
  figures: decodeSumNode(entry).figures,
})

/** Throws `ProofMismatch` where a sum would wrap. */
export const joinSums = (left: SumNode, right: SumNode): SumNode => ({
  hash: sha256(concatBytes(NODE, encodeSumNode(left), encodeSumNode(right))),
  figures: figuresOf((figure) => {
    const sum = left.figures[figure] + right.figures[figure]
    if (sum >= SUM_BOUND) throw new ProofMismatch("the sum is too large")
    return sum
  }),
})

/** The head over complete subtrees of equal size, the last of which may be smaller. */
export const sumOf = (nodes: readonly SumNode[]): SumNode => {
  if (nodes.length === 0) return { hash: EMPTY_ROOT, figures: NO_FIGURES }
  const leaf = (index: number): SumNode => {
    const node = nodes[index]
    if (node === undefined) throw new ProofMismatch("the tree is too short")
    return node
  }
  return foldTree(
    { from: 0, to: nodes.length },
    { opens: () => "some", leaf, closed: () => leaf(0), join: joinSums },
  )
}

/** The subtrees that prove one leaf. */
export const leafProofSpans = (size: number, index: number) =>
  rangeProofSpans(size, [{ from: index, to: index + 1 }])

/** The head of a tree, from one leaf and its proof. Throws `ProofMismatch` where they do not fit. */
const provenHead = (size: number, index: number, leaf: SumNode, proof: readonly SumNode[]): SumNode => {
  const rest = takeEach(proof)
  const head = foldTree<SumNode>(
    { from: 0, to: size },
    {
      opens: ({ from, to }) => (from <= index && index < to ? "some" : "none"),
      leaf: () => leaf,
      closed: rest.next,
      join: joinSums,
    },
  )
  if (!rest.isUsedUp()) throw new ProofMismatch("the proof is too long")
  return head
}

/** What the operator states to hold for its members, and when. */
export interface Reserves {
  readonly amount: Kobo
  readonly atMs: number
}

/** The content of a day's note. */
export interface LiabilityNote extends SumNode {
  readonly day: string
  /** How many members. */
  readonly size: number
  readonly reserves: Reserves | null
  /** The hash of the text of the note before; null for the first. */
  readonly previous: Hash | null
}

/** The first line of each note. */
export const LIABILITY_ORIGIN = "financial-links/liabilities"

export const noteHash = (text: string): Hash => sha256(utf8ToBytes(text))

/** The text that is signed, with the three lines that every checkpoint begins with. */
export const liabilityText = ({ day, size, hash, figures, reserves, previous }: LiabilityNote): string =>
  `${LIABILITY_ORIGIN}
${size}
${base64.encode(hash)}
day ${day}
kobo ${LIABILITY_FIGURES.map((figure) => figures[figure]).join(" ")}
reserves ${reserves === null ? "none" : `${reserves.amount} ${reserves.atMs}`}
previous ${previous === null ? "none" : base64.encode(previous)}
money simulated
`

const NOTE =
  /^[^\n]+\n(\d{1,9})\n(\S{44})\nday (\S{10})\nkobo ((?:\d{1,19} ){5}\d{1,19})\nreserves (?:none|(\d{1,19}) (\d{1,15}))\nprevious (?:none|(\S{44}))\n/u

/** Reads the text of a note. Null where it is malformed. */
export const readLiabilityText = (text: string): LiabilityNote | null => {
  const [, size = "", root = "", day = "", sums = "", amount, atMs, before] = NOTE.exec(text) ?? []
  if (!isAccountDay(day)) return null
  const numbers = sums.split(" ").map(BigInt)
  try {
    const note: LiabilityNote = {
      ...{ day, size: Number(size), hash: base64.decode(root) },
      figures: figuresOf((figure) => numbers[LIABILITY_FIGURES.indexOf(figure)] ?? 0n),
      reserves: amount === undefined ? null : { amount: BigInt(amount), atMs: Number(atMs) },
      previous: before === undefined ? null : base64.decode(before),
    }
    return liabilityText(note) === text ? note : null
  } catch {
    return null
  }
}

/** Reads a signed note. Null where it is malformed, or not signed by this market. */
export const openLiability = async (note: string, publicKey: Uint8Array): Promise<LiabilityNote | null> => {
  const text = await openNote(note, publicKey)
  return text === null ? null : readLiabilityText(text)
}

/** `signature`: of another market. `tree`: lacks the leaf. `figures`: other than those of the statement. */
export type LiabilityVerdict =
  | { readonly kind: "counted"; readonly note: LiabilityNote; readonly figures: Figures }
  | { readonly kind: "refused"; readonly reason: "signature" | "tree" | "figures" }

/** What the statement of the day says at its end. */
export type OwnFigures = Pick<Figures, "available" | "withdrawals" | "stakes">

/** Whether a member is counted in what the market owes, with the figures of its own statement. */
export const checkLiability = async (
  { note: text, secret, index, leaf, proof }: OwnLiability,
  own: OwnFigures,
  username: string,
  publicKey: Uint8Array,
): Promise<LiabilityVerdict> => {
  const note = await openLiability(text, publicKey)
  if (note === null) return { kind: "refused", reason: "signature" }
  try {
    const entry = concatBytes(leafName(note.day, username, secret), hexToBytes(leaf))
    const { figures } = leafNode(entry)
    const nodes = proof.map((node) => decodeSumNode(hexToBytes(node)))
    const head = provenHead(note.size, index, leafNode(entry), nodes)
    if (!isSameHash(encodeSumNode(head), encodeSumNode(note))) return { kind: "refused", reason: "tree" }
    const { available, withdrawals, stakes } = figures
    const isOwn = available === own.available && withdrawals === own.withdrawals && stakes === own.stakes
    return isOwn ? { kind: "counted", note, figures } : { kind: "refused", reason: "figures" }
  } catch {
    return { kind: "refused", reason: "tree" }
  }
}
