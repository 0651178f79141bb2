/** Limits how often the console renders: at most ten times a second. */
import { useSyncExternalStore } from "react"

/** Nobody reads faster. */
const BEAT_MS = 100
/**
 * Of the time of a slow device the console takes one part in so many: the longer a beat took, the
 * longer it waits,
 */
const SHARE = 40
/** and this at most. */
const REST_MAX_MS = 500

export interface RenderThrottle {
  readonly subscribe: (listener: () => void) => () => void
  readonly count: () => number
}

/** Calls back when what the browser is at now is done. */
const afterwards = (then: () => void): void => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    then()
  }
  port2.postMessage(null)
}

/** Calls back when the next frame has been drawn, and says how long that took. */
const onceDrawn = (then: (tookMs: number) => void): void =>
  void requestAnimationFrame(() => {
    const beganMs = performance.now()
    afterwards(() => then(performance.now() - beganMs))
  })

/** A pulse that beats after changes of its sources. */
export const createRenderThrottle = (
  ...sources: readonly ((listener: () => void) => () => void)[]
): RenderThrottle => {
  const listeners = new Set<() => void>()
  let count = 0
  let restUntilMs = Number.NEGATIVE_INFINITY
  let isBeating = false
  let isMissed = false
  /**
   * Each part of the console in frames of its own, since together they would fill one. It is told
   * when a frame has been drawn, and draws in the next one: what is left of the first is for
   * working out what has changed, the second for laying that out and painting it.
   */
  const tell = (waiting: readonly (() => void)[], tookMs: number) => {
    const [listener, ...others] = waiting
    if (!listener) {
      isBeating = false
      restUntilMs = performance.now() + Math.min(REST_MAX_MS, Math.max(BEAT_MS, tookMs * SHARE))
      if (isMissed) touch()
      return
    }
    onceDrawn(() => {
      const toldAtMs = performance.now()
      if (listeners.has(listener)) listener()
      afterwards(() => {
        const toldMs = performance.now() - toldAtMs
        onceDrawn((drawnMs) => tell(others, tookMs + toldMs + drawnMs))
      })
    })
  }
  const touch = () => {
    if (listeners.size === 0) return
    isMissed = isBeating
    if (isBeating) return
    isBeating = true
    const beat = () => {
      isMissed = false
      count += 1
      tell([...listeners], 0)
    }
    setTimeout(beat, Math.max(0, restUntilMs - performance.now()))
  }
  for (const source of sources) source(touch)
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      // what happened while nobody listened is looked at once
      count += 1
      return () => {
        listeners.delete(listener)
      }
    },
    count: () => count,
  }
}

/** Renders again with each beat. */
export const useRenderThrottle = (pulse: RenderThrottle): number =>
  useSyncExternalStore(pulse.subscribe, pulse.count)
