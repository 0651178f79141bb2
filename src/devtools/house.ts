/** What the parts of the console share. */
import { createContext, useContext } from "react"
import type { System } from "../runtime/runtime.ts"
import type { Past } from "../runtime/time-travel-actors.ts"
import type { Calls } from "./calls.ts"
import type { Pulse } from "./pulse.ts"
import type { SwitchBoard } from "./switches.ts"
import type { Tape } from "./tape.ts"
import type { Travel } from "./travel.ts"

export interface ConsoleHouse {
  readonly present: System
  readonly tape: Tape
  readonly calls: Calls
  readonly switches: SwitchBoard
  readonly travel: Travel
  /** Beats when the tape or the calls have changed. */
  readonly pulse: Pulse
  readonly bringPast: () => Promise<Past>
  /** Ends the console for this tab. */
  readonly turnOff: () => void
}

const HouseContext = createContext<ConsoleHouse | null>(null)

export const HouseProvider = HouseContext.Provider

export const useHouse = (): ConsoleHouse => {
  const house = useContext(HouseContext)
  if (!house) throw new Error("a part of the console stands outside of it")
  return house
}
