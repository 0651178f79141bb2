/**
 * Checks a contract as it was answered or saved: reads its proof, verifies the market's signatures and
 * the settlement. Needs no server.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Schema } from "effect"
import { type Amendment, type Order, OrderDetail } from "./entities.ts"
import { isPastPromise, type LimitPromise, memberHash, ownerText, readPromise } from "./limit-promise.ts"
import { acceptedText, amendmentText, closeText, RECEIPT_ORIGIN, receiptText } from "./tick-log/receipt.ts"
import { decodeProof, type SettlementProof } from "./tick-log/settlement-proof.ts"
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
  keyId,
  originOf,
  readCheckpointText,
  type VerifierKey,
} from "./tick-log/signed-note.ts"
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
  | {
      readonly kind: "verified"
      readonly checkpoint: Checkpoint
      /** The same as a signed note. */
      readonly note: string
      readonly isAnchored: boolean
    }
  | ({ readonly kind: "refused" } & Refused)

/** The key that signs receipts, of the market with this public key. */
export const receiptKey = (publicKey: Uint8Array): VerifierKey => ({
  name: RECEIPT_ORIGIN,
  kind: KEY_KIND.ed25519,
  publicKey,
})

/** The key that signs a symbol's checkpoints, of the market with this public key. */
export const checkpointKey = (symbol: string, publicKey: Uint8Array): VerifierKey => ({
  name: originOf(symbol),
  kind: KEY_KIND.ed25519,
  publicKey,
})

/** A checkpoint and its signature as a signed note. */
export const checkpointNote = (
  checkpoint: Checkpoint,
  signature: Uint8Array,
  publicKey: Uint8Array,
): string => {
  const key = checkpointKey(checkpoint.symbol, publicKey)
  const signatures = [{ name: key.name, keyId: keyId(key), signature }]
  return encodeNote({ text: checkpointText(checkpoint), signatures })
}

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

/** What is known of a market before one of its answers is read. */
export interface KnownMarket {
  /** The key that is trusted already, not the one in the answer. Null where none is known. */
  readonly publicKey: Uint8Array | null
  /** The signed checkpoint that came with the acceptance of this contract. Null where it was not seen. */
  readonly acceptedWith: string | null
  /** The SHA-256, in hex, of its `acceptedText` at acceptance. Null where it was not seen. */
  readonly acceptedTerms: string | null
  /** The SHA-256, in hex, of its `closeText` at its early close. Null where no close was seen. */
  readonly closeTerms: string | null
  /** The SHA-256, in hex, of each amendment that was seen: the first, the second and so on. */
  readonly amendmentTerms: readonly string[]
  /** From this time on each contract carries a checkpoint. Null where it is not known. */
  readonly receiptsSinceMs: number | null
  /** The member, and signed notes of their own limits that this device has kept. Null where none is known. */
  readonly member: { readonly id: string; readonly promises: readonly string[] } | null
  /** Further contracts of the same member, with which limits of amounts are summed. */
  readonly others: readonly Order[]
}

export const marketWithKey = (publicKey: Uint8Array | null): KnownMarket => ({
  publicKey,
  acceptedWith: null,
  acceptedTerms: null,
  closeTerms: null,
  amendmentTerms: [],
  receiptsSinceMs: null,
  member: null,
  others: [],
})

/** Whether the answer has the form of a release without proofs. */
export const hasOldForm = ({ order, proof }: OrderDetail): boolean =>
  proof === undefined && order.dayMs === undefined && order.checkpoint === undefined

/** Whether a contract was accepted with a checkpoint, whatever its answer says. */
const isPromised = ({ acceptedAtMs }: Order, { acceptedWith, receiptsSinceMs }: KnownMarket): boolean =>
  acceptedWith !== null || (receiptsSinceMs !== null && acceptedAtMs >= receiptsSinceMs)

