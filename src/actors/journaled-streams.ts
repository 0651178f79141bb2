/** The streams of the real house: IndexedDB behind them, one writing tab for what a member's tabs share, and each tab its own for what is the tab's. */
import type { AnyStateMachine, Snapshot, SnapshotFrom } from "xstate"
import { JOURNAL_EVENT_LIMIT, JOURNAL_SNAPSHOT_EVERY, TAB_STREAM_MS } from "../domain/limits.ts"
import { createJournal, type Journal } from "../journal/journal.ts"
import { type Channel, type Locks, type Office, openOffice } from "../journal/office.ts"
import type { Row, Store } from "../journal/store.ts"
import { readEvents, readPast, restoreStream } from "./restore.ts"
import type { Recorder } from "./seat.ts"
import type { AdoptingStreams, Tap, Tenant } from "./streams.ts"
import type { Watcher, WrittenStream } from "./watcher.ts"

export interface JournalParts {
  /** Rejects where there can be no journal: then everything works and money is refused. */
  readonly openStore: (onLost: () => void) => Promise<Store>
  readonly identifyTab: () => Promise<string>
  /** True while some document is this tab; true also where that cannot be known. */
  readonly isTabAlive: (id: string) => Promise<boolean>
  readonly locks: Locks | undefined
  readonly openChannel: (name: string) => Channel | undefined
  readonly now: () => number
  readonly watcher?: Watcher | undefined
}

/** One journaled seat. `name` is that of its stream, which changes with the owner of the tab. */
interface Place extends Tenant {
  readonly stream: NonNullable<Tenant["stream"]>
  readonly tap: Tap
  name: string
  /** The last event folded, for a seat that follows. */
  seq: number
}

const RETRY_LIMIT = 5
/** Once the page stands and has nothing better to do. */
const SWEEP_AFTER_MS = 10_000

const nameOf = (tab: string, owner: string, { seat, stream }: Pick<Place, "seat" | "stream">): string =>
  stream.scope === "tab" ? `tab:${tab}/${owner}/${seat.id}` : `member:${owner}/${seat.id}`

const persisted = ({ seat }: Place): Snapshot<unknown> => seat.pure.persist(seat.getSnapshot())

class JournaledStreams implements AdoptingStreams {
  readonly #parts: JournalParts
  readonly #places = new Map<string, Place>()
  readonly #opened: Promise<void>
  #journal: Journal | null = null
  #office: Office | null = null
  /** Whose office it is. */
  #owner = ""
  #tab = ""
  /** The end of everything that was folded for seats that follow. */
  #folded: Promise<void> = Promise.resolve()

