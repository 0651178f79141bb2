/**
 * History of one actor: what it received, and its snapshot after each event, folded from the
 * nearest stored snapshot.
 */
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, transition } from "xstate"
import { type TransitionTracer, tracerOf } from "../../paths/src/taken-transitions.ts"
import { detached, detachedSnapshot } from "./detached.ts"

/** At most so many events lie between two stored snapshots. */
const SNAPSHOT_INTERVAL = 64

interface StoredSnapshot {
  readonly position: number
  readonly snapshot: AnyMachineSnapshot
  /** It was not observed. */
  readonly isComputed?: boolean
}

export interface ReceivedEvent {
  /** Position in the log of all actors. */
  readonly position: number
  readonly atMs: number
  readonly event: { readonly type: string }
  /**
   * Ids of the transitions taken, if they were observed; empty if the machine ignored the event.
   */
  readonly transitions: readonly string[]
  /** Observed in this document, replayed from a journal, or received by another tab. */
  readonly source: "live" | "journal" | "elsewhere"
}

/** Snapshot of an actor at a position, and the last event's part in it. */
export interface ActorStateAt {
  readonly snapshot: AnyMachineSnapshot
  /** Before the last event; the same snapshot if there was none. */
  readonly before: AnyMachineSnapshot
  /** Ids of the transitions of the last event, as in the chart. */
  readonly taken: readonly string[]
  /** True if the snapshot was not observed, but computed from an earlier one and the events since. */
  readonly isRecomputed?: boolean
}

/**
 * One actor of the log. A top-level actor stays listed after its end; a new one under the same id
 * goes on from it, as after a reload or a login.
 */
export interface LoggedActor {
  readonly key: string
  readonly id: string
  /** Its id; of a child after its parent's name, "cups/cup", and counted if there was one before. */
  readonly name: string
  readonly isTopLevel: boolean
  readonly machine: AnyStateMachine
  /** The page of the app that the actor belongs to; undefined: to none. */
  readonly page: string | undefined
  /** True for an actor of an earlier document, rebuilt from a journal. */
  readonly isPast: boolean
  /** The latest snapshot. */
  readonly now: AnyMachineSnapshot
  /** False once the actor has stopped. */
  readonly isAlive: boolean
  readonly eventCount: number
}

/** All that is known of an actor: a beginning, and everything since. */
export interface ActorRecord {
  readonly key: string
  readonly id: string
  readonly page: string | undefined
  readonly machine: AnyStateMachine
  readonly startedAtMs: number
  readonly from: AnyMachineSnapshot
  readonly received: readonly ReceivedEvent[]
  readonly now: AnyMachineSnapshot
}

export class ActorHistory implements LoggedActor {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly isTopLevel: boolean
  readonly machine: AnyStateMachine
  readonly page: string | undefined
  readonly isPast: boolean
  now: AnyMachineSnapshot
  isAlive = true
  eventCount = 0
  readonly #fold: () => Fold
  #stored: StoredSnapshot[]
  #received: ReceivedEvent[] = []
  #startedAtMs: number
  /** The snapshot before `now`. */
  #before: AnyMachineSnapshot
  #pure: Fold | null = null
  #tracer: TransitionTracer | null = null

  /** `fold` is called on the first lookup: most actors are never looked up. */
  constructor(
    about: Pick<ActorHistory, "key" | "id" | "name" | "isTopLevel" | "machine" | "page" | "isPast" | "now">,
    fold: () => Fold,
    position: number,
    startedAtMs: number,
  ) {
    this.#startedAtMs = startedAtMs
    this.key = about.key
    this.id = about.id
    this.name = about.name
    this.isTopLevel = about.isTopLevel
    this.machine = about.machine
    this.page = about.page
    this.isPast = about.isPast
    this.now = about.now
    this.#before = about.now
    this.#fold = fold
    this.#stored = [{ position, snapshot: about.now }]
  }

  get startPosition(): number {
    return this.#stored[0]?.position ?? 0
  }

  /** Undefined once the beginning is no longer known. */
  record(): ActorRecord | undefined {
    const from = this.#stored[0]?.snapshot
    const { key, id, page, machine, now } = this
    return (
      from && {
        key,
        id,
        page,
        machine,
        startedAtMs: this.#startedAtMs,
        from,
        received: this.#received,
        now,
      }
    )
  }

