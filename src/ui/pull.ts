/** The pull-to-refresh gesture of one finger, without a view. */
import { PULL_TO_REFRESH_PX } from "../domain/limits.ts"

/** `pulling` for each movement, then `refresh` or `abort`; `restore` after a refresh has ended. */
export type PullEvent = "pulling" | "refresh" | "restore" | "abort"

/** A touch on the scroller. */
export interface PullTouch {
  readonly y: number
  readonly fingers: number
  /** True if the scroller is scrolled to its very top. */
  readonly isAtTop: boolean
}

export interface Pull {
  readonly start: (touch: PullTouch) => void
  readonly move: (touch: PullTouch) => void
  /** The finger was lifted at `y`; undefined if the browser took it over. */
  readonly end: (y?: number) => void
  /** Ends the refresh. */
  readonly done: () => void
}

/** The largest offset, in thresholds. */
const OFFSET_LIMIT = 2

/**
 * How far the page moves for a finger that moved `fingerPx`: as far up to the threshold, half as
 * far beyond it.
 */
export const pullOffsetPx = (fingerPx: number, thresholdPx = PULL_TO_REFRESH_PX): number => {
  const beyondPx = Math.max(0, fingerPx - thresholdPx) / 2
  return Math.min(OFFSET_LIMIT * thresholdPx, Math.min(fingerPx, thresholdPx) + beyondPx)
}

/**
 * Follows one finger that pulls a scroller down from its top. Releasing it 45 px down or farther refreshes; releasing it
 * earlier, or losing it to the browser, aborts. During a refresh nothing is reported.
 */
export const createPull = (
  report: (event: PullEvent, fingerPx: number) => void,
  thresholdPx = PULL_TO_REFRESH_PX,
): Pull => {
  let fromY: number | undefined
  let fingerPx = 0
  let hasPulled = false
  let isRefreshing = false
  const reset = () => {
    fromY = undefined
    fingerPx = 0
    hasPulled = false
  }
  return {
    start: ({ y, fingers, isAtTop }) => {
      if (hasPulled) report("abort", fingerPx)
      reset()
      if (fingers === 1 && isAtTop && !isRefreshing) fromY = y
    },
    move: ({ y, isAtTop }) => {
      if (fromY === undefined) return
      // a finger that scrolls first counts from where the top comes into view again
      if (!isAtTop) fromY = y
      fingerPx = Math.max(0, y - fromY)
      if (fingerPx === 0 && !hasPulled) return
      hasPulled = true
      report("pulling", fingerPx)
    },
    end: (y) => {
      const lastPx = y === undefined || fromY === undefined ? 0 : Math.max(0, y - fromY)
      const [pulled, isFar] = [hasPulled, hasPulled && lastPx >= thresholdPx]
      reset()
      if (!pulled) return
      isRefreshing = isFar
      report(isFar ? "refresh" : "abort", lastPx)
    },
    done: () => {
      if (!isRefreshing) return
      isRefreshing = false
      report("restore", 0)
    },
  }
}

const touchOf = (event: TouchEvent, scroller: HTMLElement): PullTouch => ({
  y: event.touches[0]?.clientY ?? 0,
  fingers: event.touches.length,
  isAtTop: scroller.scrollTop <= 0,
})

/** Passes the touches on a scroller to the gesture, until the signal aborts. */
export const listenToPull = (scroller: HTMLElement, pull: Pull, signal: AbortSignal): void => {
  const options = { passive: true, signal }
  scroller.addEventListener("touchstart", (event) => pull.start(touchOf(event, scroller)), options)
  scroller.addEventListener("touchmove", (event) => pull.move(touchOf(event, scroller)), options)
  scroller.addEventListener("touchend", (event) => pull.end(event.changedTouches[0]?.clientY), options)
  scroller.addEventListener("touchcancel", () => pull.end(), options)
}
