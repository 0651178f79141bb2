/** The console: it is given what it needs, and opened and closed. */
import { type ComponentType, type ReactNode, StrictMode, startTransition } from "react"
import { createRoot } from "react-dom/client"
import type { AnyStateMachine, InspectionEvent } from "xstate"
import {
  ConsoleProvider,
  type ConsoleServices,
  type MomentNoteProps,
  type Panel,
} from "./console-context.tsx"
import { ConsoleFrame } from "./console-frame.tsx"
import { type ConsolePlace, createConsolePlacement, createConsoleRoot, INLINE } from "./console-place.ts"
import type { Drawing } from "./drawing.ts"
import type { EventLog } from "./event-log.ts"
import type { HandSend } from "./hand-send.ts"
import { createMarks } from "./marks.ts"
import { type Parts, PartsProvider } from "./parts.tsx"
import { createSearchText, type Redact } from "./redact.ts"
import { createRenderThrottle, type Source } from "./render-throttle.ts"
import type { TimeTravel } from "./time-travel.ts"

export interface ConsoleSettings {
  readonly eventLog: EventLog
  readonly timeTravel: TimeTravel
  readonly handSend: HandSend
  readonly parts: Parts
  readonly redact: Redact
  readonly drawingOf: (machine: AnyStateMachine) => Promise<Drawing | null>
  readonly panels: readonly Panel[]
  /** Changes of what further panels show. */
  readonly changes: readonly Source[]
  /** A note below the position that time travel shows. */
  readonly MomentNote?: ComponentType<MomentNoteProps> | undefined
  /** Renders the providers of the texts and of what further panels need around the console. */
  readonly wrap: (console: ReactNode) => ReactNode
  readonly storagePrefix: string
  readonly mirrored: readonly string[]
}

export interface InspectorConsole {
  /** The `inspect` option of an actor: follows it and every machine of its system. */
  readonly inspect: (inspected: InspectionEvent) => void
  /**
   * Opens the console where it was last, in a given place, or inside an element. In a window of its
   * own: call it from a click, otherwise the browser may block the window.
   */
  readonly open: (place?: ConsolePlace | HTMLElement) => void
  /** Removes the console. The event log goes on. */
  readonly close: () => void
  readonly isOpen: () => boolean
  /** True for what is inside the open console. */
  readonly holds: (target: Node) => boolean
}

interface Opened {
  readonly element: HTMLElement
  readonly end: () => void
}

const inlineRoot = (parent: HTMLElement) => {
  const element = document.createElement("div")
  element.dataset.inspect = ""
  element.dataset.inspectInline = ""
  parent.append(element)
  return { element, remove: () => element.remove() }
}

const placed = (place: ConsolePlace | HTMLElement | undefined, settings: ConsoleSettings) => {
  if (typeof place === "object") return { root: inlineRoot(place), placement: INLINE }
  const root = createConsoleRoot()
  const placement = createConsolePlacement(root, settings)
  if (place !== undefined) placement.moveTo(place)
  return { root, placement }
}

export const assembleConsole = (settings: ConsoleSettings): InspectorConsole => {
  const { eventLog, timeTravel, parts, redact, changes, wrap } = settings
  const marks = createMarks()
  const searchText = createSearchText(redact)
  let opened: Opened | null = null
  const open = (place?: ConsolePlace | HTMLElement): void => {
    if (opened) return
    const { root, placement } = placed(place, settings)
    const throttle = createRenderThrottle(eventLog.onChange, ...changes)
    const { handSend, drawingOf, panels, MomentNote } = settings
    const services: ConsoleServices = {
      timeTravel,
      marks,
      throttle,
      handSend,
      placement,
      redact,
      searchText,
      drawingOf,
      panels,
      MomentNote,
    }
    const rendered = createRoot(root.element)
    // in slices: the first render of thousands of actors would block the app
    startTransition(() =>
      rendered.render(
        <StrictMode>
          <PartsProvider value={parts}>
            <ConsoleProvider value={services}>{wrap(<ConsoleFrame />)}</ConsoleProvider>
          </PartsProvider>
        </StrictMode>,
      ),
    )
    const end = () => {
      placement.close()
      rendered.unmount()
      root.remove()
      throttle.end()
    }
    opened = { element: root.element, end }
  }
  return {
    inspect: eventLog.inspect,
    open,
    close: () => {
      const closed = opened
      opened = null
      if (!closed) return
      timeTravel.toNow()
      closed.end()
    },
    isOpen: () => opened !== null,
    holds: (target) => opened?.element.contains(target) ?? false,
  }
}
