/**
 * Time travel: the window shows the present, or a position of a timeline. At a position read-only
 * actors show the snapshots of then; they run no effects and ignore events.
 */
import { selectAlive } from "../../machines/navigation.ts"
import type { QuoteStore } from "../runtime/effects/quote-store.ts"
import type { Sources } from "../runtime/hooks/sources-context.ts"
import { createResolvedOperations } from "../runtime/resolved-operations.ts"
import type { Runtime } from "../runtime/runtime.ts"
import type { TimeTravelActors } from "../runtime/time-travel-actors.ts"
import type { EventLog } from "./event-log.ts"
import type { OpenedRecording } from "./recordings.ts"
import { isFailureEvent, type Timeline, timelineOf, timelineOfRecording } from "./timeline.ts"

export const SPEEDS = [1, 4, 16, 100] as const
export type Speed = (typeof SPEEDS)[number]
/** Longest wait between two events while playing, before the speed is applied. */
const GAP_MAX_MS = 1_000
const FRAME_MS = 16

export interface ShownPosition {
  readonly position: number
  readonly runtime: Runtime
  readonly sources: Sources
}

export interface TimeTravelView {
  /** Null at present. */
  readonly shown: ShownPosition | null
  readonly isPlaying: boolean
  readonly speed: Speed
  /** The recording that is open; null: the timeline is the event log. */
  readonly recording: OpenedRecording | null
  /** True after a search found no further failure, until the next change. */
  readonly hasNoFailure: boolean
}

export interface TimeTravel {
  readonly view: () => TimeTravelView
  readonly subscribe: (listener: () => void) => () => void
  readonly timeline: () => Timeline
  /** Resolves once the position is shown, or a later request has replaced it. */
  readonly goTo: (position: number) => Promise<void>
  readonly step: (by: 1 | -1) => Promise<void>
  /** Goes to the next failure after this position, if there is one. */
  readonly toFailure: () => Promise<void>
  readonly play: () => void
  readonly pause: () => void
  readonly setSpeed: (speed: Speed) => void
  readonly open: (recording: OpenedRecording) => Promise<void>
  /** Returns to the present and closes the recording. */
  readonly toNow: () => void
}

export interface TimeTravelParts {
  readonly eventLog: EventLog
  readonly loadTimeTravelActors: () => Promise<TimeTravelActors>
  readonly loadPrices: () => Promise<PriceHistory>
  /** Loads the code of a page. */
  readonly loadPage: (name: string) => Promise<unknown>
}

const PRESENT: TimeTravelView = {
  shown: null,
  isPlaying: false,
  speed: 1,
  recording: null,
  hasNoFailure: false,
}

