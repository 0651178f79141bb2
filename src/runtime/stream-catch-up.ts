/**
 * Brings actors in line with their streams: reads a member's streams after each change of the role
 * and applies the leader's rows. Started actors record what they receive.
 */
import type { AnyStateMachine, SnapshotFrom } from "xstate"
import type { Row } from "../../packages/journal/src/event-store.ts"
import type { Journal } from "../../packages/journal/src/journal.ts"
import { type Restored, readEvents } from "../../packages/journal/src/restore.ts"
import { StorageUnavailable } from "../../packages/journal/src/storage-problem.ts"
import { withVersion } from "../../packages/journal/src/upcast.ts"
import { JOURNAL_EVENT_LIMIT, JOURNAL_SNAPSHOT_EVERY } from "../domain/limits.ts"
import type { Inspector } from "./inspector.ts"
import { isShared, persistedSnapshot, type StreamBinding } from "./journaled-actor.ts"
import { quarantineStream, reportStoredEvents, restoreStream } from "./restore-actor.ts"
import type { StreamBindings } from "./stream-bindings.ts"

export interface CatchUpOptions {
  readonly bindings: StreamBindings
  /** Null until it is open, and after it was lost. */
  readonly journal: () => Journal | null
  /** True too while there is no election. */
  readonly isLeader: () => boolean
  readonly takeOver: () => Promise<void>
  /** The storage does not answer: there is no journal from now on. */
  readonly onUnreadable: (cause: StorageUnavailable) => void
  readonly now: () => number
  readonly inspector: Inspector | undefined
}

/**
 * Invariants:
 *  1. One piece of work at a time: no row is applied while streams are read.
 *  2. A read under a role that has changed since is followed by another, under the present one, before
 *     any row is applied: a read that began as a follower never ends as the leader.
 *  3. Rows are applied in the order in which they arrived; those that arrive meanwhile wait.
 */
export class StreamCatchUp {
  readonly #parts: CatchUpOptions
  /** The role changed after the last read began. */
  #isReadDue = false
  /** Of the leader, not applied yet. */
  #rows: Row[] = []
  /** Null while the actors have all stored events. */
  #running: Promise<void> | null = null

  constructor(parts: CatchUpOptions) {
    this.#parts = parts
  }

  /** Brings the member's actors in line with the present role. Never rejects. */
  all(): Promise<void> {
    this.#isReadDue = true
    return this.#run()
  }

  /** Resolves when nothing is being read or applied. */
  readonly whenDone = (): Promise<void> => this.#running ?? Promise.resolve()

  /** The leader wrote these rows. */
  receive(rows: readonly Row[]): void {
    this.#rows.push(...rows)
    void this.#run()
  }

