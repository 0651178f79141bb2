/**
 * Where the window stands in time: now, or at a place of a line of moments. At a place every seat of a second house shows what its machine was then; nothing that
 * is done there is heard.
 */
import { selectAlive } from "../../machines/navigation.ts"
import type { Sources } from "../runtime/hooks/sources-context.ts"
import { createNews } from "../runtime/resolved-operations.ts"
import type { System } from "../runtime/runtime.ts"
import type { Past } from "../runtime/time-travel-actors.ts"
import type { PriceTape } from "./prices.ts"
import type { OpenedRecording } from "./replay.ts"
import type { Tape } from "./tape.ts"
import { isError, type Timeline, timelineOf, timelineOfRecording } from "./timeline.ts"

export const SPEEDS = [1, 4, 16, 100] as const
export type Speed = (typeof SPEEDS)[number]
/** However long nothing happened, the next thing comes after this at the latest. */
const GAP_MAX_MS = 1_000
const FRAME_MS = 16

export interface Moment {
  readonly place: number
  readonly system: System
  readonly sources: Sources
}

export interface View {
  /** Null: now. */
  readonly moment: Moment | null
  readonly isPlaying: boolean
  readonly speed: Speed
  /** The recording along which the window moves; null: what happened here. */
  readonly recording: OpenedRecording | null
  /** True after a failure was looked for and there is none further on, until the window moves. */
  readonly isClear: boolean
}

export interface Travel {
  readonly view: () => View
  readonly subscribe: (listener: () => void) => () => void
  readonly timeline: () => Timeline
  /** Shows a place; the last one asked for wins. Resolves when it is shown. */
  readonly goTo: (place: number) => Promise<void>
  readonly step: (by: 1 | -1) => Promise<void>
  /** The next place after this one at which something failed; stays where there is none. */
  readonly toError: () => Promise<void>
  readonly play: () => void
  readonly pause: () => void
  readonly setSpeed: (speed: Speed) => void
  readonly open: (recording: OpenedRecording) => Promise<void>
  /** Back to what is. */
  readonly toNow: () => void
}

export interface TravelParts {
  readonly tape: Tape
  readonly bringPast: () => Promise<Past>
  readonly bringPrices: () => Promise<PriceTape>
  /** Brings the code of a page. */
  readonly loadPage: (name: string) => Promise<unknown>
}

const NOW: View = { moment: null, isPlaying: false, speed: 1, recording: null, isClear: false }

class Traveller implements Travel {
  readonly #parts: TravelParts
  readonly #listeners = new Set<() => void>()
  readonly #here: Timeline
  #line: Timeline
  #view = NOW
  /** The last place asked for: what comes late for an earlier one is dropped. */
  #wanted: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: TravelParts) {
    this.#parts = parts
    this.#here = timelineOf(parts.tape)
    this.#line = this.#here
  }

  readonly view = () => this.#view
  readonly timeline = () => this.#line

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly goTo = async (place: number): Promise<void> => {
    const line = this.#line
    const bounded = Math.min(line.end(), Math.max(line.begin(), place))
    this.#wanted = bounded
    const past = await this.#parts.bringPast()
    const names = this.#namesAt(line, bounded)
    await Promise.all(names.map((name) => this.#parts.loadPage(name).catch(() => {})))
    const prices = await this.#parts.bringPrices()
    if (this.#wanted !== bounded || this.#line !== line) return
    const atMs = line.entryAt(bounded)?.atMs ?? line.entryAt(bounded + 1)?.atMs ?? 0
    const { answers } = line
    const system = past.show({ place: bounded, atMs, answers, snapshotOf: (id) => line.seatAt(id, bounded) })
    // the prices of a recording are in no file
    const quotes = prices.at(line === this.#here ? bounded : Number.NEGATIVE_INFINITY)
    this.#show({ moment: { place: bounded, system, sources: { quotes, news: createNews() } } })
  }

  readonly step = (by: 1 | -1) => this.goTo((this.#place() ?? this.#line.end()) + by)

  readonly toError = async () => {
    const line = this.#line
    const from = this.#place() ?? line.begin()
    for (let place = from + 1; place <= line.end(); place += 1) {
      const entry = line.entryAt(place)
      if (entry && isError(entry.event)) return this.goTo(place)
    }
    this.#show({ isClear: true })
  }

  readonly play = () => {
    const place = this.#place()
    // from the end it begins anew
    if (place === null || place >= this.#line.end()) void this.goTo(this.#line.begin())
    this.#show({ isPlaying: true })
    this.#next()
  }

  readonly pause = () => {
    clearTimeout(this.#timer)
    this.#show({ isPlaying: false })
  }

  readonly setSpeed = (speed: Speed) => this.#show({ speed })

  readonly open = async (recording: OpenedRecording) => {
    this.pause()
    const { residents } = await this.#parts.bringPast()
    this.#line = timelineOfRecording(recording, residents)
    this.#show({ recording })
    await this.goTo(this.#line.end())
  }

  readonly toNow = () => {
    clearTimeout(this.#timer)
    this.#wanted = null
    this.#line = this.#here
    this.#show({ moment: null, isPlaying: false, recording: null })
  }

  #place(): number | null {
    return this.#wanted ?? this.#view.moment?.place ?? null
  }

  #show(change: Partial<View>): void {
    this.#view = { ...this.#view, isClear: false, ...change }
    for (const listener of [...this.#listeners]) listener()
  }

  #namesAt(line: Timeline, place: number): readonly string[] {
    const snapshot = line.seatAt("navigation", place)
    return snapshot ? selectAlive(snapshot).map(({ name }) => name) : []
  }

  #next(): void {
    clearTimeout(this.#timer)
    const place = this.#place() ?? this.#line.begin()
    if (place >= this.#line.end()) {
      this.pause()
      return
    }
    const atMs = this.#line.entryAt(place)?.atMs
    const nextMs = this.#line.entryAt(place + 1)?.atMs
    const gapMs = atMs === undefined || nextMs === undefined ? 0 : nextMs - atMs
    const restMs = Math.max(FRAME_MS, Math.min(GAP_MAX_MS, gapMs) / this.#view.speed)
    this.#timer = setTimeout(() => {
      void this.goTo(place + 1).then(() => {
        if (this.#view.isPlaying) this.#next()
      })
    }, restMs)
  }
}

export const createTravel = (parts: TravelParts): Travel => new Traveller(parts)
