/**
 * Restores the scroll position and the focus of a page that is shown again; the scroll position
 * also after a reload.
 */
import { type FocusEvent, type RefObject, type UIEvent, useLayoutEffect, useMemo } from "react"

const KEY = "app_places"
/** How many pages keep their position over a reload. */
const LIMIT = 40
/** How long to wait for content that loads late. A slow phone loads a page in less. */
const GIVE_UP_MS = 10_000

const readPositions = (): Map<string, number> => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]")
    if (!Array.isArray(stored)) return new Map()
    return new Map(
      stored.flatMap((pair: unknown): [string, number][] => {
        const [id, top]: unknown[] = Array.isArray(pair) ? pair : []
        return typeof id === "string" && typeof top === "number" ? [[id, top]] : []
      }),
    )
  } catch {
    return new Map()
  }
}

const positions = readPositions()
const focused = new Map<string, HTMLElement>()

/** Stores the positions for the document that follows a reload. */
export const saveScrollPositions = (): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-LIMIT)))
  } catch {
    // without storage a reload starts at the top
  }
}

const scrollerIn = (page: HTMLElement | null): HTMLElement | null =>
  page?.querySelector<HTMLElement>("[data-scroller]") ?? null

/**
 * Scrolls to `top` as soon as the content is long enough, and again when the page replaces its
 * skeleton. Input of the member or the time limit ends it. Returns a function that stops it.
 */
const restore = (page: HTMLElement, top: number): (() => void) => {
  if (top === 0) return () => {}
  let scroller: HTMLElement | null = null
  const contentResized = new ResizeObserver(() => scrollToTop())
  const scrollToTop = () => {
    if (!scroller) return
    scroller.scrollTop = top
    if (Math.abs(scroller.scrollTop - top) <= 1) contentResized.disconnect()
  }
  const findScroller = () => {
    const found = scrollerIn(page)
    if (found === scroller) return
    scroller = found
    contentResized.disconnect()
    for (const child of found?.children ?? []) contentResized.observe(child)
    scrollToTop()
  }
  const pageChanged = new MutationObserver(findScroller)
  const listening = new AbortController()
  const stop = () => {
    contentResized.disconnect()
    pageChanged.disconnect()
    clearTimeout(giveUp)
    listening.abort()
  }
  const giveUp = setTimeout(stop, GIVE_UP_MS)
  pageChanged.observe(page, { childList: true, subtree: true })
  for (const type of ["pointerdown", "wheel", "keydown"])
    addEventListener(type, stop, { capture: true, passive: true, signal: listening.signal })
  findScroller()
  return stop
}

/**
 * Moves the focus to the element that had it, or to the page. Does nothing if the focus is in the
 * page already, or was moved by the member since it was in `before`.
 */
const restoreFocus = (id: string, page: HTMLElement, before: Element | null): void => {
  const active = document.activeElement
  if (page.contains(active) || (active !== before && active !== document.body)) return
  const last = focused.get(id)
  if (last && page.contains(last)) last.focus({ preventScroll: true })
  else if (!document.querySelector("dialog:modal")) page.focus({ preventScroll: true })
}

/** Returns the handlers for the page's element. */
export const useScrollRestoration = (id: string, element: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const page = element.current
    if (!page) return
    let stop = () => {}
    const before = document.activeElement
    // both force the layout, which the frame needs anyway: here it does not lengthen React's task
    const frame = requestAnimationFrame(() => {
      stop = restore(page, positions.get(id) ?? 0)
      restoreFocus(id, page, before)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [id, element])
  return useMemo(
    () => ({
      onScrollCapture: ({ target }: UIEvent) => {
        if (!(target instanceof HTMLElement) || !target.matches("[data-scroller]")) return
        positions.delete(id)
        positions.set(id, target.scrollTop)
      },
      onFocusCapture: ({ target }: FocusEvent) => {
        if (target instanceof HTMLElement && target !== element.current) focused.set(id, target)
      },
    }),
    [id, element],
  )
}
