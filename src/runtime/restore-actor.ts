/** Restores an actor from its stream: from a valid snapshot and the events after it. */
import type { AnyStateMachine, AnyStateNode, Snapshot, SnapshotFrom, StateValue } from "xstate"
import type { StreamDeclaration } from "../events/declaration.ts"
import { upcastSnapshot } from "../events/upcast.ts"
import { JOURNAL_READ_LIMIT, type StoredSnapshot, type StreamContents } from "../journal/event-store.ts"
import type { Journal } from "../journal/journal.ts"
import { type Fold, replay } from "../journal/replay.ts"
import type { Inspector } from "./inspector.ts"
import type { StreamBinding } from "./journaled-actor.ts"

export interface Restored {
  readonly snapshot: SnapshotFrom<AnyStateMachine>
  /** The number of the last folded event. */
  readonly seq: number
  /** The stream is empty. */
  readonly isFresh: boolean
  /** There was a snapshot that did not fit, and the events were folded without it. */
  readonly isRebuilt: boolean
}

type Pure = Fold<AnyStateMachine>

/** The state nodes that are active in `value`, outermost first. */
const activeNodes = (node: AnyStateNode, value: StateValue | undefined): readonly AnyStateNode[] => {
  const inner = typeof value === "string" ? [[value, undefined] as const] : Object.entries(value ?? {})
  return [
    node,
    ...inner.flatMap(([key, innerValue]) => {
      const child: AnyStateNode | undefined = node.states[key]
      return child ? activeNodes(child, innerValue) : []
    }),
  ]
}

/** True if every actor that the active states invoke is there: the machine sends to them by id. */
const hasInvokedActors = ({ machine, value, children }: SnapshotFrom<AnyStateMachine>): boolean =>
  activeNodes(machine.root, value).every(({ invoke }) => invoke.every(({ id }) => id in children))

export type StoredState = Snapshot<unknown> & { readonly value: unknown; readonly context: object }

/** XState itself throws if the value is no snapshot of the machine. */
const isSnapshot = (value: unknown): value is StoredState =>
  typeof value === "object" &&
  value !== null &&
  "status" in value &&
  "value" in value &&
  "context" in value &&
  typeof value.context === "object" &&
  value.context !== null

/**
 * A snapshot stored in version `version` of its stream as this release reads it: upcast, and its
 * context decoded. Rejects if the version is not known or the context does not fit its schema.
 */
export const decodeSnapshot = async (
  stream: StreamDeclaration,
  stored: StoredState,
  version: unknown,
): Promise<StoredState> => {
  const current = { ...upcastSnapshot(stream, version, { ...stored }), status: stored.status }
  if (!isSnapshot(current)) throw new Error("what was kept is no snapshot")
  if (!stream.context) return current
  const [{ readContext }, schema] = await Promise.all([
    import("../journal/event-reader.ts"),
    stream.context(),
  ])
  const context = readContext(schema, current.context)
  if (context === null) throw new Error("what was kept makes no sense")
  return { ...current, context }
}

const revive = async (
  pure: Pure,
  kept: StoredSnapshot | null,
  declaration: StreamDeclaration,
): Promise<SnapshotFrom<AnyStateMachine>> => {
  if (kept === null) return pure.initial()
  if (!(kept.version >= 1 && kept.version <= declaration.version))
    throw new Error(`written in version ${kept.version}`)
  if (kept.snapshot === null) return pure.initial()
  if (!isSnapshot(kept.snapshot)) throw new Error("what was kept is no snapshot")
  const revived = pure.restore(await decodeSnapshot(declaration, kept.snapshot, kept.version))
  if (revived.status !== "active" || !hasInvokedActors(revived)) throw new Error("what was kept is not alive")
  return revived
}

/**
 * Upcasts and decodes events. Rejects with `UnreadableEvent` if one cannot be read. Loads no code
 * without events.
 */
export const readEvents = async ({ event, upcasters }: StreamDeclaration, raw: readonly unknown[]) => {
  if (raw.length === 0) return []
  const [{ eventReader }, schema] = await Promise.all([import("../journal/event-reader.ts"), event()])
  return eventReader(schema, upcasters)(raw)
}

