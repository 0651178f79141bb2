/** Restores a machine from its stream: from a valid snapshot and the events after it. */
import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  EventFromLogic,
  Snapshot,
  SnapshotFrom,
  StateValue,
} from "xstate"
import type { JournaledStream } from "./declaration.ts"
import type { StoredSnapshot, StreamContents } from "./event-store.ts"
import type { Journal } from "./journal.ts"
import { checkChildren, checkMachine, NotRebuildable } from "./rebuildable.ts"
import { type Fold, replay } from "./replay.ts"
import { upcastSnapshot } from "./upcast.ts"

export interface Restored<M extends AnyStateMachine = AnyStateMachine> {
  readonly snapshot: SnapshotFrom<M>
  /** The number of the last folded event. */
  readonly seq: number
  /** The stream is empty. */
  readonly isFresh: boolean
  /** There was a snapshot that did not fit, and the events were folded without it. */
  readonly isRebuilt: boolean
}

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

/** An actor that the active states invoke and that is not there: the machine sends to it by id. */
const lackingActor = ({ machine, value, children }: AnyMachineSnapshot): string | undefined =>
  activeNodes(machine.root, value)
    .flatMap(({ invoke }) => invoke.map(({ id }) => id))
    .find((id) => !(id in children))

export type StoredState = Snapshot<unknown> & { readonly value: unknown; readonly context: object }

/** XState itself throws if the value is no snapshot of the machine. */
export const isStoredState = (value: unknown): value is StoredState =>
  typeof value === "object" &&
  value !== null &&
  "status" in value &&
  "value" in value &&
  "context" in value &&
  typeof value.context === "object" &&
  value.context !== null

/** Of a stream whose events may be of any type. */
type SnapshotDeclaration = Pick<JournaledStream, "version" | "context" | "upcasters">

/**
 * A snapshot stored in version `version` of its stream as this release reads it: upcast, and its
 * context decoded. Rejects if the version is not known or the context does not fit its schema.
 */
export const decodeSnapshot = async (
  stream: SnapshotDeclaration,
  stored: StoredState,
  version: unknown,
): Promise<StoredState> => {
  const current = { ...upcastSnapshot(stream, version, { ...stored }), status: stored.status }
  if (!isStoredState(current)) throw new Error("what was kept is no snapshot")
  if (!stream.context) return current
  const [{ readContext }, schema] = await Promise.all([import("./event-reader.ts"), stream.context()])
  const context = readContext(schema, current.context)
  if (context === null) throw new Error("what was kept makes no sense")
  return { ...current, context }
}

/** The machine's snapshot from a stored one; from null its initial one. Rejects if it does not fit. */
export const revive = async <M extends AnyStateMachine>(
  pure: Fold<M>,
  kept: StoredSnapshot | null,
  declaration: SnapshotDeclaration,
): Promise<SnapshotFrom<M>> => {
  if (kept === null) return pure.initial()
  if (!(kept.version >= 1 && kept.version <= declaration.version))
    throw new Error(`written in version ${kept.version}`)
  if (kept.snapshot === null) return pure.initial()
  if (!isStoredState(kept.snapshot)) throw new Error("what was kept is no snapshot")
  const revived = pure.restore(await decodeSnapshot(declaration, kept.snapshot, kept.version))
  const { status }: AnyMachineSnapshot = revived
  if (status !== "active") throw new Error(`what was kept is ${status}`)
  const lacking = lackingActor(revived)
  if (lacking !== undefined) throw new Error(`what was kept has no actor ${lacking}`)
  return revived
}

/**
 * Upcasts and decodes events. Rejects with `UnreadableEvent` if one cannot be read. Loads no code
 * without events.
 */
export const readEvents = async <Event extends { readonly type: string }>(
  { event, upcasters }: Pick<JournaledStream<Event>, "event" | "upcasters">,
  raw: readonly unknown[],
): Promise<readonly Event[]> => {
  if (raw.length === 0) return []
  const [{ eventReader }, schema] = await Promise.all([import("./event-reader.ts"), event()])
  return eventReader(schema, upcasters)(raw)
}

/** What a project asks of a stream besides that it can be read. Each throws the reason. */
export interface StreamChecks {
  readonly beforeFold: (past: StreamContents) => void
  readonly afterFold: (past: StreamContents, context: object) => void
}

