/**
 * Opens the debug console. src/main.tsx loads it before it builds the app, if the console was asked
 * for.
 */
import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import type { Inspector } from "../runtime/inspector.ts"
import type { Runtime } from "../runtime/runtime.ts"
import type { TimeTravelActors } from "../runtime/time-travel-actors.ts"
import { AppWindow } from "./app-window.tsx"
import { createCallLog } from "./call-log.ts"
import { Console } from "./console.tsx"
import { ConsoleProvider, type ConsoleServices, createRenderThrottle } from "./console-context.ts"
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
  const turnOff = () => {
    isTurnedOff = true
    location.replace(`${location.pathname}?debug=0`)
  }
  return {
    inspector: { ...eventLog.inspector, ...callLog.inspector },
    mount: ({ runtime, draw, loadPage }) => {
      eventLog.markFirstPage()
      // prices are recorded from the first one on: the quote stream starts after the first render
      const prices = createPriceHistory(runtime.quotes, eventLog)
      const loadPrices = () => Promise.resolve(prices)
      const timeTravel = createTimeTravel({ eventLog, loadTimeTravelActors, loadPrices, loadPage })
      const root = createPopoverRoot()
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
        turnOff,
      }
      createRoot(root).render(
        <StrictMode>
          <ConsoleProvider value={services}>
            <Console />
          </ConsoleProvider>
        </StrictMode>,
      )
      const isInConsole = (target: EventTarget | null) => target instanceof Node && root.contains(target)
      return <AppWindow present={runtime} timeTravel={timeTravel} draw={draw} isInConsole={isInConsole} />
    },
  }
}

// Root element of the console: a popover, so that it is painted above the app. A modal dialog
// makes everything outside of itself inert, so the root moves into the topmost modal dialog while
// one is open.

const isModal = (dialog: Element): boolean => dialog.matches(":modal")

/** `moveBefore` keeps scroll positions and focus; not every browser has it. */
const move = (element: HTMLElement, parent: Element): void => {
  if ("moveBefore" in parent && typeof parent.moveBefore === "function" && element.isConnected)
    parent.moveBefore(element, null)
  else parent.append(element)
}

/** Events that a dialog around the console must not receive from it. */
const CONTAINED_EVENTS = [
  "click",
  "keydown",
  "keyup",
  "pointerdown",
  "pointermove",
  "pointerup",
  "focusin",
  "focusout",
] as const

/** Creates the root and keeps it on top for as long as the document lives. */
const createPopoverRoot = (): HTMLElement => {
  const element = document.createElement("div")
  element.popover = "manual"
  element.dataset.inspect = ""
  /** Open modal dialogs, the topmost last. */
  let dialogs: HTMLDialogElement[] = []

  const raise = () => {
    const { activeElement } = document
    const hadFocus = activeElement instanceof HTMLElement && element.contains(activeElement)
    if (element.matches(":popover-open")) element.hidePopover()
    element.showPopover()
    if (hadFocus) activeElement.focus({ preventScroll: true })
  }
  const place = () => {
    const modal = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].filter(isModal)
    const opened = modal.filter((dialog) => !dialogs.includes(dialog))
    dialogs = [...dialogs.filter((dialog) => modal.includes(dialog)), ...opened]
    const parent = dialogs.at(-1) ?? document.body
    const isPlaced = element.parentElement === parent && element.isConnected
    if (!isPlaced) move(element, parent)
    if (!isPlaced || opened.length > 0 || !element.matches(":popover-open")) raise()
  }
  const mayMove = ({ type, target, removedNodes }: MutationRecord): boolean =>
    type === "attributes"
      ? target instanceof HTMLDialogElement
      : [...removedNodes].some(
          (node) => node instanceof HTMLElement && (node === element || node.matches("dialog")),
        )
  new MutationObserver((records) => {
    if (!element.isConnected || records.some(mayMove)) place()
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["open"] })

  for (const type of CONTAINED_EVENTS) element.addEventListener(type, (event) => event.stopPropagation())
  document.body.append(element)
  place()
  return element
}
