/**
 * The debug console: a bottom sheet on a phone; on a desktop at the side, at the bottom or in a window
 * of its own. It does not block the app.
 */
import {
  Activity,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { IntlProvider, type MessageFormatElement, useIntl } from "react-intl"
import { selectLocale } from "../../machines/startup.ts"
import type { Locale } from "../domain/limits.ts"
import { localeTagOf } from "../domain/locale.ts"
import { useActorState } from "../runtime/hooks/runtime-context.tsx"
import { Badge } from "../ui/Badge.tsx"
import { IconButton } from "../ui/Button.tsx"
import { glyphChevronDown, glyphExternal } from "../ui/Icon.tsx"
import type { MessageId } from "../ui/message-id.ts"
import { SegmentedTabs } from "../ui/Segmented.tsx"
import { focusedBeside, isElement } from "./any-window.ts"
import { ComparePanel } from "./compare-panel.tsx"
import styles from "./console.module.css"
import { useConsole } from "./console-context.ts"
import { CONSOLE_PLACES, type ConsolePlace } from "./console-place.ts"
import { EventsPanel } from "./events-panel.tsx"
import { JournalPanel } from "./journal-panel.tsx"
import { MachinesPanel } from "./machines-panel.tsx"
import { RequestsPanel } from "./requests-panel.tsx"
import { SequencePanel } from "./sequence-panel.tsx"
import { StoragePanel } from "./storage-panel.tsx"
import { SwitchesPanel } from "./switches-panel.tsx"
import { TimeBar } from "./time-bar.tsx"

const TABS = [
  "machines",
  "events",
  "sequence",
  "compare",
  "requests",
  "journal",
  "storage",
  "switches",
] as const
type Tab = (typeof TABS)[number]

const panels = {
  machines: MachinesPanel,
  events: EventsPanel,
  sequence: SequencePanel,
  compare: ComparePanel,
  requests: RequestsPanel,
  journal: JournalPanel,
  storage: StoragePanel,
  switches: SwitchesPanel,
} as const

/** `bar`: the time bar alone; `half`: beside the app; `full`: over the app. */
const SIZES = ["bar", "half", "full"] as const
type Size = (typeof SIZES)[number]

const glyphUp = "M6 15l6-6 6 6"
const PLACE_GLYPHS: Readonly<Record<ConsolePlace, string>> = {
  side: "M4.5 5h15v14h-15zM14 5v14",
  bottom: "M4.5 5h15v14h-15zM4.5 13.5h15",
  window: glyphExternal,
}
/** A longer drag resizes. */
const DRAG_PX = 40

const sizeAfter = (size: Size, by: 1 | -1): Size =>
  SIZES[Math.min(SIZES.length - 1, Math.max(0, SIZES.indexOf(size) + by))] ?? size

/** Resizes by dragging the head; its buttons do the same. */
const useDrag = (resize: (by: 1 | -1) => void) => {
  const startY = useRef<number | null>(null)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!isElement(event.target) || event.target.closest("button")) return
      event.currentTarget.setPointerCapture(event.pointerId)
      startY.current = event.clientY
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const movedPx = startY.current === null ? 0 : event.clientY - startY.current
      startY.current = null
      if (Math.abs(movedPx) > DRAG_PX) resize(movedPx < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      startY.current = null
    },
  }
}

const cannotHoldFocus = (element: Element | null): boolean =>
  element === null ||
  element === element.ownerDocument.body ||
  element.matches(":disabled") ||
  !element.checkVisibility()

/** Moves the focus to the other button when the one that had it is disabled or hidden. */
const useResizeButtons = (size: Size) => {
  const larger = useRef<HTMLButtonElement>(null)
  const smaller = useRef<HTMLButtonElement>(null)
  const before = useRef(size)
  useEffect(() => {
    if (before.current === size) return
    before.current = size
    const shown = (size === "full" ? smaller : larger).current
    if (shown && cannotHoldFocus(focusedBeside(shown))) shown.focus()
  }, [size])
  return { larger, smaller }
}

