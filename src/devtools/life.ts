/** The life of one actor on the tape: what it received, and what it was after each of that, found again by folding from the nearest snapshot. */
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate"
import type { Fold } from "../journal/replay.ts"
import { type Taken, takenOf } from "./taken.ts"

/** A moment is at most so many steps away from a snapshot. */
const MARK_EVERY = 64

export type TrackKind = "seat" | "request" | "list" | "upload"

interface Mark {
  readonly place: number
  readonly snapshot: AnyMachineSnapshot
}

/** Something that an actor received. */
export interface Noted {
  /** In the order of everything. */
  readonly place: number
  readonly event: { readonly type: string }
  /** Ids of the transitions it caused, where that was seen; none where the machine did not care. */
  readonly transitions: readonly string[]
  /** Seen as it happened; or known from before this document, or received by another tab. */
  readonly source: "here" | "journal" | "elsewhere"
}

/** What an actor is at a place, and how it came to be so. */
export interface Standing {
  readonly snapshot: AnyMachineSnapshot
  /** Before its last event; the same where there was none. */
  readonly before: AnyMachineSnapshot
  /** Ids of the transitions of its last event, as the chart names them. */
  readonly taken: readonly string[]
}

/** The life of one actor. A seat has several, one after the other: before a reload and after it, one for each login. */
export interface Track {
  readonly key: string
  readonly id: string
  readonly kind: TrackKind
  readonly machine: AnyStateMachine
  readonly bornAtMs: number
  readonly isPast: boolean
  /** What it is now. */
  readonly now: AnyMachineSnapshot
  /** False once it has ended. */
  readonly isAlive: boolean
  readonly eventCount: number
}

export class Life implements Track {
  readonly key: string
  readonly id: string
  readonly kind: TrackKind
  readonly machine: AnyStateMachine
  readonly bornAtMs: number
  readonly isPast: boolean
  now: AnyMachineSnapshot
  isAlive = true
  eventCount = 0
  readonly #fold: () => Fold<AnyStateMachine>
  #marks: Mark[]
  #noted: Noted[] = []
  /** What it was before it became what it is now. */
  #before: AnyMachineSnapshot
  #pure: Fold<AnyStateMachine> | null = null
  #taken: Taken | null = null

  constructor(
    about: Pick<Life, "key" | "id" | "kind" | "machine" | "bornAtMs" | "isPast" | "now">,
    fold: () => Fold<AnyStateMachine>,
    place: number,
  ) {
    this.key = about.key
    this.id = about.id
    this.kind = about.kind
    this.machine = about.machine
    this.bornAtMs = about.bornAtMs
    this.isPast = about.isPast
    this.now = about.now
    this.#before = about.now
    this.#fold = fold
    this.#marks = [{ place, snapshot: about.now }]
  }

  get bornAt(): number {
    return this.#marks[0]?.place ?? 0
  }

  /** Place of the last event; null before the first. */
  get lastEntry(): number | null {
    return this.#noted.at(-1)?.place ?? null
  }

  note(noted: Noted): void {
    this.eventCount += 1
    this.#noted.push(noted)
  }

  /** What the actor really was: where a fold can begin. */
  mark(mark: Mark, isForced = false): void {
    this.#before = this.now
    this.now = mark.snapshot
    const last = this.#marks.at(-1)
    const isFirst = last?.place === mark.place
    if (isFirst) this.#marks[this.#marks.length - 1] = mark
    else if (isForced || this.#noted.length - this.#indexAfter(last?.place ?? 0) >= MARK_EVERY)
      this.#marks.push(mark)
  }

  at(place: number): AnyMachineSnapshot | undefined {
    const known = this.#marks.findLastIndex((each) => each.place <= place)
    const mark = this.#marks[known]
    if (!mark) return undefined
    this.#pure ??= this.#fold()
    let { snapshot } = mark
    const found: Mark[] = []
    const first = this.#indexAfter(mark.place)
    for (let index = first; index < this.#noted.length; index += 1) {
      const noted = this.#noted[index]
      if (!noted || noted.place > place) break
      snapshot = this.#pure.step(snapshot, noted.event)
      // a long way is walked once
      if ((index - first) % MARK_EVERY === MARK_EVERY - 1) found.push({ place: noted.place, snapshot })
    }
    this.#marks.splice(known + 1, 0, ...found)
    return snapshot
  }

  /** Undefined where it was not born yet. */
  standing(place: number): Standing | undefined {
    const newest = this.#noted.at(-1)
    // the present is at hand: nothing has to be folded to look on
    if (newest?.source === "here" && newest.place <= place)
      return { snapshot: this.now, before: this.#before, taken: newest.transitions }
    const snapshot = this.at(place)
    if (!snapshot) return undefined
    const last = this.#noted[this.#indexAfter(place) - 1]
    const before = last && this.at(last.place - 1)
    if (!last || !before) return { snapshot, before: snapshot, taken: [] }
    if (last.source === "here") return { snapshot, before, taken: last.transitions }
    this.#taken ??= takenOf(this.machine)
    return { snapshot, before, taken: this.#taken(before, last.event) }
  }

  /** Lets go of what was before a place. */
  forget(place: number): void {
    if (this.bornAt >= place) return
    const snapshot = this.at(place)
    if (!snapshot) return
    this.#noted = this.#noted.slice(this.#indexAfter(place))
    this.#marks = [{ place, snapshot }, ...this.#marks.filter((mark) => mark.place > place)]
  }

  /** Index of the first event after a place, by halving. */
  #indexAfter(place: number): number {
    let low = 0
    let high = this.#noted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#noted[middle]?.place ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return low
  }
}
