import { streamsMachine } from "../../machines/streams.ts"
import type { EventStore, StreamContents } from "../../packages/journal/src/event-store.ts"
import { createJournal } from "../../src/journal/journal.ts"
import { createHostedActor } from "../../src/runtime/actor-host.ts"
import { noopInspector } from "../../src/runtime/inspector.ts"
import { StreamBindings } from "../../src/runtime/stream-bindings.ts"
import { StreamCatchUp } from "../../src/runtime/stream-catch-up.ts"
import { cases } from "../model/events/streams.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { CounterEvent, counterMachine } from "../support/journal-host.ts"

const NOTHING: StreamContents = { base: null, cache: null, rows: [], isCut: false }
const refuse = () => Promise.reject(new Error("nothing is written here"))

/** A store that answers each read when the test says so. */
const controlledStore = () => {
  let answer: (() => void) | null = null
  const controlled = <Value>(value: Value) =>
    new Promise<Value>((resolve) => {
      answer = () => resolve(value)
    })
  const store: EventStore = {
    // without a snapshot it is read for the inspector, which nothing waits for
    read: (_stream, useCache) => (useCache ? controlled(NOTHING) : Promise.resolve(NOTHING)),
    streamsUnder: () => controlled<readonly string[]>([]),
    bases: refuse,
    taken: refuse,
    append: refuse,
    sync: refuse,
    saveSnapshot: refuse,
    compact: refuse,
    restart: refuse,
    quarantine: refuse,
    close: () => {},
  }
  const answerNext = async () => {
    while (answer === null) await new Promise((resolve) => setImmediate(resolve))
    answer()
    answer = null
  }
  return { store, answerNext }
}

const PREFIX = "counter."
const STREAM = `member:ada/${PREFIX}1`

const open: OpenDriver = (onActor) => {
  const { store, answerNext } = controlledStore()
  const now = () => 1
  const journal = createJournal(store, { now, onWritten: () => {}, onFenced: () => {} })
  const bindings = new StreamBindings()
  const family = {
    prefix: PREFIX,
    restore: (id: string) => ({
      actor: createHostedActor(id, counterMachine, undefined),
      stream: { scope: "member", version: 1, event: () => Promise.resolve(CounterEvent) } as const,
    }),
    forget: () => {},
  }
  bindings.beginFamily("ada", family, () => {})
  const catchUp = new StreamCatchUp({
    bindings,
    journal: () => journal,
    isLeader: () => false,
    onUnreadable: () => {},
    takeOver: () => Promise.resolve(),
    now,
    inspector: { ...noopInspector, onActor },
  })
  /** Batches that wait, of which the first has a row after a gap, for which the stream is read. */
  let waiting = 0
  const receive = (from: string) => {
    catchUp.receive([{ stream: STREAM, seq: waiting === 0 ? 5 : 0, event: {} }])
    if (from !== "current") waiting += 1
  }
  return {
    trigger: async ({ type }, from) => {
      if (type === "streams.catchUp") return void catchUp.all()
      if (type === "streams.received") return receive(from)
      if (from.endsWith("valid")) waiting = 0
      await answerNext()
    },
  }
}

runInProcess(streamsMachine, cases, open)
