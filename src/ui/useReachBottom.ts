import { type RefObject, useEffect, useEffectEvent, useRef } from "react"
import { REACH_BOTTOM_DISTANCE_PX, REACH_BOTTOM_RETRIGGER_MS } from "../domain/limits.ts"
import { remainingPx, type ScrollPosition, verticalPosition } from "./scroll-position.ts"

interface BottomDetector {
  /** True if this position reaches the bottom anew. `atMs` is of any clock that never goes back. */
  readonly check: (position: ScrollPosition, atMs: number) => boolean
  /** When to repeat a check that came within the 350 ms; undefined if none did. */
  readonly retryAtMs: () => number | undefined
}

/**
 * Detects that a scroller has reached its bottom: within 50 px of it by scrolling, so never if the content fits. It reports
 * once until the bottom is left or the content grows by more than that distance, and never twice within 350 ms.
 */
const createBottomDetector = (distancePx: number): BottomDetector => {
  let isAtBottom = false
  let heightPx = 0
  let unlockedAtMs = Number.NEGATIVE_INFINITY
  let retryAtMs: number | undefined
  return {
    check: (position, atMs) => {
      retryAtMs = undefined
      const { scrolledPx, viewPx, contentPx } = position
      const isBottom = scrolledPx > 0 && contentPx > viewPx && remainingPx(position) <= distancePx
      if (!isBottom) isAtBottom = false
      if (!isBottom || (isAtBottom && Math.abs(contentPx - heightPx) <= distancePx)) return false
      if (atMs < unlockedAtMs) {
        retryAtMs = unlockedAtMs
        return false
      }
      isAtBottom = true
      heightPx = contentPx
      unlockedAtMs = atMs + REACH_BOTTOM_RETRIGGER_MS
      return true
    },
    retryAtMs: () => retryAtMs,
  }
}

/**
 * Calls `onReach` when the nearest `[data-scroller]` around the element is scrolled to its bottom,
 * while `enabled`.
 */
export const useReachBottom = (
  element: RefObject<Element | null>,
  onReach: () => void,
  enabled: boolean,
  distancePx = REACH_BOTTOM_DISTANCE_PX,
): void => {
  const detector = useRef<BottomDetector>(undefined)
  const reached = useEffectEvent(onReach)
  useEffect(() => {
    const scroller = element.current?.closest("[data-scroller]")
    if (!scroller || !enabled) return
    detector.current ??= createBottomDetector(distancePx)
    const { check, retryAtMs } = detector.current
    let retry: ReturnType<typeof setTimeout> | undefined
    const checkAt = (atMs: number) => {
      clearTimeout(retry)
      if (check(verticalPosition(scroller), atMs)) return reached()
      const waitMs = (retryAtMs() ?? Number.NaN) - atMs
      if (waitMs > 0) retry = setTimeout(() => checkAt(atMs + waitMs), waitMs)
    }
    const onScroll = (event: Event) => checkAt(event.timeStamp)
    scroller.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      clearTimeout(retry)
      scroller.removeEventListener("scroll", onScroll)
    }
  }, [element, enabled, distancePx])
}
