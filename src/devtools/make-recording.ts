/** Makes a recording from the journal and the snapshots of its machines. */
import type { AnyMachineSnapshot } from "xstate"
import { APP_VERSION } from "../domain/limits.ts"
import { isStored } from "../domain/upcast.ts"
import { upcastSnapshot } from "../events/upcast.ts"
import { type Json, redact } from "../journal/redact.ts"
import type { StoredStream } from "../runtime/inspector.ts"
import { type MachineEntry, machineOf } from "../runtime/time-travel-actors.ts"
import { chainOf } from "./open-recording.ts"
import { overallState, type RecordedStream, type Recording } from "./recording.ts"
import { machinesHash, stateHash } from "./state-hash.ts"

/** Tries to read the journal while no machine moves. */
const ATTEMPTS = 20

export interface RecordingSource {
  /** Reads the journal, with every event received so far. */
  readonly readJournal: () => Promise<readonly StoredStream[]>
  /** The current snapshot of a top-level actor. */
  readonly snapshotOf: (id: string) => AnyMachineSnapshot | undefined
  readonly machines: readonly MachineEntry[]
  readonly build: string
  readonly scene: Recording["scene"]
  readonly nowMs: number
}

/** The stream's beginning, in the current version. */
const baseOf = ({ id, base }: StoredStream, machines: readonly MachineEntry[]): Json => {
  const declared = machineOf(machines, id)?.stream
  const snapshot = base?.snapshot ?? null
  if (base === null || !declared || !isStored(snapshot)) return snapshot
  return redact(upcastSnapshot(declared, base.version, snapshot))
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
  events: stream.rows.map(({ event }): Json => redact(event)),
  state: stateHash(now),
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
  const used = source.machines.filter((entry) =>
    streams.some(({ id }) => machineOf(source.machines, id) === entry),
  )
  return {
    app: { version: APP_VERSION, build: source.build },
    machines: machinesHash(used),
    recordedAtMs: source.nowMs,
    scene: source.scene,
    streams,
    state: overallState(streams),
  }
}
