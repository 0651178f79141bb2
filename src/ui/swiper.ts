/** The rules of the Swiper: which slide comes next, and where a dragged track comes to rest. */
import { SWIPER_DURATION_MS, SWIPER_INTERVAL_MS } from "../domain/limits.ts"

/** Why the current slide changed: autoplay, a swipe, a control, or "" for a new `current`. */
export type SwiperSource = "autoplay" | "touch" | "click" | ""

export interface SwiperOptions {
  readonly autoplay?: boolean | undefined
  /** Swiping past the last slide leads to the first, and back. */
  readonly circular?: boolean | undefined
  readonly vertical?: boolean | undefined
  /** Milliseconds between automatic changes; 5 000 by default. */
  readonly interval?: number | undefined
  /** Milliseconds of a transition; 500 by default. */
  readonly duration?: number | undefined
  /** Index of the slide to show; 0 by default. */
  readonly current?: number | undefined
  /** Number of slides in view at once; 1 by default. */
  readonly perView?: number | undefined
}

export interface SwiperSettings {
  readonly count: number
  readonly perView: number
  readonly circular: boolean
  readonly intervalMs: number
  readonly durationMs: number
  readonly current: number
}

/** The last index that the first visible slide can have; 0 if all slides are in view. */
const lastPosition = ({ count, perView }: Pick<SwiperSettings, "count" | "perView">): number =>
  Math.max(0, count - perView)

const clamped = (index: number, last: number): number => Math.min(last, Math.max(0, index))

/** Fills in the defaults, and clamps values that are out of range. */
export const swiperSettings = (options: SwiperOptions, count: number): SwiperSettings => {
  const perView = Math.max(1, Math.round(options.perView ?? 1))
  const circular = (options.circular ?? false) && count > perView
  return {
    count,
    perView,
    circular,
    intervalMs: options.interval ?? SWIPER_INTERVAL_MS,
    durationMs: Math.max(0, options.duration ?? SWIPER_DURATION_MS),
    current: clamped(
      Math.round(options.current ?? 0),
      circular ? count - 1 : lastPosition({ count, perView }),
    ),
  }
}

/** At least one transition, so that an interval of 0 does not change slides in every frame. */
export const autoplayEveryMs = ({ intervalMs, durationMs }: SwiperSettings): number =>
  Math.max(intervalMs, durationMs, 1)

/** False if all slides are in view. */
export const canMove = ({ count, perView }: SwiperSettings): boolean => count > perView

/** The index of the slide at a position, which may lie beyond the slides. */
export const indexAt = (position: number, count: number): number =>
  count === 0 ? 0 : ((position % count) + count) % count

/**
 * The position after an automatic change. After the last slide comes the first: ahead if circular,
 * else all the way back.
 */
export const nextPosition = (position: number, settings: SwiperSettings): number => {
  if (settings.circular) return position + 1
  return position < lastPosition(settings) ? position + 1 : 0
}

/** The position one control step away; past an end only if circular. */
export const stepPosition = (position: number, by: number, settings: SwiperSettings): number =>
  settings.circular ? position + by : clamped(position + by, lastPosition(settings))

/** px per ms: a faster finger means the next slide at any distance. */
const FLICK_SPEED = 0.4

/**
 * Where a track rests that was dragged to `position` (in slides) at `speed` (px per ms, positive
 * towards higher indices).
 */
export const restPosition = (
  from: number,
  position: number,
  speed: number,
  settings: SwiperSettings,
): number => {
  const flicked = Math.abs(speed) > FLICK_SPEED ? from + Math.sign(speed) : undefined
  const rest = flicked ?? Math.round(position)
  return settings.circular ? rest : clamped(rest, lastPosition(settings))
}

/**
 * Beyond an end that leads nowhere the track follows the finger with growing resistance, by half a
 * slide at most.
 */
export const draggedPosition = (position: number, settings: SwiperSettings): number => {
  if (settings.circular) return position
  const last = lastPosition(settings)
  const resisted = (beyond: number) => beyond / (1 + 2 * beyond)
  if (position < 0) return -resisted(-position)
  return position > last ? last + resisted(position - last) : position
}

/**
 * Where a slide is placed while the view is around `centre`; in a circle that is its nearest copy.
 */
export const placedAt = (index: number, centre: number, { count, circular }: SwiperSettings): number =>
  circular ? index + count * Math.round((centre - index) / count) : index
