/** What the panels of the console share. */
import { type ComponentType, createContext, useContext, useSyncExternalStore } from "react"
import type { AnyStateMachine } from "xstate"
import type { ConsolePlacement } from "./console-place.ts"
import type { Drawing } from "./drawing.ts"
import type { HandSend } from "./hand-send.ts"
import type { Marks } from "./marks.ts"
import type { Redact, SearchText } from "./redact.ts"
import type { RenderThrottle } from "./render-throttle.ts"
import type { TimeTravel } from "./time-travel.ts"
import type { Timeline } from "./timeline.ts"

export interface Panel {
  readonly id: string
  /** Its name in the tab list, unless the texts have one. */
  readonly name?: string
  readonly Content: ComponentType
}

export interface MomentNoteProps {
  /** The look of a note. */
  readonly className: string | undefined
}

export interface ConsoleServices {
  readonly timeTravel: TimeTravel
  readonly marks: Marks
  /** Notifies after changes of the event log and of what further panels show. */
  readonly throttle: RenderThrottle
  readonly handSend: HandSend
  readonly placement: ConsolePlacement
  readonly redact: Redact
  readonly searchText: SearchText
  /** The chart of a machine; null if there is none. */
  readonly drawingOf: (machine: AnyStateMachine) => Promise<Drawing | null>
  /** Tabs after the console's own. */
  readonly panels: readonly Panel[]
  /** A note below the position that time travel shows. */
  readonly MomentNote: ComponentType<MomentNoteProps> | undefined
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
  /** The position that the console shows; the end of the timeline at present. */
  readonly position: number
  readonly isNow: boolean
}

export const useTimelinePosition = (): TimelinePosition => {
  const { timeTravel } = useConsole()
  const { shown } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const timeline = timeTravel.timeline()
  return { timeline, position: shown?.position ?? timeline.end(), isNow: shown === null }
}
