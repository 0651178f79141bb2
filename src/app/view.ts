/** What of the page stack is on the screen, and when: apart from how it is drawn, so that its moments can be told without a screen. */
import { selectAlive, selectTop } from "../../machines/navigation.ts"
import { PAGE_LOADING_DELAY_MS } from "../domain/limits.ts"
import type { Entry } from "../navigation/stack.ts"

/** `swap`: a tab page that was kept takes the place of another. `pop` and `swap` lead to pages that have been drawn. */
export type Turn = "push" | "pop" | "swap" | "none"

export interface View {
  /** Pages that have been opened and are kept, oldest first. */
  readonly entries: readonly Entry[]
  readonly top: Entry | undefined
  readonly isMember: boolean
}

type Snapshot = Parameters<typeof selectTop>[0]

/** The navigation machine, wherever it sits. */
interface Source {
  readonly getSnapshot: () => Snapshot
  readonly subscribe: (listener: (snapshot: Snapshot) => void) => { unsubscribe(): void }
}

export const viewOf = (snapshot: Snapshot): View => {
  const top = selectTop(snapshot)
  return {
    entries: selectAlive(snapshot).filter((entry) => entry === top || entry.status !== "dormant"),
    top,
    isMember: snapshot.context.member,
  }
}

/** Which way the page turns: forward onto a new page, back to one below; tabs only change places. */
const turnOf = (before: View, after: View): Turn => {
  if (!before.top || !after.top || before.top.id === after.top.id) return "none"
  const isKept = before.entries.some(({ id }) => id === after.top?.id)
  if (before.top.tab && isKept) return "swap"
  if (after.top.order > before.top.order) return after.top.tab ? "none" : "push"
  return isKept ? "pop" : "none"
}

/** A member has come in, and a tab page opens. */
const isEntrance = (before: View, after: View): boolean =>
  after.isMember && !before.isMember && after.top?.tab === true

/**
 * Has what the machine says shown, except that a page which is only just being loaded leaves the one before it in view for 200 ms: most pages are there by
 * then, and nothing flickers. Whoever has just entered waits for nothing: the page before is over, and the shape of the one to come is known. Gives the way to stop.
 */
export const followView = (source: Source, show: (view: View, turn: Turn) => void): (() => void) => {
  let shown = viewOf(source.getSnapshot())
  let waiting: ReturnType<typeof setTimeout> | undefined
  const turnTo = (next: View) => {
    clearTimeout(waiting)
    const turn = turnOf(shown, next)
    shown = next
    show(next, turn)
  }
  const follow = (snapshot: Snapshot) => {
    const next = viewOf(snapshot)
    const isNew = next.top?.status === "loading" && next.top.id !== shown.top?.id
    if (!isNew || isEntrance(shown, next)) return turnTo(next)
    clearTimeout(waiting)
    waiting = setTimeout(() => turnTo(next), PAGE_LOADING_DELAY_MS)
  }
  follow(source.getSnapshot())
  const heard = source.subscribe(follow)
  return () => {
    clearTimeout(waiting)
    heard.unsubscribe()
  }
}
