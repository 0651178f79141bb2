import { SWIPER_DURATION_MS, SWIPER_INTERVAL_MS } from "../domain/limits.ts"

/** Why another slide is shown: turned by itself, swiped, chosen by a control; "" where the owner asked for it. */
export type SwiperSource = "autoplay" | "touch" | "click" | ""

export interface SwiperOptions {
  readonly autoplay?: boolean | undefined
  /** Swiping past the last slide leads to the first, and back. */
  readonly circular?: boolean | undefined
  readonly vertical?: boolean | undefined
  /** Milliseconds between turns; 5 000 unless told, and where what is told is no number. */
  readonly interval?: number | string | undefined
  /** Milliseconds that a turn takes; 500 unless told, and where what is told is no number. */
  readonly duration?: number | string | undefined
  /** Index of the slide to show; 0 unless told. */
  readonly current?: number | string | undefined
  /** The id of the slide to show, before `current` where there is a slide of that id. */
  readonly currentItemId?: string | undefined
  /** How many slides are in view at once; 1 unless told. */
  readonly perView?: number | string | undefined
  /** Fingers scroll the page and not the slides. */
  readonly disableTouch?: boolean | undefined
}

export interface SwiperSettings {
  readonly count: number
  readonly perView: number
  readonly circular: boolean
  readonly intervalMs: number
  readonly durationMs: number
  readonly current: number
}

const numberOr = (told: number | string | undefined, otherwise: number): number => {
  const read = told === undefined ? Number.NaN : Number(told)
  return Number.isNaN(read) ? otherwise : read
}

/** The index that slides may stand at farthest on; 0 where everything is in view. */
const lastStand = ({ count, perView }: Pick<SwiperSettings, "count" | "perView">): number =>
  Math.max(0, count - perView)

const clamped = (index: number, last: number): number => Math.min(last, Math.max(0, index))

/** The slide that is asked for, by its id or else by its index. */
export const askedSlide = (
  { current, currentItemId }: SwiperOptions,
  slides: readonly { readonly id: string }[],
): SwiperOptions["current"] => {
  const index = slides.findIndex(({ id }) => id === currentItemId)
  return index < 0 ? current : index
}

/** Reads the options as they were given: what is no number is the default, what is out of range the nearest that is not. */
export const swiperSettings = (options: SwiperOptions, count: number): SwiperSettings => {
  const perView = Math.max(1, Math.round(numberOr(options.perView, 1)))
  const circular = (options.circular ?? false) && count > perView
  return {
    count,
    perView,
    circular,
    intervalMs: numberOr(options.interval, SWIPER_INTERVAL_MS),
    durationMs: Math.max(0, numberOr(options.duration, SWIPER_DURATION_MS)),
    current: clamped(
      Math.round(numberOr(options.current, 0)),
      circular ? count - 1 : lastStand({ count, perView }),
    ),
  }
}

/** A slide is in view at least while it moves: an interval of nothing does not become a storm. */
export const turnEveryMs = ({ intervalMs, durationMs }: SwiperSettings): number =>
  Math.max(intervalMs, durationMs, 1)

/** Nothing turns where everything is in view. */
export const canTurn = ({ count, perView }: SwiperSettings): boolean => count > perView

/** The index within the slides of a position that went on past them. */
export const indexAt = (position: number, count: number): number =>
  count === 0 ? 0 : ((position % count) + count) % count

/** Where the next turn leads: on, and from the last slide to the first: the same way round where it is circular, else all the way back. */
export const nextPosition = (position: number, settings: SwiperSettings): number => {
  if (settings.circular) return position + 1
  return position < lastStand(settings) ? position + 1 : 0
}

/** Where a control for one slide more or less leads; past an end only where it is circular. */
export const stepPosition = (position: number, by: number, settings: SwiperSettings): number =>
  settings.circular ? position + by : clamped(position + by, lastStand(settings))

/** Faster than this, a finger means the next slide however far it went, px per ms. */
const FLICK_SPEED = 0.4

/** Where the slides come to rest that a finger has dragged to `position` (slides, with a fraction), at a speed (px per ms, towards higher indices). */
export const restPosition = (
  from: number,
  position: number,
  speed: number,
  settings: SwiperSettings,
): number => {
  const flicked = Math.abs(speed) > FLICK_SPEED ? from + Math.sign(speed) : undefined
  const rest = flicked ?? Math.round(position)
  return settings.circular ? rest : clamped(rest, lastStand(settings))
}

/** Past an end that leads nowhere the slides follow the finger less and less, by half a slide at most. */
export const draggedPosition = (position: number, settings: SwiperSettings): number => {
  if (settings.circular) return position
  const last = lastStand(settings)
  const given = (beyond: number) => beyond / (1 + 2 * beyond)
  if (position < 0) return -given(-position)
  return position > last ? last + given(position - last) : position
}

/** Where a slide is laid while the view is around `centre`: in a circle it stands wherever it is nearest. */
export const laidAt = (index: number, centre: number, { count, circular }: SwiperSettings): number =>
  circular ? index + count * Math.round((centre - index) / count) : index
