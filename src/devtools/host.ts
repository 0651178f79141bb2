/**
 * Where the console stands. A modal dialog of the app makes everything outside itself unusable, so while one is open the console lives inside it; being a popover
 * it is drawn over everything all the same, and by the window's measure.
 */

const isModal = (dialog: Element): boolean => dialog.matches(":modal")

/** Moves without losing scroll positions and focus where the browser can. */
const move = (element: HTMLElement, parent: Element): void => {
  if ("moveBefore" in parent && typeof parent.moveBefore === "function" && element.isConnected)
    parent.moveBefore(element, null)
  else parent.append(element)
}

/** Makes the place for the console and keeps it on top for as long as the document lives. */
export const createHost = (): HTMLElement => {
  const element = document.createElement("div")
  element.popover = "manual"
  element.dataset.inspect = ""
  /** Modal dialogs, the topmost last. */
  let open: HTMLDialogElement[] = []

  const raise = () => {
    const { activeElement } = document
    const hadFocus = activeElement instanceof HTMLElement && element.contains(activeElement)
    if (element.matches(":popover-open")) element.hidePopover()
    element.showPopover()
    if (hadFocus) activeElement.focus({ preventScroll: true })
  }
  const settle = () => {
    const modal = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].filter(isModal)
    const fresh = modal.filter((dialog) => !open.includes(dialog))
    open = [...open.filter((dialog) => modal.includes(dialog)), ...fresh]
    const parent = open.at(-1) ?? document.body
    const isPlaced = element.parentElement === parent && element.isConnected
    if (!isPlaced) move(element, parent)
    if (!isPlaced || fresh.length > 0 || !element.matches(":popover-open")) raise()
  }
  const concerns = ({ type, target, removedNodes }: MutationRecord): boolean =>
    type === "attributes"
      ? target instanceof HTMLDialogElement
      : [...removedNodes].some(
          (node) => node instanceof HTMLElement && (node === element || node.matches("dialog")),
        )
  new MutationObserver((records) => {
    if (!element.isConnected || records.some(concerns)) settle()
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["open"] })

  // what is done in the console is nothing that a dialog of the app around it should hear of
  for (const type of [
    "click",
    "keydown",
    "keyup",
    "pointerdown",
    "pointermove",
    "pointerup",
    "focusin",
    "focusout",
  ])
    element.addEventListener(type, (event) => event.stopPropagation())
  document.body.append(element)
  settle()
  return element
}
