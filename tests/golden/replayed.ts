/**
 * Replays a recorded device with the product's own store, restore and machines, in an IndexedDB in
 * memory.
 */
import "fake-indexeddb/auto"
import { machineOf, stateHash } from "@financial-links/journal"
import { IDBFactory } from "fake-indexeddb"
import type { AnyMachineSnapshot } from "xstate"
import { createTimeTravelActors } from "../../src/devtools/time-travel-actors.ts"
import { createJournal, openEventStore } from "../../src/journal/journal.ts"
import { redact } from "../../src/journal/redact.ts"
import { restoreStream } from "../../src/runtime/journal/restore-actor.ts"
import { type MachineState, type StoredDatabase, writeDatabases } from "./device.ts"

const { machines } = await createTimeTravelActors()

export interface ReplayedStream {
  readonly name: string
  /** True where nothing could be read: the machine is at its beginning. */
  readonly isFresh: boolean
  readonly state: MachineState
  /** Its hash in a recording. */
  readonly hash: string
  /** What the machine is once the app was loaded again. */
  readonly resumed: AnyMachineSnapshot
}

/** Whether the machine asks for the outcome of its operation, itself or in the outbox. */
export const isInDoubt = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.hasTag("unknown") || (snapshot.hasTag("confirmed") && snapshot.context.outcome === null)

/** The state as its stream stores it: the form in which the release noted it. */
const stateOf = ({ value, context }: AnyMachineSnapshot): MachineState =>
  JSON.parse(JSON.stringify({ value, context }))

/** A browser whose IndexedDB holds these databases and nothing else. */
export const browserWith = async (databases: readonly StoredDatabase[]): Promise<void> => {
  globalThis.indexedDB = new IDBFactory()
  await writeDatabases(databases)
}

/** Every stream of the journal in this browser. Rejects where a stream has no machine any more. */
export const replayStreams = async (nowMs: number): Promise<readonly ReplayedStream[]> => {
  const store = await openEventStore(() => {})
  const journal = createJournal(store, { now: () => nowMs, onWritten: () => {}, onFenced: () => {} })
  const streams: ReplayedStream[] = []
  for (const name of await journal.streamsUnder("")) {
    const id = name.slice(name.lastIndexOf("/") + 1)
    const entry = machineOf(machines, id)
    if (!entry?.stream) throw new Error(`no machine is journaled as ${id}`)
    const { snapshot, isFresh } = await restoreStream(journal, name, entry.pure, entry.stream)
    const resumed = entry.pure.step(snapshot, { type: "journal.resumed", at: nowMs })
    streams.push({
      name,
      isFresh,
      state: stateOf(snapshot),
      hash: stateHash(snapshot, redact),
      resumed,
    })
  }
  store.close()
  return streams
}
