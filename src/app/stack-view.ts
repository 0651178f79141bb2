/**
 * Which pages of the stack are on the screen, and since when. Free of React, so that its timing can
 * be tested.
 */
import { selectAlive, selectTop } from "../../machines/navigation.ts"
import { PAGE_LOADING_DELAY_MS } from "../domain/limits.ts"
import type { Entry } from "../navigation/stack.ts"

/**
 * `swap`: an open tab page replaces another. `pop` and `swap` lead to pages that are already
 * rendered.
 */
export type PageTransition = "push" | "pop" | "swap" | "none"

export interface StackView {
  /** Open pages, oldest first. */
  readonly entries: readonly Entry[]
  readonly top: Entry | undefined
  readonly isMember: boolean
}

type Snapshot = Parameters<typeof selectTop>[0]

/** The navigation actor. */
interface Source {
  readonly getSnapshot: () => Snapshot
  readonly subscribe: (listener: (snapshot: Snapshot) => void) => { unsubscribe(): void }
}

export const stackViewOf = (snapshot: Snapshot): StackView => {
  const top = selectTop(snapshot)
  return {
    entries: selectAlive(snapshot).filter((entry) => entry === top || entry.status !== "dormant"),
    top,
    isMember: snapshot.context.member,
  }
}

/** `push` leads to a new page, `pop` to one below; between tab pages nothing slides. */
const transitionBetween = (before: StackView, after: StackView): PageTransition => {
  if (!before.top || !after.top || before.top.id === after.top.id) return "none"
  const isOpen = before.entries.some(({ id }) => id === after.top?.id)
  if (before.top.tab && isOpen) return "swap"
  if (after.top.order > before.top.order) return after.top.tab ? "none" : "push"
  return isOpen ? "pop" : "none"
}

/** Whether a tab page opens right after the login. */
const isMemberEntrance = (before: StackView, after: StackView): boolean =>
  after.isMember && !before.isMember && after.top?.tab === true

/**
 * Calls `show` with each view of the stack. While a page loads, the one before stays visible for
 * 200 ms: most pages have loaded by then, so nothing flickers. After a login there is no such
 * delay, because the tab page has a skeleton. Returns a function that stops it.
 */
export const followStackView = (
  source: Source,
  show: (view: StackView, transition: PageTransition) => void,
): (() => void) => {
  let shown = stackViewOf(source.getSnapshot())
  let delay: ReturnType<typeof setTimeout> | undefined
  const showNext = (next: StackView) => {
    clearTimeout(delay)
    const transition = transitionBetween(shown, next)
    shown = next
    show(next, transition)
  }
  const follow = (snapshot: Snapshot) => {
    const next = stackViewOf(snapshot)
    const isNew = next.top?.status === "loading" && next.top.id !== shown.top?.id
    if (!isNew || isMemberEntrance(shown, next)) return showNext(next)
    clearTimeout(delay)
    delay = setTimeout(() => showNext(next), PAGE_LOADING_DELAY_MS)
  }
  follow(source.getSnapshot())
  const subscription = source.subscribe(follow)
  return () => {
    clearTimeout(delay)
    subscription.unsubscribe()
  }
}
