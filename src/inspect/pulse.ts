/** Tells the console that something has changed: at most ten times a second and never twice in a frame, however much happens. */
import { useSyncExternalStore } from "react"

/** Nobody reads faster. */
const BEAT_MS = 100

export interface Pulse {
  readonly subscribe: (listener: () => void) => () => void
  readonly count: () => number
}

/** A pulse that beats after changes of its sources. */
export const createPulse = (...sources: readonly ((listener: () => void) => () => void)[]): Pulse => {
  const listeners = new Set<() => void>()
  let count = 0
  let lastMs = Number.NEGATIVE_INFINITY
  let isDue = false
  const beat = () => {
    isDue = false
    lastMs = performance.now()
    count += 1
    for (const listener of [...listeners]) listener()
  }
  const touch = () => {
    if (isDue || listeners.size === 0) return
    isDue = true
    const restMs = Math.max(0, BEAT_MS - (performance.now() - lastMs))
    setTimeout(() => requestAnimationFrame(beat), restMs)
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
