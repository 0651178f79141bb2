/** Keeps a page that is out of sight laid out: React hides it with an inline `display: none`, which throws its layout away, where the place itself hides it by `content-visibility`. */
import { whenIdle } from "./when-idle.ts"

/** Undoes React's way of hiding in a place that is kept, in the same turn; React clears the property by itself when it shows the page. */
const release = (place: HTMLElement): void => {
  const page = place.firstElementChild
  if (page instanceof HTMLElement && place.hasAttribute("data-kept")) page.style.removeProperty("display")
}

/** Asking where something in it is makes the browser lay it out. */
const layOut = (place: HTMLElement): void => {
  if (place.hasAttribute("data-kept")) place.querySelector("[data-scroller]")?.getBoundingClientRect()
}

/**
 * Watches over a place from now on; the answer ends it. A page that is drawn into it out of sight is laid out as soon as there is nothing better to do. Where the
 * browser does not know `content-visibility`, pages stay hidden as React hides them.
 */
export const keepLaidOut = (place: HTMLElement): (() => void) => {
  if (!CSS.supports("content-visibility", "hidden")) return () => {}
  let callOff = () => {}
  const watch = () => {
    const page = place.firstElementChild
    if (page) hiding.observe(page, { attributes: true, attributeFilter: ["style"] })
    callOff()
    callOff = whenIdle(() => layOut(place))
  }
  const hiding = new MutationObserver((changes) => {
    release(place)
    if (changes.some(({ type }) => type === "childList")) watch()
  })
  hiding.observe(place, { childList: true })
  if (place.firstElementChild) watch()
  return () => {
    callOff()
    hiding.disconnect()
  }
}
