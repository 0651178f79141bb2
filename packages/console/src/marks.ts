/** Two marked positions of a timeline: the span of the sequence diagram, the moments to compare. */

import { createListeners } from "./listeners.ts"
import type { Span } from "./sequence.ts"
import type { Timeline } from "./timeline.ts"

export type MarkName = "a" | "b"
export const MARK_NAMES: readonly MarkName[] = ["a", "b"]

/** Without a mark A the span begins so many events before its end. */
export const SPAN_EVENTS = 40

interface Marked {
  readonly timeline: Timeline
  readonly a: number | null
  readonly b: number | null
}

export interface Marks {
  readonly view: () => Marked | null
  readonly set: (timeline: Timeline, name: MarkName, position: number | null) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Marks belong to one timeline: with a recording opened or closed they are gone. */
export const markOf = (marked: Marked | null, timeline: Timeline, name: MarkName): number | null =>
  marked?.timeline === timeline ? marked[name] : null

/**
 * The marked positions, within the timeline. Without a mark B it is the shown position; without a
 * mark A it lies `SPAN_EVENTS` before B.
 */
export const markedPositions = (
  marked: Marked | null,
  timeline: Timeline,
  shown: number,
): Readonly<Record<MarkName, number>> => {
  const b = markOf(marked, timeline, "b") ?? shown
  const a = markOf(marked, timeline, "a") ?? b - SPAN_EVENTS
  const within = (position: number) => Math.min(timeline.end(), Math.max(timeline.begin(), position))
  return { a: within(a), b: within(b) }
}

/** The span between the marks, whichever is earlier. */
export const spanOf = (marked: Marked | null, timeline: Timeline, shown: number): Span => {
  const { a, b } = markedPositions(marked, timeline, shown)
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

export const createMarks = (): Marks => {
  const listeners = createListeners()
  let marked: Marked | null = null
  return {
    view: () => marked,
    set: (timeline, name, position) => {
      const known = marked?.timeline === timeline ? marked : { timeline, a: null, b: null }
      marked = { ...known, [name]: position }
      listeners.notify()
    },
    subscribe: listeners.subscribe,
  }
}