/** Buttons to the other places. The pressed one is replaced: its neighbour takes the focus. */
const PlaceButtons = ({ place }: { readonly place: ConsolePlace }) => {
  const intl = useIntl()
  const { placement } = useConsole()
  const element = useRef<HTMLDivElement>(null)
  const before = useRef(place)
  useEffect(() => {
    const buttons = element.current
    if (!buttons || before.current === place) return
    before.current = place
    if (cannotHoldFocus(focusedBeside(buttons))) buttons.querySelector("button")?.focus()
  }, [place])
  return (
    <div ref={element} className={styles.places}>
      {CONSOLE_PLACES.filter((other) => other !== place).map((other) => (
        <IconButton
          key={other}
          glyph={PLACE_GLYPHS[other]}
          label={intl.formatMessage({ id: `inspect.dock.${other}` })}
          onClick={() => placement.moveTo(other)}
        />
      ))}
    </div>
  )
}

interface HeadProps {
  readonly size: Size
  readonly place: ConsolePlace
  readonly isWide: boolean
  readonly onResize: (by: 1 | -1) => void
}

const Head = ({ size, place, isWide, onResize }: HeadProps) => {
  const intl = useIntl()
  const { timeTravel } = useConsole()
  const { shown, recording } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const drag = useDrag(onResize)
  const { larger, smaller } = useResizeButtons(size)
  const state = recording ? "recording" : shown ? "read-only" : "live"
  const isDocked = place !== "window"
  return (
    <header className={styles.head} {...(isDocked ? drag : {})}>
      <h2 className={styles.title}>{intl.formatMessage({ id: "inspect.title" })}</h2>
      <Badge tone={shown ? "warning" : "up"}>{intl.formatMessage({ id: `inspect.${state}` })}</Badge>
      <span className={styles.gap} />
      {isWide || !isDocked ? <PlaceButtons place={place} /> : null}
      {isDocked ? (
        <>
          <IconButton
            ref={larger}
            glyph={glyphUp}
            label={intl.formatMessage({ id: "inspect.larger" })}
            disabled={size === "full"}
            onClick={() => onResize(1)}
          />
          <IconButton
            ref={smaller}
            glyph={glyphChevronDown}
            label={intl.formatMessage({ id: "inspect.smaller" })}
            disabled={size === "bar"}
            onClick={() => onResize(-1)}
          />
        </>
      ) : null}
    </header>
  )
}

/** A visited tab stays mounted in a hidden `Activity`, so that it keeps its state. */
const Tabs = () => {
  const intl = useIntl()
  const panelId = useId()
  const [tab, setTab] = useState<Tab>("machines")
  const [visited, setVisited] = useState<readonly Tab[]>([tab])
  const select = (next: Tab) => {
    setTab(next)
    setVisited([...visited.filter((one) => one !== next), next])
  }
  return (
    <>
      <div className={styles.tabs}>
        <SegmentedTabs
          label={intl.formatMessage({ id: "inspect.parts" })}
          segments={TABS.map((id) => ({ id, label: intl.formatMessage({ id: `inspect.${id}` }) }))}
          active={tab}
          onSelect={select}
          panelId={panelId}
        />
      </div>
      {TABS.filter((id) => visited.includes(id)).map((id) => {
        const Panel = panels[id]
        return (
          <Activity key={id} mode={id === tab ? "visible" : "hidden"}>
            <div
              id={id === tab ? panelId : undefined}
              role="tabpanel"
              aria-labelledby={`${panelId}-${id}`}
              className={styles.panel}
              data-scroller=""
            >
              <Panel />
            </div>
          </Activity>
        )
      })}
    </>
  )
}

const wide = matchMedia("(min-width: 60rem)")

const subscribeToWidth = (listener: () => void) => {
  wide.addEventListener("change", listener)
  return () => wide.removeEventListener("change", listener)
}

/**
 * Sets `--window-end`, so that the app ends above a console at the bottom. One at the side narrows
 * the app by CSS.
 */
