/**
 * The event store coordinator: starts actors from IndexedDB, records their events and follows the
 * leader. A member's streams are shared by tabs; a tab's own streams are not.
 */
import type { AnyStateMachine, SnapshotFrom } from "xstate"
import { JOURNAL_EVENT_LIMIT, JOURNAL_SNAPSHOT_EVERY } from "../domain/limits.ts"
import { withVersion } from "../events/upcast.ts"
import type { EventStore, Row } from "../journal/event-store.ts"
import {
  createJournal,
  deleteExpiredStreams,
  type Journal,
  type RetentionOptions,
} from "../journal/journal.ts"
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
import {
  quarantineStream,
  type Restored,
  readEvents,
  reportStoredEvents,
  restoreStream,
} from "./restore-actor.ts"
import { StreamBindings } from "./stream-bindings.ts"

export interface EventStoreOptions extends RetentionOptions {
  /** Rejects if there can be no journal: then everything works except money. */
  readonly openEventStore: (onLost: () => void) => Promise<EventStore>
  readonly identifyTab: () => Promise<string>
  readonly locks: Locks | undefined
  readonly openChannel: (name: string) => Channel | undefined
  readonly inspector?: Inspector | undefined
  /** Listens to the tab getting the focus. */
  readonly onFocus?: ((listen: () => void) => void) | undefined
}

/** Late enough not to compete with the first page. */
const RETENTION_DELAY_MS = 10_000

class EventStoreCoordinator implements AttachableStreams {
  readonly #parts: EventStoreOptions
  readonly #bindings = new StreamBindings()
  readonly #opened: Promise<void>
  #journal: Journal | null = null
  #election: LeaderElection | null = null
  /** The member whose election is joined. */
  #owner = ""
  /** Completion of the queued catch-ups. */
  #queue: Promise<void> = Promise.resolve()

