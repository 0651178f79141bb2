/** What a press on a tab page does before the app runs. */
import { noteEarlyPress } from "../../src/app/early-press.ts"
import type { TabPagesOptions } from "./tab-pages.ts"

/** A press that asks for another window is the browser's. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The link that was pressed, or the button that opens a page. */
const controlOf = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest("a[href], button[data-opens]") : null

/** The ring of a busy button, as the build draws it. */
const ringOf = (): Node | undefined => {
  const answers = document.getElementById("answers")
  const busy = answers instanceof HTMLTemplateElement ? answers.content.querySelector("button") : null
  return busy?.lastChild?.cloneNode(true)
}

/** Shows what was pressed, until its page follows. */
const showBusy = (root: HTMLElement, control: Element | null): void => {
  for (const other of root.querySelectorAll("[aria-busy]")) {
    other.removeAttribute("aria-busy")
    if (other.matches("button")) other.lastChild?.remove()
  }
  if (control === null) return
  control.setAttribute("aria-busy", "true")
  const ring = ringOf()
  if (ring && control.matches("button")) control.append(ring)
}

/**
 * A tab replaces the address, as the navigation machine does, and shows its frame; anything else
 * that opens a page is shown as pressed.
 */
export const followPresses = ({ root, paths }: TabPagesOptions, showTab: (name: string) => void): void => {
  root.addEventListener("click", (event) => {
    const control = controlOf(event)
    const url = control?.getAttribute("href") ?? control?.getAttribute("data-opens")
    // the app has taken over, or it is no page of the app
    if (!root.hasAttribute("data-shell") || !url?.startsWith("/pages/") || !isPlain(event)) return
    event.preventDefault()
    const name = Object.keys(paths).find((each) => paths[each] === url.split("?")[0])
    showBusy(root, name === undefined ? control : null)
    if (name !== undefined) {
      if (url === location.pathname + location.search) return
      history.replaceState(history.state, "", url)
    }
    // sends the page's calls, whose answers the frame shows
    noteEarlyPress({ url, isTab: name !== undefined })
    if (name !== undefined) showTab(name)
  })
}
