/**
 * Signed notes and checkpoints in the formats of other transparency logs (C2SP signed-note and
 * tlog-checkpoint), so that their tools can read ours. A checkpoint names the size and head of a market's
 * log at one moment.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64 } from "@scure/base"
import { HASH_BYTES, type Hash, isSameHash } from "./merkle.ts"

/** The bytes that stand for Ed25519 and for a witness's Ed25519 cosignature in a key. */
export const KEY_KIND = { ed25519: 1, cosignature: 4 } as const
const PUBLIC_KEY_BYTES = 32
const KEY_ID_BYTES = 4

/** A public key that verifies signatures under one name. */
export interface VerifierKey {
  readonly name: string
  readonly kind: number
  readonly publicKey: Uint8Array
}

/** The first four bytes of the hash of name, kind and key: tells keys of one name apart. */
export const keyId = ({ name, kind, publicKey }: VerifierKey): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(kind), publicKey)).slice(0, KEY_ID_BYTES)

const isKeyName = (name: string): boolean => name !== "" && !/[\s+]/u.test(name)

/** A key as text: name, id in hex, and kind with key in base64, with plus signs between. */
export const encodeKey = (key: VerifierKey): string =>
  `${key.name}+${bytesToHex(keyId(key))}+${base64.encode(concatBytes(Uint8Array.of(key.kind), key.publicKey))}`

const decodeBase64 = (text: string): Uint8Array | null => {
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}

/** Reads a key. Null where it is damaged or of an unknown kind. */
export const decodeKey = (text: string): VerifierKey | null => {
  const [name = "", id = "", ...rest] = text.split("+")
  const bytes = decodeBase64(rest.join("+"))
  const kind = bytes?.[0]
  if (!isKeyName(name) || bytes === null || bytes.length !== 1 + PUBLIC_KEY_BYTES) return null
  if (kind !== KEY_KIND.ed25519 && kind !== KEY_KIND.cosignature) return null
  const key = { name, kind, publicKey: bytes.slice(1) }
  return bytesToHex(keyId(key)) === id ? key : null
}

/** A signature line: who signed, with which key, and the bytes. */
export interface NoteSignature {
  readonly name: string
  readonly keyId: Uint8Array
  readonly signature: Uint8Array
}

/** A text that ends with a line break, and its signatures. */
export interface SignedNote {
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

const SIGNATURES_MAX = 100
const DASH = "\u2014"

export const signatureLine = ({ name, keyId: id, signature }: NoteSignature): string =>
  `${DASH} ${name} ${base64.encode(concatBytes(id, signature))}\n`

export const encodeNote = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(signatureLine).join("")}`

const signatureOf = (line: string): NoteSignature | null => {
  const [dash, name = "", encoded = "", ...more] = line.split(" ")
  const bytes = decodeBase64(encoded)
  if (dash !== DASH || !isKeyName(name) || more.length > 0) return null
  if (bytes === null || bytes.length <= KEY_ID_BYTES) return null
  return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) }
}

/** A note has no control characters but line breaks, and only valid Unicode. */
const isPlain = (note: string): boolean =>
  Array.from(note).every((each) => (each >= " " || each === "\n") && each !== "\ufffd")

/** Reads a note without verifying it. Null where it is malformed. */
export const decodeNote = (note: string): SignedNote | null => {
  if (!isPlain(note) || !note.endsWith("\n")) return null
  const gap = note.lastIndexOf("\n\n")
  if (gap < 0) return null
  const lines = note.slice(gap + 2, -1).split("\n")
  const signatures = lines.map(signatureOf).filter((each) => each !== null)
  if (signatures.length !== lines.length || lines.length > SIGNATURES_MAX) return null
  return { text: note.slice(0, gap + 1), signatures }
}

/** The signature of a note that claims to be of this key. Null without one, or with several. */
export const claimedSignature = ({ signatures }: SignedNote, key: VerifierKey): Uint8Array | null => {
  const claimed = signatures.filter((each) => each.name === key.name && isSameHash(each.keyId, keyId(key)))
  return claimed.length === 1 ? (claimed[0]?.signature ?? null) : null
}

/** Verifies an Ed25519 signature with the platform's cryptography. */
export const isSignedBy = async (
  publicKey: Uint8Array,
  text: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> => {
  const key = await crypto.subtle.importKey("raw", new Uint8Array(publicKey), "Ed25519", false, ["verify"])
  return crypto.subtle.verify("Ed25519", key, new Uint8Array(signature), new Uint8Array(text))
}

/** Whether a note carries a valid signature of this Ed25519 key. */
export const isNoteSignedBy = async (note: SignedNote, key: VerifierKey): Promise<boolean> => {
  const signature = claimedSignature(note, key)
  return signature !== null && isSignedBy(key.publicKey, utf8ToBytes(note.text), signature)
}

/** The size and heads of a market's log at one moment. */
export interface Checkpoint {
  readonly symbol: string
  readonly size: number
  readonly root: Hash
  /** Head of the tree over the complete tiles of the same ticks. */
  readonly summaryRoot: Hash
  /** No further tick will have this time or an earlier one. */
  readonly completeUntilMs: number
  /**
   * The market signs a checkpoint with each contract that it accepts from this time on. Null in
   * checkpoints of earlier releases.
   */
  readonly receiptsSinceMs: number | null
}

/** What a checkpoint of a symbol begins with, and the name of the key that signs it. */
export const originOf = (symbol: string): string => `financial-links/market/${encodeURIComponent(symbol)}`

/** The text that is signed. Up to three extension lines follow the three of every checkpoint. */
export const checkpointText = (checkpoint: Checkpoint): string =>
  `${originOf(checkpoint.symbol)}
${checkpoint.size}
${base64.encode(checkpoint.root)}
summaries ${base64.encode(checkpoint.summaryRoot)}
complete-until ${checkpoint.completeUntilMs}
${checkpoint.receiptsSinceMs === null ? "" : `receipts-since ${checkpoint.receiptsSinceMs}\n`}`

const whole = (text: string | undefined): number | null =>
  text !== undefined && /^(?:0|[1-9]\d{0,14})$/u.test(text) ? Number(text) : null

const hashOf = (text: string | undefined): Hash | null => {
  const bytes = text === undefined ? null : decodeBase64(text)
  return bytes?.length === HASH_BYTES ? bytes : null
}

/** Reads the text of a checkpoint of this symbol. Null where it is another's, or malformed. */
export const readCheckpointText = (text: string, symbol: string): Checkpoint | null => {
  const lines = text.split("\n")
  const size = whole(lines[1])
  const root = hashOf(lines[2])
  const summaryRoot = hashOf(lines[3]?.replace(/^summaries /u, ""))
  const completeUntilMs = whole(lines[4]?.replace(/^complete-until /u, ""))
  const receiptsSinceMs = whole(lines[5]?.replace(/^receipts-since /u, ""))
  if (size === null || root === null || summaryRoot === null || completeUntilMs === null) return null
  const checkpoint = { symbol, size, root, summaryRoot, completeUntilMs, receiptsSinceMs }
  return checkpointText(checkpoint) === text ? checkpoint : null
}
