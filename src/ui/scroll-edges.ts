import { type RefObject, useEffect, useEffectEvent, useRef } from "react"
import {
  REACH_BOTTOM_DISTANCE_PX,
  REACH_BOTTOM_RETRIGGER_MS,
  SCROLL_EDGE_GAP_MS,
  SCROLL_THRESHOLD_PX,
} from "../domain/limits.ts"

/** The position of a scroller along one axis, in CSS pixels. */
interface ScrollPosition {
  readonly scrolledPx: number
  /** The visible length. */
  readonly viewPx: number
  readonly contentPx: number
}

export const verticalPosition = (scroller: Element): ScrollPosition => ({
  scrolledPx: scroller.scrollTop,
  viewPx: scroller.clientHeight,
  contentPx: scroller.scrollHeight,
})

/** The distance that is left to the end. */
const remainingPx = ({ scrolledPx, viewPx, contentPx }: ScrollPosition): number =>
  contentPx - viewPx - scrolledPx

export type ScrollEdge = "upper" | "lower"

/** Distances from the edges, in px. */
export interface EdgeThresholds {
  readonly upperPx: number
  readonly lowerPx: number
}

const DEFAULTS: EdgeThresholds = { upperPx: SCROLL_THRESHOLD_PX, lowerPx: SCROLL_THRESHOLD_PX }

/**
 * Detects scrolling towards an edge (upper or left, lower or right) within its threshold. The same edge is reported at most
 * once in 200 ms. Pass the position and time stamp of every scroll event.
 */
export const createScrollEdges = ({ upperPx, lowerPx } = DEFAULTS) => {
  const reportedAtMs = { upper: Number.NEGATIVE_INFINITY, lower: Number.NEGATIVE_INFINITY }
  let lastPx = 0
  const edgeNear = (position: ScrollPosition): ScrollEdge | undefined => {
    if (position.scrolledPx < lastPx && position.scrolledPx <= upperPx) return "upper"
    if (position.scrolledPx > lastPx && remainingPx(position) <= lowerPx) return "lower"
    return undefined
  }
  return (position: ScrollPosition, atMs: number): ScrollEdge | undefined => {
    const edge = edgeNear(position)
    lastPx = position.scrolledPx
    if (edge === undefined || atMs - reportedAtMs[edge] <= SCROLL_EDGE_GAP_MS) return undefined
    reportedAtMs[edge] = atMs
    return edge
  }
}

interface BottomDetector {
  /** True if this position reaches the bottom again. `atMs` is of any clock that never goes back. */
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
    // who reached the bottom while a page was loading scrolls no further
    checkAt(performance.now())
    return () => {
      clearTimeout(retry)
      scroller.removeEventListener("scroll", onScroll)
    }
  }, [element, enabled, distancePx])
}
