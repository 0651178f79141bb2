/**
 * Event log of the console: every actor, the events it received, and their order. Bounded: the
 * oldest entries go first. Every snapshot since the oldest entry can be folded again.
 */
import {
  type ActorRefLike,
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
  isMachineSnapshot,
} from "xstate"
import { mergeSteps } from "../../packages/journal/src/open-recording.ts"
import { foldOf } from "../../packages/journal/src/replay.ts"
import { takenIds } from "../../packages/paths/src/taken-transitions.ts"
import { type AnswerHistory, createAnswerHistory } from "../runtime/answer-history.ts"
import type { InspectedActor, Inspector, ReplayedActor, StoredStream } from "../runtime/inspector.ts"
import {
  ActorHistory,
  type ActorRecord,
  type ActorStateAt,
  kindOf,
  type LoggedActor,
  type ReceivedEvent,
} from "./actor-history.ts"
import { shownAnswer } from "./recorded-answer.ts"
import { createSenders, type Sender, type Senders } from "./senders.ts"

export const ENTRY_LIMIT = 20_000
/** Entries dropped at a time, so that dropping is rare. */
const DROP_COUNT = 2_000
/** Stopped actors included. */
const ACTOR_LIMIT = 400

/** Position 1 is the first event of this document; events from before it count down from 0. */
export interface LogEntry extends ReceivedEvent {
  readonly atMs: number
  readonly actor: LoggedActor
  /** Undefined if it was not observed: of events from the journal or from another tab. */
  readonly sender?: Sender
}

export interface EventLog {
  readonly inspector: Inspector
  readonly answers: AnswerHistory
  readonly entries: () => readonly LogEntry[]
  readonly actors: () => readonly LoggedActor[]
  /** Position of the newest entry. */
  readonly end: () => number
  /** Position of the oldest entry. */
  readonly begin: () => number
  readonly entryAt: (position: number) => LogEntry | undefined
  /**
   * Snapshot of a top-level actor, or of an actor of a page; undefined if there was none at that
   * position.
   */
  readonly snapshotAt: (id: string, position: number, page?: string) => AnyMachineSnapshot | undefined
  /**
   * State of an actor, or of the top-level actor that had its id at that position; undefined if
   * there was none.
   */
  readonly stateAt: (actor: LoggedActor, position: number) => ActorStateAt | undefined
  /** The actors of this document with all that is known of them, for a recording. */
  readonly records: () => readonly ActorRecord[]
  /** Reads the journal from disk; rejects if it cannot be read. */
  readonly readJournal: () => Promise<readonly StoredStream[]>
  /**
   * Marks the position of the first page. Actors that are not journaled have its snapshot at all
   * earlier positions.
   */
  readonly markFirstPage: () => void
  /** Calls back synchronously on every change. */
  readonly onChange: (listener: () => void) => () => void
  /** For `developer-send.ts` alone: the log itself only observes. */
  readonly senders: Senders
  /** The actor of this tab that a history follows; undefined once it has stopped. */
  readonly runningOf: (actor: LoggedActor) => AnyActor | undefined
}

const timeOf = (event: object): number | null =>
  "at" in event && typeof event.at === "number" ? event.at : null

const NO_TRANSITIONS: readonly string[] = []

/** Events of XState itself. */
const STOP = "xstate.stop"
const LIFECYCLE: ReadonlySet<string> = new Set(["xstate.init", STOP])

/** An entry whose transitions are not known yet. */
interface PendingEntry extends LogEntry {
  transitions: readonly string[]
}

class LiveEventLog implements EventLog {
  readonly answers = createAnswerHistory()
  readonly inspector: Inspector
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  /** Of this document, in order. */
  #entries: LogEntry[] = []
  /** Of earlier documents, from the journal. */
  #earlier: readonly LogEntry[] = []
  #histories: ActorHistory[] = []
  readonly #running = new WeakMap<AnyActor, ActorHistory>()
  readonly #actors = new WeakMap<LoggedActor, AnyActor>()
  readonly senders: Senders = createSenders()
  readonly #replayed = new Map<string, ReplayedActor>()
  #last = 0
  #firstPage = 0
  #count = 0
  #read: (() => Promise<readonly StoredStream[]>) | null = null

