/**
 * Where the console is: docked at the side or at the bottom of the app, or in a window of its own.
 * That window is an empty one of the app's origin with the app's policy and style sheets; the code
 * of the console runs on in the app's tab.
 */
import { isElement } from "./any-window.ts"
import { createListeners } from "./listeners.ts"

export const CONSOLE_PLACES = ["side", "bottom", "window"] as const
export type ConsolePlace = (typeof CONSOLE_PLACES)[number]
type Dock = Exclude<ConsolePlace, "window">

/** `inline`: in an element of the app, where it stays. */
export type ShownPlace = ConsolePlace | "inline"

interface PlaceView {
  readonly place: ShownPlace
  /** The browser refused to open the window. */
  readonly isBlocked: boolean
}

export interface ConsolePlacement {
  readonly subscribe: (listener: () => void) => () => void
  readonly view: () => PlaceView
  readonly moveTo: (place: ConsolePlace) => void
  /** Closes the window of the console, if it has one. */
  readonly close: () => void
}

export interface PlacementOptions {
  /** Before the keys of localStorage (the dock, for all tabs) and sessionStorage (a tab's window). */
  readonly storagePrefix: string
  /** Attributes of the root element that style sheets read; the other window has them too. */
  readonly mirrored: readonly string[]
}

const WINDOW_FEATURES = "popup,width=1100,height=800"

const rememberedDock = (prefix: string): Dock => {
  try {
    return localStorage.getItem(`${prefix}dock`) === "bottom" ? "bottom" : "side"
  } catch {
    return "side"
  }
}

/** Name of the tab's window; null if the console was docked. */
const rememberedWindow = (prefix: string): string | null => {
  try {
    return sessionStorage.getItem(`${prefix}window`)
  } catch {
    return null
  }
}

const remember = (prefix: string, dock: Dock, windowName: string | null): void => {
  try {
    localStorage.setItem(`${prefix}dock`, dock)
    if (windowName === null) sessionStorage.removeItem(`${prefix}window`)
    else sessionStorage.setItem(`${prefix}window`, windowName)
  } catch {
    // blocked or full: it is not remembered
  }
}

const isSheet = (node: Node): node is HTMLLinkElement | HTMLStyleElement =>
  node instanceof HTMLStyleElement || (node instanceof HTMLLinkElement && node.rel === "stylesheet")

/** Copies a style sheet. The address of a link is absolute: an empty window may have no base. */
const copyOf = (sheet: HTMLLinkElement | HTMLStyleElement): Node => {
  const copy = sheet.cloneNode(true)
  if (copy instanceof HTMLLinkElement && sheet instanceof HTMLLinkElement) copy.href = sheet.href
  return copy
}

/** Gives the other window the sheets, language and theme of this one, now and later. */
const mirrorStyles = (other: Window, mirrored: readonly string[]): (() => void) => {
  const { documentElement: root, head } = document
  const { documentElement: otherRoot, head: otherHead } = other.document
  otherHead.replaceChildren(...[...head.childNodes].filter(isSheet).map(copyOf))
  const mirror = () => {
    for (const name of mirrored) {
      const value = root.getAttribute(name)
      if (value === null) otherRoot.removeAttribute(name)
      else otherRoot.setAttribute(name, value)
    }
  }
  const added = new MutationObserver((records) => {
    for (const { addedNodes } of records) otherHead.append(...[...addedNodes].filter(isSheet).map(copyOf))
  })
  const changed = new MutationObserver(mirror)
  added.observe(head, { childList: true })
  changed.observe(root, { attributeFilter: [...mirrored] })
  mirror()
  return () => {
    added.disconnect()
    changed.disconnect()
  }
}

