/** The debug console: a sheet at the bottom on a phone, a panel at the side on a desktop. It never blocks the app. */
import {
  Activity,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { useIntl } from "react-intl"
import { selectLocale } from "../../machines/startup.ts"
import { useActorState } from "../runtime/hooks/runtime-context.tsx"
import { Badge } from "../ui/Badge.tsx"
import { glyphChevronDown } from "../ui/glyphs-basic.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { SegmentedControl } from "../ui/SegmentedControl.tsx"
import styles from "./console.module.css"
import { EventsPanel } from "./events-panel.tsx"
import { useHouse } from "./house.ts"
import { JournalPanel } from "./journal-panel.tsx"
import { MachinesPanel } from "./machines-panel.tsx"
import { RequestsPanel } from "./requests-panel.tsx"
import { StoragePanel } from "./storage-panel.tsx"
import { SwitchesPanel } from "./switches-panel.tsx"
import { ConsoleTexts } from "./texts.tsx"
import { TimeBar } from "./time-bar.tsx"

const PARTS = ["machines", "events", "requests", "journal", "storage", "switches"] as const
type Part = (typeof PARTS)[number]

const panels = {
  machines: MachinesPanel,
  events: EventsPanel,
  requests: RequestsPanel,
  journal: JournalPanel,
  storage: StoragePanel,
  switches: SwitchesPanel,
} as const

/** `bar`: only the time bar, so that the app can be seen; `half`: beside the app; `full`: over it. */
const SIZES = ["bar", "half", "full"] as const
type Size = (typeof SIZES)[number]

const glyphUp = "M6 15l6-6 6 6"
/** A finger that went further than this means another size. */
const DRAG_PX = 40

const sizeAfter = (size: Size, by: 1 | -1): Size =>
  SIZES[Math.min(SIZES.length - 1, Math.max(0, SIZES.indexOf(size) + by))] ?? size

/** The head can be dragged up and down; its buttons do the same. */
const useDrag = (resize: (by: 1 | -1) => void) => {
  const startY = useRef<number | null>(null)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest("button")) return
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

const isUnusable = (element: Element | null): boolean =>
  element === null || element === document.body || element.matches(":disabled") || !element.checkVisibility()

/** The focus does not stay on a button that can do no more, nor on what is no longer there. */
const useResizeButtons = (size: Size) => {
  const larger = useRef<HTMLButtonElement>(null)
  const smaller = useRef<HTMLButtonElement>(null)
  const before = useRef(size)
  useEffect(() => {
    if (before.current === size) return
    before.current = size
    if (isUnusable(document.activeElement)) (size === "full" ? smaller : larger).current?.focus()
  }, [size])
  return { larger, smaller }
}

const Head = ({ size, onResize }: { readonly size: Size; readonly onResize: (by: 1 | -1) => void }) => {
  const intl = useIntl()
  const { travel } = useHouse()
  const { moment, recording } = useSyncExternalStore(travel.subscribe, travel.view)
  const drag = useDrag(onResize)
  const { larger, smaller } = useResizeButtons(size)
  const state = recording ? "recording" : moment ? "read-only" : "live"
  return (
    <header className={styles.head} {...drag}>
      <h2 className={styles.title}>{intl.formatMessage({ id: "inspect.title" })}</h2>
      <Badge tone={moment ? "warning" : "up"}>{intl.formatMessage({ id: `inspect.${state}` })}</Badge>
      <span className={styles.gap} />
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
    </header>
  )
}

/** What was looked at in a part is still there when one comes back to it, and while the console is small. */
const Parts = () => {
  const intl = useIntl()
  const panelId = useId()
  const [part, setPart] = useState<Part>("machines")
  const [visited, setVisited] = useState<readonly Part[]>([part])
  const select = (next: Part) => {
    setPart(next)
    setVisited([...visited.filter((one) => one !== next), next])
  }
  return (
    <>
      <div className={styles.tabs}>
        <SegmentedControl
          label={intl.formatMessage({ id: "inspect.parts" })}
          segments={PARTS.map((id) => ({ id, label: intl.formatMessage({ id: `inspect.${id}` }) }))}
          active={part}
          onSelect={select}
          panelId={panelId}
        />
      </div>
      {PARTS.filter((id) => visited.includes(id)).map((id) => {
        const Panel = panels[id]
        return (
          <Activity key={id} mode={id === part ? "visible" : "hidden"}>
            <div
              id={id === part ? panelId : undefined}
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

const WIDE = "(min-width: 60rem)"

/** The app's window ends where the console begins, so that nothing of it lies below; at the side of a desktop it makes room by its width. */
const useRoom = (size: Size) => {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { documentElement: root } = document
    const console = element.current
    if (!console) return
    root.dataset.inspect = size
    const wide = matchMedia(WIDE)
    const measure = () => {
      const px = wide.matches || size === "full" ? 0 : console.offsetHeight
      root.style.setProperty("--window-end", `${px}px`)
    }
    const resized = new ResizeObserver(measure)
    resized.observe(console)
    wide.addEventListener("change", measure)
    return () => {
      resized.disconnect()
      wide.removeEventListener("change", measure)
    }
  }, [size])
  return element
}

const Window = () => {
  const intl = useIntl()
  // on a phone the app comes first
  const [size, setSize] = useState<Size>(() => (matchMedia(WIDE).matches ? "half" : "bar"))
  const element = useRoom(size)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    // a dialog of the app around the console would close as well
    event.preventDefault()
    setSize("bar")
  }
  return (
    <section
      ref={element}
      className={styles.console}
      data-size={size}
      aria-label={intl.formatMessage({ id: "inspect.title" })}
      onKeyDown={onKeyDown}
    >
      <Head size={size} onResize={(by) => setSize(sizeAfter(size, by))} />
      <Activity mode={size === "bar" ? "hidden" : "visible"}>
        <Parts />
      </Activity>
      <TimeBar />
    </section>
  )
}

/** The console in the member's language, which it follows. */
export const Console = () => {
  const locale = useActorState(useHouse().present.boot.startup, selectLocale)
  return (
    <ConsoleTexts locale={locale}>
      <Window />
    </ConsoleTexts>
  )
}