/** Checks a contract against what is known of the market. */
export const checkSettlement = async (detail: OrderDetail, known: KnownMarket): Promise<Verdict> => {
  const { order } = detail
  const { publicKey } = known
  const limited = publicKey === null ? null : await limitRefusal(detail, publicKey, known)
  if (limited !== null) return { kind: "refused", ...limited }
  if (order.status !== "completed") return { kind: "running" }
  if (hasOldForm(detail))
    return isPromised(order, known) ? { kind: "refused", ...refused("stripped") } : oldFormOf(detail)
  if (detail.proof === null) return { kind: "pending" }
  if (detail.proof === undefined) return { kind: "refused", ...refused("missing") }
  if (publicKey === null) return { kind: "refused", ...refused("key") }
  const proof = decodeProof(detail.proof)
  if (proof === null) return { kind: "refused", ...refused("unreadable") }
  return verdictOf(detail, proof, publicKey, known)
}

const oldFormOf = async (detail: OrderDetail): Promise<Verdict> => {
  const verification = await verifyOldForm(detail)
  return verification === null ? { kind: "running" } : { kind: "old-form", verification }
}

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** Whether the terms differ from those that the device saw signed. */
const hasOtherTerms = (order: Order, { acceptedTerms, closeTerms }: KnownMarket): boolean =>
  (acceptedTerms !== null && hashOf(acceptedText(order)) !== acceptedTerms) ||
  (closeTerms !== null && hashOf(closeText(order)) !== closeTerms)

/** What an amendment is chained to: the hash of the contract, or of the amendment before. */
export const hashBefore = (order: Order, amendment: Amendment | undefined): string =>
  hashOf(amendment === undefined ? acceptedText(order) : amendmentText(order.id, amendment))

/** Why the amendments are not the ones that the market signed, whole and in order. */
const amendmentRefusal = async (
  order: Order,
  publicKey: Uint8Array,
  { amendmentTerms }: KnownMarket,
): Promise<Refused | null> => {
  const amendments = order.levelHistory?.amendments ?? []
  for (const amendment of amendments)
    if (!(await isSignedText(amendmentText(order.id, amendment), amendment.receipt, publicKey)))
      return refused("amendment-forged")
  const numbers = amendments.map(({ number }) => number)
  if (numbers.some((number, index) => number <= (numbers[index - 1] ?? 0))) return refused("amendment-order")
  const isChained = amendments.every(
    ({ number, previous }, index) =>
      number === index + 1 && previous === hashBefore(order, amendments[index - 1]),
  )
  if (!isChained || amendments.length < amendmentTerms.length) return refused("amendment-dropped")
  const isAsSeen = amendmentTerms.every((terms, index) => {
    const amendment = amendments[index]
    return amendment !== undefined && hashOf(amendmentText(order.id, amendment)) === terms
  })
  if (!isAsSeen) return refused("amendment-forged")
  const isLater = amendments.every(
    ({ atMs }, index) => atMs >= (amendments[index - 1]?.atMs ?? order.acceptedAtMs),
  )
  if (!isLater) return refused("amendment-time")
  const last = amendments.at(-1) ?? order
  const isInForce = last.takeProfit === order.takeProfit && last.stopLoss === order.stopLoss
  return isInForce ? null : refused("level")
}

/** The text of a note with the market's signature. Null where it has none. */
export const openNote = async (note: string, publicKey: Uint8Array): Promise<string | null> => {
  const decoded = decodeNote(note)
  return decoded !== null && (await isNoteSignedBy(decoded, receiptKey(publicKey))) ? decoded.text : null
}

/** Reads the signed promises of one member. Null where one is not the market's. */
export const openPromises = async (notes: readonly string[], publicKey: Uint8Array) => {
  const promises: LimitPromise[] = []
  for (const note of new Set(notes)) {
    const promise = readPromise((await openNote(note, publicKey)) ?? "")
    if (promise === null) return null
    promises.push(promise)
  }
  return promises
}

/** Whether the market signed the terms of a contract, and that it is this member's. */
export const isContractOf = async (
  { order, owner }: OrderDetail,
  member: string,
  publicKey: Uint8Array,
): Promise<boolean> =>
  (await isReceipt(order, publicKey)) && isSignedText(ownerText(order.id, member), owner, publicKey)

