import { Activity, addTransitionType, startTransition, useEffect, useState, ViewTransition } from "react"
import { selectAlive, selectTop } from "../../machines/navigation.ts"
import { useActor } from "../actors/context/system.tsx"
import { PAGE_LOADING_DELAY_MS } from "../domain/limits.ts"
import type { Entry } from "../domain/stack.ts"
import { PageEntry } from "./page-entry.tsx"

type Turn = "push" | "pop" | "none"

interface View {
  /** Pages that have been opened and are kept, oldest first. */
  readonly entries: readonly Entry[]
  readonly top: Entry | undefined
}

type Snapshot = Parameters<typeof selectTop>[0]

const viewOf = (snapshot: Snapshot): View => {
  const top = selectTop(snapshot)
  return {
    entries: selectAlive(snapshot).filter((entry) => entry === top || entry.status !== "dormant"),
    top,
  }
}

/** Which way the page turns: forward onto a new page, back to one below; tabs only change places. */
const turnOf = (before: View, after: View): Turn => {
  if (!before.top || !after.top || before.top.id === after.top.id) return "none"
  const isGone = !after.entries.some(({ id }) => id === before.top?.id)
  if (after.top.order > before.top.order) return after.top.tab ? "none" : "push"
  return isGone && !before.top.tab ? "pop" : "none"
}

/**
 * What the machine says is shown, except that a page which is only just being loaded leaves the one before it in view for 200 ms: most pages are there by
 * then, and nothing flickers.
 */
const useView = (): View => {
  const navigation = useActor("navigation")
  const [view, setView] = useState(() => viewOf(navigation.getSnapshot()))
  useEffect(() => {
    let shown = viewOf(navigation.getSnapshot())
    let waiting: ReturnType<typeof setTimeout> | undefined
    const show = (next: View) => {
      clearTimeout(waiting)
      const turn = turnOf(shown, next)
      shown = next
      startTransition(() => {
        if (turn !== "none") addTransitionType(turn)
        setView(next)
      })
    }
    const follow = (snapshot: Snapshot) => {
      const next = viewOf(snapshot)
      const isNew = next.top?.status === "loading" && next.top.id !== shown.top?.id
      if (!isNew) return show(next)
      clearTimeout(waiting)
      waiting = setTimeout(() => show(next), PAGE_LOADING_DELAY_MS)
    }
    follow(navigation.getSnapshot())
    const heard = navigation.subscribe(follow)
    return () => {
      clearTimeout(waiting)
      heard.unsubscribe()
    }
  }, [navigation])
  return view
}

const turns = { push: "push", pop: "pop", default: "none" } as const

/** Every page that is alive, the top one in view and the others kept as they are. */
export const PageStack = () => {
  const { entries, top } = useView()
  return entries.map((entry) => (
    <Activity key={entry.id} mode={entry.id === top?.id ? "visible" : "hidden"}>
      <ViewTransition enter={turns} exit={turns} default="none">
        <PageEntry entry={entry} />
      </ViewTransition>
    </Activity>
  ))
}