  constructor(parts: JournalParts) {
    this.#parts = parts
    parts.watcher?.onJournal(() => this.#written())
    this.#opened = this.#open().catch((cause: unknown) => {
      console.warn(`there is no journal, so money is refused: ${String(cause)}`)
    })
  }

  async fill(owner: string, tenants: readonly Tenant[], tap: Tap): Promise<void> {
    for (const { seat, stream } of tenants) if (!stream) seat.live(null, ({ type }) => tap(type))
    if (tenants.every(({ stream }) => !stream)) return
    await this.#opened
    const own = tenants.flatMap((tenant) => this.#placed(owner, tenant, tap) ?? [])
    const isShared = own.some(({ stream }) => stream.scope === "member")
    const role = isShared && this.#journal ? await this.#enterOffice(owner) : "writer"
    await Promise.all(
      own.map((place) => {
        const follows = role === "follower" && place.stream.scope === "member"
        const started = follows ? this.#follow(place) : this.#resume(place)
        return started.catch(() => this.#goLive(place, null))
      }),
    )
  }

  async adopt(owner: string, tenants: readonly Tenant[], tap: Tap): Promise<readonly Recorder[]> {
    await this.#opened
    return tenants.map((tenant) => {
      const place = this.#placed(owner, tenant, tap)
      if (!place) return ({ type }) => tap(type)
      this.#journal?.restart(place.name, place.stream.version, persisted(place)).catch(() => {})
      return (event) => this.#record(place, event)
    })
  }

  restart(owner: string, tenants: readonly Tenant[]): void {
    for (const place of this.#placesOf(tenants)) {
      this.#journal?.forget(place.name).catch(() => {})
      this.#places.delete(place.name)
      place.name = nameOf(this.#tab, owner, place)
      this.#places.set(place.name, place)
      this.#journal?.restart(place.name, place.stream.version, persisted(place)).catch(() => {})
    }
  }

  empty(tenants: readonly Tenant[], isLeaving: boolean): void {
    for (const { seat } of tenants) seat.stop()
    const places = this.#placesOf(tenants)
    if (places.some(({ name }) => name.startsWith(`member:${this.#owner}/`))) {
      this.#office?.close()
      this.#office = null
    }
    for (const place of places) {
      this.#places.delete(place.name)
      if (isLeaving && place.stream.scope === "tab") this.#journal?.forget(place.name).catch(() => {})
    }
    this.#journal?.flush().catch(() => {})
  }

  async flush(): Promise<void> {
    const journal = this.#journal
    if (!journal) throw new Error("there is no journal")
    if (this.#office && !this.#office.isWriter()) throw new Error("another tab writes the journal")
    if (!journal.isSound()) await this.#mend(journal)
    await journal.flush()
  }

  async #open(): Promise<void> {
    const lost = () => {
      this.#journal = null
    }
    const [store, tab] = await Promise.all([this.#parts.openStore(lost), this.#parts.identifyTab()])
    this.#tab = tab
    this.#journal = createJournal(store, {
      now: this.#parts.now,
      onWritten: (rows) => {
        const shared = rows.filter(({ stream }) => stream.startsWith("member:"))
        if (shared.length > 0) this.#office?.publish(shared)
      },
      onFenced: (names) => this.#fence(names.flatMap((name) => this.#places.get(name) ?? [])),
    })
    setTimeout(() => this.#sweep().catch(() => {}), SWEEP_AFTER_MS)
  }

  /** Forgets what tabs that are gone have left, once it is old. */
  async #sweep(): Promise<void> {
    const journal = this.#journal
    const old = (await journal?.beginnings()) ?? []
    for (const { stream, atMs } of old) {
      const [, id] = /^tab:([^/]+)\//.exec(stream) ?? []
      if (id === undefined || this.#parts.now() - atMs < TAB_STREAM_MS) continue
      if (!(await this.#parts.isTabAlive(id))) await journal?.forget(stream)
    }
  }

  #placed(owner: string, { seat, stream }: Tenant, tap: Tap): Place | null {
    if (!stream) return null
    const place = { seat, stream, tap, name: nameOf(this.#tab, owner, { seat, stream }), seq: 0 }
    this.#places.set(place.name, place)
    return place
  }

  #placesOf(tenants: readonly Tenant[]): readonly Place[] {
    return [...this.#places.values()].filter((place) => tenants.some(({ seat }) => seat === place.seat))
  }

  #shared(): readonly Place[] {
    return [...this.#places.values()].filter(({ stream }) => stream.scope === "member")
  }

  #enterOffice(owner: string): Promise<"writer" | "follower"> {
    this.#office?.close()
    this.#owner = owner
    const name = `app_journal ${owner}`
    this.#office = openOffice({
      name,
      locks: this.#parts.locks,
      channel: this.#parts.openChannel(name),
      onWriter: () => this.#becomeWriter(RETRY_LIMIT),
      onFollower: () => void this.#yieldTo(this.#shared()),
      onRows: (rows) => this.#foldRows(rows),
    })
    return this.#office.role
  }

  readonly #takeOver = (): Promise<void> => this.#office?.takeOver() ?? Promise.resolve()

  #record(place: Place, event: { readonly type: string }): void {
    const seq = this.#journal?.append(place.name, event) ?? null
    place.tap(event.type)
    if (seq === null || seq % JOURNAL_SNAPSHOT_EVERY !== 0) return
    // the machine moves after this; at the end of the turn it has, and so has everything that it was told meanwhile
    queueMicrotask(() => {
      const journal = this.#journal
      if (seq % JOURNAL_EVENT_LIMIT === 0)
        journal?.compact(place.name, place.stream.version, persisted(place))
      else journal?.keep(place.name, place.stream.version, persisted(place))
    })
  }

  #goLive(place: Place, snapshot: SnapshotFrom<AnyStateMachine> | null): void {
    const broken = snapshot === null ? undefined : () => void this.#beginAnew(place)
    place.seat.live(snapshot, (event) => this.#record(place, event), broken)
  }

  /** The machine could not go on from its past, which somebody else must have written: that is set aside, and the machine begins anew. */
  async #beginAnew(place: Place): Promise<void> {
    const journal = this.#journal
    await journal?.setAside(place.name, "the machine could not go on from here").catch(() => {})
    await journal?.restart(place.name, place.stream.version, null).catch(() => {})
    if (this.#places.get(place.name) === place) this.#goLive(place, null)
  }

  /** Reads the past, says that it was resumed, and puts a live actor in the seat. */
  async #resume(place: Place): Promise<void> {
    const journal = this.#journal
    const { name, seat, stream } = place
    if (!journal) return this.#goLive(place, null)
    await this.#showPast(journal, place)
    const { snapshot, seq, isFresh } = await restoreStream(journal, name, seat.pure, stream)
    journal.resume(name, seq)
    if (isFresh) {
      await journal.restart(name, stream.version, null)
      return this.#goLive(place, null)
    }
    const resumed = { type: "journal.resumed", at: this.#parts.now() }
    journal.append(name, resumed)
    this.#goLive(place, seat.pure.step(snapshot, resumed))
  }

  async #showPast(journal: Journal, { name, seat, stream }: Place): Promise<void> {
    const { watcher } = this.#parts
    if (!watcher) return
    const past = await readPast(journal, name, seat.pure, stream).catch(() => null)
    if (past) watcher.onPast({ id: seat.id, machine: seat.machine, input: seat.input, ...past })
  }

  async #written(): Promise<readonly WrittenStream[]> {
    const journal = this.#journal
    if (!journal) throw new Error("there is no journal")
    await journal.flush()
    return Promise.all(
      [...this.#places.values()].map(async ({ seat, name, stream: { scope, version } }) => {
        const { base, rows } = await journal.read(name, false)
        return { id: seat.id, name, scope, version, base, rows }
      }),
    )
  }

  async #follow(place: Place): Promise<void> {
    const journal = this.#journal
    if (!journal) return
    await this.#showPast(journal, place)
    const { snapshot, seq } = await restoreStream(journal, place.name, place.seat.pure, place.stream)
    place.seq = seq
    place.seat.follow(snapshot, this.#takeOver)
  }

  /** Somebody else has written. A member's streams are theirs then; a tab that is not alone under its id goes on under another one. */
  #fence(places: readonly Place[]): void {
    void this.#yieldTo(places.filter(({ stream }) => stream.scope === "member"))
    for (const place of places) {
      if (place.stream.scope !== "tab") continue
      this.#places.delete(place.name)
      place.name = `${place.name}~`
      this.#places.set(place.name, place)
      this.#journal?.restart(place.name, place.stream.version, persisted(place)).catch(() => {})
    }
  }

  /** Another tab writes from here on: effects end at once, and the seats show what is on disk. */
  async #yieldTo(lost: readonly Place[]): Promise<void> {
    this.#journal?.drop(lost.map(({ name }) => name))
    const { locks } = this.#parts
    const read = Promise.withResolvers<void>()
    // without locks nobody has to be asked: the seats are live again as soon as the past has been read
    const takeOver = locks ? this.#takeOver : () => read.promise
    for (const { seat } of lost) seat.follow(seat.getSnapshot(), takeOver)
    const again = (place: Place) => (locks ? this.#follow(place) : this.#resume(place))
    await Promise.all(lost.map(again)).catch(() => {})
    read.resolve()
  }

  /** This tab writes from here on. Where the former writer has written once more in between, it is read again. */
  async #becomeWriter(attempts: number): Promise<void> {
    try {
      await Promise.all(this.#shared().map((place) => this.#resume(place)))
      await this.#journal?.flush()
    } catch (cause) {
      if (attempts > 0 && this.#journal?.isSound()) return this.#becomeWriter(attempts - 1)
      console.warn(`the journal could not be taken over: ${String(cause)}`)
    }
  }

  /** What the writing tab has written, in order; after a gap everything is read again. One batch after the other. */
  #foldRows(rows: readonly Row[]): void {
    this.#folded = this.#folded.then(() => this.#foldBatch(rows)).catch(() => {})
  }

  async #foldBatch(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      const place = this.#places.get(row.stream)
      if (!place || row.seq <= place.seq) continue
      const events = row.seq === place.seq + 1 ? await readEvents(place.stream, [row.event]) : null
      const [event] = events ?? []
      if (!event) return this.#follow(place)
      place.seq = row.seq
      place.seat.fold(event)
      place.tap(event.type)
    }
  }

  /** After a batch was lost: every stream begins anew with what its machine is now. Rejects when that cannot be written either. */
  async #mend(journal: Journal): Promise<void> {
    const places = [...this.#places.values()]
    await Promise.all(
      places.map((place) => journal.restart(place.name, place.stream.version, persisted(place))),
    )
    journal.mend()
  }
}

export const createStreams = (parts: JournalParts): AdoptingStreams => new JournaledStreams(parts)