  constructor(parts: EventStoreOptions) {
    this.#parts = parts
    parts.inspector?.onJournalOpen(() => this.#readStreams())
    // takes the leadership before the first key press, so that typing does not wait for it
    parts.onFocus?.(() => void this.#takeOver().catch(() => {}))
    this.#opened = this.#open().catch((cause: unknown) => {
      console.warn(`there is no journal, so money is refused: ${String(cause)}`)
    })
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
    const begin = (binding: StreamBinding) =>
      this.#catchUp(binding).catch(() => this.#startActor(binding, null))
    await Promise.all([
      ...own.filter((binding) => !isShared(binding)).map(begin),
      this.#enqueue(async () => {
        await this.#syncFamily().catch(() => {})
        await Promise.all(shared.map(begin))
        if (family) await Promise.all(this.#bindings.family().map(begin))
      }),
    ])
    // leadership may have changed while the streams were read
    await this.#queue
  }

  open(journaled: JournaledActor): void {
    const binding = this.#bindings.join(journaled)
    if (binding) {
      this.#journal?.resume(binding.name, 0)
      this.#startActor(binding, null)
    } else journaled.actor.start(null, null)
  }

  async retire(actor: JournaledActor["actor"]): Promise<void> {
    const [binding] = this.#bindings.of([{ actor }])
    if (binding?.isLive) await this.#journal?.retireStream(binding.name).catch(() => {})
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
      binding.isLive = true
      this.#journal?.restart(binding.name, binding.stream.version, persistedSnapshot(binding)).catch(() => {})
      return (event) => this.#record(binding, event)
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
    if (!journal) throw new Error("there is no journal")
    if (this.#election && !this.#election.isLeader()) throw new Error("another tab writes the journal")
    if (!journal.isHealthy()) await this.#recover(journal)
    await journal.flush()
  }

  /** Follows the stored streams of the family: another tab may have begun or deleted some. */
  async #syncFamily(): Promise<void> {
    const name = this.#bindings.familyName()
    const stored = name === null ? undefined : await this.#journal?.streamsUnder(name)
    if (stored && name === this.#bindings.familyName()) this.#bindings.followStored(stored)
  }

  async #open(): Promise<void> {
    const lost = () => {
      this.#journal = null
    }
    const [store, tab] = await Promise.all([this.#parts.openEventStore(lost), this.#parts.identifyTab()])
    this.#bindings.ofTab(tab)
    this.#journal = createJournal(store, {
      now: this.#parts.now,
      onWritten: (rows) => {
        const shared = rows.filter(({ stream }) => stream.startsWith("member:"))
        if (shared.length > 0) this.#election?.publish(shared)
      },
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
      onLeader: () => this.#catchUpAll(),
      onFollower: async () => {
        this.#journal?.dropPending(this.#bindings.shared().map((binding) => binding.name))
        this.#pause(this.#bindings.shared())
        void this.#catchUpAll()
      },
      isIdle: () => !this.#bindings.shared().some(({ actor }) => actor.getSnapshot().hasTag("busy")),
      onHandOver: async () => {
        this.#pause(this.#bindings.shared())
        await this.#journal?.flush().catch(() => {})
        void this.#catchUpAll()
      },
      onRows: (rows) => void this.#enqueue(() => this.#fold(rows)).catch(() => {}),
    })
    return this.#election.joined
  }

  readonly #takeOver = (): Promise<void> => this.#election?.takeOver() ?? Promise.resolve()

  #record(binding: StreamBinding, event: { readonly type: string }): void {
    const seq = this.#journal?.append(binding.name, withVersion(binding.stream.upcasters, event)) ?? null
    binding.onEvent(event.type)
    if (seq === null || seq % JOURNAL_SNAPSHOT_EVERY !== 0) return
    // the machine handles the event after this call; at the end of the turn it has, with all events
    // sent meanwhile
    queueMicrotask(() => {
      const journal = this.#journal
      if (seq % JOURNAL_EVENT_LIMIT === 0)
        journal?.compact(binding.name, binding.stream.version, persistedSnapshot(binding))
      else journal?.saveSnapshot(binding.name, binding.stream.version, persistedSnapshot(binding))
    })
  }

  /** A machine that throws is restarted, unless it begins anew or `mayRestart` is false. */
  #startActor(
    binding: StreamBinding,
    snapshot: SnapshotFrom<AnyStateMachine> | null,
    mayRestart = snapshot !== null,
  ): void {
    if (!this.#bindings.has(binding)) return
    const broken = mayRestart ? () => void this.#restartActor(binding) : undefined
    binding.isLive = true
    binding.actor.start(snapshot, (event) => this.#record(binding, event), broken)
  }

  /** Quarantines a stream whose restored machine threw, and starts the machine anew, once. */
  async #restartActor(binding: StreamBinding): Promise<void> {
    const restored = await this.#quarantine(binding).catch(() => null)
    this.#startActor(binding, restored?.snapshot ?? null, false)
  }

  async #quarantine({ name, actor, stream }: StreamBinding): Promise<Restored | null> {
    const journal = this.#journal
    if (!journal) return null
    const restored = await quarantineStream(journal, {
      name,
      pure: actor.pure,
      declaration: stream,
      past: await journal.read(name, false),
      why: "the machine could not go on from here",
      atMs: this.#parts.now(),
    })
    if (restored.isFresh) await journal.restart(name, stream.version, null)
    journal.resume(name, restored.seq)
    return restored
  }

  /** A tab's own streams always are; a member's only in the leader. */
  #isWritable(binding: StreamBinding): boolean {
    return !isShared(binding) || !this.#election || this.#election.isLeader()
  }

  /** Runs one step after another: a read begun under one role never ends under the next. */
  #enqueue(step: () => Promise<unknown>): Promise<void> {
    const done = this.#queue.then(async () => void (await step()))
    this.#queue = done.catch(() => {})
    return done
  }

  /** These actors receive nothing until they have caught up. */
  #pause(bindings: readonly StreamBinding[], takeOver = this.#takeOver): void {
    for (const binding of bindings) {
      binding.isLive = false
      binding.actor.follow(binding.actor.getSnapshot(), takeOver)
    }
  }

  /** Brings the member's actors in line with the current role. */
  #catchUpAll(): Promise<void> {
    const catchUp = async () => {
      await this.#syncFamily()
      for (const bindings of this.#bindings.inOrder())
        await Promise.all(bindings.map((binding) => this.#catchUp(binding)))
      if (this.#election?.isLeader()) await this.#journal?.flush()
    }
    return this.#enqueue(catchUp).catch((cause: unknown) => {
      if (this.#election?.isLeader()) console.warn(`the journal could not be taken over: ${String(cause)}`)
    })
  }

  /**
   * Reads the stream. The leader records the resumption and starts the actor; a follower shows the
   * snapshot.
   */
  async #catchUp(binding: StreamBinding): Promise<void> {
    const journal = this.#journal
    const { name, actor, stream } = binding
    if (binding.isLive) return
    const isWritable = this.#isWritable(binding)
    if (!journal) return isWritable ? this.#startActor(binding, null) : undefined
    await reportStoredEvents(this.#parts.inspector, journal, binding).catch(() => {})
    const { snapshot, seq, isFresh, isRebuilt } = await restoreStream(
      journal,
      name,
      actor.pure,
      stream,
      this.#parts.now(),
    )
    // the role changed meanwhile: a queued catch-up handles it
    if (!this.#bindings.has(binding) || this.#isWritable(binding) !== isWritable) return
    binding.seq = seq
    if (!isWritable) return actor.follow(snapshot, this.#takeOver)
    journal.resume(name, seq)
    if (isFresh) {
      await journal.restart(name, stream.version, null)
      return this.#startActor(binding, null)
    }
    if (isRebuilt) journal.saveSnapshot(name, stream.version, actor.pure.persist(snapshot))
    const resumed = { type: "journal.resumed", at: this.#parts.now() }
    journal.append(name, resumed)
    this.#startActor(binding, actor.pure.step(snapshot, resumed))
  }

  async #readStreams(): Promise<readonly StoredStream[]> {
    const journal = this.#journal
    if (!journal) throw new Error("there is no journal")
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
    this.#pause(lost, () => this.#queue)
    void this.#catchUpAll()
  }

  /** Applies the leader's rows in order; a stream with a gap is read again. */
  async #fold(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      const known = this.#bindings.get(row.stream)
      const binding = known ?? (this.#election?.isLeader() ? null : this.#bindings.adopt(row.stream))
      if (!binding || this.#isWritable(binding) || row.seq <= binding.seq) continue
      const isNext = known !== undefined && row.seq === binding.seq + 1
      const read = readEvents(binding.stream, isNext ? [row.event] : [])
      const [event] = await read.catch((): readonly never[] => [])
      if (!event) await this.#catchUp(binding)
      else {
        binding.seq = row.seq
        binding.actor.fold(event)
        binding.onEvent(event.type)
      }
    }
  }

  /**
   * After a lost batch: restarts every stream from its machine's snapshot. Rejects if that cannot
   * be written either.
   */
  async #recover(journal: Journal): Promise<void> {
    const bindings = this.#bindings.all()
    await Promise.all(
      bindings.map((binding) =>
        journal.restart(binding.name, binding.stream.version, persistedSnapshot(binding)),
      ),
    )
    journal.recover()
  }
}

export const createEventStoreCoordinator = (parts: EventStoreOptions): AttachableStreams =>
  new EventStoreCoordinator(parts)
