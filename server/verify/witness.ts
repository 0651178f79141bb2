/**
 * Cosigns checkpoints as a witness (C2SP tlog-cosignature, Ed25519): a statement that the log named by
 * the checkpoint extends every log of that name that the witness has cosigned before.
 */
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { Schema } from "effect"
import { openCheckpoint } from "../../src/domain/check-settlement.ts"
import type { Continuity } from "../../src/domain/tick-log/log-tiles.ts"
import {
  type Checkpoint,
  claimedSignature,
  decodeNote,
  encodeKey,
  encodeNote,
  isSignedBy,
  KEY_KIND,
  keyId,
  originOf,
  type SignedNote,
  type VerifierKey,
} from "../../src/domain/tick-log/signed-note.ts"

/**
 * The file of a witness: its name, its secret seed in hex, and the last cosigned checkpoint of each
 * origin.
 */
const WitnessFile = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.String.check(Schema.isPattern(/^[^\s+]+$/u)),
    seed: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)),
    seen: Schema.Record(Schema.String, Schema.String),
  }),
)
type WitnessFile = typeof WitnessFile.Type

const TIMESTAMP_BYTES = 8
/** What precedes the seed in an Ed25519 key of PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex")

const save = (path: string, witness: WitnessFile): void => {
  writeFileSync(`${path}.new`, `${Schema.encodeSync(WitnessFile)(witness)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Reads the file of a witness; makes it with a new key and this name where there is none. */
const readWitness = (path: string, name: string): WitnessFile => {
  if (existsSync(path)) return Schema.decodeUnknownSync(WitnessFile)(readFileSync(path, "utf8"))
  const fresh: WitnessFile = { name, seed: randomBytes(32).toString("hex"), seen: {} }
  save(path, fresh)
  return fresh
}

const keysOf = ({ name, seed }: WitnessFile): { readonly secret: KeyObject; readonly key: VerifierKey } => {
  const der = Buffer.concat([pkcs8Prefix, Buffer.from(seed, "hex")])
  const secret = createPrivateKey({ key: der, format: "der", type: "pkcs8" })
  const spki = createPublicKey(secret).export({ format: "der", type: "spki" })
  const publicKey = new Uint8Array(spki.subarray(-32))
  return { secret, key: { name, kind: KEY_KIND.cosignature, publicKey } }
}

/** The signed bytes: two lines before the whole text of the checkpoint. */
const messageOf = (text: string, seconds: bigint): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)

const cosigned = (note: SignedNote, witness: WitnessFile, seconds: bigint): string => {
  const { secret, key } = keysOf(witness)
  const timestamp = Buffer.alloc(TIMESTAMP_BYTES)
  timestamp.writeBigUInt64BE(seconds)
  const signature = new Uint8Array(
    Buffer.concat([timestamp, sign(null, messageOf(note.text, seconds), secret)]),
  )
  return encodeNote({
    text: note.text,
    signatures: [...note.signatures, { name: key.name, keyId: keyId(key), signature }],
  })
}

/**
 * When a witness with this key cosigned a checkpoint, in milliseconds since the epoch. Null where the note
 * has no valid cosignature of it.
 */
export const cosignedAtMs = async (text: string, key: VerifierKey): Promise<number | null> => {
  const note = decodeNote(text)
  const signature = note === null ? null : claimedSignature(note, key)
  if (note === null || signature === null || signature.length <= TIMESTAMP_BYTES) return null
  const seconds = Buffer.from(signature).readBigUInt64BE(0)
  const message = new Uint8Array(messageOf(note.text, seconds))
  const isValid = await isSignedBy(key.publicKey, message, signature.slice(TIMESTAMP_BYTES))
  return isValid ? Number(seconds) * 1_000 : null
}

/** A checkpoint of this market with or without cosignatures. Null for anything else. */
export const openCosigned = async (
  text: string,
  symbol: string,
  publicKey: Uint8Array,
): Promise<Checkpoint | null> => {
  const note = decodeNote(text)
  const signatures = note?.signatures.filter(({ name }) => name === originOf(symbol)) ?? []
  return note === null ? null : openCheckpoint(encodeNote({ text: note.text, signatures }), symbol, publicKey)
}

/**
 * `contradicts`: another log was cosigned. `smaller`: a larger checkpoint was cosigned. `unknown`: it was
 * not shown that the log extends the cosigned one.
 */
export type Witnessed<Content> =
  | { readonly kind: "cosigned"; readonly note: string; readonly witnessKey: string }
  | { readonly kind: "contradicts" | "smaller" | "unknown"; readonly seen: Content }

export interface Witnessing<Content> {
  /** The file of the witness, made where there is none. */
  readonly path: string
  /** Its name in cosignatures, for a new file. */
  readonly name: string
  /** The signed checkpoint; its signature and proof are verified. */
  readonly note: string
  /** Of one origin one note follows the other. */
  readonly origin: string
  /** Reads a note that the market signed. */
  readonly open: (note: string) => Promise<Content | null>
  readonly nowMs: number
  readonly isSmaller: (content: Content, seen: Content) => boolean
  /** How the note relates to the one that was cosigned before. */
  readonly compare: (content: Content, seen: Content) => Promise<Continuity>
}

/**
 * Cosigns a note, if it extends the last one that was cosigned under this origin, and remembers
 * it. Throws where the witness's file cannot be read or written, and for a note of another market.
 */
export const witness = async <Content>(wanted: Witnessing<Content>): Promise<Witnessed<Content>> => {
  const { path, note: text, origin, open } = wanted
  const file = readWitness(path, wanted.name)
  const note = decodeNote(text)
  const content = await open(text)
  if (note === null || content === null) throw new Error("The note is not of this market.")
  const last = file.seen[origin]
  const seen = last === undefined ? null : await open(last)
  if (last !== undefined && seen === null) throw new Error("The witness knows this log by another key.")
  if (seen !== null) {
    if (wanted.isSmaller(content, seen)) return { kind: "smaller", seen }
    const found = await wanted.compare(content, seen)
    if (found === "contradicts" || found === "unknown") return { kind: found, seen }
  }
  save(path, { ...file, seen: { ...file.seen, [origin]: text } })
  return {
    kind: "cosigned",
    note: cosigned(note, file, BigInt(Math.floor(wanted.nowMs / 1_000))),
    witnessKey: encodeKey(keysOf(file).key),
  }
}

/** What a witness asks of the checkpoints of a symbol. */
export const ofCheckpoints = (symbol: string, publicKey: Uint8Array) => ({
  origin: originOf(symbol),
  open: (note: string) => openCheckpoint(note, symbol, publicKey),
  isSmaller: (checkpoint: Checkpoint, seen: Checkpoint) => seen.size > checkpoint.size,
})
