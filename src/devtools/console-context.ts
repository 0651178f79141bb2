/** What the parts of the console share. */
import { createContext, useContext, useSyncExternalStore } from "react"
import type { Runtime } from "../runtime/runtime.ts"
import type { TimeTravelActors } from "../runtime/time-travel-actors.ts"
import type { CallLog } from "./call-log.ts"
import type { EventLog } from "./event-log.ts"
import type { RenderThrottle } from "./render-throttle.ts"
import type { FaultSwitches } from "./switches.ts"
import type { TimeTravel } from "./time-travel.ts"
import type { Timeline } from "./timeline.ts"

export interface ConsoleServices {
  readonly present: Runtime
  readonly eventLog: EventLog
  readonly callLog: CallLog
  readonly switches: FaultSwitches
  readonly timeTravel: TimeTravel
  /** Notifies after changes of the event log and the call log. */
  readonly throttle: RenderThrottle
  readonly loadTimeTravelActors: () => Promise<TimeTravelActors>
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
