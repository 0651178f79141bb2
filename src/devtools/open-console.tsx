/**
 * Opens the debug console. src/main.tsx loads it before it builds the app, if the console was asked
 * for.
 */
import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import type { Inspector } from "../runtime/inspector.ts"
import type { Runtime } from "../runtime/runtime.ts"
import type { TimeTravelActors } from "../runtime/time-travel-actors.ts"
import { isElement } from "./any-window.ts"
import { AppWindow } from "./app-window.tsx"
import { createCallLog } from "./call-log.ts"
import { Console } from "./console.tsx"
import { ConsoleProvider, type ConsoleServices, createRenderThrottle } from "./console-context.ts"
import { createConsolePlacement } from "./console-place.ts"
import { createConsoleRoot } from "./console-root.ts"
import { createDeveloperSend } from "./developer-send.ts"
import { readEarlierCalls, writeEarlierCalls } from "./earlier-calls.ts"
import { createEventLog } from "./event-log.ts"
import { createMarks } from "./marks.ts"
import { createFaultSwitches } from "./switches.ts"
import { createPriceHistory, createTimeTravel } from "./time-travel.ts"

export interface MountOptions {
  readonly runtime: Runtime
  /** Renders the whole app from the present runtime or from one of time travel. */
  readonly draw: (runtime: Runtime) => ReactNode
  /** Loads the code of a page. */
  readonly loadPage: (name: string) => Promise<unknown>
}

export interface OpenedConsole {
  /** For the app that is about to be built. */
  readonly inspector: Inspector
  /**
   * Mounts the console; returns what to render in place of the app. Call once, when the first page
   * is ready.
   */
  readonly mount: (options: MountOptions) => ReactNode
}

const loadOnce = <Value,>(load: () => Promise<Value>): (() => Promise<Value>) => {
  let loaded: Promise<Value> | null = null
  return () => {
    loaded ??= load()
    return loaded
  }
}

const loadTimeTravelActors = loadOnce<TimeTravelActors>(async () =>
  (await import("../runtime/time-travel-actors.ts")).createTimeTravelActors(),
)

export const openConsole = (): OpenedConsole => {
  const switches = createFaultSwitches()
  const now = () => Date.now()
  const eventLog = createEventLog(now)
  const openTabStorage = () => sessionStorage
  const callLog = createCallLog(now, readEarlierCalls(openTabStorage))
  let isTurnedOff = false
  addEventListener("pagehide", () => writeEarlierCalls(openTabStorage, isTurnedOff ? [] : callLog.list()))
  return {
    inspector: { ...eventLog.inspector, ...callLog.inspector },
    mount: ({ runtime, draw, loadPage }) => {
      eventLog.markFirstPage()
      // prices are recorded from the first one on: the quote stream starts after the first render
      const prices = createPriceHistory(runtime.quotes, eventLog)
      const loadPrices = () => Promise.resolve(prices)
      const timeTravel = createTimeTravel({ eventLog, loadTimeTravelActors, loadPrices, loadPage })
      const root = createConsoleRoot()
      const placement = createConsolePlacement(root)
      const turnOff = () => {
        isTurnedOff = true
        placement.close()
        location.replace(`${location.pathname}?debug=0`)
      }
      const services: ConsoleServices = {
        present: runtime,
        eventLog,
        callLog,
        switches,
        timeTravel,
        marks: createMarks(),
        developerSend: createDeveloperSend(eventLog, loadTimeTravelActors),
        throttle: createRenderThrottle(eventLog.onChange, callLog.onChange),
        loadTimeTravelActors,
        placement,
        turnOff,
      }
      createRoot(root.element).render(
        <StrictMode>
          <ConsoleProvider value={services}>
            <Console />
          </ConsoleProvider>
        </StrictMode>,
      )
      const isInConsole = (target: EventTarget | null) => isElement(target) && root.element.contains(target)
      return <AppWindow present={runtime} timeTravel={timeTravel} draw={draw} isInConsole={isInConsole} />
    },
  }
}
