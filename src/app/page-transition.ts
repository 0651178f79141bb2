import { startTransition } from "react"
import { afterPaint } from "../runtime/hooks/defer-work.ts"
import type { PageLayouts } from "./page-layout.ts"
import type { PageSlots, PageStackFeatures, PrerenderedPage } from "./page-slots.ts"

/**
 * Adds the pages that are about to close, so that they unmount only after the next page has been
 * painted.
 */
export const withLeavingPages = (before: PageSlots, next: PageSlots): PageSlots => {
  const leaving = before.entries.filter(({ id }) => !next.entries.some((entry) => entry.id === id))
  return {
    ...next,
    entries: [...next.entries, ...leaving],
    prerenderKeys: new Map([...before.prerenderKeys, ...next.prerenderKeys]),
  }
}

/** The longest delay of a deferred render where no frame is painted, as in a background window. */
const DEFER_LIMIT_MS = 250

export interface PageTransitions {
  /** How the page stack shows another page, with these pages prerendered. */
  readonly withPrerendered: (prerendered: readonly PrerenderedPage[]) => PageStackFeatures["transitionTo"]
  /** Runs the deferred renders in order. */
  readonly runDeferredRenders: () => void
}

/**
 * Transitions between a member's pages. A page that is still rendered is shown within the tap and
 * React renders after the paint, because rendering it and running its effects takes as long again.
 * A prerendered page renders at once. A new page renders in a transition while the one before
 * stays.
 */
export const createPageTransitions = ({ showHiddenPage }: PageLayouts): PageTransitions => {
  const deferred: (() => void)[] = []
  /** Shows the page that React renders as visible again, while another one is shown ahead of it. */
  let undoShow: (() => void) | null = null
  const runDeferredRenders = (): void => {
    undoShow = null
    for (const render of deferred.splice(0)) render()
  }
  return {
    runDeferredRenders,
    withPrerendered:
      (prerendered) =>
      ({ top }, transition, next, update) => {
        const isOpen = transition === "pop" || transition === "swap"
        const isRendered = isOpen || prerendered.some(({ name }) => name === top?.name)
        deferred.push(() => {
          if (isRendered) update((before) => withLeavingPages(before, next(before)))
          startTransition(() => update(next))
        })
        const undo = isOpen && top ? showHiddenPage(top.id, transition) : null
        if (!undo) {
          // React writes only what differs from its last render
          undoShow?.()
          runDeferredRenders()
          return
        }
        undoShow ??= undo
        afterPaint(runDeferredRenders)
        setTimeout(runDeferredRenders, DEFER_LIMIT_MS)
      },
  }
}
