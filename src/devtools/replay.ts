/** Replaying a recording: every event decoded by the vocabulary of its stream, folded by the machine that this build has, and the end held against the recorded one. */
import type { AnyMachineSnapshot, AnyStateNode, Snapshot } from "xstate"
import { eventReader } from "../journal/event-reader.ts"
import type { Resident } from "../runtime/time-travel-actors.ts"
import { machinesHash, stateHash } from "./fingerprint.ts"
import { overallState, type RecordedStream, type Recording, RecordingRefused } from "./recording.ts"

/** One recorded event, in the order in which all of them happened. */
export interface Step {
  readonly id: string
  readonly event: { readonly type: string }
  readonly atMs: number
}

export interface OpenedStream {
  readonly id: string
  readonly resident: Resident
  readonly from: AnyMachineSnapshot
  readonly events: readonly { readonly type: string }[]
  /** The recorded hash of its end. */
  readonly state: string
}

export interface OpenedRecording {
  readonly recording: Recording
  readonly streams: readonly OpenedStream[]
  readonly steps: readonly Step[]
  /** Where the replay ended, held against the recorded end. */
  readonly verdict: Verdict
  /** False where this build's machines declare something else than those that recorded. */
  readonly hasSameMachines: boolean
}

export interface Verdict {
  readonly isIdentical: boolean
  readonly state: string
  readonly streams: readonly {
    readonly id: string
    readonly events: number
    readonly isIdentical: boolean
    readonly recorded: string
    readonly replayed: string
  }[]
}

const isSnapshot = (value: unknown): value is Snapshot<unknown> & { readonly value: unknown } =>
  typeof value === "object" &&
  value !== null &&
  "status" in value &&
  (value.status === "active" || value.status === "done") &&
  "value" in value &&
  "context" in value

/** Whether a state value is one that this state can have: XState itself takes names that every object has for states. */
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

const revive = (resident: Resident, base: unknown): AnyMachineSnapshot => {
  if (base === null) return resident.pure.initial()
  if (!isSnapshot(base) || !isValueOf(resident.machine.root, base.value))
    throw new RecordingRefused("bad-base", resident.id)
  try {
    const revived: AnyMachineSnapshot = resident.pure.revive(base)
    const names = Object.keys(resident.pure.initial().context).toSorted().join()
    const isOwn = revived.status !== "error" && Object.keys(revived.context).toSorted().join() === names
    if (isOwn) return revived
  } catch {
    // XState says by throwing that it is no snapshot of this machine
  }
  throw new RecordingRefused("bad-base", resident.id)
}

const openStream = async (
  residents: readonly Resident[],
  recorded: RecordedStream,
): Promise<OpenedStream> => {
  const { id, version, base, events: raw, state } = recorded
  const resident = residents.find((one) => one.id === id)
  if (!resident?.stream) throw new RecordingRefused("unknown-stream", id)
  if (resident.stream.version !== version)
    throw new RecordingRefused("stream-version", `${id}: ${version}, ${resident.stream.version}`)
  const read = eventReader(await resident.stream.event())
  const events = read(raw)
  if (events === null) {
    const index = raw.findIndex((event) => read([event]) === null)
    throw new RecordingRefused("unknown-event", `${id}[${index}]`)
  }
  return { id, resident, events, state, from: revive(resident, base) }
}

const momentOf = (event: object): number | null =>
  "at" in event && typeof event.at === "number" && event.at > 0 ? event.at : null

/** Puts the events of several streams into one order by their times; those of one stream never change places. */
export const mergeSteps = (
  streams: readonly { readonly id: string; readonly events: readonly { readonly type: string }[] }[],
): readonly Step[] =>
  streams
    .flatMap(({ id, events }) => {
      let atMs = 0
      return events.map((event): Step => {
        // a clock that was set back does not turn a stream around
        atMs = Math.max(atMs, momentOf(event) ?? atMs)
        return { id, event, atMs }
      })
    })
    .toSorted((a, b) => a.atMs - b.atMs)

/** Folds a stream to its end. Its first state came from the file, so a machine may stumble over it. */
const endOf = ({ id, resident, from, events }: OpenedStream): AnyMachineSnapshot => {
  try {
    return events.reduce<AnyMachineSnapshot>(resident.pure.step, from)
  } catch (cause) {
    throw new RecordingRefused("unreplayable", `${id}: ${cause instanceof Error ? cause.message : ""}`)
  }
}

/** Folds every stream to its end and says whether it is the recorded one. */
const verify = (streams: readonly OpenedStream[], recording: Recording): Verdict => {
  const ends = streams.map((stream) => {
    const replayed = stateHash(endOf(stream))
    const { id, events, state } = stream
    return { id, events: events.length, isIdentical: replayed === state, recorded: state, replayed }
  })
  const state = overallState(ends.map(({ id, replayed }) => ({ id, state: replayed })))
  return { isIdentical: state === recording.state, state, streams: ends }
}

/** Decodes all of a recording and replays it once. Rejects with `RecordingRefused`. */
export const openRecording = async (
  recording: Recording,
  residents: readonly Resident[],
): Promise<OpenedRecording> => {
  const seen = new Set<string>()
  for (const { id } of recording.streams) {
    if (seen.has(id)) throw new RecordingRefused("malformed", `${id} twice`)
    seen.add(id)
  }
  const streams = await Promise.all(recording.streams.map((stream) => openStream(residents, stream)))
  const used = streams.map(({ resident }) => resident)
  return {
    recording,
    streams,
    steps: mergeSteps(streams),
    verdict: verify(streams, recording),
    hasSameMachines: machinesHash(used) === recording.machines,
  }
}
