/**
 * The event store coordinator: starts actors from IndexedDB, records their events and follows the
 * leader. A member's streams are shared by tabs; a tab's own streams are not.
 */

import type { EventStore } from "../../packages/journal/src/event-store.ts"
import type { Journal } from "../../packages/journal/src/journal.ts"
import {
  type StorageProblem,
  StorageUnavailable,
  within,
} from "../../packages/journal/src/storage-problem.ts"
import { createJournal, deleteExpiredStreams, type RetentionOptions } from "../journal/journal.ts"
import type { Locks } from "../journal/tab-id.ts"
import type { Recorder } from "./actor-host.ts"
import { createIdempotencyKey } from "./idempotency-key.ts"
import type { Inspector, StoredStream } from "./inspector.ts"
import {
  type ActorFamily,
  type AttachableStreams,
  type EventListener,
  isShared,
  type JournaledActor,
  persistedSnapshot,
  type StreamBinding,
} from "./journaled-actor.ts"
import { type Channel, joinLeaderElection, type LeaderElection } from "./leader-election.ts"
import { StreamBindings } from "./stream-bindings.ts"
import { StreamCatchUp } from "./stream-catch-up.ts"

export interface EventStoreOptions extends RetentionOptions {
  /** Rejects if there can be no journal: then everything works except money. Settles within seconds. */
  readonly openEventStore: (onLost: (cause: StorageUnavailable) => void) => Promise<EventStore>
  /** Why money is refused; null once events can be stored again. */
  readonly onProblem?: ((problem: StorageProblem | null) => void) | undefined
  readonly identifyTab: () => Promise<string>
  readonly locks: Locks | undefined
  readonly openChannel: (name: string) => Channel | undefined
  readonly inspector?: Inspector | undefined
  /** Listens to the tab getting the focus. */
  readonly onFocus?: ((listen: () => void) => void) | undefined
}

/** Late enough not to compete with the first page. */
const RETENTION_DELAY_MS = 10_000
/** The longest wait for a flush, with everything that is queued before it. */
const FLUSH_LIMIT_MS = 10_000

const unavailable = (cause: unknown): StorageUnavailable =>
  cause instanceof StorageUnavailable ? cause : new StorageUnavailable("closed", cause)

class EventStoreCoordinator implements AttachableStreams {
  readonly #parts: EventStoreOptions
  readonly #bindings = new StreamBindings()
  readonly #opened: Promise<void>
  #journal: Journal | null = null
  /** Why there is no journal. */
  #refusal = new StorageUnavailable("closed")
  #recovery: Promise<void> | null = null
  #problem: StorageProblem | null = null
  #election: LeaderElection | null = null
  /** The member whose election is joined. */
  #owner = ""
  readonly #catchUp: StreamCatchUp

