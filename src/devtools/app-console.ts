/** What this app's own panels of the console share. */
import { createContext, useContext } from "react"
import type { Runtime } from "../runtime/actors/runtime.ts"
import type { CallLog } from "./call-log.ts"
import type { EventLog } from "./event-log.ts"
import type { FaultSwitches } from "./switches.ts"
import type { TimeTravel } from "./time-travel.ts"
import type { TimeTravelActors } from "./time-travel-actors.ts"

export interface AppConsole {
  readonly present: Runtime
  readonly eventLog: EventLog
  readonly callLog: CallLog
  readonly switches: FaultSwitches
  readonly timeTravel: TimeTravel
  readonly loadTimeTravelActors: () => Promise<TimeTravelActors>
  /** Closes the console for this tab. */
  readonly turnOff: () => void
}

const AppConsoleContext = createContext<AppConsole | null>(null)

export const AppConsoleProvider = AppConsoleContext.Provider

export const useAppConsole = (): AppConsole => {
  const services = useContext(AppConsoleContext)
  if (!services) throw new Error("useAppConsole outside of AppConsoleProvider")
  return services
}
