/** Keeps a page that is out of sight laid out: React hides it with an inline `display: none`, which throws its layout away, where the place itself hides it by `content-visibility`. */
import { whenIdle } from "../runtime/hooks/when-idle.ts"
import type { Turn } from "./view.ts"

/** Undoes React's way of hiding in a place that is kept, in the same turn; React clears the property by itself when it shows the page. */
const release = (place: HTMLElement): void => {
  const page = place.firstElementChild
  if (page instanceof HTMLElement && place.hasAttribute("data-kept")) page.style.removeProperty("display")
}

/** Asking where something in it is makes the browser lay it out. */
const layOut = (place: HTMLElement): void => {
  if (place.hasAttribute("data-kept")) place.querySelector("[data-scroller]")?.getBoundingClientRect()
}

/** By id of the page that stands there. */
const places = new Map<string, HTMLElement>()

const showOnly = (wanted: HTMLElement | undefined): void => {
  for (const place of places.values()) place.toggleAttribute("data-kept", place !== wanted)
}

/**
 * Shows a page as it was left, where it stands laid out, and hides all others: in the style sheet's way, ahead of React. Gives the way to undo it, and null where
 * there is no such page.
 */
export const bringForward = (id: string, turn: Turn): (() => void) | null => {
  const wanted = places.get(id)
  const page = wanted?.firstElementChild
  if (!wanted || !(page instanceof HTMLElement) || page.style.display === "none") return null
  const before = [...places.values()].find((place) => !place.hasAttribute("data-kept"))
  showOnly(wanted)
  wanted.dataset.turn = turn
  return () => showOnly(before)
}

/**
 * Watches over the place of that page from now on; the answer ends it. A page that is drawn into it out of sight is laid out as soon as there is nothing better to
 * do. Where the browser does not know `content-visibility`, pages stay hidden as React hides them.
 */
export const keepLaidOut = (id: string, place: HTMLElement): (() => void) => {
  if (!CSS.supports("content-visibility", "hidden")) return () => {}
  places.set(id, place)
  let callOff = () => {}
  const layOutSoon = () => {
    callOff()
    callOff = whenIdle(() => layOut(place))
  }
  const watch = () => {
    const page = place.firstElementChild
    if (page) hiding.observe(page, { attributes: true, attributeFilter: ["style"] })
    layOutSoon()
  }
  const hiding = new MutationObserver((changes) => {
    release(place)
    if (changes.some(({ type }) => type === "childList")) watch()
    else layOutSoon()
  })
  hiding.observe(place, { childList: true })
  release(place)
  if (place.firstElementChild) watch()
  return () => {
    callOff()
    hiding.disconnect()
    places.delete(id)
  }
}
