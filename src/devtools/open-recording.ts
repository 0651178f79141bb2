/**
 * Opens a recording: decodes every event by its stream's schema, folds them, compares the end with
 * the recorded hash.
 */
import type { AnyMachineSnapshot, AnyStateNode } from "xstate"
import type { StreamDeclaration } from "../events/declaration.ts"
import { eventReader, UnreadableEvent } from "../journal/event-reader.ts"
import { decodeSnapshot, type StoredState } from "../runtime/restore-actor.ts"
import type { MachineEntry } from "../runtime/time-travel-actors.ts"
import {
  machinesHash,
  overallState,
  type RecordedStream,
  type Recording,
  RecordingRefused,
  stateHash,
} from "./recording.ts"

/** One recorded event, in the order of all streams. */
export interface RecordedStep {
  readonly id: string
  readonly event: { readonly type: string }
  readonly atMs: number
}

export interface OpenedStream {
  readonly id: string
  readonly entry: MachineEntry
  readonly from: AnyMachineSnapshot
  readonly events: readonly { readonly type: string }[]
  /** Recorded hash of the state after the last event; null if it was hashed in an earlier form. */
  readonly state: string | null
}

export interface OpenedRecording {
  readonly recording: Recording
  readonly streams: readonly OpenedStream[]
  readonly steps: readonly RecordedStep[]
  /** Comparison of the replayed end with the recorded one. */
  readonly verdict: Verdict
  /** False if the machine configs of this build differ from the recorded ones. */
  readonly hasSameMachines: boolean
}

export interface Verdict {
  readonly isIdentical: boolean
  readonly state: string
  readonly streams: readonly {
    readonly id: string
    readonly events: number
    /** Null: recorded in an earlier version of the stream, so there is nothing to compare. */
    readonly isIdentical: boolean | null
    readonly recorded: string | null
    readonly replayed: string
  }[]
}

const isSnapshot = (value: unknown): value is StoredState =>
  typeof value === "object" &&
  value !== null &&
  "status" in value &&
  (value.status === "active" || value.status === "done") &&
  "value" in value &&
  "context" in value &&
  typeof value.context === "object" &&
  value.context !== null

/**
 * True if the state node can have this value. XState itself accepts names of `Object.prototype` as
 * states.
 */
const isValueOf = ({ states, type }: AnyStateNode, value: unknown): boolean => {
  if (typeof value === "string") return Object.hasOwn(states, value)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const inner = Object.entries(value)
  const { length } = Object.keys(states)
  return (
    inner.length === (type === "parallel" ? length : Math.min(1, length)) &&
    inner.every(([name, below]) => {
      const state = Object.hasOwn(states, name) ? states[name] : undefined
      return state !== undefined && isValueOf(state, below)
    })
  )
}

/** Fields that a machine sets after its first context. */
const LATER_FIELDS: ReadonlySet<string> = new Set(["visit"])

const namesIn = (context: object): string =>
  Object.keys(context)
    .filter((name) => !LATER_FIELDS.has(name))
    .toSorted()
    .join()

const revive = async (
  entry: MachineEntry,
  stream: StreamDeclaration,
  { base, version }: RecordedStream,
): Promise<AnyMachineSnapshot> => {
  if (base === null) return entry.pure.initial()
  if (!isSnapshot(base) || !isValueOf(entry.machine.root, base.value))
    throw new RecordingRefused("bad-base", entry.id)
  try {
    const revived: AnyMachineSnapshot = entry.pure.restore(await decodeSnapshot(stream, base, version))
    const isOwn =
      revived.status !== "error" && namesIn(revived.context) === namesIn(entry.pure.initial().context)
    if (isOwn) return revived
  } catch {
    // the context does not fit, or XState throws on a snapshot that is not of this machine
  }
  throw new RecordingRefused("bad-base", entry.id)
}

const openStream = async (
  machines: readonly MachineEntry[],
  recorded: RecordedStream,
): Promise<OpenedStream> => {
  const { id, version, events: raw, state } = recorded
  const entry = machines.find((one) => one.id === id)
  if (!entry?.stream) throw new RecordingRefused("unknown-stream", id)
  const { stream } = entry
  if (version < 1 || version > stream.version)
    throw new RecordingRefused("stream-version", `${id}: ${version}, ${stream.version}`)
  const read = eventReader(await stream.event(), stream.upcasters)
  const events = readOrRefuse(id, () => read(raw))
  const from = await revive(entry, stream, recorded)
  return { id, entry, events, state: version === stream.version ? state : null, from }
}

const readOrRefuse = <Events>(id: string, read: () => Events): Events => {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof UnreadableEvent)) throw cause
    throw new RecordingRefused("unknown-event", `${id}[${cause.index}]`)
  }
}

const timeOf = (event: object): number | null =>
  "at" in event && typeof event.at === "number" && event.at > 0 ? event.at : null

/** Merges the events of several streams by time; the order within a stream stays. */
export const mergeSteps = (
  streams: readonly { readonly id: string; readonly events: readonly { readonly type: string }[] }[],
): readonly RecordedStep[] =>
  streams
    .flatMap(({ id, events }) => {
      let atMs = 0
      return events.map((event): RecordedStep => {
        // a clock that was set back does not reorder a stream
        atMs = Math.max(atMs, timeOf(event) ?? atMs)
        return { id, event, atMs }
      })
    })
    .toSorted((a, b) => a.atMs - b.atMs)

/** Folds a stream to its end. The base is from the file: a machine may throw on it. */
const endOf = ({ id, entry, from, events }: OpenedStream): AnyMachineSnapshot => {
  try {
    return events.reduce<AnyMachineSnapshot>(entry.pure.step, from)
  } catch (cause) {
    throw new RecordingRefused("unreplayable", `${id}: ${cause instanceof Error ? cause.message : ""}`)
  }
}

/** Folds every stream and compares each end with the recorded hash. */
const verify = (streams: readonly OpenedStream[]): Verdict => {
  const ends = streams.map((stream) => {
    const replayed = stateHash(endOf(stream))
    const { id, events, state } = stream
    const isIdentical = state === null ? null : replayed === state
    return { id, events: events.length, isIdentical, recorded: state, replayed }
  })
  const state = overallState(ends.map(({ id, replayed }) => ({ id, state: replayed })))
  return { isIdentical: ends.every(({ isIdentical }) => isIdentical !== false), state, streams: ends }
}

/** Decodes a recording and replays it once. Rejects with `RecordingRefused`. */
export const openRecording = async (
  recording: Recording,
  machines: readonly MachineEntry[],
): Promise<OpenedRecording> => {
  const seen = new Set<string>()
  for (const { id } of recording.streams) {
    if (seen.has(id)) throw new RecordingRefused("malformed", `${id} twice`)
    seen.add(id)
  }
  const streams = await Promise.all(recording.streams.map((stream) => openStream(machines, stream)))
  const used = streams.map(({ entry }) => entry)
  return {
    recording,
    streams,
    steps: mergeSteps(streams),
    verdict: verify(streams),
    hasSameMachines: machinesHash(used) === recording.machines,
  }
}