  /** The position of the last event; of the beginning if there is none. */
  get lastPosition(): number {
    return this.#received.at(-1)?.position ?? this.startPosition
  }

  append(received: ReceivedEvent): void {
    this.eventCount += 1
    this.#received.push(received)
  }

  /**
   * Takes an observed snapshot; stores it every `SNAPSHOT_INTERVAL` events, or at once if
   * `isForced`.
   */
  update(observed: StoredSnapshot, isForced = false): void {
    this.#before = this.now
    this.now = observed.snapshot
    const last = this.#stored.at(-1)
    if (last?.position === observed.position) this.#stored[this.#stored.length - 1] = observed
    else if (isForced || this.#received.length - this.#indexAfter(last?.position ?? 0) >= SNAPSHOT_INTERVAL)
      this.#stored.push(observed)
  }

  /** The snapshot at a position; undefined before the actor started. */
  snapshotAt(position: number): AnyMachineSnapshot | undefined {
    const known = this.#stored.findLastIndex((each) => each.position <= position)
    const nearest = this.#stored[known]
    if (!nearest) return undefined
    this.#pure ??= this.#fold()
    let snapshot = nearest.snapshot
    const found: StoredSnapshot[] = []
    const first = this.#indexAfter(nearest.position)
    for (let index = first; index < this.#received.length; index += 1) {
      const received = this.#received[index]
      if (!received || received.position > position) break
      // an assigner of the app may change what it is given, and that may be in use
      if (index === first || found.at(-1)?.snapshot === snapshot) snapshot = detachedSnapshot(snapshot)
      snapshot = this.#pure.step(snapshot, detached(received.event))
      // the next lookup on a long way starts from one of these
      if ((index - first) % SNAPSHOT_INTERVAL === SNAPSHOT_INTERVAL - 1)
        found.push({ position: received.position, snapshot, isComputed: true })
    }
    this.#stored.splice(known + 1, 0, ...found)
    return snapshot
  }

  /** The snapshot at a position with its last event; undefined before the actor started. */
  stateAt(position: number): ActorStateAt | undefined {
    const newest = this.#received.at(-1)
    // the latest state is known without a fold
    if (newest?.source === "live" && newest.position <= position)
      return { snapshot: this.now, before: this.#before, taken: newest.transitions }
    const snapshot = this.snapshotAt(position)
    if (!snapshot) return undefined
    const last = this.#received[this.#indexAfter(position) - 1]
    const before = last && this.snapshotAt(last.position - 1)
    if (!last || !before) return { snapshot, before: snapshot, taken: [] }
    const isRecomputed = !this.#stored.some((one) => one.snapshot === snapshot && !one.isComputed)
    if (last.source === "live") return { snapshot, before, taken: last.transitions, isRecomputed }
    this.#tracer ??= tracerOf(this.machine)
    const { taken } = this.#tracer.step(detachedSnapshot(before), detached(last.event))
    return { snapshot, before, taken, isRecomputed }
  }

  /** Drops everything up to a position. */
  dropBefore(position: number): void {
    if (this.startPosition >= position) return
    const snapshot = this.snapshotAt(position)
    if (!snapshot) return
    const kept = this.#indexAfter(position)
    this.#startedAtMs = this.#received[kept - 1]?.atMs ?? this.#startedAtMs
    this.#received = this.#received.slice(kept)
    this.#stored = [{ position, snapshot }, ...this.#stored.filter((each) => each.position > position)]
  }

  /** Index of the first event after a position, by binary search. */
  #indexAfter(position: number): number {
    let low = 0
    let high = this.#received.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#received[middle]?.position ?? 0) <= position) low = middle + 1
      else high = middle
    }
    return low
  }
}

// A machine as a pure function of snapshot and event: no effects, timers or emitted events.

export interface Fold {
  readonly step: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => AnyMachineSnapshot
}

export type FoldOf = (machine: AnyStateMachine, input: unknown) => Fold

/** By XState's `transition()`, about 40 µs an event. */
export const foldByTransition: FoldOf = (machine) => ({
  step: (snapshot, event) => transition(machine, snapshot, event)[0],
})
