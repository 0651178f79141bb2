/** Restores an actor from its stream; an operation that an unreadable stream leaves in doubt is queried. */
import {
  type Fold,
  isStoredState,
  type Journal,
  quarantineStream as quarantine,
  type Restored,
  type RestoreOptions,
  readEvents,
  restoreStream as restore,
  revive,
  type StoredState,
  type StreamContents,
} from "@financial-links/journal"
import type { AnyStateMachine, SnapshotFrom } from "xstate"
import type { StreamDeclaration } from "../../events/declaration.ts"
import type { Inspector } from "../actors/inspector.ts"
import type { JournaledActor } from "./streams.ts"

type Pure = Fold<AnyStateMachine>

/**
 * Reports the events of a stream to the inspector, without the cache. Rejects if they cannot be
 * read.
 */
export const reportStoredEvents = async (
  inspector: Inspector | undefined,
  journal: Journal,
  name: string,
  { actor, stream }: JournaledActor,
): Promise<void> => {
  if (!inspector) return
  const { base, rows } = await journal.read(name, false)
  const events = await readEvents(
    stream,
    rows.map((row) => row.event),
  )
  const { id, machine, input, pure } = actor
  inspector.onReplayed({ id, machine, input, from: await revive(pure, base, stream), events })
}

/** The snapshot of a ticket that has confirmed an operation under this key. */
const confirmedUnder = (key: string, pure: Pure, state: string): SnapshotFrom<AnyStateMachine> => {
  const initial = pure.persist(pure.initial())
  if (!isStoredState(initial)) throw new Error("the machine has no state")
  const context = { ...initial.context, key, usedKeys: [key] }
  const sent: StoredState = { ...initial, value: state, context }
  return pure.restore(sent)
}

const loadChecks = async () => {
  const { factBeforeCommand, factOfUnusedKey } = await import("../../journal/salvage.ts")
  return {
    beforeFold: (past: StreamContents) => {
      const early = factBeforeCommand(past)
      if (early !== null) throw new Error(`events are out of order: ${early}`)
    },
    afterFold: (past: StreamContents, context: object) => {
      const ignored = factOfUnusedKey(past, context)
      if (ignored !== null) throw new Error(`the command before ${ignored} was ignored`)
    },
  }
}

/** Nothing that moved money is forgotten: a stream with an operation in doubt begins by asking for it. */
const optionsFor = (
  pure: Pure,
  { sendingState, upcasters }: StreamDeclaration,
): RestoreOptions<AnyStateMachine> =>
  sendingState === undefined
    ? {}
    : {
        loadChecks,
        beginAgain: async (past) => {
          const { keyInDoubt } = await import("../../journal/salvage.ts")
          const key = keyInDoubt(past, upcasters)
          return key === null ? null : confirmedUnder(key, pure, sendingState)
        },
      }

/** A stream that cannot be read, and why. */
export interface UnreadableStream {
  readonly name: string
  readonly pure: Pure
  readonly declaration: StreamDeclaration
  readonly past: StreamContents
  readonly why: string
}

/** Quarantines a stream. The machine starts over, or by asking for the outcome of its operation. */
export const quarantineStream = (
  journal: Journal,
  { declaration, ...unreadable }: UnreadableStream,
): Promise<Restored> =>
  quarantine(
    journal,
    { ...unreadable, version: declaration.version },
    optionsFor(unreadable.pure, declaration).beginAgain,
  )

/**
 * Reads a stream and folds it. A snapshot that does not fit is ignored; an unreadable stream is
 * quarantined. Rejects if the journal cannot be read, or code not be loaded; then the stream stays.
 */
export const restoreStream = (
  journal: Journal,
  name: string,
  pure: Pure,
  declaration: StreamDeclaration,
): Promise<Restored> => restore(journal, name, pure, declaration, optionsFor(pure, declaration))
