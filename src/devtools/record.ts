/** Making a recording of what the journal holds and of what the machines are at that very moment. */
import type { AnyMachineSnapshot } from "xstate"
import { APP_VERSION } from "../domain/limits.ts"
import { type Json, redact } from "../journal/redact.ts"
import type { WrittenStream } from "../runtime/inspector.ts"
import type { Resident } from "../runtime/time-travel-actors.ts"
import { machinesHash, stateHash } from "./fingerprint.ts"
import { overallState, type RecordedStream, type Recording } from "./recording.ts"

/** The machines may be moving: a reading in which one has moved is taken again, so often. */
const ATTEMPTS = 20

export interface Scene {
  /** Reads the journal, everything received so far included. */
  readonly written: () => Promise<readonly WrittenStream[]>
  /** What a seat shows now. */
  readonly stateOf: (id: string) => AnyMachineSnapshot | undefined
  readonly residents: readonly Resident[]
  readonly build: string
  readonly look: Recording["scene"]
  readonly nowMs: number
}

const recordedStream = (stream: WrittenStream, now: AnyMachineSnapshot): RecordedStream => ({
  id: stream.id,
  scope: stream.scope,
  version: stream.version,
  base: stream.base?.snapshot ?? null,
  seq: stream.base?.seq ?? 0,
  events: stream.rows.map(({ event }): Json => redact(event)),
  state: stateHash(now),
})

/** Reads journal and machines at one moment: none has moved between the two. */
const readStill = async ({ written, stateOf }: Scene): Promise<readonly RecordedStream[]> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = new Map<string, AnyMachineSnapshot | undefined>()
    const read = await written()
    for (const { id } of read) before.set(id, stateOf(id))
    const again = await written()
    const isStill =
      again.every(({ id }) => before.get(id) === stateOf(id)) &&
      again.length === read.length &&
      again.every(
        ({ rows, name }, index) => rows.length === read[index]?.rows.length && name === read[index]?.name,
      )
    if (isStill)
      return again.flatMap((stream) => {
        const now = stateOf(stream.id)
        return now ? [recordedStream(stream, now)] : []
      })
  }
  throw new Error("the machines do not stand still")
}

/** Records the journal as it is now. Rejects where there is none. */
export const record = async (scene: Scene): Promise<Recording> => {
  const streams = await readStill(scene)
  const used = scene.residents.filter(({ id }) => streams.some((stream) => stream.id === id))
  return {
    app: { version: APP_VERSION, build: scene.build },
    machines: machinesHash(used),
    recordedAtMs: scene.nowMs,
    scene: scene.look,
    streams,
    state: overallState(streams),
  }
}
