/**
 * Time travel: the console shows the present, or a position of a timeline. What the app shows of it
 * is made by `prepare`.
 */

import { createListeners } from "./listeners.ts"
import { isFailureEvent, type Timeline } from "./timeline.ts"

export const SPEEDS = [1, 4, 16, 100] as const
export type Speed = (typeof SPEEDS)[number]
/** Longest wait between two events while playing, before the speed is applied. */
const GAP_MAX_MS = 1_000
const FRAME_MS = 16

/** A position, and `Shown`: what the app shows of it. */
export interface ShownPosition<Shown> {
  readonly position: number
  readonly app: Shown
}

export interface TimeTravelView<Shown = unknown, Recording = unknown> {
  /** Null at present. */
  readonly shown: ShownPosition<Shown> | null
  readonly isPlaying: boolean
  readonly speed: Speed
  /** The recording that is open; null: the timeline is the event log. */
  readonly recording: Recording | null
  /** True after a search found no further failure, until the next change. */
  readonly hasNoFailure: boolean
}

/** What the console needs of time travel. */
export interface TimeTravel<Shown = unknown, Recording = unknown> {
  readonly view: () => TimeTravelView<Shown, Recording>
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
  /** Returns to the present and closes the recording. */
  readonly toNow: () => void
}

/** Beside the console's part: opens recordings. */
export interface RecordingTravel<Shown, Recording, Moments extends Timeline>
  extends TimeTravel<Shown, Recording> {
  readonly timeline: () => Moments
  /** Shows the end of a recording. */
  readonly open: (recording: Recording, timeline: Moments) => Promise<void>
}

export interface TimeTravelParts<Shown, Moments extends Timeline> {
  /** That of the event log. */
  readonly timeline: Moments
  /** Loads what the app needs to show a position; the function is called if it is still wanted. */
  readonly prepare: (timeline: Moments, position: number) => Promise<() => Shown>
}

class TimeTraveller<Shown, Recording, Moments extends Timeline>
  implements RecordingTravel<Shown, Recording, Moments>
{
  readonly #parts: TimeTravelParts<Shown, Moments>
  readonly #listeners = createListeners()
  #timeline: Moments
  #view: TimeTravelView<Shown, Recording> = {
    shown: null,
    isPlaying: false,
    speed: 1,
    recording: null,
    hasNoFailure: false,
  }
  /** The last position requested; null at present. Results for any other one are dropped. */
  #requested: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: TimeTravelParts<Shown, Moments>) {
    this.#parts = parts
    this.#timeline = parts.timeline
  }

  readonly view = () => this.#view
  readonly timeline = () => this.#timeline

  readonly subscribe = this.#listeners.subscribe

  readonly goTo = async (position: number): Promise<void> => {
    const timeline = this.#timeline
    const bounded = Math.min(timeline.end(), Math.max(timeline.begin(), position))
    this.#requested = bounded
    const show = await this.#parts.prepare(timeline, bounded)
    if (this.#requested !== bounded || this.#timeline !== timeline) return
    this.#update({ shown: { position: bounded, app: show() } })
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

  readonly open = async (recording: Recording, timeline: Moments) => {
    this.pause()
    this.#timeline = timeline
    this.#update({ recording })
    await this.goTo(timeline.end())
  }

  readonly toNow = () => {
    clearTimeout(this.#timer)
    this.#requested = null
    this.#timeline = this.#parts.timeline
    this.#update({ shown: null, isPlaying: false, recording: null })
  }

  #position(): number | null {
    return this.#requested ?? this.#view.shown?.position ?? null
  }

  #update(change: Partial<TimeTravelView<Shown, Recording>>): void {
    this.#view = { ...this.#view, hasNoFailure: false, ...change }
    this.#listeners.notify()
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

export const createTimeTravel = <Shown, Recording, Moments extends Timeline>(
  parts: TimeTravelParts<Shown, Moments>,
): RecordingTravel<Shown, Recording, Moments> => new TimeTraveller(parts)
