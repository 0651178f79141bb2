/**
 * The file of the flight recorder: everything that the journaled machines received, in one JSON document that a stranger may have touched. It is text and stays
 * text: it is measured, parsed, held against its checksum and decoded, and what does not fit is refused with the reason.
 */
import { Schema } from "effect"
import { JOURNAL_EVENT_LIMIT, LOCALES } from "../domain/limits.ts"
import { type Json, redact } from "../journal/redact.ts"
import { hashOf } from "./fingerprint.ts"

const FORMAT = "financial-links.recording"
/** Counts up when a build can no longer read what an older one wrote, or the other way round. */
const VERSION = 1
export const RECORDING_MAX_BYTES = 64 * 1024 * 1024
const STREAM_LIMIT = 40
/** Of lists and objects in each other; what the app writes is not a tenth as deep, and what is deeper would use up the stack of whoever walks it. */
const DEPTH_LIMIT = 100
/** In the whole file. A hundred thousand events, a stream's most, are not a quarter of it. */
const VALUE_LIMIT = 4_000_000
/** Of one object; each of them is put into order before it is hashed. */
const NAME_LIMIT = 10_000

const Hash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))
const Short = Schema.String.check(Schema.isMaxLength(200))

const RecordedStream = Schema.Struct({
  /** Of the seat: "order", "navigation". */
  id: Short,
  scope: Schema.Literals(["tab", "member"]),
  version: Schema.Int,
  /** What the machine was before the first event; null: its own beginning. */
  base: Schema.Unknown,
  /** Number of the last event that `base` stands for. */
  seq: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  events: Schema.Array(Schema.Unknown).check(Schema.isMaxLength(JOURNAL_EVENT_LIMIT)),
  /** The hash of what the machine was after the last event. */
  state: Hash,
})
export type RecordedStream = typeof RecordedStream.Type

export const Recording = Schema.Struct({
  app: Schema.Struct({ version: Short, build: Short }),
  /** The hash of what the machines declare. */
  machines: Hash,
  recordedAtMs: Schema.Int,
  /** What a page looked like, as far as no machine of the journal knows it. */
  scene: Schema.Struct({
    locale: Schema.Literals(LOCALES),
    theme: Schema.Literals(["system", "light", "dark"]),
    isMember: Schema.Boolean,
  }),
  streams: Schema.Array(RecordedStream).check(Schema.isMaxLength(STREAM_LIMIT)),
  /** The hash over the states of all streams. */
  state: Hash,
})
export type Recording = typeof Recording.Type

/** Why a file is not opened; its translation key is `inspect.refused.<reason>`. */
export type RefusalReason =
  | "too-large"
  | "truncated"
  | "foreign"
  | "newer"
  | "altered"
  | "malformed"
  | "unknown-stream"
  | "stream-version"
  | "unknown-event"
  | "bad-base"
  | "unreplayable"

export class RecordingRefused extends Error {
  readonly reason: RefusalReason
  /** What exactly, for those who look into it. */
  readonly detail: string

  constructor(reason: RefusalReason, detail: string) {
    // parts of the file are told of in terminals too
    const told = detail.replaceAll(/\p{Cc}+/gu, " ")
    super(`${reason}: ${told}`)
    this.name = "RecordingRefused"
    this.reason = reason
    this.detail = told
  }
}

const refuse = (reason: RefusalReason, detail: string): never => {
  throw new RecordingRefused(reason, detail)
}

/** One hash for the states of several streams, whatever their order. */
export const overallState = (streams: readonly Pick<RecordedStream, "id" | "state">[]): string =>
  hashOf(
    streams
      .map(({ id, state }): Json => [id, state])
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  )

/** The file's text. Redacts once more whatever it is given. */
export const writeRecording = (recording: Recording): string => {
  const body = redact(recording)
  return `${JSON.stringify({ format: FORMAT, version: VERSION, checksum: hashOf(body), body }, null, 1)}\n`
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    return refuse("truncated", cause instanceof Error ? cause.message : "")
  }
}

/** What keeps somebody from walking it in a moment, or null. */
const excessOf = (json: unknown): string | null => {
  let level: readonly unknown[] = [json]
  let count = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_LIMIT) return `deeper than ${DEPTH_LIMIT}`
    const below: unknown[][] = []
    for (const one of level) {
      if (typeof one !== "object" || one === null) continue
      const values: unknown[] = Array.isArray(one) ? one : Object.values(one)
      if (values !== one && values.length > NAME_LIMIT) return `more than ${NAME_LIMIT} names in one object`
      count += values.length
      if (count > VALUE_LIMIT) return `more than ${VALUE_LIMIT} values`
      below.push(values)
    }
    level = below.flat()
  }
  return null
}

const Envelope = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  checksum: Schema.String,
  body: Schema.Unknown,
})
const decodeEnvelope = Schema.decodeUnknownOption(Envelope)
const decodeRecording = Schema.decodeUnknownResult(Recording)

/** Parsed JSON is JSON. */
const isJson = (value: unknown): value is Json => value !== undefined

/** Reads a file. Throws `RecordingRefused`. Its events are not decoded yet: that is `openRecording`'s. */
export const readRecording = (text: string): Recording => {
  if (text.length > RECORDING_MAX_BYTES) return refuse("too-large", `${text.length}`)
  const parsed = parse(text)
  const excess = excessOf(parsed)
  if (excess !== null) return refuse("malformed", excess)
  const envelope = decodeEnvelope(parsed)
  if (envelope._tag === "None") return refuse("foreign", FORMAT)
  const { version, checksum, body } = envelope.value
  if (version > VERSION) return refuse("newer", `${version} > ${VERSION}`)
  if (!isJson(body) || hashOf(body) !== checksum) return refuse("altered", checksum.slice(0, 12))
  const decoded = decodeRecording(body)
  if (decoded._tag === "Failure") return refuse("malformed", String(decoded.failure).slice(0, 400))
  if (overallState(decoded.success.streams) !== decoded.success.state) return refuse("malformed", "state")
  return decoded.success
}
