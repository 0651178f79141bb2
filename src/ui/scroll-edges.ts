import { SCROLL_EDGE_GAP_MS, SCROLL_THRESHOLD_PX } from "../domain/limits.ts"
import { remainingPx, type ScrollPosition } from "./scroll-position.ts"

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
