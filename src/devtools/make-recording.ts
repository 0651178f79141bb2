/** Makes a recording from the journal and the snapshots of its machines. */
import type { AnyMachineSnapshot } from "xstate"
import { APP_VERSION } from "../domain/limits.ts"
import { type Json, redact } from "../journal/redact.ts"
import type { StoredStream } from "../runtime/inspector.ts"
import type { MachineEntry } from "../runtime/time-travel-actors.ts"
import { machinesHash, stateHash } from "./fingerprint.ts"
import { overallState, type RecordedStream, type Recording } from "./recording.ts"

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

const recordedStream = (
  stream: StoredStream,
  now: AnyMachineSnapshot,
  machines: readonly MachineEntry[],
): RecordedStream => ({
  id: stream.id,
  scope: stream.scope,
  version: stream.version,
  base: stream.base?.snapshot ?? null,
  seq: stream.base?.seq ?? 0,
  events: stream.rows.map(({ event }): Json => redact(event)),
  state: stateHash(now, machines.find(({ id }) => id === stream.id)?.stream),
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
        return now ? [recordedStream(stream, now, source.machines)] : []
      })
  }
  throw new Error(`the machines moved during ${ATTEMPTS} reads of the journal`)
}

/** Rejects if there is no journal, or if the machines move all the time. */
export const makeRecording = async (source: RecordingSource): Promise<Recording> => {
  const streams = await readConsistently(source)
  const used = source.machines.filter(({ id }) => streams.some((stream) => stream.id === id))
  return {
    app: { version: APP_VERSION, build: source.build },
    machines: machinesHash(used),
    recordedAtMs: source.nowMs,
    scene: source.scene,
    streams,
    state: overallState(streams),
  }
}
