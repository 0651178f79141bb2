/**
 * The store host: the streams of actors in IndexedDB, shared by the tabs of a member.
 *
 * Responsibilities
 *  1. It opens the database, and reports by name why events cannot be stored.
 *  2. It binds actors to streams, with those of a family, whose actors come and go.
 *  3. It starts each actor from its stream and records what the actor receives.
 *  4. It joins the election: the leader writes shared streams, followers apply the leader's rows.
 *  5. It begins streams again from what this tab shows, after a lost batch or connection.
 *
 * Invariants
 *  1. `flush` resolves only in the leader, with every received event on disk.
 *  2. One piece of work at a time: no row is applied while streams are read.
 *  3. A read under a role that has changed since is followed by another, under the present role,
 *     before any row is applied: a read that began as a follower never ends as the leader.
 *  4. Rows are applied in the order in which they arrived; those that arrive meanwhile wait.
 *  5. An actor that was stopped has no binding: a late read does not start it.
 *  6. Actors of the family catch up last: they report to the others.
 *  7. Without a journal everything works but money, and what is stored is neither read nor changed.
 *
 * Tricky orders of events
 *  1. The lock is stolen while streams are read: that read ends without effect, the next one shows
 *     the actors as a follower (invariant 3).
 *  2. A row arrives twice, or one before it is lost: the number says so; the first is ignored, the
 *     second makes the stream be read again.
 *  3. A former leader writes after another tab did: its rows are refused by their numbers. It
 *     resigns; without locks it reads the streams again.
 *  4. Two documents have one tab id (a duplicated tab): the second to write goes on under "id~".
 *  5. The database is deleted under an open tab: the journal is interrupted, opened again, and every
 *     stream that this tab writes begins with its present snapshot.
 *  6. The machine throws in what it was restored to: the stream is quarantined and the machine begins
 *     again, once, by asking for a key in doubt if there is one.
 *  7. The member logs in again while the last log-in still reads: a name's later binding counts.
 */
import { type Row, readEvents, StorageUnavailable, withVersion } from "@financial-links/journal"
import type { AnyStateMachine, SnapshotFrom } from "xstate"
import { JOURNAL_EVENT_LIMIT, JOURNAL_SNAPSHOT_EVERY } from "../../domain/limits.ts"
import { openEventStore } from "../../journal/journal.ts"
import { identifyTab, isTabAlive, type Locks } from "../../journal/tab-id.ts"
import type { Inspector, StoredStream } from "../actors/inspector.ts"
import { uuid7 } from "../actors/uuid7.ts"
import { type ConnectionOptions, JournalConnection } from "./journal-connection.ts"
import { type Channel, joinLeaderElection, type LeaderElection } from "./leader-election.ts"
import { quarantineStream, reportStoredEvents, restoreStream } from "./restore-actor.ts"
import { type Binding, isShared, persisted, StreamTable } from "./stream-table.ts"
import type { ActorFamily, JournaledActor, OwnedActors, StoredStreams, TopLevelActor } from "./streams.ts"

export interface StoreOptions extends ConnectionOptions {
  readonly identifyTab: () => Promise<string>
  readonly locks: Locks | undefined
  readonly openChannel: (name: string) => Channel | undefined
  readonly inspector?: Inspector | undefined
  /** Listens to the tab getting the focus. */
  readonly onFocus: (listen: () => void) => void
}

class StoreHost implements StoredStreams {
  readonly #options: StoreOptions
  readonly #connection: JournalConnection
  readonly #opened: Promise<unknown>
  readonly #table = new StreamTable()
  /** Without one this tab leads. */
  #election: (LeaderElection & { readonly owner: string }) | null = null
  /** The role changed after the last read began. */
  #isReadDue = false
  /** Of the leader, not applied yet. */
  #rows: Row[] = []
  /** Null while the actors have all stored events. */
  #catchingUp: Promise<void> | null = null

