/** Limits how often the console renders: at most ten times a second. */
import { startTransition, useEffect, useState } from "react"
import { createListeners } from "./listeners.ts"

const INTERVAL_MS = 100

export interface RenderThrottle {
  /** Calls back after changes; several within an interval count as one. */
  readonly subscribe: (listener: () => void) => () => void
  /** Leaves the sources. */
  readonly end: () => void
}

/** Calls back after changes; returns the function that ends it. */
export type Source = (listener: () => void) => () => void

/** Creates a throttle over the changes of its sources. */
export const createRenderThrottle = (...sources: readonly Source[]): RenderThrottle => {
  const listeners = createListeners()
  let isScheduled = false
  let earliestMs = Number.NEGATIVE_INFINITY
  const notify = () => {
    isScheduled = false
    earliestMs = performance.now() + INTERVAL_MS
    listeners.notify()
  }
  const onChange = () => {
    if (isScheduled || listeners.isEmpty()) return
    isScheduled = true
    setTimeout(notify, Math.max(0, earliestMs - performance.now()))
  }
  const leave = sources.map((source) => source(onChange))
  return {
    end: () => {
      for (const each of leave) each()
    },
    subscribe: listeners.subscribe,
  }
}

/** Renders the component after changes, as a transition: React yields to the app's own updates. */
export const useRenderThrottle = (throttle: RenderThrottle): void => {
  const [, setRenders] = useState(0)
  useEffect(() => {
    const render = () => startTransition(() => setRenders((renders) => renders + 1))
    // changes while the component was hidden
    render()
    return throttle.subscribe(render)
  }, [throttle])
}
