/** The window: what is, or in its place a moment that was. The present goes on out of sight, untouched, and comes back as it was. */
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react"
import { selectTheme } from "../../machines/startup.ts"
import { SourcesProvider } from "../runtime/hooks/sources-context.ts"
import type { System } from "../runtime/runtime.ts"
import styles from "./stage.module.css"
import type { Moment, Travel } from "./travel.ts"

export interface StageProps {
  readonly present: System
  readonly travel: Travel
  /** Draws the whole window from a house. */
  readonly draw: (system: System) => ReactNode
  readonly isOfConsole: (target: EventTarget | null) => boolean
}

/** Scrolling and moving along are looking; all of this would be doing. */
const DEEDS = [
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
const LOOKING_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "Tab", "Escape"])

/** A dialog that leaves the document is modal no longer, and nobody is told: for the app it is still open. */
const setAside = (dialog: HTMLDialogElement): void => {
  const { parentNode, nextSibling } = dialog
  dialog.remove()
  parentNode?.insertBefore(dialog, nextSibling)
}

const bringBack = (dialog: HTMLDialogElement): void => {
  // the app has closed it meanwhile
  if (!dialog.isConnected || !dialog.open) return
  dialog.removeAttribute("open")
  dialog.showModal()
}

interface Scrolled {
  readonly element: Element
  readonly top: number
}

const scrollsIn = (root: HTMLElement): readonly Scrolled[] =>
  [...root.querySelectorAll("*")].flatMap((element) =>
    element.scrollTop > 0 ? [{ element, top: element.scrollTop }] : [],
  )

/** Hides the present while the window shows another moment: its dialogs, its title, its language and its theme are put back afterwards. */
const useHidden = (isHidden: boolean, element: React.RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const present = element.current
    if (!isHidden || !present) return
    const { documentElement: root } = document
    const { title } = document
    const { lang } = root
    const { theme } = root.dataset
    const scrolls = scrollsIn(present)
    const dialogs = new Set<HTMLDialogElement>()
    const look = () => {
      for (const dialog of present.querySelectorAll<HTMLDialogElement>("dialog[open]"))
        if (dialog.matches(":modal")) {
          dialogs.add(dialog)
          setAside(dialog)
        }
    }
    look()
    const opening = new MutationObserver(look)
    opening.observe(present, { subtree: true, attributes: true, attributeFilter: ["open"] })
    root.dataset.inspectPast = ""
    return () => {
      opening.disconnect()
      delete root.dataset.inspectPast
      document.title = title
      root.lang = lang
      if (theme === undefined) delete root.dataset.theme
      else root.dataset.theme = theme
      // after React has shown it again
      queueMicrotask(() => {
        for (const dialog of dialogs) bringBack(dialog)
        for (const { element: scrolled, top } of scrolls) scrolled.scrollTop = top
      })
    }
  }, [isHidden, element])
}

/** A page that is shown takes the focus, and in the past that would be while one moves along: there it stays where it was. Heard before any page is. */
const useKeptFocus = (isOfConsole: StageProps["isOfConsole"]) => {
  useEffect(() => {
    const give = ({ target, relatedTarget }: FocusEvent) => {
      const isThen = target instanceof Element && target.closest("[data-inspect-then]") !== null
      if (
        isThen &&
        !isOfConsole(target) &&
        relatedTarget instanceof HTMLElement &&
        isOfConsole(relatedTarget)
      )
        relatedTarget.focus({ preventScroll: true })
    }
    document.addEventListener("focusin", give)
    return () => document.removeEventListener("focusin", give)
  }, [isOfConsole])
}

const PastWindow = (props: Pick<StageProps, "draw" | "isOfConsole"> & { readonly moment: Moment }) => {
  const { moment, draw, isOfConsole } = props
  const { system, sources } = moment
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const then = element.current
    if (!then) return
    const refuse = (event: Event) => {
      if (isOfConsole(event.target)) return
      if (event instanceof KeyboardEvent && LOOKING_KEYS.has(event.key)) return
      event.stopPropagation()
      if (event.type !== "pointerdown") event.preventDefault()
    }
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    for (const type of [...DEEDS, "keydown"]) then.addEventListener(type, refuse, options)
    return () => listening.abort()
  }, [isOfConsole])
  const { startup } = system.boot
  const theme = selectTheme(startup.getSnapshot())
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (theme === "system") delete dataset.theme
    else dataset.theme = theme
  }, [theme])
  const drawn = useMemo(() => draw(system), [draw, system])
  return (
    <div ref={element} className={styles.window} data-inspect-then="">
      <SourcesProvider value={sources}>{drawn}</SourcesProvider>
    </div>
  )
}

/** Draws the present, and over it the moment at which the window stands, if it stands at one. */
export const Stage = ({ present, travel, draw, isOfConsole }: StageProps) => {
  const { moment, recording } = useSyncExternalStore(travel.subscribe, travel.view)
  const element = useRef<HTMLDivElement>(null)
  const live = useMemo(() => draw(present), [draw, present])
  useHidden(moment !== null, element)
  useKeptFocus(isOfConsole)
  return (
    <>
      <div ref={element} className={styles.window} hidden={moment !== null} inert={moment !== null}>
        {live}
      </div>
      {moment ? (
        <PastWindow
          key={recording?.recording.state ?? "here"}
          moment={moment}
          draw={draw}
          isOfConsole={isOfConsole}
        />
      ) : null}
    </>
  )
}
