import { Activity, addTransitionType, startTransition, useEffect, useState, ViewTransition } from "react"
import { useActor } from "../actors/context/system.tsx"
import { PageEntry } from "./page-entry.tsx"
import { followView, type View, viewOf } from "./view.ts"

const useView = (): View => {
  const navigation = useActor("navigation")
  const [view, setView] = useState(() => viewOf(navigation.getSnapshot()))
  useEffect(
    () =>
      followView(navigation, (next, turn) => {
        // a page that was kept only changes places with another: nothing turns, so nothing has to be got ready
        if (turn === "swap") return setView(next)
        startTransition(() => {
          if (turn !== "none") addTransitionType(turn)
          setView(next)
        })
      }),
    [navigation],
  )
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
