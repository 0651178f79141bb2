/** What the parts of the console share. */
import { createContext, startTransition, useContext, useEffect, useState, useSyncExternalStore } from "react"
import type { Runtime } from "../runtime/runtime.ts"
import type { TimeTravelActors } from "../runtime/time-travel-actors.ts"
import type { CallLog } from "./call-log.ts"
import type { ConsolePlacement } from "./console-place.ts"
import type { DeveloperSend } from "./developer-send.ts"
import type { EventLog } from "./event-log.ts"
import type { Marks } from "./marks.ts"
import type { FaultSwitches } from "./switches.ts"
import type { TimeTravel } from "./time-travel.ts"
import type { Timeline } from "./timeline.ts"

export interface ConsoleServices {
  readonly present: Runtime
  readonly eventLog: EventLog
  readonly callLog: CallLog
  readonly switches: FaultSwitches
  readonly timeTravel: TimeTravel
  readonly marks: Marks
  /** Notifies after changes of the event log and the call log. */
  readonly throttle: RenderThrottle
  readonly developerSend: DeveloperSend
  readonly loadTimeTravelActors: () => Promise<TimeTravelActors>
  readonly placement: ConsolePlacement
  /** Closes the console for this tab. */
  readonly turnOff: () => void
}

const ConsoleContext = createContext<ConsoleServices | null>(null)

export const ConsoleProvider = ConsoleContext.Provider

export const useConsole = (): ConsoleServices => {
  const services = useContext(ConsoleContext)
  if (!services) throw new Error("useConsole outside of ConsoleProvider")
  return services
}

export interface TimelinePosition {
  readonly timeline: Timeline
  /** The position that the window shows; the end of the timeline at present. */
  readonly position: number
  readonly isNow: boolean
}

export const useTimelinePosition = (): TimelinePosition => {
  const { timeTravel } = useConsole()
  const { shown } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const timeline = timeTravel.timeline()
  return { timeline, position: shown?.position ?? timeline.end(), isNow: shown === null }
}

// Limits how often the console renders: at most ten times a second.

const INTERVAL_MS = 100

interface RenderThrottle {
  /** Calls back after changes; several within an interval count as one. */
  readonly subscribe: (listener: () => void) => () => void
}

type Source = (listener: () => void) => () => void

/** Creates a throttle over the changes of its sources. */
export const createRenderThrottle = (...sources: readonly Source[]): RenderThrottle => {
  const listeners = new Set<() => void>()
  let isScheduled = false
  let earliestMs = Number.NEGATIVE_INFINITY
  const notify = () => {
    isScheduled = false
    earliestMs = performance.now() + INTERVAL_MS
    for (const listener of [...listeners]) listener()
  }
  const onChange = () => {
    if (isScheduled || listeners.size === 0) return
    isScheduled = true
    setTimeout(notify, Math.max(0, earliestMs - performance.now()))
  }
  for (const source of sources) source(onChange)
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
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
