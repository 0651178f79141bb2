/**
 * Keeps the layout of hidden pages. React hides the content of `<Activity>` with an inline
 * `display: none !important`, which discards the layout; no style sheet can override it and React
 * offers no other way to hide. This file removes that property, and the slot hides the page by
 * `content-visibility` instead (page-stack.module.css). tests/unit/page-layout.test.ts fails when
 * an upgrade of React hides in another way.
 */
import { whenIdle } from "../runtime/hooks/defer-work.ts"
import type { PageTransition } from "./page-slots.ts"

const isOffscreen = (slot: HTMLElement): boolean => slot.hasAttribute("data-offscreen")

/**
 * Removes React's inline style from a hidden page before the browser paints. React resets the
 * property itself when it shows the page.
 */
const removeInlineDisplay = (slot: HTMLElement): void => {
  const page = slot.firstElementChild
  if (page instanceof HTMLElement && isOffscreen(slot)) page.style.removeProperty("display")
}

/** Forces the browser to compute the layout of a hidden page. */
const forceLayout = (slot: HTMLElement): void => {
  if (isOffscreen(slot)) slot.querySelector("[data-scroller]")?.getBoundingClientRect()
}

export interface PageLayouts {
  /**
   * Shows a hidden page ahead of React and hides the others. Returns a function that undoes it, or
   * null if the page is not rendered.
   */
  readonly showHiddenPage: (id: string, transition: PageTransition) => (() => void) | null
  /**
   * Keeps the layout of the page in `slot` while it is hidden. A page that renders while hidden is
   * laid out when the browser is idle. Returns a function that stops it. Does nothing in a browser
   * without `content-visibility`.
   */
  readonly keepLayout: (id: string, slot: HTMLElement) => () => void
}

/** Keeps the layout of one page; returns a function that stops it. */
const keepLayoutIn = (slot: HTMLElement): (() => void) => {
  let cancelLayout = () => {}
  const layOutWhenIdle = () => {
    cancelLayout()
    cancelLayout = whenIdle(() => forceLayout(slot))
  }
  const observePage = () => {
    const page = slot.firstElementChild
    if (page) observer.observe(page, { attributes: true, attributeFilter: ["style"] })
    layOutWhenIdle()
  }
  const observer = new MutationObserver((changes) => {
    removeInlineDisplay(slot)
    if (changes.some(({ type }) => type === "childList")) observePage()
    else layOutWhenIdle()
  })
  observer.observe(slot, { childList: true })
  removeInlineDisplay(slot)
  if (slot.firstElementChild) observePage()
  return () => {
    cancelLayout()
    observer.disconnect()
  }
}

/** The layouts of a member's pages. */
export const createPageLayouts = (): PageLayouts => {
  /** By page id. */
  const slots = new Map<string, HTMLElement>()
  const showOnly = (wanted: HTMLElement | undefined): void => {
    for (const slot of slots.values()) slot.toggleAttribute("data-offscreen", slot !== wanted)
  }
  return {
    showHiddenPage: (id, transition) => {
      const wanted = slots.get(id)
      const page = wanted?.firstElementChild
      if (!wanted || !(page instanceof HTMLElement) || page.style.display === "none") return null
      const before = [...slots.values()].find((slot) => !isOffscreen(slot))
      showOnly(wanted)
      wanted.dataset.transition = transition
      return () => showOnly(before)
    },
    keepLayout: (id, slot) => {
      if (!CSS.supports("content-visibility", "hidden")) return () => {}
      slots.set(id, slot)
      const stop = keepLayoutIn(slot)
      return () => {
        stop()
        slots.delete(id)
      }
    },
  }
}