export interface RestoreOptions<M extends AnyStateMachine> {
  /** Loaded only for a stream with events. */
  readonly loadChecks?: () => Promise<StreamChecks>
  /** The snapshot with which a stream begins again that cannot be read. Absent or null: the initial one. */
  readonly beginAgain?: (past: StreamContents) => Promise<SnapshotFrom<M> | null>
}

/** Rejects with the reason if the stream cannot be read. */
const foldStream = async <M extends AnyStateMachine>(
  pure: Fold<M>,
  declaration: JournaledStream<EventFromLogic<M>>,
  past: StreamContents,
  { loadChecks }: RestoreOptions<M>,
): Promise<Restored<M>> => {
  const { version } = declaration
  // an older snapshot is upcast only where the events before it are gone
  if (past.cache && past.cache.version !== version) throw new Error("the snapshot is of another version")
  const from = past.cache ?? past.base
  const start = from?.seq ?? 0
  if (past.isCut) throw new Error(`there are more than ${past.rows.length} events`)
  if (past.rows.some(({ seq }, index) => seq !== start + index + 1)) throw new Error("events are missing")
  const checks = past.rows.length > 0 ? await loadChecks?.() : undefined
  checks?.beforeFold(past)
  const events = await readEvents(
    declaration,
    past.rows.map((row) => row.event),
  )
  const snapshot = replay(pure, await revive(pure, from, declaration), events)
  checkChildren(snapshot)
  const { context }: AnyMachineSnapshot = snapshot
  checks?.afterFold(past, context)
  const isFresh = from === null && events.length === 0
  return { snapshot, seq: start + events.length, isFresh, isRebuilt: false }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : "unknown")

/** A stream that cannot be read, and why. */
export interface UnreadableStream<M extends AnyStateMachine = AnyStateMachine> {
  readonly name: string
  readonly pure: Fold<M>
  readonly version: number
  readonly past: StreamContents
  readonly why: string
}

/** Sets a stream apart, and begins it again. The new beginning is stored in the same transaction. */
export const quarantineStream = async <M extends AnyStateMachine>(
  journal: Journal,
  { name, pure, version, past, why }: UnreadableStream<M>,
  beginAgain: RestoreOptions<M>["beginAgain"],
): Promise<Restored<M>> => {
  const next = (await beginAgain?.(past)) ?? null
  await journal.quarantine(name, why, next && { version, snapshot: pure.persist(next) })
  return { snapshot: next ?? pure.initial(), seq: 0, isFresh: next === null, isRebuilt: false }
}

/** Loads the code that a stream needs: a chunk that does not load is no damage of the stream. */
const loadCode = async (
  { event, context }: Pick<JournaledStream, "event" | "context">,
  { cache, base, rows }: StreamContents,
  loadChecks: RestoreOptions<AnyStateMachine>["loadChecks"],
): Promise<void> => {
  if (rows.length > 0) await Promise.all([import("./event-reader.ts"), event(), loadChecks?.()])
  if (cache ?? base) await Promise.all([import("./event-reader.ts"), context?.()])
}

/**
 * Reads a stream and folds it. A snapshot that does not fit is ignored; an unreadable stream is
 * quarantined. Rejects if the journal cannot be read, or code not be loaded, and with `NotRebuildable` if
 * the machine has state that is not in its events; then the stream stays.
 */
export const restoreStream = async <M extends AnyStateMachine>(
  journal: Journal,
  name: string,
  pure: Fold<M>,
  declaration: JournaledStream<EventFromLogic<M>>,
  options: RestoreOptions<M> = {},
): Promise<Restored<M>> => {
  checkMachine(pure.machine)
  const past = await journal.read(name, true)
  await loadCode(declaration, past, options.loadChecks)
  try {
    return await foldStream(pure, declaration, past, options)
  } catch (first) {
    if (first instanceof NotRebuildable) throw first
    const whole = past.cache ? await journal.read(name, false) : past
    await loadCode(declaration, whole, options.loadChecks)
    try {
      if (!past.cache) throw first
      return { ...(await foldStream(pure, declaration, whole, options)), isRebuilt: true }
    } catch (cause) {
      if (cause instanceof NotRebuildable) throw cause
      const unreadable = { name, pure, version: declaration.version, past: whole, why: reasonOf(cause) }
      return await quarantineStream(journal, unreadable, options.beginAgain)
    }
  }
}
