import { REACH_BOTTOM_DISTANCE_PX, REACH_BOTTOM_RETRIGGER_MS } from "../domain/limits.ts"

/** How a scroller stands along one axis, in CSS pixels. */
export interface Scrolled {
  readonly scrolledPx: number
  /** How much of the content is in view. */
  readonly viewPx: number
  readonly contentPx: number
}

export const remainingPx = ({ scrolledPx, viewPx, contentPx }: Scrolled): number =>
  contentPx - viewPx - scrolledPx

export interface ReachBottom {
  /** Looks at the scroller at a moment (ms of any clock that only goes forward); true where the bottom has just been reached. */
  readonly look: (now: Scrolled, atMs: number) => boolean
  /** When a look that came too early is worth repeating; undefined where none did. */
  readonly againAtMs: () => number | undefined
}

/**
 * The bottom is reached within 50 px of it, by scrolling: content that fits has no bottom to reach. It is told once until the bottom was left or the content
 * has grown by more than that distance, and never twice within 350 ms.
 */
export const createReachBottom = (distancePx = REACH_BOTTOM_DISTANCE_PX): ReachBottom => {
  let isThere = false
  let heightPx = 0
  let unlockedAtMs = Number.NEGATIVE_INFINITY
  let againAtMs: number | undefined
  return {
    look: (now, atMs) => {
      againAtMs = undefined
      const isBottom = now.scrolledPx > 0 && now.contentPx > now.viewPx && remainingPx(now) <= distancePx
      if (!isBottom) isThere = false
      if (!isBottom || (isThere && Math.abs(now.contentPx - heightPx) <= distancePx)) return false
      if (atMs < unlockedAtMs) {
        againAtMs = unlockedAtMs
        return false
      }
      isThere = true
      heightPx = now.contentPx
      unlockedAtMs = atMs + REACH_BOTTOM_RETRIGGER_MS
      return true
    },
    againAtMs: () => againAtMs,
  }
}
