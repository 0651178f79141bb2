/**
 * Keeps the browser's history as the page stack is. The stack is the truth; each history entry carries the id and depth of its page, so that back, forward
 * and reload can be told apart. Steps run one after another, because going back is only finished when the browser says so.
 */

import { STACK_LIMIT } from "../domain/limits.ts"
import type { HistoryMark } from "../events/navigation.ts"

/** What is asked of the browser. */
export interface HistoryPort {
  readonly state: () => unknown
  /** Path and query as shown in the address bar. */
  readonly url: () => string
  readonly push: (mark: HistoryMark, url: string) => void
  readonly replace: (mark: HistoryMark, url: string) => void
  readonly go: (steps: number) => void
  /** Hears of every move that is over, whoever asked for it. Gives the way to stop. */
  readonly onPop: (listener: () => void) => () => void
}

export interface MirroredEntry {
  readonly id: string
  readonly url: string
}

/** The mark of a history entry, or null where there is none or it is not one of ours: anybody can put anything there. */
export const markOf = (state: unknown): HistoryMark | null => {
  if (typeof state !== "object" || state === null || !("id" in state) || !("depth" in state)) return null
  const { id, depth } = state
  if (typeof id !== "string" || typeof depth !== "number") return null
  // one more than the stack: what lies over its top has an entry too
  return Number.isInteger(depth) && depth >= 1 && depth <= STACK_LIMIT + 1 ? { id, depth } : null
}

/** A browser that does not move when told to (at the end of its history) is not waited for any longer. */
const GO_LIMIT_MS = 400

export type Popped = (mark: HistoryMark | null, url: string) => void

export const mirrorHistory = (port: HistoryPort, popped: Popped) => {
  /** Ids by depth, as far as the browser is known to hold them. */
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
      // some browsers allow so many steps in a short time and no more; the next wish is tried again
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
    /** Has the browser follow; only the last of several wishes counts. */
    mirror: (entries: readonly MirroredEntry[]) => {
      wanted = entries
      void run()
    },
    /** The document has been opened: at `mark` of a stack that the browser still holds, or at the beginning of a new one. */
    begin: (entries: readonly MirroredEntry[]) => {
      const mark = markOf(port.state())
      const last = entries.at(-1)
      if (last && mark?.depth === entries.length + 1 && mark.id === last.id) {
        // something lay over the page when the document was left; nothing does any more
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

/** The real one. */
export const browserHistory: HistoryPort = {
  state: () => history.state,
  url: () => location.pathname + location.search,
  push: (mark, url) => history.pushState(mark, "", url),
  replace: (mark, url) => history.replaceState(mark, "", url),
  go: (steps) => history.go(steps),
  onPop: (listener) => {
    addEventListener("popstate", listener)
    return () => removeEventListener("popstate", listener)
  },
}