/** Rejects with the reason if the stream cannot be read. */
const foldStream = async (
  pure: Pure,
  declaration: StreamDeclaration,
  past: StreamContents,
): Promise<Restored> => {
  const { sendingState, version } = declaration
  // an older snapshot is upcast only where the events before it are gone
  if (past.cache && past.cache.version !== version) throw new Error("the snapshot is of another version")
  const from = past.cache ?? past.base
  const start = from?.seq ?? 0
  if (past.isCut) throw new Error(`there are more than ${JOURNAL_READ_LIMIT} events`)
  if (past.rows.some(({ seq }, index) => seq !== start + index + 1)) throw new Error("events are missing")
  const isTicket = sendingState !== undefined && past.rows.length > 0
  const salvage = isTicket ? await import("../journal/salvage.ts") : null
  const early = salvage?.factBeforeCommand(past) ?? null
  if (early !== null) throw new Error(`events are out of order: ${early}`)
  const events = await readEvents(
    declaration,
    past.rows.map((row) => row.event),
  )
  const snapshot = replay(pure, await revive(pure, from, declaration), [...events])
  const ignored = salvage?.factOfUnusedKey(past, snapshot.context) ?? null
  if (ignored !== null) throw new Error(`the command before ${ignored} was ignored`)
  const isFresh = from === null && events.length === 0
  return { snapshot, seq: start + events.length, isFresh, isRebuilt: false }
}

/**
 * Reports the events of a stream to the inspector, without the cache. Rejects if they cannot be
 * read.
 */
export const reportStoredEvents = async (
  inspector: Inspector | undefined,
  journal: Journal,
  { name, actor, stream }: StreamBinding,
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

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : "unknown")

/** The snapshot of a machine that has sent an operation under this key and asks for its outcome. */
const askingFor = (
  key: string,
  pure: Pure,
  state: StateValue,
  atMs: number,
): SnapshotFrom<AnyStateMachine> => {
  const initial = pure.persist(pure.initial())
  if (!isSnapshot(initial)) throw new Error("the machine has no state")
  const context = { ...initial.context, key, usedKeys: [key] }
  const sent: StoredState = { ...initial, value: state, context }
  return pure.step(pure.restore(sent), { type: "journal.resumed", at: atMs })
}

/** A stream that cannot be read, and why. */
export interface UnreadableStream {
  readonly name: string
  readonly pure: Pure
  readonly declaration: StreamDeclaration
  readonly past: StreamContents
  readonly why: string
  readonly atMs: number
}

/**
 * Quarantines a stream. The machine begins anew; if the stream leaves an operation in doubt, it
 * begins by asking for its outcome. Nothing that moved money is forgotten: the new beginning is
 * stored in the same transaction.
 */
export const quarantineStream = async (
  journal: Journal,
  { name, pure, declaration, past, why, atMs }: UnreadableStream,
): Promise<Restored> => {
  const { sendingState, version, upcasters } = declaration
  const key =
    sendingState === undefined ? null : (await import("../journal/salvage.ts")).keyInDoubt(past, upcasters)
  if (sendingState === undefined || key === null) {
    await journal.quarantine(name, why, null)
    return { snapshot: pure.initial(), seq: 0, isFresh: true, isRebuilt: false }
  }
  const snapshot = askingFor(key, pure, sendingState, atMs)
  await journal.quarantine(name, why, { version, snapshot: pure.persist(snapshot) })
  return { snapshot, seq: 0, isFresh: false, isRebuilt: false }
}

/**
 * Reads a stream and folds it. A snapshot that does not fit is ignored; an unreadable stream is
 * quarantined.
 * Rejects only if the journal cannot be read.
 */
export const restoreStream = async (
  journal: Journal,
  name: string,
  pure: Pure,
  declaration: StreamDeclaration,
  atMs: number,
): Promise<Restored> => {
  const past = await journal.read(name, true)
  try {
    return await foldStream(pure, declaration, past)
  } catch (first) {
    const whole = past.cache ? await journal.read(name, false) : past
    try {
      if (!past.cache) throw first
      return { ...(await foldStream(pure, declaration, whole)), isRebuilt: true }
    } catch (cause) {
      return await quarantineStream(journal, {
        name,
        pure,
        declaration,
        past: whole,
        why: reasonOf(cause),
        atMs,
      })
    }
  }
}
