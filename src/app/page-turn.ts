/** How a member's pages take each other's place: what has been drawn is there at once, and what is new may take its time. */
import { startTransition } from "react"
import { afterPaint } from "../runtime/hooks/after-paint.ts"
import { bringForward } from "./laid-out.ts"
import type { Ahead, Scene, Stage } from "./scene.ts"

/** The same with the pages that are about to go: taking them down can wait until the page in view has been painted. */
export const withLeaving = (before: Scene, next: Scene): Scene => {
  const leaving = before.entries.filter(({ id }) => !next.entries.some((entry) => entry.id === id))
  return {
    ...next,
    entries: [...next.entries, ...leaving],
    adopted: new Map([...before.adopted, ...next.adopted]),
  }
}

/** Where no frame is painted (a window in the background), nothing is put off longer than this. */
const LATEST_MS = 250

const due: (() => void)[] = []
/** Leads back to what React takes to be in view, while another page is shown ahead of it. */
let takeBack: (() => void) | null = null

/** Has everything drawn that has been put off until a paint, in its order. */
export const drawDue = (): void => {
  takeBack = null
  for (const draw of due.splice(0)) draw()
}

/**
 * A page that was kept is shown in the turn of the tap itself, as it was left; its life goes on when it has been painted, because drawing it and running its
 * effects takes as long again. One that was drawn ahead is drawn at once, and the one before a new page stays until that stands.
 */
export const turnToWith =
  (ahead: readonly Ahead[]): Stage["turnTo"] =>
  ({ top }, turn, next, change) => {
    const isKept = turn === "pop" || turn === "swap"
    const isDrawn = isKept || ahead.some(({ name }) => name === top?.name)
    due.push(() => {
      if (isDrawn) change((before: Scene) => withLeaving(before, next(before)))
      startTransition(() => change(next))
    })
    const undo = isKept && top ? bringForward(top.id, turn) : null
    if (!undo) {
      // React writes down only what is new to it
      takeBack?.()
      drawDue()
      return
    }
    takeBack ??= undo
    afterPaint(drawDue)
    setTimeout(drawDue, LATEST_MS)
  }