class TimeTraveller implements TimeTravel {
  readonly #parts: TimeTravelParts
  readonly #listeners = new Set<() => void>()
  readonly #ownTimeline: Timeline
  #timeline: Timeline
  #view = PRESENT
  /** The last position requested; null at present. Results for any other one are dropped. */
  #requested: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: TimeTravelParts) {
    this.#parts = parts
    this.#ownTimeline = timelineOf(parts.eventLog)
    this.#timeline = this.#ownTimeline
  }

  readonly view = () => this.#view
  readonly timeline = () => this.#timeline

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly goTo = async (position: number): Promise<void> => {
    const timeline = this.#timeline
    const bounded = Math.min(timeline.end(), Math.max(timeline.begin(), position))
    this.#requested = bounded
    const actors = await this.#parts.loadTimeTravelActors()
    const pages = this.#pagesAt(timeline, bounded)
    await Promise.all(pages.map((name) => this.#parts.loadPage(name).catch(() => {})))
    const prices = await this.#parts.loadPrices()
    if (this.#requested !== bounded || this.#timeline !== timeline) return
    const atMs = timeline.entryAt(bounded)?.atMs ?? timeline.entryAt(bounded + 1)?.atMs ?? 0
    const { answers } = timeline
    const runtime = actors.show({
      position: bounded,
      atMs,
      answers,
      snapshotOf: (id, page) => timeline.snapshotAt(id, bounded, page),
    })
    // a recording holds no prices
    const quotes = prices.at(timeline === this.#ownTimeline ? bounded : Number.NEGATIVE_INFINITY)
    this.#update({
      shown: {
        position: bounded,
        runtime,
        sources: { quotes, resolvedOperations: createResolvedOperations() },
      },
    })
  }

  readonly step = (by: 1 | -1) => this.goTo((this.#position() ?? this.#timeline.end()) + by)

  readonly toFailure = async () => {
    const timeline = this.#timeline
    const from = this.#position() ?? timeline.begin()
    for (let position = from + 1; position <= timeline.end(); position += 1) {
      const entry = timeline.entryAt(position)
      if (entry && isFailureEvent(entry.event)) return this.goTo(position)
    }
    this.#update({ hasNoFailure: true })
  }

  readonly play = () => {
    const position = this.#position()
    // at the end it starts again from the beginning
    if (position === null || position >= this.#timeline.end()) void this.goTo(this.#timeline.begin())
    this.#update({ isPlaying: true })
    this.#scheduleNext()
  }

  readonly pause = () => {
    clearTimeout(this.#timer)
    this.#update({ isPlaying: false })
  }

  readonly setSpeed = (speed: Speed) => this.#update({ speed })

  readonly open = async (recording: OpenedRecording) => {
    this.pause()
    const { machines } = await this.#parts.loadTimeTravelActors()
    this.#timeline = timelineOfRecording(recording, machines)
    this.#update({ recording })
    await this.goTo(this.#timeline.end())
  }

  readonly toNow = () => {
    clearTimeout(this.#timer)
    this.#requested = null
    this.#timeline = this.#ownTimeline
    this.#update({ shown: null, isPlaying: false, recording: null })
  }

  #position(): number | null {
    return this.#requested ?? this.#view.shown?.position ?? null
  }

  #update(change: Partial<TimeTravelView>): void {
    this.#view = { ...this.#view, hasNoFailure: false, ...change }
    for (const listener of [...this.#listeners]) listener()
  }

  #pagesAt(timeline: Timeline, position: number): readonly string[] {
    const snapshot = timeline.snapshotAt("navigation", position)
    return snapshot ? selectAlive(snapshot).map(({ name }) => name) : []
  }

  #scheduleNext(): void {
    clearTimeout(this.#timer)
    const position = this.#position() ?? this.#timeline.begin()
    if (position >= this.#timeline.end()) {
      this.pause()
      return
    }
    const atMs = this.#timeline.entryAt(position)?.atMs
    const nextMs = this.#timeline.entryAt(position + 1)?.atMs
    const gapMs = atMs === undefined || nextMs === undefined ? 0 : nextMs - atMs
    const waitMs = Math.max(FRAME_MS, Math.min(GAP_MAX_MS, gapMs) / this.#view.speed)
    this.#timer = setTimeout(() => {
      void this.goTo(position + 1).then(() => {
        if (this.#view.isPlaying) this.#scheduleNext()
      })
    }, waitMs)
  }
}

export const createTimeTravel = (parts: TimeTravelParts): TimeTravel => new TimeTraveller(parts)

// Prices by log position: every change of the app's quote store is recorded and read back by
// read-only stores.

type HeldQuote = ReturnType<QuoteStore["get"]>

/** When there are more, the older half of each symbol goes. */
const PRICE_LIMIT = 40_000

interface RecordedQuote {
  readonly position: number
  readonly held: NonNullable<HeldQuote>
}

interface PriceHistory {
  /** A read-only store with the prices at a position. */
  readonly at: (position: number) => QuoteStore
}

/** Events after which the store may hold other prices. */
const PRICE_EVENTS: ReadonlySet<string> = new Set(["market.framed", "market.recalled"])

const nothing = (): void => {}

/** Records every price that `store` takes from now on, at the latest position of the log. */
export const createPriceHistory = (store: QuoteStore, eventLog: EventLog): PriceHistory => {
  const bySymbol = new Map<string, RecordedQuote[]>()
  let count = 0
  const dropOlderHalf = () => {
    for (const quotes of bySymbol.values()) quotes.splice(0, Math.floor(quotes.length / 2))
    count = [...bySymbol.values()].reduce((sum, quotes) => sum + quotes.length, 0)
  }
  const recordChanges = () => {
    for (const symbol of store.symbols()) {
      const held = store.get(symbol)
      const quotes = bySymbol.get(symbol) ?? []
      if (held === undefined || quotes.at(-1)?.held === held) continue
      bySymbol.set(symbol, quotes)
      quotes.push({ position: eventLog.end(), held })
      count += 1
    }
    if (count > PRICE_LIMIT) dropOlderHalf()
  }
  recordChanges()
  let seen = eventLog.end()
  eventLog.onChange(() => {
    const end = eventLog.end()
    for (let position = seen + 1; position <= end; position += 1)
      if (PRICE_EVENTS.has(eventLog.entryAt(position)?.event.type ?? "")) {
        recordChanges()
        break
      }
    seen = end
  })
  return {
    at: (position) => ({
      get: (symbol) => bySymbol.get(symbol)?.findLast((quote) => quote.position <= position)?.held,
      symbols: () => [...bySymbol.keys()],
      subscribe: () => nothing,
      onQuote: nothing,
      apply: nothing,
      snapshot: () => undefined,
      clockOffsetMs: () => store.clockOffsetMs(),
      clear: nothing,
    }),
  }
}