  constructor(options: StoreOptions) {
    this.#options = options
    this.#connection = new JournalConnection(options, {
      onWritten: (rows) => {
        const shared = rows.filter(({ stream }) => stream.startsWith("member:"))
        if (shared.length > 0) this.#election?.publish(shared)
      },
      onFenced: (names) => this.#onFenced(this.#table.all().filter(({ name }) => names.includes(name))),
      present: () => this.#table.snapshots((binding) => this.#isWritable(binding)),
    })
    // takes the leadership before the first key press, so that typing does not wait for it
    options.onFocus(() => void this.#takeOver().catch(() => {}))
    this.#opened = this.#open()
  }

  async #open(): Promise<void> {
    const [tab] = await Promise.all([this.#options.identifyTab(), this.#connection.open()])
    this.#table.tab = tab
  }

  get #journal() {
    return this.#connection.journal()
  }

  async start(owned: OwnedActors, family?: ActorFamily): Promise<void> {
    const { owner, actors, onEvent } = owned
    await this.#opened
    const own = actors.map((journaled) => this.#table.bind(owner, journaled, onEvent))
    const hasShared = own.some(isShared)
    if (family) this.#table.beginFamily(owned, family)
    if (hasShared && this.#journal) await this.#joinElection(owner)
    await Promise.all([
      ...own.filter((binding) => !isShared(binding)).map((binding) => this.#begin(binding)),
      hasShared || family ? this.#catchUp() : this.#whenCaughtUp(),
    ])
  }

  open(journaled: JournaledActor): void {
    const binding = this.#table.join(journaled)
    if (binding) {
      this.#journal?.resume(binding.name, 0)
      this.#startActor(binding, null)
    } else journaled.actor.start(null, null)
  }

  async retire(actor: TopLevelActor): Promise<void> {
    const binding = this.#table.get(actor)
    if (binding && actor.isLive()) await this.#journal?.retireStream(binding.name).catch(() => {})
    this.#table.delete({ actor })
    actor.stop()
  }

  async attach({ owner, actors, onEvent }: OwnedActors): Promise<void> {
    if (this.#table.tab === "") await this.#opened
    for (const journaled of actors) {
      this.#end(this.#table.get(journaled.actor), true)
      this.#restart(this.#table.bind(owner, journaled, onEvent))
    }
  }

  async release(actors: readonly JournaledActor[]): Promise<void> {
    if (this.#table.tab === "") await this.#opened
    for (const { actor } of actors) this.#end(this.#table.get(actor), true)
  }

  stop(actors: readonly Pick<JournaledActor, "actor">[], isLeaving: boolean): void {
    for (const { actor } of actors) actor.stop()
    const bindings = actors.flatMap(({ actor }) => this.#table.get(actor) ?? [])
    if (bindings.some(isShared)) this.#table.endFamily()
    if (bindings.some(({ name }) => name.startsWith(`member:${this.#election?.owner}/`))) {
      this.#election?.close()
      this.#election = null
    }
    for (const binding of bindings) this.#end(binding, isLeaving && !isShared(binding))
    this.#journal?.flush().catch(() => {})
  }

  async flush(): Promise<void> {
    await this.#opened
    this.#connection.required()
    if (!this.#isLeader()) throw new Error("another tab writes the journal")
    await this.#connection.flush()
  }

  async read(): Promise<readonly StoredStream[]> {
    await this.#opened
    const journal = this.#connection.required()
    await journal.flush()
    return Promise.all(
      this.#table.all().map(async ({ actor, name, stream: { scope, version } }) => {
        const { base, rows } = await journal.read(name, false)
        return { id: actor.id, name, scope, version, base, rows }
      }),
    )
  }

  /** The current snapshot becomes the beginning of the stream. */
  #restart(binding: Binding): void {
    this.#journal?.restart(binding.name, binding.stream.version, persisted(binding)).catch(() => {})
  }

  #end(binding: Binding | undefined, isDeleted: boolean): void {
    if (!binding) return
    this.#table.delete(binding)
    if (isDeleted) this.#journal?.deleteStream(binding.name).catch(() => {})
  }

  record(actor: TopLevelActor, event: { readonly type: string }): void {
    const binding = this.#table.get(actor)
    if (!binding) return
    const { name, stream } = binding
    const seq = this.#journal?.append(name, withVersion(stream.upcasters, event)) ?? null
    if (seq === null || seq % JOURNAL_SNAPSHOT_EVERY !== 0) return
    // at the end of the turn the machine has handled the event, and all that were sent meanwhile
    queueMicrotask(() => {
      const snapshot = persisted(binding)
      if (seq % JOURNAL_EVENT_LIMIT === 0) this.#journal?.compact(name, stream.version, snapshot)
      else this.#journal?.saveSnapshot(name, stream.version, snapshot)
    })
  }

  /** A machine that throws is restarted, unless it starts over or `mayRestart` is false. */
  #startActor(
    binding: Binding,
    snapshot: SnapshotFrom<AnyStateMachine> | null,
    mayRestart = snapshot !== null,
  ): void {
    const { actor, onEvent } = binding
    if (!this.#table.has(binding)) return
    const record = (event: { readonly type: string }) => {
      this.record(actor, event)
      onEvent(actor, event)
    }
    actor.start(snapshot, record, mayRestart ? () => void this.#restartBroken(binding) : undefined)
  }

  /** Quarantines a stream whose restored machine threw, and starts the machine again, once. */
  async #restartBroken(binding: Binding): Promise<void> {
    const { name, actor, stream } = binding
    const journal = this.#journal
    const quarantine = async () => {
      if (!journal) return null
      const past = await journal.read(name, false)
      const why = "the machine could not go on from here"
      const unreadable = { name, pure: actor.pure, declaration: stream, past, why }
      const restored = await quarantineStream(journal, unreadable)
      if (restored.isFresh) await journal.restart(name, stream.version, null)
      return restored.snapshot
    }
    this.#startActor(binding, await quarantine().catch(() => null), false)
  }

  #isLeader(): boolean {
    return this.#election?.isLeader() ?? true
  }

  #isWritable(binding: Binding): boolean {
    return !isShared(binding) || this.#isLeader()
  }

  readonly #takeOver = (): Promise<void> => this.#election?.takeOver() ?? Promise.resolve()

  /** These actors receive nothing until they have caught up. */
  #pause(bindings: readonly Binding[], takeOver = this.#takeOver): void {
    for (const { actor } of bindings) actor.follow(actor.getSnapshot(), takeOver)
  }

  #joinElection(owner: string): Promise<void> {
    const { locks, openChannel, now, inspector } = this.#options
    this.#election?.close()
    const name = `app_journal ${owner}`
    const election = joinLeaderElection({
      name,
      locks,
      channel: openChannel(name),
      id: uuid7(),
      now,
      inspector,
      onLeader: async () => {
        await this.#catchUp()
        if (!this.#election?.isLeader()) return
        await this.#journal?.flush().catch((cause: unknown) => {
          console.warn(`the journal could not be taken over: ${String(cause)}`)
        })
      },
      onFollower: async () => {
        this.#journal?.dropPending(this.#table.shared().map((binding) => binding.name))
        this.#pause(this.#table.shared())
        void this.#catchUp()
      },
      isIdle: () => !this.#table.shared().some(({ actor }) => actor.getSnapshot().hasTag("busy")),
      onHandOver: async () => {
        this.#pause(this.#table.shared())
        await this.#journal?.flush().catch(() => {})
        void this.#catchUp()
      },
      onRows: (rows) => {
        this.#rows.push(...rows)
        void this.#workOff()
      },
    })
    this.#election = { ...election, owner }
    return election.joined
  }

  /** Another tab has written: tricky orders 3 and 4. */
  #onFenced(bindings: readonly Binding[]): void {
    const lost = bindings.filter(isShared)
    for (const binding of bindings.filter((each) => !isShared(each))) {
      binding.name = `${binding.name}~`
      this.#restart(binding)
    }
    if (lost.length > 0 && this.#options.locks) this.#election?.resign()
    else if (lost.length > 0) {
      // without locks the actors run again as soon as the streams are read
      this.#pause(lost, this.#whenCaughtUp)
      void this.#catchUp()
    }
  }

  /** Brings the member's actors in line with the present role. Never rejects. */
  #catchUp(): Promise<void> {
    this.#isReadDue = true
    return this.#workOff()
  }

  readonly #whenCaughtUp = (): Promise<void> => this.#catchingUp ?? Promise.resolve()

  #workOff(): Promise<void> {
    this.#catchingUp ??= this.#readAndApply()
    return this.#catchingUp
  }

  async #readAndApply(): Promise<void> {
    while (this.#isReadDue || this.#rows.length > 0) {
      if (this.#isReadDue) {
        this.#isReadDue = false
        await this.#readShared()
      } else for (const row of this.#rows.splice(0)) await this.#applyRow(row).catch(() => {})
    }
    this.#catchingUp = null
  }

  async #readShared(): Promise<void> {
    const prefix = this.#table.familyPrefix()
    const stored = prefix === null ? undefined : await this.#journal?.streamsUnder(prefix).catch(() => null)
    // another tab may have begun or deleted streams of the family
    if (stored && prefix === this.#table.familyPrefix()) this.#table.followStored(stored)
    for (const bindings of this.#table.inOrder())
      await Promise.all(bindings.map((binding) => this.#begin(binding)))
  }

  /** An actor whose stream cannot be read starts again, unless it shows something already. */
  #begin(binding: Binding): Promise<void> {
    return this.#read(binding).catch((cause: unknown) => {
      if (cause instanceof StorageUnavailable) {
        this.#connection.refuse(cause)
        return this.#read(binding)
      }
      console.warn(`a stream could not be read: ${String(cause)}`)
      if (!binding.actor.isLive() && !binding.actor.isFollowing()) this.#startActor(binding, null)
    })
  }

  /**
   * Reads the stream. The leader records the resumption and starts the actor; a follower shows the
   * snapshot.
   */
  async #read(binding: Binding): Promise<void> {
    const journal = this.#journal
    const { name, actor, stream } = binding
    if (actor.isLive()) return
    const isWritable = this.#isWritable(binding)
    if (!journal) {
      // a follower goes on from what it shows
      const shown = actor.isFollowing() ? actor.getSnapshot() : null
      return isWritable ? this.#startActor(binding, shown) : undefined
    }
    const { inspector, now } = this.#options
    await reportStoredEvents(inspector, journal, name, binding).catch(() => {})
    const restored = await restoreStream(journal, name, actor.pure, stream)
    const { snapshot, seq, isFresh, isRebuilt } = restored
    // the role changed meanwhile: a queued catch-up handles it
    if (!this.#table.has(binding) || this.#isWritable(binding) !== isWritable) return
    binding.seq = seq
    if (!isWritable) return actor.follow(snapshot, this.#takeOver)
    journal.resume(name, seq)
    if (isFresh) {
      await journal.restart(name, stream.version, null)
      return this.#startActor(binding, null)
    }
    if (isRebuilt) journal.saveSnapshot(name, stream.version, actor.pure.persist(snapshot))
    const resumed = { type: "journal.resumed", at: now() }
    journal.append(name, resumed)
    this.#startActor(binding, actor.pure.step(snapshot, resumed))
  }

  async #applyRow(row: Row): Promise<void> {
    const stream = this.#table.named(row.stream)
    const binding = stream ?? (this.#isLeader() ? null : this.#table.adopt(row.stream))
    if (!binding || this.#isWritable(binding) || row.seq <= binding.seq) return
    const isNext = stream !== undefined && row.seq === binding.seq + 1
    const read = readEvents(binding.stream, isNext ? [row.event] : [])
    const [event] = await read.catch((): readonly never[] => [])
    if (!event) return this.#read(binding)
    binding.seq = row.seq
    binding.actor.fold(event)
    binding.onEvent(binding.actor, event)
  }
}

/** Over the browser's database, locks and channels. Without them event numbers keep tabs apart. */
export const createStoreHost = (options: Partial<StoreOptions> = {}): StoredStreams => {
  const locks = "locks" in navigator ? navigator.locks : undefined
  return new StoreHost({
    openEventStore,
    identifyTab: () => identifyTab(() => sessionStorage, locks, uuid7),
    isTabAlive: (id) => isTabAlive(locks, id),
    locks,
    openChannel: (name) => ("BroadcastChannel" in globalThis ? new BroadcastChannel(name) : undefined),
    now: () => Date.now(),
    onFocus: (listen) => globalThis.addEventListener?.("focus", listen),
    ...options,
  })
}
