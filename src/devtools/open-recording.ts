/**
 * Opens a recording: decodes every event by its stream's schema, folds them, compares the end with
 * the recorded hash.
 */
import type { AnyMachineSnapshot, AnyStateNode } from "xstate"
import type { StreamDeclaration } from "../events/declaration.ts"
import { eventReader, UnreadableEvent } from "../journal/event-reader.ts"
import { decodeSnapshot, type StoredState } from "../runtime/restore-actor.ts"
import { type MachineEntry, machineOf } from "../runtime/time-travel-actors.ts"
import { overallState, type RecordedStream, type Recording, RecordingRefused } from "./recording.ts"
import { machinesHash, stateHash } from "./state-hash.ts"
import { type ChainedFold, firstDifference, foldChained, type StepDifference } from "./step-chain.ts"

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
  /** As it is in the file. */
  readonly filed: RecordedStream
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

export interface NamedDifference extends StepDifference {
  /** Of the replayed event; null where the recorded one is missing, and for the beginning. */
  readonly type: string | null
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
    /** False in older files: then only the ends are compared. */
    readonly isChained: boolean
    /** The first step that differs from the recorded one. */
    readonly difference: NamedDifference | null
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
  const entry = machineOf(machines, id)
  if (!entry?.stream) throw new RecordingRefused("unknown-stream", id)
  const { stream } = entry
  if (version < 1 || version > stream.version)
    throw new RecordingRefused("stream-version", `${id}: ${version}, ${stream.version}`)
  const read = eventReader(await stream.event(), stream.upcasters)
  const events = readOrRefuse(id, () => read(raw))
  const from = await revive(entry, stream, recorded)
  return { id, entry, events, state: version === stream.version ? state : null, from, filed: recorded }
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
const folded = ({ id, entry, from, events, filed }: OpenedStream): ChainedFold => {
  try {
    return foldChained(entry.pure.step, from, events, filed)
  } catch (cause) {
    throw new RecordingRefused("unreplayable", `${id}: ${cause instanceof Error ? cause.message : ""}`)
  }
}

/** The chain of a stream that is about to be written; undefined if it could not be opened either. */
export const chainOf = async (
  machines: readonly MachineEntry[],
  stream: RecordedStream,
): Promise<RecordedStream["chain"]> => {
  try {
    return folded(await openStream(machines, stream)).chain
  } catch (cause) {
    if (cause instanceof RecordingRefused) return undefined
    throw cause
  }
}

const differenceOf = (
  { filed, events, state }: OpenedStream,
  { chain }: ChainedFold,
): NamedDifference | null => {
  if (filed.chain === undefined) return null
  // states of an earlier version of the stream have another form
  const found = firstDifference(
    state === null ? { ...filed.chain, states: chain.states } : filed.chain,
    chain,
  )
  return found && { ...found, type: events[found.step - 1]?.type ?? null }
}

/** Folds every stream and compares each step, or in older files each end, with the recorded one. */
const verify = (streams: readonly OpenedStream[]): Verdict => {
  const ends = streams.map((stream) => {
    const fold = folded(stream)
    const replayed = stateHash(fold.end)
    const { id, events, state, filed } = stream
    const difference = differenceOf(stream, fold)
    const isEndIdentical = state === null ? null : replayed === state
    return {
      id,
      events: events.length,
      isIdentical: difference === null ? isEndIdentical : false,
      recorded: state,
      replayed,
      isChained: filed.chain !== undefined,
      difference,
    }
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
