/**
 * The framework's swiper options as those of the product's Swiper: it also takes numbers as text,
 * and slides by id.
 */
import type { SwiperOptions } from "../../../src/ui/swiper.ts"

export interface FrameworkSwiperOptions {
  readonly autoplay?: boolean | undefined
  readonly circular?: boolean | undefined
  readonly vertical?: boolean | undefined
  /** Milliseconds. */
  readonly interval?: number | string | undefined
  /** Milliseconds. */
  readonly duration?: number | string | undefined
  readonly current?: number | string | undefined
  /** The slide to show; goes before `current` if a slide has this id. */
  readonly currentItemId?: string | undefined
  readonly perView?: number | string | undefined
}

/** Undefined, which means the default, for a value that is not a number. */
export const numberOrDefault = (value: number | string | undefined): number | undefined => {
  const number = value === undefined ? Number.NaN : Number(value)
  return Number.isNaN(number) ? undefined : number
}

/** @param ids The ids of the slides, in order. */
export const swiperOptionsOf = (options: FrameworkSwiperOptions, ids: readonly string[]): SwiperOptions => {
  const { autoplay, circular, vertical, interval, duration, current, currentItemId, perView } = options
  const named = currentItemId === undefined ? -1 : ids.indexOf(currentItemId)
  return {
    autoplay,
    circular,
    vertical,
    interval: numberOrDefault(interval),
    duration: numberOrDefault(duration),
    current: named < 0 ? numberOrDefault(current) : named,
    perView: numberOrDefault(perView),
  }
}