/** Places the console where it was last. */
export const createConsolePlacement = (
  root: Pick<ConsoleRoot, "moveInto">,
  { storagePrefix, mirrored }: PlacementOptions,
): ConsolePlacement => {
  const listeners = createListeners()
  let dock = rememberedDock(storagePrefix)
  let view: PlaceView = { place: dock, isBlocked: false }
  let opened: { readonly window: Window; readonly end: () => void } | null = null
  const show = (next: PlaceView, windowName: string | null = null) => {
    view = next
    remember(storagePrefix, dock, windowName)
    listeners.notify()
  }
  const leaveWindow = () => {
    const left = opened
    opened = null
    if (!left) return
    left.end()
    root.moveInto(null)
    left.window.close()
  }
  const moveToWindow = (name: string) => {
    const other = window.open("", name, WINDOW_FEATURES)
    if (!other) return show({ place: dock, isBlocked: true })
    const setGone = (isGone: boolean) =>
      void other.document.documentElement.toggleAttribute("data-inspect-gone", isGone)
    // of the document before a reload
    other.document.body.replaceChildren()
    setGone(false)
    const endMirror = mirrorStyles(other, mirrored)
    const listening = new AbortController()
    const { signal } = listening
    const end = () => {
      listening.abort()
      endMirror()
    }
    opened = { window: other, end }
    other.addEventListener(
      "pagehide",
      () => {
        leaveWindow()
        show({ place: dock, isBlocked: false })
      },
      { signal },
    )
    addEventListener("pagehide", () => setGone(true), { signal })
    addEventListener("pageshow", () => setGone(false), { signal })
    root.moveInto(other)
    show({ place: "window", isBlocked: false }, name)
  }
  const before = rememberedWindow(storagePrefix)
  if (before !== null) moveToWindow(before)
  return {
    subscribe: listeners.subscribe,
    view: () => view,
    moveTo: (place) => {
      if (place === "window") return moveToWindow(`console-${crypto.randomUUID()}`)
      dock = place
      leaveWindow()
      show({ place, isBlocked: false })
    },
    close: leaveWindow,
  }
}

/** A console in an element of the app stays there. */
export const INLINE: ConsolePlacement = {
  subscribe: () => () => {},
  view: () => INLINE_VIEW,
  moveTo: () => {},
  close: () => {},
}

const INLINE_VIEW: PlaceView = { place: "inline", isBlocked: false }

// * Root element of the console: a popover, so that it is painted above the app. A modal dialog makes
// everything outside of itself inert, so the root moves into the topmost modal dialog while one is
// open. In a window of its own it is the whole window.

export interface ConsoleRoot {
  readonly element: HTMLElement
  /** Moves the console into another window, and from there back above the app. */
  readonly moveInto: (other: Window | null) => void
  readonly remove: () => void
}

const isModal = (dialog: Element): boolean => dialog.matches(":modal")

/** `moveBefore` keeps scroll positions and focus; not every browser has it. */
const move = (element: HTMLElement, parent: Element): void => {
  const isSameDocument = element.isConnected && element.ownerDocument === parent.ownerDocument
  if ("moveBefore" in parent && typeof parent.moveBefore === "function" && isSameDocument)
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

/** Creates the root and keeps it on top until it is removed. */
export const createConsoleRoot = (): ConsoleRoot => {
  const element = document.createElement("div")
  element.popover = "manual"
  element.dataset.inspect = ""
  /** Open modal dialogs, the topmost last. */
  let dialogs: HTMLDialogElement[] = []
  let isAway = false

  const raise = () => {
    const { activeElement } = document
    const hadFocus = element.contains(activeElement)
    if (element.matches(":popover-open")) element.hidePopover()
    element.showPopover()
    if (hadFocus && isElement(activeElement)) activeElement.focus({ preventScroll: true })
  }
  const place = () => {
    if (isAway) return
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
  const moved = new MutationObserver((records) => {
    if (!element.isConnected || records.some(mayMove)) place()
  })
  moved.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["open"],
  })

  for (const type of CONTAINED_EVENTS) element.addEventListener(type, (event) => event.stopPropagation())
  document.body.append(element)
  place()
  return {
    element,
    moveInto: (other) => {
      isAway = other !== null
      if (!other) return place()
      move(element, other.document.body)
      element.showPopover()
    },
    remove: () => {
      moved.disconnect()
      element.remove()
    },
  }
}
