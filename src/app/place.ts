/** Keeps the place in a page: how far it was scrolled and where the focus was, also over a reload. */
import { type FocusEvent, type RefObject, type UIEvent, useLayoutEffect, useMemo } from "react"

const KEY = "app_places"
/** Places of more pages than this are not kept over a reload. */
const LIMIT = 40
/** Content that comes late is waited for this long before the place is given up: longer than a slow phone takes to bring a page. */
const PATIENCE_MS = 10_000

const readPlaces = (): Map<string, number> => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]")
    if (!Array.isArray(kept)) return new Map()
    return new Map(
      kept.flatMap((pair: unknown): [string, number][] => {
        const [id, top]: unknown[] = Array.isArray(pair) ? pair : []
        return typeof id === "string" && typeof top === "number" ? [[id, top]] : []
      }),
    )
  } catch {
    return new Map()
  }
}

const places = readPlaces()
const focused = new Map<string, HTMLElement>()

/** Writes the places down for the document that follows a reload. */
export const savePlaces = (): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-LIMIT)))
  } catch {
    // the place is a convenience: without storage a reload starts at the top
  }
}

const scrollerIn = (page: HTMLElement | null): HTMLElement | null =>
  page?.querySelector<HTMLElement>("[data-scroller]") ?? null

/**
 * Scrolls back as soon as the content is long enough, and again where the page itself comes in the place of its skeleton; not after the member has done anything, nor when
 * waiting has been in vain. The answer ends it.
 */
const restore = (page: HTMLElement, top: number): (() => void) => {
  if (top === 0) return () => {}
  let scroller: HTMLElement | null = null
  const growing = new ResizeObserver(() => reach())
  const reach = () => {
    if (!scroller) return
    scroller.scrollTop = top
    if (Math.abs(scroller.scrollTop - top) <= 1) growing.disconnect()
  }
  const look = () => {
    const found = scrollerIn(page)
    if (found === scroller) return
    scroller = found
    growing.disconnect()
    for (const child of found?.children ?? []) growing.observe(child)
    reach()
  }
  const coming = new MutationObserver(look)
  const ending = new AbortController()
  const stop = () => {
    growing.disconnect()
    coming.disconnect()
    clearTimeout(patience)
    ending.abort()
  }
  const patience = setTimeout(stop, PATIENCE_MS)
  coming.observe(page, { childList: true, subtree: true })
  for (const type of ["pointerdown", "wheel", "keydown"])
    addEventListener(type, stop, { capture: true, passive: true, signal: ending.signal })
  look()
  return stop
}

/** Back to where the focus was in the page, or to the page itself; what has taken the focus meanwhile keeps it. */
const takeFocus = (id: string, page: HTMLElement): void => {
  if (page.contains(document.activeElement)) return
  const last = focused.get(id)
  if (last && page.contains(last)) last.focus({ preventScroll: true })
  else if (!document.querySelector("dialog:modal")) page.focus({ preventScroll: true })
}

/** Gives the handlers for the page's element. When the page is shown again it is where it was, and so is the focus. */
export const usePlaceKept = (id: string, element: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const page = element.current
    if (!page) return
    let stop = () => {}
    let isShown = true
    // both make the browser lay out the page: once, when all that comes with the showing is in the document
    queueMicrotask(() => {
      if (!isShown) return
      stop = restore(page, places.get(id) ?? 0)
      takeFocus(id, page)
    })
    return () => {
      isShown = false
      stop()
    }
  }, [id, element])
  return useMemo(
    () => ({
      onScrollCapture: ({ target }: UIEvent) => {
        if (!(target instanceof HTMLElement) || !target.matches("[data-scroller]")) return
        places.delete(id)
        places.set(id, target.scrollTop)
      },
      onFocusCapture: ({ target }: FocusEvent) => {
        if (target instanceof HTMLElement && target !== element.current) focused.set(id, target)
      },
    }),
    [id, element],
  )
}
