import { PULL_TO_REFRESH_PX } from "../domain/limits.ts"

/** What a pull tells, in this order: each movement, then at the end one of the others; `restore` once the refresh is over. */
export type PullEvent = "pulling" | "refresh" | "restore" | "abort"

/** One movement of the fingers on the scroller. */
export interface Pulled {
  readonly y: number
  readonly fingers: number
  /** The scroller stands at its very top. */
  readonly isAtTop: boolean
}

export interface Pull {
  readonly start: (pulled: Pulled) => void
  readonly move: (pulled: Pulled) => void
  /** Let go at `y`; without it the browser has taken the finger. */
  readonly end: (y?: number) => void
  /** A refresh that no finger has asked for; one that is under way is not begun again. */
  readonly begin: () => void
  /** The refresh is over. */
  readonly done: () => void
}

/** Beyond the threshold the page gives way half as far as the finger goes, and never farther than this many thresholds. */
const FARTHEST = 2

/** How far the page gives way under a finger that has gone so far down. */
export const givenPx = (fingerPx: number, thresholdPx: number): number => {
  const beyondPx = Math.max(0, fingerPx - thresholdPx) / 2
  return Math.min(FARTHEST * thresholdPx, Math.min(fingerPx, thresholdPx) + beyondPx)
}

/**
 * One finger that pulls a scroller down from its top: refreshed where it is let go 45 px down or farther, aborted where it comes back or is taken away. While
 * a refresh is under way nothing is told.
 */
export const createPull = (
  tell: (event: PullEvent, fingerPx: number) => void,
  thresholdPx = PULL_TO_REFRESH_PX,
): Pull => {
  let fromY: number | undefined
  let fingerPx = 0
  let hasPulled = false
  let isRefreshing = false
  const forget = () => {
    fromY = undefined
    fingerPx = 0
    hasPulled = false
  }
  return {
    start: ({ y, fingers, isAtTop }) => {
      if (hasPulled) tell("abort", fingerPx)
      forget()
      if (fingers === 1 && isAtTop && !isRefreshing) fromY = y
    },
    move: ({ y, isAtTop }) => {
      if (fromY === undefined) return
      // a finger that first scrolls down counts anew from where the top is seen again
      if (!isAtTop) fromY = y
      fingerPx = Math.max(0, y - fromY)
      if (fingerPx === 0 && !hasPulled) return
      hasPulled = true
      tell("pulling", fingerPx)
    },
    end: (y) => {
      const lastPx = y === undefined || fromY === undefined ? 0 : Math.max(0, y - fromY)
      const [pulled, isFar] = [hasPulled, hasPulled && lastPx >= thresholdPx]
      forget()
      if (!pulled) return
      isRefreshing = isFar
      tell(isFar ? "refresh" : "abort", lastPx)
    },
    begin: () => {
      if (isRefreshing) return
      forget()
      isRefreshing = true
      tell("refresh", 0)
    },
    done: () => {
      if (!isRefreshing) return
      isRefreshing = false
      tell("restore", 0)
    },
  }
}