  constructor(now: () => number) {
    this.#now = now
    this.inspector = {
      onActor: (inspected) => this.#follow(inspected),
      onFollowed: (id, event, before, after) => this.#appendFollowed(id, event, before, after),
      onReplayed: (replayed) => this.#addReplayed(replayed),
      onJournalOpen: (read) => {
        this.#read = read
      },
      onCall: () => {},
      onBody: () => {},
      onAnswer: (actor, endpoint, request, exit) => {
        const entry = { position: this.#last, atMs: this.#now(), exit }
        this.answers.record(endpoint, request, entry)
        const history = this.#running.get(actor)
        history?.addAnswer(history.lastPosition, shownAnswer(endpoint, request, entry))
      },
      onCachedAnswer: (actor, endpoint, request, known, why) => {
        const entry = { position: this.#last, known, why }
        this.answers.record(endpoint, request, entry)
        // the event that reports it follows at once
        this.#running.get(actor)?.addAnswer(this.#last + 1, shownAnswer(endpoint, request, entry))
      },
    }
  }

  runningOf(actor: LoggedActor): AnyActor | undefined {
    return actor.isAlive ? this.#actors.get(actor) : undefined
  }

  records(): readonly ActorRecord[] {
    return this.#histories.filter(({ isPast }) => !isPast).flatMap((history) => history.record() ?? [])
  }

  entries(): readonly LogEntry[] {
    return [...this.#earlier, ...this.#entries]
  }

  actors(): readonly LoggedActor[] {
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
    if (actor.kind !== "top-level")
      return this.#histories.find((history) => history === actor)?.stateAt(position)
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

  readonly readJournal = (): Promise<readonly StoredStream[]> => this.#read?.() ?? Promise.resolve([])

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #addHistory(
    actor: Pick<ActorHistory, "id" | "machine" | "now"> & {
      readonly input: unknown
      readonly page?: string | undefined
      readonly isPast?: boolean
    },
    position: number,
  ): ActorHistory {
    const { id, machine, now, input, page, isPast = false } = actor
    this.#count += 1
    const about = { key: `${id}#${this.#count}`, id, kind: kindOf(id, page), machine, page, isPast, now }
    const history = new ActorHistory(
      about,
      () => foldOf<AnyStateMachine>(machine, input),
      position,
      this.#now(),
    )
    this.#histories.push(history)
    return history
  }

  #follow({ actor, machine, input, page }: InspectedActor): void {
    const now: unknown = actor.getSnapshot()
    if (!isMachineSnapshot(now)) return
    this.#makeRoom()
    const history = this.#addHistory({ id: actor.id, machine, input, page, now }, this.#last)
    this.#running.set(actor, history)
    this.#actors.set(history, actor)
    const { sessionId } = actor
    /** Sent to the actor and not processed yet: it may receive more while it processes one. */
    const pending: PendingEntry[] = []
    actor.system.inspect((inspected: InspectionEvent) => {
      if (inspected.actorRef.sessionId === sessionId) this.#inspect(history, pending, inspected)
    })
    actor.on("*", ({ type }: { readonly type: string }) => this.senders.emit(history, type))
    actor.subscribe({
      // before the other observers of the actor, which may send too
      next: () => this.senders.emitted(history),
      complete: () => this.#stop(history),
      error: () => this.#stop(history),
    })
    this.#notify()
  }

  #stop(history: ActorHistory): void {
    history.isAlive = false
    this.#notify()
  }

  #inspect(history: ActorHistory, pending: PendingEntry[], inspected: InspectionEvent): void {
    if (inspected.type === "@xstate.event") {
      const { event, sourceRef } = inspected
      if (!LIFECYCLE.has(event.type))
        pending.push(this.#append(history, event, "live", this.#senderOf(inspected.actorRef, sourceRef)))
      if (event.type !== STOP) this.senders.begin(history)
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
      this.#notify()
    }
  }

  #senderOf(receiver: ActorRefLike, source: ActorRefLike | undefined): Sender {
    if (source === receiver) return { kind: "timer" }
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

  #appendFollowed(
    id: string,
    event: { readonly type: string },
    before: AnyMachineSnapshot,
    after: AnyMachineSnapshot,
  ): void {
    const known = this.#histories.findLast((history) => history.id === id && !history.isPast)
    const history =
      known ?? this.#addHistory({ id, machine: after.machine, input: undefined, now: before }, this.#last)
    this.#append(history, event, "elsewhere")
    // the follower may have read its stream anew before this event
    history.update({ position: this.#last, snapshot: after }, true)
    this.#notify()
  }

  #addReplayed(replayed: ReplayedActor): void {
    if (this.#replayed.has(replayed.id) || this.#histories.some(({ id }) => id === replayed.id)) return
    this.#replayed.set(replayed.id, replayed)
    const all = [...this.#replayed.values()]
    const steps = mergeSteps(all).slice(-ENTRY_LIMIT)
    this.#histories = this.#histories.filter(({ isPast }) => !isPast)
    const histories = new Map<string, ActorHistory>()
    const first = 1 - steps.length
    for (const { id, machine, input, from } of all)
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
    this.#notify()
  }

  /** Entries from before this document go with the first ones of it. */
  #dropOldest(): void {
    const dropped = this.#entries.slice(0, DROP_COUNT)
    this.#entries = this.#entries.slice(DROP_COUNT)
    this.#earlier = []
    const position = dropped.at(-1)?.position ?? 0
    const isKept = ({ isAlive, kind }: ActorHistory) => isAlive || kind === "top-level"
    for (const history of this.#histories) if (!isKept(history)) history.forgetAnswers()
    this.#histories = this.#histories.filter(isKept)
    for (const history of this.#histories) history.dropBefore(position)
  }

  /** Drops the oldest stopped actor, or else the oldest that is not top-level. */
  #makeRoom(): void {
    if (this.#histories.length < ACTOR_LIMIT) return
    const stopped = this.#histories.findIndex(({ isAlive, kind }) => !isAlive && kind !== "top-level")
    const oldest = stopped >= 0 ? stopped : this.#histories.findIndex(({ kind }) => kind !== "top-level")
    if (oldest >= 0) for (const dropped of this.#histories.splice(oldest, 1)) dropped.forgetAnswers()
  }
}

/**
 * Creates an empty log; its `inspector` must be passed to the app before the first actor starts.
 */
export const createEventLog = (now: () => number): EventLog => new LiveEventLog(now)
