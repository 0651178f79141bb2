/**
 * Mirrors the page stack in the browser's history. The stack is the truth; each history entry
 * carries the id and depth of its page, which distinguishes back, forward and reload. Steps run one
 * after another: going back completes asynchronously.
 */

import { STACK_LIMIT } from "../domain/limits.ts"
import type { HistoryMark } from "../events/navigation.ts"

/** The browser's side of history. */
export interface HistoryPort {
  readonly state: () => unknown
  /** Path and query of the address bar. */
  readonly url: () => string
  readonly push: (mark: HistoryMark, url: string) => void
  readonly replace: (mark: HistoryMark, url: string) => void
  /** Replaces the address of this entry and keeps its state. */
  readonly rewrite: (url: string) => void
  readonly go: (steps: number) => void
  /**
   * Calls back after every completed move, by the app or the user. Returns the unsubscribe
   * function.
   */
  readonly onPop: (listener: () => void) => () => void
}

export interface MirroredEntry {
  readonly id: string
  readonly url: string
}

/** The mark of a history entry; null if missing or not ours (any script can put anything there). */
export const markOf = (state: unknown): HistoryMark | null => {
  if (typeof state !== "object" || state === null || !("id" in state) || !("depth" in state)) return null
  const { id, depth } = state
  if (typeof id !== "string" || typeof depth !== "number") return null
  // one more than the stack: an overlay of the top page has an entry too
  return Number.isInteger(depth) && depth >= 1 && depth <= STACK_LIMIT + 1 ? { id, depth } : null
}

/** The longest wait for a browser that does not move, as at the end of its history. */
const GO_LIMIT_MS = 400

export type Popped = (mark: HistoryMark | null, url: string) => void

export const mirrorHistory = (port: HistoryPort, popped: Popped) => {
  /** Ids by depth, as far as the browser's entries are known. */
  let known: string[] = []
  let position = 0
  let wanted: readonly MirroredEntry[] | null = null
  let isBusy = false
  let settleGo: (() => void) | null = null

  const write = (entry: MirroredEntry, depth: number, how: "push" | "replace") => {
    port[how]({ id: entry.id, depth }, entry.url)
    known = how === "push" ? [...known.slice(0, depth - 1), entry.id] : known.with(depth - 1, entry.id)
    position = depth
  }
  const go = async (depth: number) => {
    const steps = depth - position
    if (steps === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GO_LIMIT_MS)
      settleGo = () => {
        clearTimeout(timer)
        resolve()
      }
      port.go(steps)
    })
    settleGo = null
    position = depth
  }
  const step = async (target: readonly MirroredEntry[]) => {
    const isKnown = target.every(({ id }, index) => known[index] === id)
    if (isKnown) return go(target.length)
    const common = target.findIndex(({ id }, index) => known[index] !== id)
    if (position > common + 1) await go(common + 1)
    else if (position < common) await go(common)
    const first = target[common]
    if (!first) return
    write(first, common + 1, position === common + 1 ? "replace" : "push")
    for (const [index, entry] of target.entries()) if (index > common) write(entry, index + 1, "push")
  }
  const run = async () => {
    if (isBusy) return
    isBusy = true
    try {
      while (wanted) {
        const target = wanted
        wanted = null
        await step(target)
      }
    } catch (cause) {
      // some browsers limit the number of steps per time; the next request tries again
      console.warn(`the browser's history did not follow: ${String(cause)}`)
    } finally {
      isBusy = false
    }
  }
  const stop = port.onPop(() => {
    if (settleGo) return settleGo()
    const mark = markOf(port.state())
    if (mark) position = mark.depth
    if (mark && known[mark.depth - 1] === undefined) known[mark.depth - 1] = mark.id
    popped(mark, port.url())
  })
  return {
    /** Makes the browser follow the stack; only the last of several requests counts. */
    mirror: (entries: readonly MirroredEntry[]) => {
      wanted = entries
      void run()
    },
    /**
     * Handles an opened document: at `mark` of a stack that the browser still holds, or at the
     * start of a new one.
     */
    begin: (entries: readonly MirroredEntry[]) => {
      const mark = markOf(port.state())
      const last = entries.at(-1)
      if (last && mark?.depth === entries.length + 1 && mark.id === last.id) {
        // an overlay was open when the document was left; it no longer is
        known = [...entries.map(({ id }) => id), last.id]
        position = mark.depth
        wanted = entries
        void run()
        return
      }
      const isHeld = mark !== null && entries[mark.depth - 1]?.id === mark.id
      known = isHeld ? entries.map(({ id }) => id) : [entries[0]?.id ?? ""]
      position = isHeld ? mark.depth : 1
      const top = entries[position - 1]
      if (top) port.replace({ id: top.id, depth: position }, top.url)
    },
    stop,
  }
}

/** The real browser history. */
export const browserHistory: HistoryPort = {
  state: () => history.state,
  url: () => location.pathname + location.search,
  push: (mark, url) => history.pushState(mark, "", url),
  replace: (mark, url) => history.replaceState(mark, "", url),
  rewrite: (url) => history.replaceState(history.state, "", url),
  go: (steps) => history.go(steps),
  onPop: (listener) => {
    addEventListener("popstate", listener)
    return () => removeEventListener("popstate", listener)
  },
}