  #run(): Promise<void> {
    this.#running ??= this.#work()
    return this.#running
  }

  async #work(): Promise<void> {
    while (this.#isReadDue || this.#rows.length > 0) {
      if (this.#isReadDue) {
        this.#isReadDue = false
        await this.#readShared()
      } else await this.#applyRows()
    }
    this.#running = null
  }

  /** An actor whose stream cannot be read starts anew, unless it shows something already. */
  begin(binding: StreamBinding): Promise<void> {
    return this.#catchUp(binding).catch((cause: unknown) => {
      if (cause instanceof StorageUnavailable) {
        this.#parts.onUnreadable(cause)
        return this.#catchUp(binding)
      }
      console.warn(`a stream could not be read: ${String(cause)}`)
      if (!binding.actor.isLive() && !binding.actor.isFollowing()) this.startActor(binding, null)
    })
  }

  record(binding: StreamBinding, event: { readonly type: string }): void {
    const seq =
      this.#parts.journal()?.append(binding.name, withVersion(binding.stream.upcasters, event)) ?? null
    binding.onEvent(event.type)
    if (seq === null || seq % JOURNAL_SNAPSHOT_EVERY !== 0) return
    // the machine handles the event after this call; at the end of the turn it has, with all events
    // sent meanwhile
    queueMicrotask(() => {
      const journal = this.#parts.journal()
      if (seq % JOURNAL_EVENT_LIMIT === 0)
        journal?.compact(binding.name, binding.stream.version, persistedSnapshot(binding))
      else journal?.saveSnapshot(binding.name, binding.stream.version, persistedSnapshot(binding))
    })
  }

  /** A machine that throws is restarted, unless it begins anew or `mayRestart` is false. */
  startActor(
    binding: StreamBinding,
    snapshot: SnapshotFrom<AnyStateMachine> | null,
    mayRestart = snapshot !== null,
  ): void {
    if (!this.#parts.bindings.has(binding)) return
    const broken = mayRestart ? () => void this.#restartActor(binding) : undefined
    binding.actor.start(snapshot, (event) => this.record(binding, event), broken)
  }

  /** Quarantines a stream whose restored machine threw, and starts the machine anew, once. */
  async #restartActor(binding: StreamBinding): Promise<void> {
    const restored = await this.#quarantine(binding).catch(() => null)
    this.startActor(binding, restored?.snapshot ?? null, false)
  }

  async #quarantine({ name, actor, stream }: StreamBinding): Promise<Restored | null> {
    const journal = this.#parts.journal()
    if (!journal) return null
    const restored = await quarantineStream(journal, {
      name,
      pure: actor.pure,
      declaration: stream,
      past: await journal.read(name, false),
      why: "the machine could not go on from here",
    })
    if (restored.isFresh) await journal.restart(name, stream.version, null)
    return restored
  }

  /** Those of the family come last: they report to the others. Never rejects. */
  async #readShared(): Promise<void> {
    await this.#syncFamily().catch(() => {})
    for (const bindings of this.#parts.bindings.inOrder())
      await Promise.all(bindings.map((binding) => this.begin(binding)))
  }

  /** Follows the stored streams of the family: another tab may have begun or deleted some. */
  async #syncFamily(): Promise<void> {
    const name = this.#parts.bindings.familyName()
    const stored = name === null ? undefined : await this.#parts.journal()?.streamsUnder(name)
    if (stored && name === this.#parts.bindings.familyName()) this.#parts.bindings.followStored(stored)
  }

  /**
   * Reads the stream. The leader records the resumption and starts the actor; a follower shows the
   * snapshot.
   */
  async #catchUp(binding: StreamBinding): Promise<void> {
    const journal = this.#parts.journal()
    const { name, actor, stream } = binding
    if (actor.isLive()) return
    const isWritable = this.#isWritable(binding)
    if (!journal) {
      // a follower goes on from what it shows
      const shown = actor.isFollowing() ? actor.getSnapshot() : null
      return isWritable ? this.startActor(binding, shown) : undefined
    }
    await reportStoredEvents(this.#parts.inspector, journal, binding).catch(() => {})
    const { snapshot, seq, isFresh, isRebuilt } = await restoreStream(journal, name, actor.pure, stream)
    // the role changed meanwhile: a queued catch-up handles it
    if (!this.#parts.bindings.has(binding) || this.#isWritable(binding) !== isWritable) return
    binding.seq = seq
    if (!isWritable) return actor.follow(snapshot, this.#parts.takeOver)
    journal.resume(name, seq)
    if (isFresh) {
      await journal.restart(name, stream.version, null)
      return this.startActor(binding, null)
    }
    if (isRebuilt) journal.saveSnapshot(name, stream.version, actor.pure.persist(snapshot))
    const resumed = { type: "journal.resumed", at: this.#parts.now() }
    journal.append(name, resumed)
    this.startActor(binding, actor.pure.step(snapshot, resumed))
  }

  /** A tab's own streams always are; a member's only in the leader. */
  #isWritable(binding: StreamBinding): boolean {
    return !isShared(binding) || this.#parts.isLeader()
  }

  /**
   * Applies the leader's rows in order; a stream with a gap is read again. Never rejects: a row that
   * is not applied is a gap for the next one.
   */
  async #applyRows(): Promise<void> {
    for (const row of this.#rows.splice(0)) await this.#applyRow(row).catch(() => {})
  }

  async #applyRow(row: Row): Promise<void> {
    const known = this.#parts.bindings.get(row.stream)
    const binding = known ?? (this.#parts.isLeader() ? null : this.#parts.bindings.adopt(row.stream))
    if (!binding || this.#isWritable(binding) || row.seq <= binding.seq) return
    const isNext = known !== undefined && row.seq === binding.seq + 1
    const read = readEvents(binding.stream, isNext ? [row.event] : [])
    const [event] = await read.catch((): readonly never[] => [])
    if (!event) return this.#catchUp(binding)
    binding.seq = row.seq
    binding.actor.fold(event)
    binding.onEvent(event.type)
  }
}
