/**
 * The app's window: the present, or an earlier position in its place. The present runs on, hidden
 * and unchanged.
 */
import { isElement } from "@financial-links/console"
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react"
import { selectTheme } from "../../machines/startup.ts"
import type { Runtime } from "../runtime/actors/runtime.ts"
import { SourcesProvider } from "../runtime/hooks/runtime-context.tsx"
import styles from "./app-window.module.css"
import type { ShownPosition, TimeTravel } from "./time-travel.ts"

export interface AppWindowProps {
  readonly present: Runtime
  readonly timeTravel: TimeTravel
  /** Renders the whole app from a runtime. */
  readonly draw: (runtime: Runtime) => ReactNode
  readonly isInConsole: (target: EventTarget | null) => boolean
}

/** Blocked at an earlier position; scrolling and moving the focus are not. */
const BLOCKED_EVENTS = [
  "click",
  "dblclick",
  "submit",
  "beforeinput",
  "change",
  "input",
  "paste",
  "drop",
  "pointerdown",
] as const
const ALLOWED_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "Tab", "Escape"])

/**
 * Takes a dialog out of the top layer. Unlike `close()` it fires no event: the app still takes it
 * for open.
 */
const suspendModal = (dialog: HTMLDialogElement): void => {
  const { parentNode, nextSibling } = dialog
  dialog.remove()
  parentNode?.insertBefore(dialog, nextSibling)
}

const resumeModal = (dialog: HTMLDialogElement): void => {
  // the app may have closed it meanwhile
  if (!dialog.isConnected || !dialog.open) return
  dialog.removeAttribute("open")
  dialog.showModal()
}

interface ScrollPosition {
  readonly element: Element
  readonly top: number
}

const scrollPositionsIn = (root: HTMLElement): readonly ScrollPosition[] =>
  [...root.querySelectorAll("*")].flatMap((element) =>
    element.scrollTop > 0 ? [{ element, top: element.scrollTop }] : [],
  )

/**
 * While hidden, keeps the dialogs, scroll positions, title, language and theme of the present;
 * restores them after.
 */
const useHiddenPresent = (isHidden: boolean, element: React.RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const present = element.current
    if (!isHidden || !present) return
    const { documentElement: root } = document
    const { title } = document
    const { lang } = root
    const { theme } = root.dataset
    const scrollPositions = scrollPositionsIn(present)
    const suspended = new Set<HTMLDialogElement>()
    const suspendModals = () => {
      for (const dialog of present.querySelectorAll<HTMLDialogElement>("dialog[open]"))
        if (dialog.matches(":modal")) {
          suspended.add(dialog)
          suspendModal(dialog)
        }
    }
    suspendModals()
    const observer = new MutationObserver(suspendModals)
    observer.observe(present, { subtree: true, attributes: true, attributeFilter: ["open"] })
    root.dataset.inspectPast = ""
    return () => {
      observer.disconnect()
      delete root.dataset.inspectPast
      document.title = title
      root.lang = lang
      if (theme === undefined) delete root.dataset.theme
      else root.dataset.theme = theme
      // React shows the element again before the microtask runs
      queueMicrotask(() => {
        for (const dialog of suspended) resumeModal(dialog)
        for (const { element: scrolled, top } of scrollPositions) scrolled.scrollTop = top
      })
    }
  }, [isHidden, element])
}

/**
 * Pages take the focus when they show. At an earlier position the focus stays in the console
 * instead.
 */
const useConsoleFocus = (isInConsole: AppWindowProps["isInConsole"]) => {
  useEffect(() => {
    const giveBack = ({ target, relatedTarget }: FocusEvent) => {
      const isInPast = target instanceof Element && target.closest("[data-inspect-then]") !== null
      if (isInPast && !isInConsole(target) && isElement(relatedTarget) && isInConsole(relatedTarget))
        relatedTarget.focus({ preventScroll: true })
    }
    document.addEventListener("focusin", giveBack)
    return () => document.removeEventListener("focusin", giveBack)
  }, [isInConsole])
}

/** The app at an earlier position, read-only. */
const PastWindow = (
  props: Pick<AppWindowProps, "draw" | "isInConsole"> & { readonly shown: ShownPosition },
) => {
  const { shown, draw, isInConsole } = props
  const { runtime, sources } = shown.app
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const past = element.current
    if (!past) return
    const block = (event: Event) => {
      if (isInConsole(event.target)) return
      if (event instanceof KeyboardEvent && ALLOWED_KEYS.has(event.key)) return
      event.stopPropagation()
      // without its default action a pointerdown would not scroll
      if (event.type !== "pointerdown") event.preventDefault()
    }
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    for (const type of [...BLOCKED_EVENTS, "keydown"]) past.addEventListener(type, block, options)
    return () => listening.abort()
  }, [isInConsole])
  const { startup } = runtime.boot
  const theme = selectTheme(startup.getSnapshot())
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (theme === "system") delete dataset.theme
    else dataset.theme = theme
  }, [theme])
  const drawn = useMemo(() => draw(runtime), [draw, runtime])
  return (
    <div ref={element} className={styles.window} data-inspect-then="">
      <SourcesProvider value={sources}>{drawn}</SourcesProvider>
    </div>
  )
}

export const AppWindow = ({ present, timeTravel, draw, isInConsole }: AppWindowProps) => {
  const { shown, recording } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const element = useRef<HTMLDivElement>(null)
  const drawn = useMemo(() => draw(present), [draw, present])
  useHiddenPresent(shown !== null, element)
  useConsoleFocus(isInConsole)
  return (
    <>
      <div ref={element} className={styles.window} hidden={shown !== null} inert={shown !== null}>
        {drawn}
      </div>
      {shown ? (
        <PastWindow
          key={recording?.recording.state ?? "here"}
          shown={shown}
          draw={draw}
          isInConsole={isInConsole}
        />
      ) : null}
    </>
  )
}
