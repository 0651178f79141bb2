/**
 * Observes actors for the event log. Bounded: the oldest entries go first. Every snapshot since the
 * oldest entry can be folded again.
 */
import {
  type ActorRefLike,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type InspectionEvent,
  isMachineSnapshot,
} from "xstate"
import { takenIds } from "../../paths/src/taken-transitions.ts"
import {
  ActorHistory,
  type ActorRecord,
  type ActorStateAt,
  foldByTransition,
  type LoggedActor,
} from "./actor-history.ts"
import type {
  EarlierActor,
  EarlierEvent,
  EventLog,
  EventLogOptions,
  FollowedActor,
  LogEntry,
} from "./event-log.ts"
import { createListeners } from "./listeners.ts"
import { createSenders, type Sender, type Senders } from "./senders.ts"

export const ENTRY_LIMIT = 20_000
/** Entries dropped at a time, so that dropping is rare. */
const DROP_COUNT = 2_000
/** Stopped actors included. */
const ACTOR_LIMIT = 400

const timeOf = (event: object): number | null =>
  "at" in event && typeof event.at === "number" ? event.at : null

const NO_TRANSITIONS: readonly string[] = []

/** Events of XState itself. */
const INIT = "xstate.init"
const STOP = "xstate.stop"
const LIFECYCLE: ReadonlySet<string> = new Set([INIT, STOP])

/** An entry whose transitions are not known yet. */
interface PendingEntry extends LogEntry {
  transitions: readonly string[]
}

/** A followed actor with the entries that it has not processed: it may receive more meanwhile. */
interface Followed {
  readonly history: ActorHistory
  readonly pending: PendingEntry[]
}

const isRef = (actor: ActorRefLike): actor is AnyActorRef => "getSnapshot" in actor && "id" in actor

class LiveEventLog implements EventLog {
  readonly #options: EventLogOptions
  readonly #now: () => number
  readonly #listeners = createListeners()
  /** Of this document, in order. */
  #entries: LogEntry[] = []
  /** Of earlier documents, from a journal. */
  #earlier: readonly LogEntry[] = []
  #histories: ActorHistory[] = []
  readonly #followed = new WeakMap<object, Followed>()
  readonly #actors = new WeakMap<LoggedActor, AnyActorRef>()
  readonly senders: Senders = createSenders()
  #last = 0
  #firstPage = 0
  #count = 0
  /** How many actors have had a path. */
  readonly #names = new Map<string, number>()

