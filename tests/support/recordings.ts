/** Recordings of given events, and the reason why a file is refused. */
import { hashOf, machineOf, RecordingRefused, withVersion } from "@financial-links/journal"
import type { AnyMachineSnapshot } from "xstate"
import { makeRecording, openRecording, type Recording, readRecording } from "../../src/devtools/recordings.ts"
import { createTimeTravelActors, type MachineEntry } from "../../src/devtools/time-travel-actors.ts"
import { redact } from "../../src/journal/redact.ts"
import type { StoredStream } from "../../src/runtime/actors/inspector.ts"
import { openOrder } from "./money-events.ts"

export const orderEvents = [
  openOrder("v1"),
  { type: "order.change", field: "stake", value: "10000", at: 2 },
  { type: "order.leave", field: "stake", at: 3 },
  { type: "order.back", at: 9 },
]

export const { machines } = await createTimeTravelActors()

export const machineEntryOf = (id: string): MachineEntry => {
  const found = machineOf(machines, id)
  if (!found) throw new Error(`no machine has the id ${id}`)
  return found
}

export const streamOf = (id: string, events: readonly { readonly type: string }[]): StoredStream => {
  const name = `member:ada/${id}`
  const { stream } = machineEntryOf(id)
  const rows = events.map((event, index) => ({
    stream: name,
    seq: index + 1,
    event: redact(withVersion(stream?.upcasters, event)),
  }))
  return { id, name, scope: "member", version: stream?.version ?? 1, base: null, rows }
}

export const recordedOf = (...written: readonly StoredStream[]): Promise<Recording> => {
  const states = new Map(
    written.map(({ id, rows }) => {
      const { pure } = machineEntryOf(id)
      const events = rows.map(({ event }) => JSON.parse(JSON.stringify(event)))
      return [id, events.reduce<AnyMachineSnapshot>(pure.step, pure.initial())] as const
    }),
  )
  return makeRecording({
    readJournal: () => Promise.resolve(written),
    snapshotOf: (id) => states.get(id),
    actors: () => [],
    machines,
    build: "test",
    scene: { locale: "en", theme: "system", isMember: true },
    nowMs: 10,
  })
}

export const reasonOf = async (text: string): Promise<string> => {
  try {
    await openRecording(readRecording(text), machines)
    return "opened"
  } catch (error) {
    return error instanceof RecordingRefused ? error.reason : String(error)
  }
}

/** A file with a changed body and a matching checksum. */
export const forged = async (change: (body: Recording) => object): Promise<string> => {
  const recording = await recordedOf(streamOf("order", orderEvents))
  const body = redact(change(recording))
  return JSON.stringify({ format: "financial-links.recording", version: 1, checksum: hashOf(body), body })
}

export const firstOf = ({ streams }: Recording) => {
  const [stream] = streams
  if (!stream) throw new Error("the recording has no stream")
  return stream
}
