/** The streams of the real house: IndexedDB behind them, one writing tab for what a member's tabs share, and each tab its own for what is the tab's. */
import type { AnyStateMachine, SnapshotFrom } from "xstate"
import { JOURNAL_EVENT_LIMIT, JOURNAL_SNAPSHOT_EVERY } from "../domain/limits.ts"
import type { Row, Store } from "../journal/event-store.ts"
import { createJournal, type Journal } from "../journal/journal.ts"
import { type Channel, type Locks, type Office, openOffice } from "../journal/leader-election.ts"
import { type SweepParts, sweep } from "../journal/retention.ts"
import type { Recorder } from "./actor-handle.ts"
import { mintKey } from "./idempotency-key.ts"
import type { Inspector, StoredStream } from "./inspector.ts"
import type { AdoptingStreams, Tap, Tenant } from "./journaled-actor.ts"
import { readEvents, restoreStream, tellPast } from "./restore-actor.ts"
import { isShared, nameOf, type Place, persisted } from "./stream-binding.ts"

export interface JournalParts extends SweepParts {
  /** Rejects where there can be no journal: then everything works and money is refused. */
  readonly openStore: (onLost: () => void) => Promise<Store>
  readonly identifyTab: () => Promise<string>
  readonly locks: Locks | undefined
  readonly openChannel: (name: string) => Channel | undefined
  readonly inspector?: Inspector | undefined
  /** Calls whenever the member turns to this tab. */
  readonly onTurnedTo?: ((listen: () => void) => void) | undefined
}

/** Once the page stands and has nothing better to do. */
const SWEEP_AFTER_MS = 10_000

