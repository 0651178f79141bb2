/** Tells the console that something has changed: at most ten times a second, and less often where drawing it takes long. */
import { useSyncExternalStore } from "react"

/** Nobody reads faster. */
const BEAT_MS = 100
/** Of the time of a slow device the console takes one part in so many: the longer a beat took, the longer it waits, */
const SHARE = 40
/** and this at most. */
const REST_MAX_MS = 500

export interface Pulse {
  readonly subscribe: (listener: () => void) => () => void
  readonly count: () => number
}

/** Hears when the browser has drawn what this frame brought. */
const afterFrame = (then: () => void): void => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    then()
  }
  port2.postMessage(null)
}

/** A pulse that beats after changes of its sources. */
export const createPulse = (...sources: readonly ((listener: () => void) => () => void)[]): Pulse => {
  const listeners = new Set<() => void>()
  let count = 0
  let restUntilMs = Number.NEGATIVE_INFINITY
  let isBeating = false
  let isMissed = false
  /** Each part of the console in a frame of its own: together they would fill one. */
  const tell = (waiting: readonly (() => void)[], tookMs: number) => {
    const [listener, ...others] = waiting
    if (!listener) {
      isBeating = false
      restUntilMs = performance.now() + Math.min(REST_MAX_MS, Math.max(BEAT_MS, tookMs * SHARE))
      if (isMissed) touch()
      return
    }
    const beganMs = performance.now()
    if (listeners.has(listener)) listener()
    afterFrame(() => {
      const frameMs = performance.now() - beganMs
      requestAnimationFrame(() => tell(others, tookMs + frameMs))
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
    setTimeout(() => requestAnimationFrame(beat), Math.max(0, restUntilMs - performance.now()))
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
export const usePulse = (pulse: Pulse): number => useSyncExternalStore(pulse.subscribe, pulse.count)

const moments = new Map<string, Intl.DateTimeFormat>()

const momentOf = (locale: string): Intl.DateTimeFormat => {
  const made =
    moments.get(locale) ??
    new Intl.DateTimeFormat(locale, {
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
      hourCycle: "h23",
    })
  moments.set(locale, made)
  return made
}

/** How the console writes the time of day: to the millisecond. */
export const momentText = (locale: string, atMs: number): string => momentOf(locale).format(atMs)
