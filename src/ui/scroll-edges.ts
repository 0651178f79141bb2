import { SCROLL_EDGE_GAP_MS, SCROLL_THRESHOLD_PX } from "../domain/limits.ts"
import { remainingPx, type Scrolled } from "./reach-bottom.ts"

export type Edge = "upper" | "lower"

export interface ScrollEdgesOptions {
  /** How near an edge is near; 50 px unless told, and where what is told is no number. */
  readonly upperThreshold?: number | string | undefined
  readonly lowerThreshold?: number | string | undefined
}

const numberOr = (told: number | string | undefined, otherwise: number): number => {
  const read = told === undefined ? Number.NaN : Number(told)
  return Number.isNaN(read) ? otherwise : read
}

/**
 * Tells each time somebody scrolls towards an edge (upper or left, lower or right) and is near it; the same edge at most once in 200 ms. Give it every scroll
 * event with its time stamp.
 */
export const createScrollEdges = (options: ScrollEdgesOptions = {}) => {
  const upperPx = numberOr(options.upperThreshold, SCROLL_THRESHOLD_PX)
  const lowerPx = numberOr(options.lowerThreshold, SCROLL_THRESHOLD_PX)
  const toldAtMs = { upper: Number.NEGATIVE_INFINITY, lower: Number.NEGATIVE_INFINITY }
  let lastPx = 0
  const nearEdge = (now: Scrolled): Edge | undefined => {
    if (now.scrolledPx < lastPx && now.scrolledPx <= upperPx) return "upper"
    if (now.scrolledPx > lastPx && remainingPx(now) <= lowerPx) return "lower"
    return undefined
  }
  return (now: Scrolled, atMs: number): Edge | undefined => {
    const edge = nearEdge(now)
    lastPx = now.scrolledPx
    if (edge === undefined || atMs - toldAtMs[edge] <= SCROLL_EDGE_GAP_MS) return undefined
    toldAtMs[edge] = atMs
    return edge
  }
}
