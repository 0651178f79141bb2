/**
 * File format of recordings: one JSON document with every event of the journaled machines,
 * and those of the other actors of one document with what they were answered.
 * A file is untrusted: size, depth, checksum and schema are checked in this order, and the first
 * mismatch is the reason of the refusal.
 */
import type { AnyStateMachine, StateValue } from "xstate"
import type { Json, Redact } from "./redact.ts"
import type { Fold } from "./replay.ts"
import { type Listed, type Roster, RosterEntry } from "./roster.ts"
import {
  anything,
  listOf,
  literal,
  nullOr,
  oneOf,
  optional,
  type StandardSchema,
  struct,
  text,
  textLike,
  textUpTo,
  validated,
  whole,
  wholeFrom,
} from "./schema.ts"
import { hashOf } from "./state-hash.ts"
import { RECORDED_EVENT_LIMIT, StepChain } from "./step-chain.ts"

/** Incremented when builds can no longer read each other's files. */
const VERSION = 1
export const RECORDING_MAX_BYTES = 64 * 1024 * 1024
const STREAM_LIMIT = 80
/**
 * Nested lists and objects. A project writes less than a tenth of it; recursion over more could
 * overflow the stack.
 */
const DEPTH_LIMIT = 100
/**
 * Values in a file. A stream of 100 000 events, the most there is, has less than a quarter of it.
 */
const VALUE_LIMIT = 4_000_000
/** Keys in one object: each object is sorted before it is hashed. */
const NAME_LIMIT = 10_000
/** Actors without a journal, and their events together; the oldest are left out. */
export const RECORDED_ACTOR_LIMIT = 400
export const RECORDED_STEP_LIMIT = 20_000
/** Of all recorded answers together, as JSON; the oldest are left out. */
export const ANSWERS_MAX_CHARS = 8 * 1024 * 1024

const Hash = textLike(/^[0-9a-f]{64}$/)
const Short = textUpTo(200)

export interface RecordedStream {
  /** Of the top-level actor: "order", "navigation". */
  readonly id: string
  readonly scope: string
  readonly version: number
  /** Persisted snapshot before the first event; null: the initial snapshot. */
  readonly base: unknown
  /** Sequence number of the last event folded into `base`. */
  readonly seq: number
  readonly events: readonly unknown[]
  /** Hash of the state after the last event. */
  readonly state: string
  /** Absent in older files: their steps cannot be compared one by one. */
  readonly chain?: StepChain | undefined
}

const RecordedStream = struct<RecordedStream>({
  ...{ id: Short, scope: Short, version: whole, base: anything, seq: wholeFrom(0), state: Hash },
  events: listOf(anything, RECORDED_EVENT_LIMIT),
  chain: optional(StepChain),
})

export interface RecordedStep<Answer> {
  readonly event: unknown
  readonly atMs: number
  /** What came with the event from outside. */
  readonly answer?: Answer | undefined
}

/** An actor without a journal. */
export interface RecordedActor<Answer> {
  /** Unique in the file. */
  readonly key: string
  readonly id: string
  /** Id of the machine: "list". */
  readonly machine: string
  /** Id of the page that it belonged to; null: to none. */
  readonly page: string | null
  readonly startedAtMs: number
  /** Persisted snapshot before the first step. */
  readonly base: unknown
  readonly steps: readonly RecordedStep<Answer>[]
  /** Hash of the state after the last step. */
  readonly state: string
  readonly chain: StepChain
}

const actorOf = <Answer>(answer: StandardSchema<Answer>) =>
  struct<RecordedActor<Answer>>({
    ...{ key: Short, id: textUpTo(2_000), machine: Short, page: nullOr(Short), startedAtMs: whole },
    ...{ base: anything, state: Hash, chain: StepChain },
    steps: listOf(
      struct<RecordedStep<Answer>>({ event: anything, atMs: whole, answer: optional(answer) }),
      RECORDED_STEP_LIMIT,
    ),
  })

export interface Recording<Scene, Answer> {
  readonly app: { readonly version: string; readonly build: string }
  /** Hash of the machine configs. */
  readonly machines: string
  readonly recordedAtMs: number
  /** What the project says of the situation. */
  readonly scene: Scene
  readonly streams: readonly RecordedStream[]
  /** Hash over the states of all streams. */
  readonly state: string
  /** Of the document that wrote the file. Absent in files of earlier releases. */
  readonly actors?: readonly RecordedActor<Answer>[] | undefined
  /** Of the streams and actors. Absent in files of earlier releases. */
  readonly roster?: Roster | undefined
}

const bodyOf = <Scene, Answer>(scene: StandardSchema<Scene>, answer: StandardSchema<Answer>) =>
  struct<Recording<Scene, Answer>>({
    app: struct<Recording<Scene, Answer>["app"]>({ version: Short, build: Short }),
    ...{ machines: Hash, recordedAtMs: whole, scene, state: Hash },
    streams: listOf(RecordedStream, STREAM_LIMIT),
    actors: optional(listOf(actorOf(answer), RECORDED_ACTOR_LIMIT)),
    roster: optional(listOf(RosterEntry, STREAM_LIMIT + RECORDED_ACTOR_LIMIT)),
  })

