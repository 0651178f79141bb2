/** Makes a recording from the journal, the snapshots of its machines, and the other actors. */
import type { AnyMachineSnapshot } from "xstate"
import type { Row, StoredSnapshot } from "./event-store.ts"
import { type MachineEntry, machineOf } from "./machine-entry.ts"
import { chainOf, machinesOf } from "./open-recording.ts"
import { type ActorRecord, recordActors } from "./recorded-actors.ts"
import {
  listedIn,
  overallState,
  type RecordedStream,
  type Recording,
  type RecordingRules,
} from "./recording.ts"
import type { Json } from "./redact.ts"
import { rosterOf } from "./roster.ts"
import { hashOf, redactedState } from "./state-hash.ts"
import { isStored, upcastSnapshot } from "./upcast.ts"

/** Tries to read the journal while no machine moves. */
const ATTEMPTS = 20

/** A stream of the journal on disk. */
export interface StoredStream {
  /** Of the top-level actor. */
  readonly id: string
  readonly name: string
  /** Whose stream it is, in the project's words. */
  readonly scope: string
  readonly version: number
  readonly base: StoredSnapshot | null
  /** Every event after the base. */
  readonly rows: readonly Row[]
}

export interface RecordingSource<Scene, Answer> {
  /** Reads the journal, with every event received so far. */
  readonly readJournal: () => Promise<readonly StoredStream[]>
  /** The current snapshot of a top-level actor. */
  readonly snapshotOf: (id: string) => AnyMachineSnapshot | undefined
  /** What is known of the actors without a journal. */
  readonly actors: () => readonly ActorRecord<Answer>[]
  readonly machines: readonly MachineEntry[]
  readonly app: Recording<Scene, Answer>["app"]
  readonly scene: Scene
  readonly nowMs: number
}

/** The stream's beginning, in the current version. */
const baseOf = (
  { maskOf }: Pick<RecordingRules<unknown, unknown, unknown>, "maskOf">,
  { id, base }: StoredStream,
  machines: readonly MachineEntry[],
): Json => {
  const declared = machineOf(machines, id)?.stream
  const snapshot = base?.snapshot ?? null
  const mask = maskOf(id)
  if (base === null || !declared || !isStored(snapshot)) return mask(snapshot)
  return mask(upcastSnapshot(declared, base.version, snapshot))
}

const unchained = <Scene, Answer, ReadAnswer>(
  rules: RecordingRules<Scene, Answer, ReadAnswer>,
  stream: StoredStream,
  now: AnyMachineSnapshot,
  machines: readonly MachineEntry[],
): RecordedStream => {
  const { id, scope, version } = stream
  const mask = rules.maskOf(id)
  return {
    ...{ id, scope, version, base: baseOf(rules, stream, machines), seq: stream.base?.seq ?? 0 },
    events: stream.rows.map(({ event }) => mask(event)),
    state: hashOf(mask(redactedState(now, rules.redact))),
  }
}

/** Reads journal and snapshots until two reads in a row agree: then they belong together. */
const readConsistently = async <Scene, Answer, ReadAnswer>(
  rules: RecordingRules<Scene, Answer, ReadAnswer>,
  source: RecordingSource<Scene, Answer>,
): Promise<readonly RecordedStream[]> => {
  const { readJournal, snapshotOf } = source
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = await readJournal()
    const before = new Map(first.map(({ id }) => [id, snapshotOf(id)]))
    const second = await readJournal()
    const isConsistent =
      second.every(({ id }) => before.get(id) === snapshotOf(id)) &&
      second.length === first.length &&
      second.every(
        ({ rows, name }, index) => rows.length === first[index]?.rows.length && name === first[index]?.name,
      )
    if (isConsistent)
      return second.flatMap((stream) => {
        const now = snapshotOf(stream.id)
        return now ? [unchained(rules, stream, now, source.machines)] : []
      })
  }
  throw new Error(`the machines moved during ${ATTEMPTS} reads of the journal`)
}

/** Rejects if there is no journal, or if the machines move all the time. */
export const makeRecording = async <Scene, Answer, ReadAnswer>(
  rules: RecordingRules<Scene, Answer, ReadAnswer>,
  source: RecordingSource<Scene, Answer>,
): Promise<Recording<Scene, Answer>> => {
  const streams = await Promise.all(
    (await readConsistently(rules, source)).map(async (stream): Promise<RecordedStream> => {
      const chain = await chainOf(rules, source.machines, stream)
      return { ...stream, ...(chain && { chain }) }
    }),
  )
  const actors = await recordActors(rules, source.actors())
  const used = [
    ...streams.map(({ id }) => machineOf(source.machines, id)),
    ...actors.map(({ machine }) => rules.actors.machineOf(machine)),
  ].flatMap((entry) => (entry ? [{ entry }] : []))
  return {
    app: source.app,
    machines: machinesOf(used, rules.redact),
    recordedAtMs: source.nowMs,
    scene: source.scene,
    streams,
    state: overallState(streams),
    actors,
    roster: rosterOf(listedIn({ streams, actors })),
  }
}