const useWindowEnd = (size: Size, place: ConsolePlace) => {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { documentElement: root } = document
    const console = element.current
    if (!console) return
    root.dataset.inspect = size
    root.dataset.inspectPlace = place
    const measure = () => {
      const px = place !== "bottom" || size === "full" ? 0 : console.offsetHeight
      root.style.setProperty("--window-end", `${px}px`)
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(console)
    return () => resized.disconnect()
  }, [size, place])
  return element
}

/** Title of a window of its own. */
const useWindowTitle = (element: RefObject<HTMLElement | null>, place: ConsolePlace, title: string) => {
  useEffect(() => {
    if (place === "window" && element.current) element.current.ownerDocument.title = title
  }, [element, place, title])
}

const Window = () => {
  const intl = useIntl()
  const { placement } = useConsole()
  const isWide = useSyncExternalStore(subscribeToWidth, () => wide.matches)
  const { place: chosen, isBlocked } = useSyncExternalStore(placement.subscribe, placement.view)
  // a phone has room at the bottom alone
  const place = chosen === "window" || isWide ? chosen : "bottom"
  // nor has it room for both
  const [dockedSize, setSize] = useState<Size>(() => (wide.matches ? "half" : "bar"))
  const size = place === "window" ? "full" : dockedSize
  const element = useWindowEnd(size, place)
  const title = intl.formatMessage({ id: "inspect.title" })
  useWindowTitle(element, place, title)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || place === "window") return
    // otherwise a dialog of the app around the console would close too
    event.preventDefault()
    setSize("bar")
  }
  return (
    <section
      ref={element}
      className={styles.console}
      data-size={size}
      data-place={place}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      <Head size={size} place={place} isWide={isWide} onResize={(by) => setSize(sizeAfter(dockedSize, by))} />
      {isBlocked ? (
        <p role="alert" className={styles.notice}>
          {intl.formatMessage({ id: "inspect.window.blocked" })}
        </p>
      ) : null}
      {place === "window" ? (
        <>
          <p className={styles.notice}>{intl.formatMessage({ id: "inspect.window.follows" })}</p>
          <p role="alert" className={styles.gone}>
            {intl.formatMessage({ id: "inspect.window.gone" })}
          </p>
        </>
      ) : null}
      <Activity mode={size === "bar" ? "hidden" : "visible"}>
        <Tabs />
      </Activity>
      <TimeBar />
    </section>
  )
}

/** The console, in the language of the app. */
export const Console = () => {
  const locale = useActorState(useConsole().present.boot.startup, selectLocale)
  return (
    <ConsoleTexts locale={locale}>
      <Window />
    </ConsoleTexts>
  )
}

// Messages of the console, loaded separately from those of the app.

type Texts = Readonly<Record<MessageId, MessageFormatElement[]>>

const urls = import.meta.glob<string>("../../locales/compiled/devtools/*.json", {
  query: "?url",
  import: "default",
  eager: true,
})

const isTexts = (value: unknown): value is Texts => typeof value === "object" && value !== null

const loadTexts = async (locale: Locale): Promise<Texts> => {
  const response = await fetch(urls[`../../locales/compiled/devtools/${locale}.json`] ?? "")
  const texts: unknown = response.ok ? await response.json() : null
  if (!isTexts(texts)) throw new Error(`the console's messages for ${locale} did not load`)
  return texts
}

/** Provides the messages; renders nothing before the first ones are loaded. */
const ConsoleTexts = ({ locale, children }: { readonly locale: Locale; readonly children: ReactNode }) => {
  const [shown, setShown] = useState<{ readonly locale: Locale; readonly texts: Texts } | null>(null)
  useEffect(() => {
    let isWanted = true
    loadTexts(locale).then(
      (texts) => {
        if (isWanted) setShown({ locale, texts })
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [locale])
  if (!shown) return null
  return (
    <IntlProvider locale={localeTagOf(shown.locale)} messages={{ ...shown.texts }} defaultLocale="en-US">
      {children}
    </IntlProvider>
  )
}
