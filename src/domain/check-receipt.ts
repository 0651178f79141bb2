/**
 * Checks a contract as it was answered or saved: reads its proof, verifies the market's signatures and
 * the settlement. Needs no server.
 */
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Schema } from "effect"
import { OrderDetail } from "./entities.ts"
import { RECEIPT_ORIGIN, receiptKey, receiptText } from "./log/receipt.ts"
import { decodeProof, type SettlementProof } from "./log/settlement-proof.ts"
import {
  type Checkpoint,
  checkpointText,
  decodeKey,
  decodeNote,
  encodeKey,
  encodeNote,
  isNoteSignedBy,
  isSignedBy,
  KEY_KIND,
  originOf,
  readCheckpointText,
  type VerifierKey,
} from "./log/signed-note.ts"
import { type Verification, verifyOldForm } from "./verify-old-form.ts"
import { type Refused, refused, verifySettlement } from "./verify-settlement.ts"

const encodeDetail = Schema.encodeSync(OrderDetail)

/** The contract as the API sends it: the input file of `npm run verify`. */
export const contractFileText = (detail: OrderDetail): string => JSON.stringify(encodeDetail(detail), null, 2)

export type Verdict =
  /** The contract has not ended, or no checkpoint covers its end yet. */
  | { readonly kind: "running" | "pending" }
  /** A file of an earlier release: only the ticks around entry and exit could be checked. */
  | { readonly kind: "old-form"; readonly verification: Verification }
  | { readonly kind: "verified"; readonly checkpoint: Checkpoint; readonly isAnchored: boolean }
  | ({ readonly kind: "refused" } & Refused)

/** The key that signs a symbol's checkpoints, of the market with this public key. */
export const checkpointKey = (symbol: string, publicKey: Uint8Array): VerifierKey => ({
  name: originOf(symbol),
  kind: KEY_KIND.ed25519,
  publicKey,
})

/** The public key of a market as text: the verifier key of its receipts. */
export const marketKeyText = (publicKey: Uint8Array): string => encodeKey(receiptKey(publicKey))

/** Reads the public key of a market. Null where the text is damaged, or another key. */
export const readMarketKey = (text: string): Uint8Array | null => {
  const key = decodeKey(text)
  return key?.name === RECEIPT_ORIGIN && key.kind === KEY_KIND.ed25519 ? key.publicKey : null
}

/**
 * Reads a signed checkpoint. Null where it is malformed, another symbol's, or carries anything but one
 * valid signature of this market.
 */
export const openCheckpoint = async (
  text: string,
  symbol: string,
  publicKey: Uint8Array,
): Promise<Checkpoint | null> => {
  const note = decodeNote(text)
  const checkpoint = note === null ? null : readCheckpointText(note.text, symbol)
  if (note === null || checkpoint === null || note.signatures.length !== 1 || encodeNote(note) !== text)
    return null
  return (await isNoteSignedBy(note, checkpointKey(symbol, publicKey))) ? checkpoint : null
}

/**
 * Checks a contract against the market with this public key. `publicKey` is one that is trusted
 * already, not the one in the answer.
 */
export const checkReceipt = async (detail: OrderDetail, publicKey: Uint8Array | null): Promise<Verdict> => {
  const { order } = detail
  if (order.status !== "completed") return { kind: "running" }
  const isOldForm = detail.proof === undefined && order.dayMs === undefined && order.checkpoint === undefined
  if (isOldForm) return oldFormOf(detail)
  if (detail.proof === null) return { kind: "pending" }
  if (detail.proof === undefined) return { kind: "refused", ...refused("missing") }
  if (publicKey === null) return { kind: "refused", ...refused("key") }
  const proof = decodeProof(detail.proof)
  if (proof === null) return { kind: "refused", ...refused("unreadable") }
  return verdictOf(detail, proof, publicKey)
}

const oldFormOf = async (detail: OrderDetail): Promise<Verdict> => {
  const verification = await verifyOldForm(detail)
  return verification === null ? { kind: "running" } : { kind: "old-form", verification }
}

const verdictOf = async (
  { order }: OrderDetail,
  proof: SettlementProof,
  publicKey: Uint8Array,
): Promise<Verdict> => {
  const { checkpoint, signature } = proof
  if (checkpoint.symbol !== order.symbol) return { kind: "refused", ...refused("foreign") }
  if (!(await isSignedBy(publicKey, utf8ToBytes(checkpointText(checkpoint)), signature)))
    return { kind: "refused", ...refused("key") }
  const isAnchored = order.checkpoint !== undefined
  if (!isAnchored && order.dayMs !== undefined) return { kind: "refused", ...refused("anchor") }
  const earlier =
    order.checkpoint === undefined ? null : await openCheckpoint(order.checkpoint, order.symbol, publicKey)
  if (isAnchored && earlier === null) return { kind: "refused", ...refused("anchor") }
  if (isAnchored && !(await isReceipt(order, publicKey))) return { kind: "refused", ...refused("terms") }
  const problem = verifySettlement({ order, proof, orderCheckpoint: earlier })
  return problem === null ? { kind: "verified", checkpoint, isAnchored } : { kind: "refused", ...problem }
}

/** Whether the market signed these terms. */
const isReceipt = async (order: OrderDetail["order"], publicKey: Uint8Array): Promise<boolean> => {
  const text = receiptText(order)
  const note = decodeNote(`${text}\n${order.receipt ?? ""}`)
  return note !== null && note.signatures.length === 1 && isNoteSignedBy(note, receiptKey(publicKey))
}