/** Why a contract, open or ended, should not have been accepted by the limits of its member. */
const limitRefusal = async (
  detail: OrderDetail,
  publicKey: Uint8Array,
  { member, others }: KnownMarket,
): Promise<Refused | null> => {
  const { order, promises: shown = [] } = detail
  const promises = await openPromises([...shown, ...(member?.promises ?? [])], publicKey)
  if (promises === null) return refused("limit")
  const first = promises.find(({ atMs }) => atMs < order.acceptedAtMs)
  if (first === undefined) return null
  const ofMember = member === null ? first.member : memberHash(member.id)
  const isOwn = member === null ? isContractOf(detail, ofMember, publicKey) : isReceipt(order, publicKey)
  if (!(await isOwn)) return refused("terms")
  const isOfOther = promises.some((promise) => promise.member !== ofMember)
  return isOfOther || isPastPromise(order, others, promises) ? refused("limit") : null
}

/** The checkpoints in the amendments; null where one is not the market's. */
const amendmentCheckpointsOf = async ({ symbol, levelHistory }: Order, publicKey: Uint8Array) => {
  const checkpoints: Checkpoint[] = []
  for (const { checkpoint = "" } of levelHistory?.amendments ?? []) {
    const opened = await openCheckpoint(checkpoint, symbol, publicKey)
    if (opened === null) return null
    checkpoints.push(opened)
  }
  return checkpoints
}

const verdictOf = async (
  { order }: OrderDetail,
  proof: SettlementProof,
  publicKey: Uint8Array,
  known: KnownMarket,
): Promise<Verdict> => {
  const { checkpoint, signature } = proof
  if (checkpoint.symbol !== order.symbol) return { kind: "refused", ...refused("foreign") }
  if (!(await isSignedBy(publicKey, utf8ToBytes(checkpointText(checkpoint)), signature)))
    return { kind: "refused", ...refused("key") }
  const isAnchored = order.checkpoint !== undefined
  if (known.acceptedWith !== null && order.checkpoint !== known.acceptedWith)
    return { kind: "refused", ...refused("anchor") }
  if (!isAnchored && mustBeAnchored(order, checkpoint, known))
    return { kind: "refused", ...refused("anchor") }
  const earlier =
    order.checkpoint === undefined ? null : await openCheckpoint(order.checkpoint, order.symbol, publicKey)
  if (isAnchored && earlier === null) return { kind: "refused", ...refused("anchor") }
  if (hasOtherTerms(order, known)) return { kind: "refused", ...refused("terms") }
  const isSigned = isAnchored || order.receipt !== undefined
  if (isSigned && !(await isReceipt(order, publicKey))) return { kind: "refused", ...refused("terms") }
  const amended = await amendmentRefusal(order, publicKey, known)
  if (amended !== null) return { kind: "refused", ...amended }
  const amendmentCheckpoints = await amendmentCheckpointsOf(order, publicKey)
  if (amendmentCheckpoints === null) return { kind: "refused", ...refused("anchor") }
  const problem = verifySettlement({ order, proof, orderCheckpoint: earlier, amendmentCheckpoints })
  if (problem !== null) return { kind: "refused", ...problem }
  return { kind: "verified", checkpoint, note: checkpointNote(checkpoint, signature, publicKey), isAnchored }
}

/** A release that stores the length of the day stores the checkpoint too, once the log is published. */
const mustBeAnchored = (order: Order, { receiptsSinceMs }: Checkpoint, known: KnownMarket): boolean =>
  receiptsSinceMs === null
    ? order.dayMs !== undefined || isPromised(order, known)
    : order.acceptedAtMs >= receiptsSinceMs || isPromised(order, known)

/** Whether the market signed these terms. */
const isReceipt = (order: Order, publicKey: Uint8Array): Promise<boolean> =>
  isSignedText(receiptText(order), order.receipt, publicKey)

const isSignedText = async (text: string, signature: string | undefined, publicKey: Uint8Array) => {
  const note = decodeNote(`${text}\n${signature ?? ""}`)
  return note !== null && note.signatures.length === 1 && isNoteSignedBy(note, receiptKey(publicKey))
}
