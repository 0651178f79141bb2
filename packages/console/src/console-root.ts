/**
 * Root element of the console: a popover, so that it is painted above the app. A modal dialog makes
 * everything outside of itself inert, so the root moves into the topmost modal dialog while one is
 * open. In a window of its own it is the whole window.
 */
import { isElement } from "./any-window.ts"

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
