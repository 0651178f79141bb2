/** Makes a recording from the journal, the snapshots of its machines, and the other actors. */
import type { AnyMachineSnapshot } from "xstate"
import type { Json } from "../../packages/journal/src/redact.ts"
import { upcastSnapshot } from "../../packages/journal/src/upcast.ts"
import { isStored } from "../../packages/journal/src/versions.ts"
import { APP_VERSION } from "../domain/limits.ts"
import type { StoredStream } from "../runtime/inspector.ts"
import { type MachineEntry, machineOf } from "../runtime/time-travel-actors.ts"
import type { ActorRecord } from "./actor-history.ts"
import { maskOf } from "./mask.ts"
import { chainOf, machinesOf } from "./open-recording.ts"
import { recordActors } from "./recorded-actors.ts"
import { listedIn, overallState, type RecordedStream, type Recording } from "./recording.ts"
import { rosterOf } from "./roster.ts"
import { hashOf, redactedState } from "./state-hash.ts"
import { unjournaledMachine } from "./unjournaled-machines.ts"

/** Tries to read the journal while no machine moves. */
const ATTEMPTS = 20

export interface RecordingSource {
  /** Reads the journal, with every event received so far. */
  readonly readJournal: () => Promise<readonly StoredStream[]>
  /** The current snapshot of a top-level actor. */
  readonly snapshotOf: (id: string) => AnyMachineSnapshot | undefined
  /** What the event log knows of the actors of this document. */
  readonly actors: () => readonly ActorRecord[]
  readonly machines: readonly MachineEntry[]
  readonly build: string
  readonly scene: Recording["scene"]
  readonly nowMs: number
}

/** The stream's beginning, in the current version. */
const baseOf = ({ id, base }: StoredStream, machines: readonly MachineEntry[]): Json => {
  const declared = machineOf(machines, id)?.stream
  const snapshot = base?.snapshot ?? null
  const mask = maskOf(id)
  if (base === null || !declared || !isStored(snapshot)) return mask(snapshot)
  return mask(upcastSnapshot(declared, base.version, snapshot))
}

const unchained = (
  stream: StoredStream,
  now: AnyMachineSnapshot,
  machines: readonly MachineEntry[],
): RecordedStream => ({
  id: stream.id,
  scope: stream.scope,
  version: stream.version,
  base: baseOf(stream, machines),
  seq: stream.base?.seq ?? 0,
  events: stream.rows.map(({ event }) => maskOf(stream.id)(event)),
  state: hashOf(maskOf(stream.id)(redactedState(now))),
})

/** Reads journal and snapshots until two reads in a row agree: then they belong together. */
const readConsistently = async (source: RecordingSource): Promise<readonly RecordedStream[]> => {
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
        return now ? [unchained(stream, now, source.machines)] : []
      })
  }
  throw new Error(`the machines moved during ${ATTEMPTS} reads of the journal`)
}

/** Rejects if there is no journal, or if the machines move all the time. */
export const makeRecording = async (source: RecordingSource): Promise<Recording> => {
  const streams = await Promise.all(
    (await readConsistently(source)).map(async (stream): Promise<RecordedStream> => {
      const chain = await chainOf(source.machines, stream)
      return { ...stream, ...(chain && { chain }) }
    }),
  )
  const actors = await recordActors(source.actors())
  const used = [
    ...streams.map(({ id }) => machineOf(source.machines, id)),
    ...actors.map(({ machine }) => unjournaledMachine(machine)),
  ].flatMap((entry) => (entry ? [{ entry }] : []))
  return {
    app: { version: APP_VERSION, build: source.build },
    machines: machinesOf(used),
    recordedAtMs: source.nowMs,
    scene: source.scene,
    streams,
    state: overallState(streams),
    actors,
    roster: rosterOf(listedIn({ streams, actors })),
  }
}
