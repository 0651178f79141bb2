/**
 * What the console knows: every actor of the app, everything that each received, and in which order. It only listens. Its length is bounded: the oldest goes,
 * and of what is left every moment can be shown again, because a machine is the fold of its events.
 */
import type { AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from "xstate"
import { foldOf } from "../journal/replay.ts"
import { type Answers, createAnswers } from "../runtime/answer-history.ts"
import type { WatchedActor, WatchedPast, Watcher, WrittenStream } from "../runtime/inspector.ts"
import { transitionId } from "./chart.ts"
import { Life, type Noted, type Standing, type Track, type TrackKind } from "./life.ts"
import { mergeSteps } from "./replay.ts"

/** Events kept in memory. */
export const ENTRY_LIMIT = 20_000
/** So many go at a time, so that making room is rare. */
const ENTRY_STEP = 2_000
/** Actors kept, those that have ended included. */
const TRACK_LIMIT = 400

/** Its place: 1 is the first event of this document, what is from before counts down to 0. */
export interface Entry extends Noted {
  readonly atMs: number
  readonly track: Track
}

export interface Tape {
  readonly watcher: Watcher
  readonly answers: Answers
  readonly entries: () => readonly Entry[]
  readonly tracks: () => readonly Track[]
  /** Place of the newest entry. */
  readonly end: () => number
  readonly begin: () => number
  readonly entryAt: (place: number) => Entry | undefined
  /** What a seat was at a place; undefined where it was not there. */
  readonly seatAt: (id: string, place: number) => AnyMachineSnapshot | undefined
  /** What an actor was at a place, of a seat whoever was in it then; undefined where it was not there. */
  readonly standing: (track: Track, place: number) => Standing | undefined
  /** Reads the journal on the disk; null where there is none. */
  readonly written: () => Promise<readonly WrittenStream[]>
  /** The first page can be shown: what is not journaled is taken to have been so before this document, too. */
  readonly settle: () => void
  /** Hears of every change. Must be quick. */
  readonly onChange: (listener: () => void) => () => void
}

const kindOf = (id: string): TrackKind => {
  const [before, rest] = id.split(":")
  if (rest === undefined) return "seat"
  return before === "request" || before === "list" || before === "upload" ? before : "seat"
}

const isMachineSnapshot = (value: unknown): value is AnyMachineSnapshot =>
  typeof value === "object" && value !== null && "machine" in value && "value" in value

const momentOf = (event: object): number | null =>
  "at" in event && typeof event.at === "number" ? event.at : null

const NONE: readonly string[] = []
const alone = new WeakMap<AnyTransitionDefinition, readonly string[]>()

/** An event mostly causes one transition, and the same ones again and again: each is named once, and what is kept of an event refers to that. */
const idsOf = (taken: readonly AnyTransitionDefinition[]): readonly string[] => {
  const [first] = taken
  if (!first) return NONE
  if (taken.length > 1) return taken.map(transitionId)
  const known = alone.get(first) ?? [transitionId(first)]
  alone.set(first, known)
  return known
}

/** An entry of which it is not known yet what it causes. */
interface Pending extends Entry {
  transitions: readonly string[]
}

class RunningTape implements Tape {
  readonly answers = createAnswers()
  readonly watcher: Watcher
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  /** Of this document, in order. */
  #entries: Entry[] = []
  /** From before it. */
  #earlier: readonly Entry[] = []
  #lives: Life[] = []
  readonly #pasts = new Map<string, WatchedPast>()
  #last = 0
  #settled = 0
  #count = 0
  #read: (() => Promise<readonly WrittenStream[]>) | null = null

  constructor(now: () => number) {
    this.#now = now
    this.watcher = {
      onActor: (watched) => this.#follow(watched),
      onFolded: (id, event, before, after) => this.#fold(id, event, before, after),
      onPast: (past) => this.#takePast(past),
      onJournal: (read) => {
        this.#read = read
      },
      onCall: () => {},
      onBody: () => {},
      onAnswer: (_actor, endpoint, request, exit) =>
        this.answers.note(endpoint, request, { place: this.#last, atMs: this.#now(), exit }),
      onRecalled: (endpoint, request, known, why) =>
        this.answers.note(endpoint, request, { place: this.#last, known, why }),
    }
  }

  entries(): readonly Entry[] {
    return [...this.#earlier, ...this.#entries]
  }

  tracks(): readonly Track[] {
    return this.#lives
  }

  end(): number {
    return this.#last
  }

  begin(): number {
    return (this.#earlier[0] ?? this.#entries[0])?.place ?? 0
  }

  entryAt(place: number): Entry | undefined {
    // places count on without a gap, in what is from before as in what is of this document
    const line = place > 0 ? this.#entries : this.#earlier
    return line[place - (line[0]?.place ?? 0)]
  }

  seatAt(id: string, place: number): AnyMachineSnapshot | undefined {
    const seated = this.#seated(id, place)
    return seated?.life.at(seated.place)
  }

  standing(track: Track, place: number): Standing | undefined {
    if (track.kind !== "seat") return this.#lives.find((life) => life === track)?.standing(place)
    const seated = this.#seated(track.id, place)
    return seated?.life.standing(seated.place)
  }

  /** Who was in a seat at a place, and where to look in that life. */
  #seated(id: string, place: number): { readonly life: Life; readonly place: number } | undefined {
    const lives = this.#lives.filter((life) => life.id === id)
    const life = lives.findLast(({ bornAt }) => bornAt <= place)
    if (life && (place > 0 || life.isPast)) return { life, place }
    // what is not journaled began with this document: before it, it is taken to have been as it was when that began
    const [first] = lives
    return first && { life: first, place: this.#settled }
  }

  settle(): void {
    this.#settled = this.#last
  }

  readonly written = (): Promise<readonly WrittenStream[]> => this.#read?.() ?? Promise.resolve([])

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #live(
    id: string,
    machine: AnyStateMachine,
    input: unknown,
    now: AnyMachineSnapshot,
    place: number,
    isPast = false,
  ): Life {
    this.#count += 1
    const about = {
      key: `${id}#${this.#count}`,
      id,
      kind: kindOf(id),
      machine,
      bornAtMs: this.#now(),
      isPast,
      now,
    }
    const life = new Life(about, () => foldOf<AnyStateMachine>(machine, input), place)
    this.#lives.push(life)
    return life
  }

  #follow({ actor, machine, input }: WatchedActor): void {
    const first: unknown = actor.getSnapshot()
    if (!isMachineSnapshot(first)) return
    this.#makeRoom()
    const life = this.#live(actor.id, machine, input, first, this.#last)
    const id = actor.sessionId
    /** What the actor has been sent and has not taken up yet: it may be sent more while it works. */
    const pending: Pending[] = []
    actor.system.inspect((told: InspectionEvent) => {
      if (told.actorRef.sessionId === id) this.#hear(life, pending, told)
    })
    actor.subscribe({ complete: () => this.#end(life), error: () => this.#end(life) })
    this.#tell()
  }

  #end(life: Life): void {
    life.isAlive = false
    this.#tell()
  }

  #hear(life: Life, pending: Pending[], told: InspectionEvent): void {
    if (
      told.type === "@xstate.event" &&
      told.event.type !== "xstate.init" &&
      told.event.type !== "xstate.stop"
    )
      pending.push(this.#note(life, told.event, "here"))
    else if (told.type === "@xstate.microstep") {
      const ids = idsOf(told._transitions)
      const [entry] = pending
      if (entry && ids !== NONE)
        entry.transitions = entry.transitions === NONE ? ids : [...entry.transitions, ...ids]
    } else if (told.type === "@xstate.snapshot" && isMachineSnapshot(told.snapshot)) {
      const isNext = pending[0]?.event === told.event
      const place = (isNext ? pending.shift()?.place : undefined) ?? this.#last
      life.mark({ place, snapshot: told.snapshot })
      this.#tell()
    }
  }

  #note(life: Life, event: { readonly type: string }, source: Entry["source"]): Pending {
    this.#last += 1
    const entry: Pending = {
      place: this.#last,
      atMs: momentOf(event) ?? this.#now(),
      track: life,
      event,
      transitions: NONE,
      source,
    }
    this.#entries.push(entry)
    life.note(entry)
    if (this.#entries.length > ENTRY_LIMIT) this.#cut()
    return entry
  }

  #fold(
    id: string,
    event: { readonly type: string },
    before: AnyMachineSnapshot,
    after: AnyMachineSnapshot,
  ): void {
    const known = this.#lives.findLast((life) => life.id === id && !life.isPast)
    const life = known ?? this.#live(id, after.machine, undefined, before, this.#last)
    this.#note(life, event, "elsewhere")
    // the seat may have been read anew in between
    life.mark({ place: this.#last, snapshot: after }, true)
    this.#tell()
  }

  #takePast(past: WatchedPast): void {
    if (this.#pasts.has(past.id) || this.#lives.some(({ id }) => id === past.id)) return
    this.#pasts.set(past.id, past)
    const kept = [...this.#pasts.values()]
    const steps = mergeSteps(kept).slice(-ENTRY_LIMIT)
    this.#lives = this.#lives.filter(({ isPast }) => !isPast)
    const lives = new Map<string, Life>()
    const first = 1 - steps.length
    for (const { id, machine, input, from } of kept)
      lives.set(id, this.#live(id, machine, input, from, first - 1, true))
    this.#earlier = steps.flatMap(({ id, event, atMs }, index): Entry[] => {
      const life = lives.get(id)
      if (!life) return []
      const place = first + index
      const entry = { place, atMs, track: life, event, transitions: NONE, source: "journal" as const }
      life.note(entry)
      return [entry]
    })
    for (const life of lives.values()) {
      life.isAlive = false
      life.now = life.at(0) ?? life.now
    }
    // a life before this document comes before those in it
    this.#lives.sort((a, b) => Number(b.isPast) - Number(a.isPast))
    this.#tell()
  }

  /** The oldest entries go: first those from before this document. */
  #cut(): void {
    const gone = this.#entries.slice(0, ENTRY_STEP)
    this.#entries = this.#entries.slice(ENTRY_STEP)
    this.#earlier = []
    const place = gone.at(-1)?.place ?? 0
    this.#lives = this.#lives.filter((life) => life.isAlive || life.kind === "seat")
    for (const life of this.#lives) life.forget(place)
  }

  /** Actors come and go; of those that have ended the oldest are forgotten, and lists that nobody has heard of for long. */
  #makeRoom(): void {
    if (this.#lives.length < TRACK_LIMIT) return
    const spare = this.#lives.findIndex(({ isAlive, kind }) => !isAlive && kind !== "seat")
    const oldest = spare >= 0 ? spare : this.#lives.findIndex(({ kind }) => kind !== "seat")
    if (oldest >= 0) this.#lives.splice(oldest, 1)
  }
}

/** Makes an empty tape; give its `watcher` to the house before that is built. */
export const createTape = (now: () => number): Tape => new RunningTape(now)
