/**
 * Opens the debug console. src/main.tsx loads it before it builds the app, if the console was asked
 * for.
 */
import {
  assembleConsole,
  type Drawing,
  isElement,
  type MomentNoteProps,
  type Panel,
  type Parts,
} from "@financial-links/console"
import { type ReactNode, useSyncExternalStore } from "react"
import { useIntl } from "react-intl"
import type { AnyStateMachine } from "xstate"
import { redact } from "../journal/redact.ts"
import type { Inspector } from "../runtime/actors/inspector.ts"
import type { Runtime } from "../runtime/actors/runtime.ts"
import { type AppConsole, AppConsoleProvider, useAppConsole } from "./app-console.ts"
import type { TimeTravelActors } from "./time-travel-actors.ts"
import "./app-console.css"
import { Badge } from "../ui/Badge.tsx"
import { Button, IconButton } from "../ui/Button.tsx"
import { Field } from "../ui/Field.tsx"
import { glyphSearch } from "../ui/glyphs.ts"
import { Icon } from "../ui/Icon.tsx"
import { Notice } from "../ui/Notice.tsx"
import { SegmentedTabs } from "../ui/Segmented.tsx"
import { SelectField } from "../ui/SelectField.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"
import { AppWindow } from "./app-window.tsx"
import { createCallLog, readEarlierCalls, writeEarlierCalls } from "./call-log.ts"
import { ConsoleTexts, type PanelId } from "./console-texts.tsx"
import { createDeveloperSend } from "./developer-send.ts"
import { createEventLog } from "./event-log.ts"
import { JournalPanel } from "./journal-panel.tsx"
import { RequestsPanel } from "./requests-panel.tsx"
import { StoragePanel } from "./storage-panel.tsx"
import { createFaultSwitches } from "./switches.ts"
import { SwitchesPanel } from "./switches-panel.tsx"
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
  (await import("./time-travel-actors.ts")).createTimeTravelActors(),
)

const drawings = import.meta.glob<Drawing>("./drawings/*.json", { import: "default" })

const drawingOf = async ({ id }: AnyStateMachine): Promise<Drawing | null> =>
  (await drawings[`./drawings/${id}.json`]?.()) ?? null

/** The console is built from the components of this app. */
const consoleParts: Parts = {
  Button,
  IconButton,
  Badge,
  Notice: (props) => <Notice tone="warning" {...props} />,
  Field: (props) => (
    <Field {...props} prefix={props.kind === "search" ? <Icon glyph={glyphSearch} size={20} /> : undefined} />
  ),
  SelectField,
  Tabs: SegmentedTabs,
  Rows: VirtualList,
}

const PANELS: readonly (Panel & { readonly id: PanelId })[] = [
  { id: "requests", Content: RequestsPanel },
  { id: "journal", Content: JournalPanel },
  { id: "storage", Content: StoragePanel },
  { id: "switches", Content: SwitchesPanel },
]

/** Attributes of the root element that the sheets of the app and of the switches read. */
const MIRRORED = [
  "lang",
  "data-theme",
  "data-colours",
  "data-inspect-still",
  "data-inspect-large",
  "data-inspect-targets",
]

/** In a recording answers begin with the document that wrote it; the journal on disk has none. */
const AnswersNote = ({ className }: MomentNoteProps) => {
  const intl = useIntl()
  const { timeTravel } = useAppConsole()
  const { shown, recording } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  if (!shown) return null
  const hasNone = recording ? timeTravel.timeline().answers.countAt(shown.position) === 0 : shown.position < 1
  return hasNone ? <p className={className}>{intl.formatMessage({ id: "inspect.no-answers" })}</p> : null
}

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
      const turnOff = () => {
        isTurnedOff = true
        console.close()
        location.replace(`${location.pathname}?debug=0`)
      }
      const services: AppConsole = {
        present: runtime,
        eventLog,
        callLog,
        switches,
        timeTravel,
        loadTimeTravelActors,
        turnOff,
      }
      const console = assembleConsole({
        eventLog,
        timeTravel,
        handSend: createDeveloperSend(eventLog, loadTimeTravelActors),
        parts: consoleParts,
        redact,
        drawingOf,
        panels: PANELS,
        changes: [callLog.onChange],
        MomentNote: AnswersNote,
        wrap: (frame) => (
          <AppConsoleProvider value={services}>
            <ConsoleTexts>{frame}</ConsoleTexts>
          </AppConsoleProvider>
        ),
        storagePrefix: "app_debug_",
        mirrored: MIRRORED,
      })
      console.open()
      const isInConsole = (target: EventTarget | null) => isElement(target) && console.holds(target)
      return <AppWindow present={runtime} timeTravel={timeTravel} draw={draw} isInConsole={isInConsole} />
    },
  }
}