export const listedIn = ({
  streams,
  actors = [],
}: Pick<Recording<unknown, unknown>, "streams" | "actors">): readonly Listed[] => [
  ...streams.map(({ id, seq }) => ({ key: id, from: seq })),
  ...actors.map(({ key, startedAtMs }) => ({ key, from: startedAtMs })),
]

/** Why a file is refused. */
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
  | "unknown-answer"
  | "bad-base"
  | "unreplayable"

export class RecordingRefused extends Error {
  readonly reason: RefusalReason
  /** Part of the file, limit or id that caused the refusal. */
  readonly detail: string

  constructor(reason: RefusalReason, detail: string) {
    // detail may quote the file: no control characters reach a terminal
    const printable = detail.replaceAll(/\p{Cc}+/gu, " ")
    super(`${reason}: ${printable}`)
    this.name = "RecordingRefused"
    this.reason = reason
    this.detail = printable
  }
}

const refuse = (reason: RefusalReason, detail: string): never => {
  throw new RecordingRefused(reason, detail)
}

/** Hash of the states of several streams; their order does not matter. */
export const overallState = (streams: readonly Pick<RecordedStream, "id" | "state">[]): string =>
  hashOf(
    streams
      .map(({ id, state }): Json => [id, state])
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  )

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    return refuse("truncated", cause instanceof Error ? cause.message : "")
  }
}

/** The first limit that the value exceeds, or null. Iterative: depth is not limited yet. */
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

interface Envelope {
  readonly format: string
  readonly version: number
  readonly checksum: string
  readonly body: unknown
}

const envelopeOf = (format: string) =>
  struct<Envelope>({ format: literal(format), version: wholeFrom(1), checksum: text, body: anything })

/** True for everything that `JSON.parse` returns. */
const isJson = (value: unknown): value is Json => value !== undefined

/** A machine without a journal, and what its actors receive. */
export interface ActorMachine {
  readonly id: string
  readonly machine: AnyStateMachine
  /** Reads an event as the machine receives it. */
  readonly event: StandardSchema<{ readonly type: string }>
  readonly pure: Fold<AnyStateMachine>
  /** The states of earlier releases, by their paths, as those of this build. */
  readonly earlierStates?: ReadonlyMap<string, StateValue>
}

/** How a project records actors that have no journal, and what they were answered. */
export interface ActorRules<Answer, ReadAnswer> {
  /** An answer as it is in a file. */
  readonly answer: StandardSchema<Answer>
  /** By the id of a machine; undefined: actors of this machine are not recorded. */
  readonly machineOf: (id: string) => ActorMachine | undefined
  /** Machines of earlier releases alone: actors of these are left out where a file is opened. */
  readonly retired?: ReadonlySet<string>
  /** An answer in the form that the project works with; null if this build cannot read it. */
  readonly readAnswer: (answer: Answer) => ReadAnswer | null
  /** The answer without what makes it large. */
  readonly withoutData: (answer: Answer) => Answer
}

/** Of a project whose machines all have a journal. */
export const NO_ACTORS: ActorRules<never, never> = {
  answer: oneOf(),
  machineOf: () => undefined,
  readAnswer: () => null,
  withoutData: (answer) => answer,
}

export interface RecordingRules<Scene, Answer, ReadAnswer> {
  /** Its name in the file: files of another project are refused. */
  readonly format: string
  readonly scene: StandardSchema<Scene>
  readonly actors: ActorRules<Answer, ReadAnswer>
  /** Removes secrets; the same as the journal's. */
  readonly redact: Redact
  /** What a file says of an actor: redacted, and masked where it must not identify a person. */
  readonly maskOf: (actor: string) => Redact
  /** Fields that machines set after their first context. */
  readonly laterFields: ReadonlySet<string>
}

/** The file's text. Redacts everything once more. */
export const writeRecording = <Scene, Answer, ReadAnswer>(
  { format, redact }: RecordingRules<Scene, Answer, ReadAnswer>,
  recording: Recording<Scene, Answer>,
): string => {
  const body = redact(recording)
  return `${JSON.stringify({ format, version: VERSION, checksum: hashOf(body), body }, null, 1)}\n`
}

/**
 * Reads a file. Throws `RecordingRefused`. `openRecording` decodes the events. `isAlteredRead`: the
 * checksum may be that of another content.
 */
export const readRecording = <Scene, Answer, ReadAnswer>(
  { format, scene, actors }: RecordingRules<Scene, Answer, ReadAnswer>,
  text: string,
  isAlteredRead = false,
): Recording<Scene, Answer> => {
  if (text.length > RECORDING_MAX_BYTES) return refuse("too-large", `${text.length}`)
  const parsed = parse(text)
  const excess = excessOf(parsed)
  if (excess !== null) return refuse("malformed", excess)
  const envelope = validated(envelopeOf(format), parsed)
  if (envelope.issues) return refuse("foreign", format)
  const { version, checksum, body } = envelope.value
  if (version > VERSION) return refuse("newer", `${version} > ${VERSION}`)
  if (!isJson(body) || (!isAlteredRead && hashOf(body) !== checksum))
    return refuse("altered", checksum.slice(0, 12))
  const decoded = validated(bodyOf(scene, actors.answer), body)
  if (decoded.issues) return refuse("malformed", String(decoded.issues[0]?.message).slice(0, 400))
  if (overallState(decoded.value.streams) !== decoded.value.state) return refuse("malformed", "state")
  return decoded.value
}
