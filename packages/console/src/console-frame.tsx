/**
 * The debug console: a bottom sheet on a phone; on a desktop at the side, at the bottom or in a window
 * of its own. It does not block the app.
 */
import * as React from "react"
import {
  type ComponentType,
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
import { focusedBeside, isElement } from "./any-window.ts"
import { ComparePanel } from "./compare-panel.tsx"
import { type Panel, useConsole } from "./console-context.tsx"
import styles from "./console-frame.module.css"
import { CONSOLE_PLACES, type ConsolePlace, type ShownPlace } from "./console-place.ts"
import { EventsPanel } from "./events-panel.tsx"
import { glyphBottom, glyphDown, glyphSide, glyphUp, glyphWindow } from "./glyphs.ts"
import { MachinesPanel } from "./machines-panel.tsx"
import { PanelBoundary } from "./panel-boundary.tsx"
import { Badge, IconButton, Tabs } from "./parts.tsx"
import { SequencePanel } from "./sequence-panel.tsx"
import { useTexts } from "./texts.ts"
import { TimeBar } from "./time-bar.tsx"

const OWN_PANELS = [
  { id: "machines", Content: MachinesPanel },
  { id: "events", Content: EventsPanel },
  { id: "sequence", Content: SequencePanel },
  { id: "compare", Content: ComparePanel },
] as const

/** `bar`: the time bar alone; `half`: beside the app; `full`: over the app. */
const SIZES = ["bar", "half", "full"] as const
type Size = (typeof SIZES)[number]

const PLACE_GLYPHS: Readonly<Record<ConsolePlace, string>> = {
  side: glyphSide,
  bottom: glyphBottom,
  window: glyphWindow,
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
const PlaceButtons = ({ place }: { readonly place: ShownPlace }) => {
  const { text } = useTexts()
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
          label={text(`dock.${other}`)}
          onClick={() => placement.moveTo(other)}
        />
      ))}
    </div>
  )
}

interface HeadProps {
  readonly size: Size
  readonly place: ShownPlace
  readonly isWide: boolean
  readonly onResize: (by: 1 | -1) => void
}

const Head = ({ size, place, isWide, onResize }: HeadProps) => {
  const { text } = useTexts()
  const { timeTravel } = useConsole()
  const { shown, recording } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const drag = useDrag(onResize)
  const { larger, smaller } = useResizeButtons(size)
  const state = recording ? "recording" : shown ? "read-only" : "live"
  const isDocked = place === "side" || place === "bottom"
  return (
    <header className={styles.head} {...(isDocked ? drag : {})}>
      <h2 className={styles.title}>{text("title")}</h2>
      <Badge tone={shown ? "warning" : "up"}>{text(state)}</Badge>
      <span className={styles.gap} />
      {place !== "inline" && (isWide || !isDocked) ? <PlaceButtons place={place} /> : null}
      {isDocked ? (
        <>
          <IconButton
            ref={larger}
            glyph={glyphUp}
            label={text("larger")}
            disabled={size === "full"}
            onClick={() => onResize(1)}
          />
          <IconButton
            ref={smaller}
            glyph={glyphDown}
            label={text("smaller")}
            disabled={size === "bar"}
            onClick={() => onResize(-1)}
          />
        </>
      ) : null}
    </header>
  )
}

interface KeptProps {
  readonly mode: "visible" | "hidden"
  readonly children: ReactNode
}

/** For React 18, which has no `Activity`: hidden, with its effects running. */
const Hidden = ({ mode, children }: KeptProps) => (
  <div style={{ display: mode === "hidden" ? "none" : "contents" }}>{children}</div>
)

const react: { readonly Activity?: ComponentType<KeptProps> } = React

/** What is hidden keeps its state. */
const Kept = react.Activity ?? Hidden

/** A visited tab stays mounted hidden, so that it keeps its state. */
const Panels = () => {
  const { text, panelName } = useTexts()
  const { panels } = useConsole()
  const panelId = useId()
  const [tab, setTab] = useState<string>("machines")
  const [visited, setVisited] = useState<readonly string[]>([tab])
  const select = (next: string) => {
    setTab(next)
    setVisited([...visited.filter((one) => one !== next), next])
  }
  const all: readonly Panel[] = [
    ...OWN_PANELS.map(({ id, Content }) => ({ id, Content, name: text(id) })),
    ...panels.map((panel) => ({ ...panel, name: panelName?.(panel.id) ?? panel.name ?? panel.id })),
  ]
  return (
    <>
      <div className={styles.tabs}>
        <Tabs
          label={text("parts")}
          segments={all.map(({ id, name = id }) => ({ id, label: name }))}
          active={tab}
          onSelect={select}
          panelId={panelId}
        />
      </div>
      {all
        .filter(({ id }) => visited.includes(id))
        .map(({ id, Content }) => (
          <Kept key={id} mode={id === tab ? "visible" : "hidden"}>
            <div
              id={id === tab ? panelId : undefined}
              role="tabpanel"
              aria-labelledby={`${panelId}-${id}`}
              className={styles.panel}
              data-scroller=""
            >
              <PanelBoundary>
                <Content />
              </PanelBoundary>
            </div>
          </Kept>
        ))}
    </>
  )
}

const WIDE = "(min-width: 60rem)"
const isWindowWide = (): boolean => matchMedia(WIDE).matches

const subscribeToWidth = (listener: () => void) => {
  const wide = matchMedia(WIDE)
  wide.addEventListener("change", listener)
  return () => wide.removeEventListener("change", listener)
}

/**
 * Sets `--console-end`, so that the app can end above a console at the bottom. One at the side
 * narrows the app by CSS.
 */
const useWindowEnd = (size: Size, place: ShownPlace) => {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { documentElement: root } = document
    const console = element.current
    if (!console) return
    root.dataset.inspect = size
    root.dataset.inspectPlace = place
    const measure = () => {
      const px = place !== "bottom" || size === "full" ? 0 : console.offsetHeight
      root.style.setProperty("--console-end", `${px}px`)
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(console)
    return () => {
      resized.disconnect()
      delete root.dataset.inspect
      delete root.dataset.inspectPlace
      root.style.removeProperty("--console-end")
    }
  }, [size, place])
  return element
}

const useWindowTitle = (element: RefObject<HTMLElement | null>, place: ShownPlace, title: string) => {
  useEffect(() => {
    if (place === "window" && element.current) element.current.ownerDocument.title = title
  }, [element, place, title])
}

export const ConsoleFrame = () => {
  const { text } = useTexts()
  const { placement } = useConsole()
  const isWide = useSyncExternalStore(subscribeToWidth, isWindowWide)
  const { place: chosen, isBlocked } = useSyncExternalStore(placement.subscribe, placement.view)
  // a phone has room at the bottom alone
  const isFree = chosen === "window" || chosen === "inline"
  const place = isFree || isWide ? chosen : "bottom"
  // nor has it room for both
  const [dockedSize, setSize] = useState<Size>(() => (isWindowWide() ? "half" : "bar"))
  const size = isFree ? "full" : dockedSize
  const element = useWindowEnd(size, place)
  const title = text("title")
  useWindowTitle(element, place, title)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || isFree) return
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
          {text("window.blocked")}
        </p>
      ) : null}
      {place === "window" ? (
        <>
          <p className={styles.notice}>{text("window.follows")}</p>
          <p role="alert" className={styles.gone}>
            {text("window.gone")}
          </p>
        </>
      ) : null}
      <Kept mode={size === "bar" ? "hidden" : "visible"}>
        <Panels />
      </Kept>
      <PanelBoundary>
        <TimeBar />
      </PanelBoundary>
    </section>
  )
}