  constructor(parts: EventStoreOptions) {
    this.#parts = parts
    this.#catchUp = new StreamCatchUp({
      bindings: this.#bindings,
      journal: () => this.#journal,
      isLeader: () => this.#election?.isLeader() ?? true,
      takeOver: this.#takeOver,
      onUnreadable: (cause) => this.#refuse(cause),
      now: parts.now,
      inspector: parts.inspector,
    })
    parts.inspector?.onJournalOpen(() => this.#readStreams())
    // takes the leadership before the first key press, so that typing does not wait for it
    parts.onFocus?.(() => void this.#takeOver().catch(() => {}))
    this.#opened = this.#open().catch((cause: unknown) => this.#refuse(unavailable(cause)))
  }

  async start(
    owner: string,
    actors: readonly JournaledActor[],
    onEvent: EventListener,
    family?: ActorFamily,
  ): Promise<void> {
    for (const { actor, stream } of actors) if (!stream) actor.start(null, ({ type }) => onEvent(type))
    if (actors.every(({ stream }) => !stream)) return
    await this.#opened
    const own = actors.flatMap((journaled) => this.#bindings.bind(owner, journaled, onEvent) ?? [])
    const shared = own.filter(isShared)
    if (family) this.#bindings.beginFamily(owner, family, onEvent)
    if (shared.length > 0 && this.#journal) await this.#joinElection(owner)
    await Promise.all([
      ...own.filter((binding) => !isShared(binding)).map((binding) => this.#catchUp.begin(binding)),
      shared.length > 0 || family ? this.#catchUp.all() : this.#catchUp.whenDone(),
    ])
  }

  open(journaled: JournaledActor): void {
    const binding = this.#bindings.join(journaled)
    if (binding) {
      this.#journal?.resume(binding.name, 0)
      this.#catchUp.startActor(binding, null)
    } else journaled.actor.start(null, null)
  }

  async retire(actor: JournaledActor["actor"]): Promise<void> {
    const [binding] = this.#bindings.of([{ actor }])
    if (binding?.actor.isLive()) await this.#journal?.retireStream(binding.name).catch(() => {})
    if (binding && this.#bindings.has(binding)) this.#bindings.delete(binding)
    actor.stop()
  }

  async attach(
    owner: string,
    actors: readonly JournaledActor[],
    onEvent: EventListener,
  ): Promise<readonly Recorder[]> {
    await this.#opened
    return actors.map((journaled) => {
      const binding = this.#bindings.bind(owner, journaled, onEvent)
      if (!binding) return ({ type }) => onEvent(type)
      this.#journal?.restart(binding.name, binding.stream.version, persistedSnapshot(binding)).catch(() => {})
      return (event) => this.#catchUp.record(binding, event)
    })
  }

  reassign(owner: string, actors: readonly JournaledActor[]): void {
    for (const binding of this.#bindings.of(actors)) {
      this.#journal?.deleteStream(binding.name).catch(() => {})
      this.#bindings.pass(binding, owner)
      this.#journal?.restart(binding.name, binding.stream.version, persistedSnapshot(binding)).catch(() => {})
    }
  }

  stop(actors: readonly JournaledActor[], isLeaving: boolean): void {
    for (const { actor } of actors) actor.stop()
    const bindings = this.#bindings.of(actors)
    if (bindings.some(isShared)) this.#bindings.endFamily()
    if (bindings.some(({ name }) => name.startsWith(`member:${this.#owner}/`))) {
      this.#election?.close()
      this.#election = null
    }
    for (const binding of bindings) {
      this.#bindings.delete(binding)
      if (isLeaving && binding.stream.scope === "tab")
        this.#journal?.deleteStream(binding.name).catch(() => {})
    }
    this.#journal?.flush().catch(() => {})
  }

  async flush(): Promise<void> {
    await this.#opened
    const journal = this.#journal
    if (!journal) throw this.#refusal
    if (this.#election && !this.#election.isLeader()) throw new Error("another tab writes the journal")
    await within(this.#flush(journal), FLUSH_LIMIT_MS).catch((cause: unknown) => {
      this.#report(cause)
      throw cause
    })
  }

  async #flush(journal: Journal): Promise<void> {
    if (!journal.isHealthy()) await this.#recover(journal)
    try {
      await journal.flush()
    } catch (cause) {
      if (!(cause instanceof StorageUnavailable && cause.problem === "closed")) throw cause
      await this.#recover(journal)
      await journal.flush()
    }
  }

  /** There is no journal from now on: what is stored is neither read nor changed. */
  #refuse(cause: StorageUnavailable): void {
    console.warn(`there is no journal, so money is refused: ${String(cause)}`)
    this.#journal = null
    this.#refusal = cause
    this.#report(cause)
  }

  readonly #report = (cause: unknown): void => {
    if (cause instanceof StorageUnavailable) this.#setProblem(cause.problem)
  }

  #setProblem(problem: StorageProblem | null): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.#parts.onProblem?.(problem)
  }

  /** The database may be empty: the streams begin again from what this tab shows. */
  #restore(cause: StorageUnavailable): void {
    const journal = this.#journal
    if (!journal) return
    journal.interrupt(cause)
    this.#recover(journal).catch(this.#report)
  }

  async #open(): Promise<void> {
    const lost = (cause: StorageUnavailable) => this.#restore(cause)
    const [store, tab] = await Promise.all([this.#parts.openEventStore(lost), this.#parts.identifyTab()])
    this.#bindings.ofTab(tab)
    this.#journal = createJournal(store, {
      now: this.#parts.now,
      onWritten: (rows) => {
        const shared = rows.filter(({ stream }) => stream.startsWith("member:"))
        if (shared.length > 0) this.#election?.publish(shared)
      },
      onFault: this.#report,
      onFenced: (names) => this.#onFenced(names.flatMap((name) => this.#bindings.get(name) ?? [])),
    })
    setTimeout(() => this.#journal && deleteExpiredStreams(this.#journal, this.#parts), RETENTION_DELAY_MS)
  }

  #joinElection(owner: string): Promise<void> {
    this.#election?.close()
    this.#owner = owner
    const name = `app_journal ${owner}`
    this.#election = joinLeaderElection({
      name,
      locks: this.#parts.locks,
      channel: this.#parts.openChannel(name),
      id: createIdempotencyKey(),
      now: this.#parts.now,
      inspector: this.#parts.inspector,
      onLeader: () => this.#lead(),
      onFollower: async () => {
        this.#journal?.dropPending(this.#bindings.shared().map((binding) => binding.name))
        this.#pause(this.#bindings.shared())
        void this.#catchUp.all()
      },
      isIdle: () => !this.#bindings.shared().some(({ actor }) => actor.getSnapshot().hasTag("busy")),
      onHandOver: async () => {
        this.#pause(this.#bindings.shared())
        await this.#journal?.flush().catch(() => {})
        void this.#catchUp.all()
      },
      onRows: (rows) => this.#catchUp.receive(rows),
    })
    return this.#election.joined
  }

  readonly #takeOver = (): Promise<void> => this.#election?.takeOver() ?? Promise.resolve()

  /** These actors receive nothing until they have caught up. */
  #pause(bindings: readonly StreamBinding[], takeOver = this.#takeOver): void {
    for (const { actor } of bindings) actor.follow(actor.getSnapshot(), takeOver)
  }

  /** Never rejects. */
  async #lead(): Promise<void> {
    await this.#catchUp.all()
    if (this.#election?.isLeader())
      await this.#journal?.flush().catch((cause: unknown) => {
        console.warn(`the journal could not be taken over: ${String(cause)}`)
      })
  }

  async #readStreams(): Promise<readonly StoredStream[]> {
    const journal = this.#journal
    if (!journal) throw this.#refusal
    await journal.flush()
    return Promise.all(
      this.#bindings.all().map(async ({ actor, name, stream: { scope, version } }) => {
        const { base, rows } = await journal.read(name, false)
        return { id: actor.id, name, scope, version, base, rows }
      }),
    )
  }

  /**
   * Another tab has written. Shared streams pass to it; a tab whose id is used twice continues
   * under another name.
   */
  #onFenced(bindings: readonly StreamBinding[]): void {
    const lost = bindings.filter(isShared)
    for (const binding of bindings) {
      if (isShared(binding)) continue
      this.#bindings.rename(binding, `${binding.name}~`)
      this.#journal?.restart(binding.name, binding.stream.version, persistedSnapshot(binding)).catch(() => {})
    }
    if (lost.length === 0) return
    if (this.#parts.locks) {
      this.#election?.resign()
      return
    }
    // without locks the actors run again as soon as the streams are read
    this.#pause(lost, this.#catchUp.whenDone)
    void this.#catchUp.all()
  }

  /**
   * After a lost batch or connection: restarts every stream that this tab writes from its machine's
   * snapshot. Rejects if that cannot be written either. Concurrent calls share one recovery.
   */
  #recover(journal: Journal): Promise<void> {
    const isOwn = (binding: StreamBinding) =>
      binding.actor.isLive() && (!isShared(binding) || (this.#election?.isLeader() ?? true))
    this.#recovery ??= journal
      .recover(() =>
        this.#bindings
          .all()
          .filter(isOwn)
          .map((binding) => ({
            stream: binding.name,
            version: binding.stream.version,
            snapshot: persistedSnapshot(binding),
          })),
      )
      .then(() => {
        if (this.#journal === journal) this.#setProblem(null)
      })
      .finally(() => {
        this.#recovery = null
      })
    return this.#recovery
  }
}

export const createEventStoreCoordinator = (parts: EventStoreOptions): AttachableStreams =>
  new EventStoreCoordinator(parts)