  constructor(options: EventLogOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  runningOf(actor: LoggedActor): AnyActorRef | undefined {
    return actor.isAlive ? this.#actors.get(actor) : undefined
  }

  historyOf(actor: AnyActorRef): ActorHistory | undefined {
    return this.#followed.get(actor)?.history
  }

  records(): readonly ActorRecord[] {
    return this.#histories.filter(({ isPast }) => !isPast).flatMap((history) => history.record() ?? [])
  }

  entries(): readonly LogEntry[] {
    return [...this.#earlier, ...this.#entries]
  }

  actors(): readonly LoggedActor[] {
    // no inspection event reports an error
    for (const history of this.#histories)
      if (history.isAlive && this.#actors.get(history)?.getSnapshot().status === "error")
        history.isAlive = false
    return this.#histories
  }

  end(): number {
    return this.#last
  }

  begin(): number {
    return (this.#earlier[0] ?? this.#entries[0])?.position ?? 0
  }

  entryAt(position: number): LogEntry | undefined {
    // positions have no gap within either list
    const entries = position > 0 ? this.#entries : this.#earlier
    return entries[position - (entries[0]?.position ?? 0)]
  }

  snapshotAt(id: string, position: number, page?: string): AnyMachineSnapshot | undefined {
    if (page !== undefined)
      return this.#histories
        .findLast((one) => one.id === id && one.page === page && one.startPosition <= position)
        ?.snapshotAt(position)
    const found = this.#topLevelAt(id, position)
    return found?.history.snapshotAt(found.position)
  }

  stateAt(actor: LoggedActor, position: number): ActorStateAt | undefined {
    if (!actor.isTopLevel) return this.#histories.find((history) => history === actor)?.stateAt(position)
    const found = this.#topLevelAt(actor.id, position)
    return found?.history.stateAt(found.position)
  }

  /**
   * The top-level actor that had an id at a position, and the position to look up in its history.
   */
  #topLevelAt(
    id: string,
    position: number,
  ): { readonly history: ActorHistory; readonly position: number } | undefined {
    const histories = this.#histories.filter((history) => history.id === id)
    const history = histories.findLast(({ startPosition }) => startPosition <= position)
    if (history && (position > 0 || history.isPast)) return { history, position }
    // an actor that is not journaled has no events from before this document
    const [first] = histories
    return first && { history: first, position: this.#firstPage }
  }

  markFirstPage(): void {
    this.#firstPage = this.#last
  }

  readonly onChange = this.#listeners.subscribe

  #addHistory(
    actor: Pick<ActorHistory, "id" | "machine" | "now"> & {
      readonly input: unknown
      readonly name?: string
      readonly page?: string | undefined
      readonly isPast?: boolean
      readonly isNamedRoot?: boolean
    },
    position: number,
  ): ActorHistory {
    const { id, name = id, machine, now, input, page, isPast = false, isNamedRoot = true } = actor
    this.#count += 1
    const isTopLevel = this.#options.isTopLevel?.(id, page) ?? isNamedRoot
    const about = { key: `${id}#${this.#count}`, id, name, isTopLevel, machine, page, isPast, now }
    const fold = this.#options.fold ?? foldByTransition
    const history = new ActorHistory(about, () => fold(machine, input), position, this.#now())
    this.#histories.push(history)
    return history
  }

  /** Actors that follow each other under one parent are counted. */
  #nameOf(path: string): string {
    const count = (this.#names.get(path) ?? 0) + 1
    this.#names.set(path, count)
    return count === 1 ? path : `${path} (${count})`
  }

  #follow(actor: AnyActorRef, history: ActorHistory): Followed {
    const followed = { history, pending: [] }
    this.#followed.set(actor, followed)
    this.#actors.set(history, actor)
    actor.on("*", ({ type }: { readonly type: string }) => this.senders.emit(history, type))
    return followed
  }

  readonly follow = ({ actor, machine, input, page }: FollowedActor): void => {
    const now: unknown = actor.getSnapshot()
    if (!isMachineSnapshot(now)) return
    this.#makeRoom()
    const history = this.#addHistory({ id: actor.id, machine, input, page, now }, this.#last)
    const { sessionId } = actor
    const followed = this.#follow(actor, history)
    actor.system.inspect((inspected: InspectionEvent) => {
      if (inspected.actorRef.sessionId === sessionId) this.#inspect(followed, inspected)
    })
    actor.subscribe({
      // before the other observers of the actor, which may send too
      next: () => this.senders.emitted(history),
      complete: () => this.#stop(history),
      error: () => this.#stop(history),
    })
    this.#listeners.notify()
  }

  /** Subscribes to no actor: an observer would keep XState from reporting its errors. */
  readonly inspect = (inspected: InspectionEvent): void => {
    const followed = this.#followed.get(inspected.actorRef) ?? this.#begun(inspected)
    if (!followed) return
    this.#inspect(followed, inspected)
    const { history } = followed
    const hasEnded =
      (inspected.type === "@xstate.snapshot" && inspected.snapshot.status !== "active") ||
      (inspected.type === "@xstate.event" && inspected.event.type === STOP)
    if (history.isAlive && hasEnded) this.#stop(history)
  }

  /** A machine is followed from the event that starts it: before, it has no snapshot. */
  #begun(inspected: InspectionEvent): Followed | undefined {
    const { type, actorRef } = inspected
    if (type !== "@xstate.event" || inspected.event.type !== INIT || !isRef(actorRef)) return undefined
    const now: unknown = actorRef.getSnapshot()
    if (!isMachineSnapshot(now)) return undefined
    this.#makeRoom()
    const isNamedRoot = actorRef._parent === undefined && actorRef.id !== actorRef.sessionId
    const input: unknown = inspected.event.input
    const parent = actorRef._parent && this.#followed.get(actorRef._parent)?.history
    const path = parent ? `${parent.name}/${actorRef.id}` : actorRef.id
    const name = isNamedRoot ? path : this.#nameOf(path)
    const about = { id: actorRef.id, name, machine: now.machine, input, now, isNamedRoot }
    return this.#follow(actorRef, this.#addHistory(about, this.#last))
  }

  #stop(history: ActorHistory): void {
    history.isAlive = false
    this.#listeners.notify()
  }

  #inspect({ history, pending }: Followed, inspected: InspectionEvent): void {
    if (inspected.type === "@xstate.event") {
      const { event, sourceRef } = inspected
      if (!LIFECYCLE.has(event.type))
        pending.push(this.#append(history, event, "live", this.#senderOf(inspected.actorRef, sourceRef)))
      if (event.type !== STOP) this.senders.begin(history)
      // React's StrictMode stops an actor and starts it again
      if (event.type === INIT) history.isAlive = true
    } else if (inspected.type === "@xstate.microstep") {
      const ids = takenIds(inspected)
      const [entry] = pending
      if (entry && ids.length > 0)
        entry.transitions = entry.transitions.length === 0 ? ids : [...entry.transitions, ...ids]
    } else if (inspected.type === "@xstate.snapshot" && isMachineSnapshot(inspected.snapshot)) {
      const isNext = pending[0]?.event === inspected.event
      const position = (isNext ? pending.shift()?.position : undefined) ?? this.#last
      history.update({ position, snapshot: inspected.snapshot })
      this.senders.end(history)
      this.#listeners.notify()
    }
  }

  #senderOf(receiver: ActorRefLike, source: ActorRefLike | undefined): Sender {
    if (source === receiver) return { kind: "timer" }
    const known = source && this.#followed.get(source)
    if (known) return { kind: "actor", actor: known.history, emitted: null }
    if (source && "id" in source) return { kind: "effect", id: String(source.id) }
    return this.senders.current()
  }

  #append(
    history: ActorHistory,
    event: { readonly type: string },
    source: LogEntry["source"],
    sender?: Sender,
  ): PendingEntry {
    this.#last += 1
    const entry: PendingEntry = {
      position: this.#last,
      atMs: timeOf(event) ?? this.#now(),
      actor: history,
      event,
      transitions: NO_TRANSITIONS,
      source,
      ...(sender && { sender }),
    }
    this.#entries.push(entry)
    history.append(entry)
    if (this.#entries.length > ENTRY_LIMIT) this.#dropOldest()
    return entry
  }

  appendFollowed(
    id: string,
    event: { readonly type: string },
    before: AnyMachineSnapshot,
    after: AnyMachineSnapshot,
  ): void {
    const known = this.#histories.findLast((history) => history.id === id && !history.isPast)
    const history =
      known ?? this.#addHistory({ id, machine: after.machine, input: undefined, now: before }, this.#last)
    this.#append(history, event, "elsewhere")
    // the follower may have read its stream again before this event
    history.update({ position: this.#last, snapshot: after }, true)
    this.#listeners.notify()
  }

  setEarlier(actors: readonly EarlierActor[], events: readonly EarlierEvent[]): void {
    const steps = events.slice(-ENTRY_LIMIT)
    this.#histories = this.#histories.filter(({ isPast }) => !isPast)
    const histories = new Map<string, ActorHistory>()
    const first = 1 - steps.length
    for (const { id, machine, input, from } of actors)
      histories.set(id, this.#addHistory({ id, machine, input, now: from, isPast: true }, first - 1))
    this.#earlier = steps.flatMap(({ id, event, atMs }, index): LogEntry[] => {
      const actor = histories.get(id)
      if (!actor) return []
      const position = first + index
      const entry = { position, atMs, actor, event, transitions: NO_TRANSITIONS, source: "journal" as const }
      actor.append(entry)
      return [entry]
    })
    for (const history of histories.values()) {
      history.isAlive = false
      history.now = history.snapshotAt(0) ?? history.now
    }
    // actors of earlier documents come first
    this.#histories.sort((a, b) => Number(b.isPast) - Number(a.isPast))
    this.#listeners.notify()
  }

  /** Entries from before this document go with the first ones of it. */
  #dropOldest(): void {
    const dropped = this.#entries.slice(0, DROP_COUNT)
    this.#entries = this.#entries.slice(DROP_COUNT)
    this.#earlier = []
    const position = dropped.at(-1)?.position ?? 0
    const isKept = ({ isAlive, isTopLevel }: ActorHistory) => isAlive || isTopLevel
    for (const history of this.#histories) if (!isKept(history)) this.#options.onForgotten?.(history, null)
    this.#histories = this.#histories.filter(isKept)
    for (const history of this.#histories) {
      history.dropBefore(position)
      this.#options.onForgotten?.(history, position)
    }
  }

  /** Drops the oldest stopped actor, or else the oldest that is not top-level. */
  #makeRoom(): void {
    if (this.#histories.length < ACTOR_LIMIT) return
    const stopped = this.#histories.findIndex(({ isAlive, isTopLevel }) => !isAlive && !isTopLevel)
    const oldest = stopped >= 0 ? stopped : this.#histories.findIndex(({ isTopLevel }) => !isTopLevel)
    if (oldest < 0) return
    for (const dropped of this.#histories.splice(oldest, 1)) this.#options.onForgotten?.(dropped, null)
  }
}

/** Creates an empty log; it must be passed to the actors before they start. */
export const createEventLog = (options: EventLogOptions = {}): EventLog => new LiveEventLog(options)
