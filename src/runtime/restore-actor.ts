/** Brings a seat's machine back from its stream: a snapshot where there is a good one, and the events after it. */
import type { AnyStateMachine, Snapshot, SnapshotFrom } from "xstate"
import type { StreamDeclaration } from "../events/stream-declaration.ts"
import type { StoredSnapshot, StreamContents } from "../journal/event-store.ts"
import type { Journal } from "../journal/journal.ts"
import { type Fold, replay } from "../journal/replay.ts"
import type { Inspector } from "./inspector.ts"
import type { StreamBinding } from "./stream-binding.ts"

export interface Restored {
  readonly snapshot: SnapshotFrom<AnyStateMachine>
  /** Number of the last event folded. */
  readonly seq: number
  /** Nothing had ever been written: this is the machine's beginning. */
  readonly isFresh: boolean
}

type Pure = Fold<AnyStateMachine>

/** Every actor that the machine runs where it stands is there: it sends to them by name. */
const hasInvokedActors = ({ _nodes, children }: SnapshotFrom<AnyStateMachine>): boolean =>
  _nodes.every(({ invoke }) => invoke.every(({ id }) => id in children))

/** XState says itself, by throwing, when what it is given is no snapshot of the machine. */
const isSnapshot = (value: unknown): value is Snapshot<unknown> =>
  typeof value === "object" && value !== null && "status" in value && "value" in value && "context" in value

const revive = async (
  pure: Pure,
  kept: StoredSnapshot | null,
  { context }: StreamDeclaration,
): Promise<SnapshotFrom<AnyStateMachine>> => {
  if (kept === null || kept.snapshot === null) return pure.initial()
  if (!isSnapshot(kept.snapshot)) throw new Error("what was kept is no snapshot")
  const revived = pure.restore(kept.snapshot)
  if (revived.status !== "active" || !hasInvokedActors(revived)) throw new Error("what was kept is not alive")
  if (!context) return revived
  const [{ fits }, form] = await Promise.all([import("../journal/event-reader.ts"), context()])
  if (!fits(form, revived.context)) throw new Error("what was kept makes no sense")
  return revived
}

/** Decodes events by the vocabulary of their stream; null when one does not fit. Nothing is brought where there is nothing to read. */
export const readEvents = async ({ event }: StreamDeclaration, raw: readonly unknown[]) => {
  if (raw.length === 0) return []
  const [{ eventReader }, vocabulary] = await Promise.all([import("../journal/event-reader.ts"), event()])
  return eventReader(vocabulary)(raw)
}

/** Rejects with the reason when the past cannot be read. */
const foldStream = async (
  pure: Pure,
  declaration: StreamDeclaration,
  past: StreamContents,
): Promise<Restored> => {
  const { version } = declaration
  const from = past.cache ?? past.base
  if (from && from.version !== version) throw new Error(`written in version ${from.version}`)
  const start = from?.seq ?? 0
  if (past.rows.some(({ seq }, index) => seq !== start + index + 1)) throw new Error("events are missing")
  const events = await readEvents(
    declaration,
    past.rows.map((row) => row.event),
  )
  if (events === null) throw new Error("an event is not in the vocabulary")
  const snapshot = replay(pure, await revive(pure, from, declaration), [...events])
  return { snapshot, seq: start + events.length, isFresh: from === null && events.length === 0 }
}

/** Tells whoever looks on everything that a seat had received, the stream read whole, without its cache. Rejects where that cannot be done. */
export const reportStoredEvents = async (
  inspector: Inspector | undefined,
  journal: Journal,
  { name, actor: seat, stream }: StreamBinding,
): Promise<void> => {
  if (!inspector) return
  const { base, rows } = await journal.read(name, false)
  const events = await readEvents(
    stream,
    rows.map((row) => row.event),
  )
  if (!events) return
  const { id, machine, input, pure } = seat
  inspector.onReplayed({ id, machine, input, from: await revive(pure, base, stream), events })
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : "unknown")

/**
 * Reads a stream and folds it. A cache that does not hold is left aside; a stream that cannot be read is set aside whole, and the machine begins anew. Rejects
 * only when the journal itself cannot be read.
 */
export const restoreStream = async (
  journal: Journal,
  name: string,
  pure: Pure,
  declaration: StreamDeclaration,
): Promise<Restored> => {
  const past = await journal.read(name, true)
  try {
    return await foldStream(pure, declaration, past)
  } catch (first) {
    const whole = past.cache ? await journal.read(name, false) : past
    try {
      if (!past.cache) throw first
      return await foldStream(pure, declaration, whole)
    } catch (cause) {
      await journal.quarantine(name, reasonOf(cause))
      return { snapshot: pure.initial(), seq: 0, isFresh: true }
    }
  }
}
