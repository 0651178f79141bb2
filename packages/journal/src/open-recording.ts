/**
 * Opens a recording: decodes every event by its stream's schema, folds them, compares the end with
 * the recorded hash.
 */
import type { AnyMachineSnapshot } from "xstate"
import type { JournaledStream } from "./declaration.ts"
import { eventReader, UnreadableEvent } from "./event-reader.ts"
import { type MachineEntry, machineOf } from "./machine-entry.ts"
import { folded as foldedActor, type OpenedActor, openActor } from "./recorded-actors.ts"
import { restoreRecorded } from "./recorded-state.ts"
import {
  listedIn,
  overallState,
  type RecordedStream,
  type Recording,
  RecordingRefused,
  type RecordingRules,
} from "./recording.ts"
import type { Redact } from "./redact.ts"
import { decodeSnapshot } from "./restore.ts"
import { type RosterDifference, rosterDifference } from "./roster.ts"
import { machinesHash, stateHash } from "./state-hash.ts"
import {
  type FoldedChain,
  firstDifference,
  foldChained,
  type StepChain,
  type StepDifference,
} from "./step-chain.ts"

/** One recorded event, in the order of all streams and actors. */
export interface MergedStep {
  /** Of the stream, or the key of the actor. */
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

export interface OpenedRecording<Scene, Answer, ReadAnswer> {
  readonly recording: Recording<Scene, Answer>
  readonly streams: readonly OpenedStream[]
  /** The actors without a journal; none in files of earlier releases. */
  readonly actors: readonly OpenedActor<Answer, ReadAnswer>[]
  readonly steps: readonly MergedStep[]
  /** Comparison of the replayed end with the recorded one. */
  readonly verdict: Verdict
  /** False if the machine configs of this build differ from the recorded ones. */
  readonly hasSameMachines: boolean
}

export interface NamedDifference extends StepDifference {
  /** Of the replayed event; null where the recorded one is missing, and for the beginning. */
  readonly type: string | null
}

export interface ReplayVerdict {
  /** Of a stream, or the key of an actor. */
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
}

export interface Verdict {
  /** Of every stream and every actor, and that none is missing. */
  readonly isIdentical: boolean
  /** The first stream or actor that is missing, or out of its place. */
  readonly roster: RosterDifference | null
  /** Of the streams. */
  readonly state: string
  readonly streams: readonly ReplayVerdict[]
  readonly actors: readonly ReplayVerdict[]
}

const revive = (
  entry: MachineEntry,
  stream: JournaledStream,
  { base, version }: RecordedStream,
  laterFields: ReadonlySet<string>,
): Promise<AnyMachineSnapshot> =>
  base === null
    ? Promise.resolve(entry.pure.initial())
    : restoreRecorded(entry, base, laterFields, (state) => decodeSnapshot(stream, state, version))

const openStream = async (
  machines: readonly MachineEntry[],
  recorded: RecordedStream,
  laterFields: ReadonlySet<string>,
): Promise<OpenedStream> => {
  const { id, version, events: raw, state } = recorded
  const entry = machineOf(machines, id)
  if (!entry?.stream) throw new RecordingRefused("unknown-stream", id)
  const { stream } = entry
  if (version < 1 || version > stream.version)
    throw new RecordingRefused("stream-version", `${id}: ${version}, ${stream.version}`)
  const read = eventReader(await stream.event(), stream.upcasters)
  const events = readOrRefuse(id, () => read(raw))
  const from = await revive(entry, stream, recorded, laterFields)
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
  "at" in event && typeof event.at === "number" ? event.at : null

interface TimedEvents {
  readonly id: string
  readonly events: readonly { readonly type: string }[]
  /** When each was received; without it the events say so. */
  readonly times?: readonly number[]
}

/** Merges the events of several streams and actors by time; the order within each stays. */
export const mergeSteps = (sources: readonly TimedEvents[]): readonly MergedStep[] =>
  sources
    .flatMap(({ id, events, times }) => {
      let atMs = 0
      return events.map((event, index): MergedStep => {
        // a clock that was set back does not reorder a stream
        atMs = Math.max(atMs, times?.[index] ?? timeOf(event) ?? atMs)
        return { id, event, atMs }
      })
    })
    .toSorted((a, b) => a.atMs - b.atMs)

/** Folds a stream to its end. The base is from the file: a machine may throw on it. */
const folded = ({ id, entry, from, events, filed }: OpenedStream, redact: Redact): FoldedChain => {
  try {
    return foldChained(entry.pure.step, from, events, filed, redact)
  } catch (cause) {
    throw new RecordingRefused("unreplayable", `${id}: ${cause instanceof Error ? cause.message : ""}`)
  }
}

/** The chain of a stream that is about to be written; undefined if it could not be opened either. */
export const chainOf = async (
  { redact, laterFields }: Pick<RecordingRules<unknown, unknown, unknown>, "redact" | "laterFields">,
  machines: readonly MachineEntry[],
  stream: RecordedStream,
): Promise<RecordedStream["chain"]> => {
  try {
    return folded(await openStream(machines, stream, laterFields), redact).chain
  } catch (cause) {
    if (cause instanceof RecordingRefused) return undefined
    throw cause
  }
}

const differenceOf = (
  recorded: StepChain | undefined,
  { chain }: FoldedChain,
  events: readonly { readonly type: string }[],
  areStatesComparable: boolean,
): NamedDifference | null => {
  if (recorded === undefined) return null
  const found = firstDifference(areStatesComparable ? recorded : { ...recorded, states: chain.states }, chain)
  return found && { ...found, type: events[found.step - 1]?.type ?? null }
}

const verdictOfStream = (stream: OpenedStream, redact: Redact): ReplayVerdict => {
  const fold = folded(stream, redact)
  const replayed = stateHash(fold.end, redact)
  const { id, events, state, filed } = stream
  // states of an earlier version of the stream have another form
  const difference = differenceOf(filed.chain, fold, events, state !== null)
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
}

const verdictOfActor = (actor: OpenedActor<unknown, unknown>, redact: Redact): ReplayVerdict => {
  const fold = foldedActor(actor, redact)
  const replayed = stateHash(fold.end, redact)
  const { key, steps, filed } = actor
  const events = steps.map(({ event }) => event)
  const difference = differenceOf(filed.chain, fold, events, true)
  return {
    id: key,
    events: events.length,
    isIdentical: difference === null && replayed === filed.state,
    recorded: filed.state,
    replayed,
    isChained: true,
    difference,
  }
}

/** Folds every stream and actor and compares each step, or in older files each end, with the file. */
const verify = (
  recording: Recording<unknown, unknown>,
  streams: readonly OpenedStream[],
  actors: readonly OpenedActor<unknown, unknown>[],
  redact: Redact,
): Verdict => {
  const found = {
    streams: streams.map((stream) => verdictOfStream(stream, redact)),
    actors: actors.map((actor) => verdictOfActor(actor, redact)),
  }
  const state = overallState(found.streams.map(({ id, replayed }) => ({ id, state: replayed })))
  const all = [...found.streams, ...found.actors]
  const roster = recording.roster ? rosterDifference(recording.roster, listedIn(recording)) : null
  const isIdentical = roster === null && all.every((one) => one.isIdentical !== false)
  return { isIdentical, roster, state, ...found }
}

const refuseDoubles = (names: readonly string[]): void => {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new RecordingRefused("malformed", `${name} twice`)
    seen.add(name)
  }
}

/** Decodes a recording and replays it once. Rejects with `RecordingRefused`. */
export const openRecording = async <Scene, Answer, ReadAnswer>(
  rules: RecordingRules<Scene, Answer, ReadAnswer>,
  recording: Recording<Scene, Answer>,
  machines: readonly MachineEntry[],
): Promise<OpenedRecording<Scene, Answer, ReadAnswer>> => {
  const { redact, laterFields } = rules
  const filed = recording.actors ?? []
  refuseDoubles([...recording.streams.map(({ id }) => id), ...filed.map(({ key }) => key)])
  const streams = await Promise.all(
    recording.streams.map((stream) => openStream(machines, stream, laterFields)),
  )
  const present = filed.filter(({ machine }) => !rules.actors.retired?.has(machine))
  const actors = await Promise.all(present.map((actor) => openActor(rules, actor)))
  const timed = actors.map(({ key, steps }): TimedEvents => {
    const [events, times] = [steps.map(({ event }) => event), steps.map(({ atMs }) => atMs)]
    return { id: key, events, times }
  })
  return {
    recording,
    streams,
    actors,
    steps: mergeSteps([...streams, ...timed]),
    verdict: verify(recording, streams, actors, redact),
    hasSameMachines: machinesOf([...streams, ...actors], redact) === recording.machines,
  }
}

/** Hash of the machine configs of recorded streams and actors. */
export const machinesOf = (
  recorded: readonly { readonly entry: Pick<MachineEntry, "id" | "machine"> }[],
  redact: Redact,
): string => machinesHash([...new Set(recorded.map(({ entry }) => entry))], redact)