class JournaledStreams implements AdoptingStreams {
  readonly #parts: JournalParts
  readonly #places = new Map<string, Place>()
  readonly #opened: Promise<void>
  #journal: Journal | null = null
  #office: Office | null = null
  /** Whose office it is. */
  #owner = ""
  #tab = ""
  /** The end of all that was begun to bring the member's seats in line with the role of this tab. */
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: JournalParts) {
    this.#parts = parts
    parts.inspector?.onJournalOpen(() => this.#written())
    // before the first key is pressed: what is typed must not wait for the writing to pass to this tab
    parts.onTurnedTo?.(() => void this.#takeOver().catch(() => {}))
    this.#opened = this.#open().catch((cause: unknown) => {
      console.warn(`there is no journal, so money is refused: ${String(cause)}`)
    })
  }

  async fill(owner: string, tenants: readonly Tenant[], tap: Tap): Promise<void> {
    for (const { seat, stream } of tenants) if (!stream) seat.live(null, ({ type }) => tap(type))
    if (tenants.every(({ stream }) => !stream)) return
    await this.#opened
    const own = tenants.flatMap((tenant) => this.#placed(owner, tenant, tap) ?? [])
    const shared = own.filter(isShared)
    if (shared.length > 0 && this.#journal) await this.#enterOffice(owner)
    const begin = (place: Place) => this.#settle(place).catch(() => this.#goLive(place, null))
    await Promise.all([
      ...own.filter((place) => !isShared(place)).map(begin),
      this.#inTurn(() => Promise.all(shared.map(begin))),
    ])
    // the role may have changed while the past was read
    await this.#turn
  }

  async adopt(owner: string, tenants: readonly Tenant[], tap: Tap): Promise<readonly Recorder[]> {
    await this.#opened
    return tenants.map((tenant) => {
      const place = this.#placed(owner, tenant, tap)
      if (!place) return ({ type }) => tap(type)
      place.isLive = true
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
    await this.#opened
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
    setTimeout(() => this.#journal && sweep(this.#journal, this.#parts), SWEEP_AFTER_MS)
  }

  #placed(owner: string, { seat, stream }: Tenant, tap: Tap): Place | null {
    if (!stream) return null
    const name = nameOf(this.#tab, owner, { seat, stream })
    const place: Place = { seat, stream, tap, name, seq: 0, isLive: false }
    this.#places.set(place.name, place)
    return place
  }

  #placesOf(tenants: readonly Tenant[]): readonly Place[] {
    return [...this.#places.values()].filter((place) => tenants.some(({ seat }) => seat === place.seat))
  }

  #shared(): readonly Place[] {
    return [...this.#places.values()].filter(isShared)
  }

  #enterOffice(owner: string): Promise<"writer" | "follower"> {
    this.#office?.close()
    this.#owner = owner
    const name = `app_journal ${owner}`
    this.#office = openOffice({
      name,
      locks: this.#parts.locks,
      channel: this.#parts.openChannel(name),
      id: mintKey(),
      onWriter: () => this.#settleAll(),
      onFollower: () => {
        this.#journal?.drop(this.#shared().map((place) => place.name))
        this.#stand(this.#shared())
        void this.#settleAll()
      },
      isIdle: () => !this.#shared().some(({ seat }) => seat.getSnapshot().hasTag("busy")),
      onHandOver: async () => {
        this.#stand(this.#shared())
        await this.#journal?.flush().catch(() => {})
        void this.#settleAll()
      },
      onRows: (rows) => void this.#inTurn(() => this.#fold(rows)).catch(() => {}),
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
    if (!this.#isHere(place)) return
    const broken = snapshot === null ? undefined : () => void this.#beginAnew(place)
    place.isLive = true
    place.seat.live(snapshot, (event) => this.#record(place, event), broken)
  }

  /** The machine could not go on from its past, which somebody else must have written: that is set aside, and the machine begins anew. */
  async #beginAnew(place: Place): Promise<void> {
    const journal = this.#journal
    await journal?.setAside(place.name, "the machine could not go on from here").catch(() => {})
    await journal?.restart(place.name, place.stream.version, null).catch(() => {})
    this.#goLive(place, null)
  }

  /** False once the seat was emptied. */
  #isHere(place: Place): boolean {
    return this.#places.get(place.name) === place
  }

  /** What may be written here: a tab's own streams always, a member's while this tab is the writer. */
  #mayWrite(place: Place): boolean {
    return !isShared(place) || !this.#office || this.#office.isWriter()
  }

  /** One step after the other: a reading that was begun under one role never ends under the next. */
  #inTurn(step: () => Promise<unknown>): Promise<void> {
    const done = this.#turn.then(async () => void (await step()))
    this.#turn = done.catch(() => {})
    return done
  }

  /** Nothing is received in these seats until they are settled. */
  #stand(places: readonly Place[], takeOver = this.#takeOver): void {
    for (const place of places) {
      place.isLive = false
      place.seat.follow(place.seat.getSnapshot(), takeOver)
    }
  }

  /** Brings every seat of the member in line with the role that this tab has by then. */
  #settleAll(): Promise<void> {
    const settle = async () => {
      await Promise.all(this.#shared().map((place) => this.#settle(place)))
      if (this.#office?.isWriter()) await this.#journal?.flush()
    }
    return this.#inTurn(settle).catch((cause: unknown) => {
      if (this.#office?.isWriter()) console.warn(`the journal could not be taken over: ${String(cause)}`)
    })
  }

  /** Reads the past: where this tab writes, says that it was resumed and puts a live actor in the seat; else shows it. */
  async #settle(place: Place): Promise<void> {
    const journal = this.#journal
    const { name, seat, stream } = place
    if (place.isLive) return
    const mayWrite = this.#mayWrite(place)
    if (!journal) return mayWrite ? this.#goLive(place, null) : undefined
    await tellPast(this.#parts.inspector, journal, place).catch(() => {})
    const { snapshot, seq, isFresh } = await restoreStream(journal, name, seat.pure, stream)
    // the role has changed meanwhile: what that asks for comes next
    if (!this.#isHere(place) || this.#mayWrite(place) !== mayWrite) return
    place.seq = seq
    if (!mayWrite) return seat.follow(snapshot, this.#takeOver)
    journal.resume(name, seq)
    if (isFresh) {
      await journal.restart(name, stream.version, null)
      return this.#goLive(place, null)
    }
    const resumed = { type: "journal.resumed", at: this.#parts.now() }
    journal.append(name, resumed)
    this.#goLive(place, seat.pure.step(snapshot, resumed))
  }

  async #written(): Promise<readonly StoredStream[]> {
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

  /** Somebody else has written. A member's streams are theirs then; a tab that is not alone under its id goes on under another one. */
  #fence(places: readonly Place[]): void {
    const lost = places.filter(isShared)
    for (const place of places) {
      if (isShared(place)) continue
      this.#places.delete(place.name)
      place.name = `${place.name}~`
      this.#places.set(place.name, place)
      this.#journal?.restart(place.name, place.stream.version, persisted(place)).catch(() => {})
    }
    if (lost.length === 0) return
    if (this.#parts.locks) {
      this.#office?.resign()
      return
    }
    // without locks nobody has to be asked: the seats are live again as soon as the past has been read
    this.#stand(lost, () => this.#turn)
    void this.#settleAll()
  }

  /** What the writing tab has written, in order; a stream with a gap is read again. */
  async #fold(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      const place = this.#places.get(row.stream)
      if (!place || this.#mayWrite(place) || row.seq <= place.seq) continue
      const isNext = row.seq === place.seq + 1
      const [event] = (isNext && (await readEvents(place.stream, [row.event]))) || []
      if (!event) await this.#settle(place)
      else {
        place.seq = row.seq
        place.seat.fold(event)
        place.tap(event.type)
      }
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
