/** Keeps a page that is out of sight laid out: React hides it with an inline `display: none`, which throws its layout away, where the place itself hides it by `content-visibility`. */
import type { Turn } from "./view.ts"
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

const places = new Map<string, HTMLElement>()

/** The place of that key, where its page stands laid out. */
const laidOutAt = (key: string | null): HTMLElement | undefined => {
  const place = key === null ? undefined : places.get(key)
  const page = place?.firstElementChild
  return page instanceof HTMLElement && page.style.display !== "none" ? place : undefined
}

/** Where no frame is painted (a window in the background), nothing is put off longer than this. */
const LATEST_MS = 250

const due: (() => void)[] = []

/** Has everything drawn that has been put off until a paint, in its order. */
export const drawDue = (): void => {
  for (const draw of due.splice(0)) draw()
}

/**
 * Shows the place of that key as it was left, in the turn of the tap itself; its life goes on with `draw`, when it has been painted. Drawn first it would be
 * painted twice as late. Where nothing stands there laid out, all is drawn now.
 */
export const bringForward = (key: string | null, turn: Turn, draw: () => void): void => {
  due.push(draw)
  const wanted = laidOutAt(key)
  if (!wanted) {
    drawDue()
    return
  }
  for (const place of places.values()) place.toggleAttribute("data-kept", place !== wanted)
  wanted.dataset.turn = turn
  requestAnimationFrame(() => setTimeout(drawDue))
  setTimeout(drawDue, LATEST_MS)
}

/**
 * Watches over the place of that key from now on; the answer ends it. A page that is drawn into it out of sight is laid out as soon as there is nothing better to
 * do. Where the browser does not know `content-visibility`, pages stay hidden as React hides them.
 */
export const keepLaidOut = (key: string, place: HTMLElement): (() => void) => {
  if (!CSS.supports("content-visibility", "hidden")) return () => {}
  places.set(key, place)
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
  release(place)
  if (place.firstElementChild) watch()
  return () => {
    callOff()
    hiding.disconnect()
    places.delete(key)
  }
}
