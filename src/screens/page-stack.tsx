import { Activity, startTransition, useEffect, useState } from "react"
import { useActor } from "../actors/context/system.tsx"
import { PageEntry } from "./page-entry.tsx"
import styles from "./page-stack.module.css"
import { followView, type Turn, type View, viewOf } from "./view.ts"

interface Scene extends View {
  /** How the page in view came there. */
  readonly turn: Turn
}

/** What is to be seen next; a page that stays in view keeps the turn that it came with, so that nothing ends halfway. */
const sceneOf = (before: Scene, view: View, turn: Turn): Scene => ({
  ...view,
  turn: before.top?.id === view.top?.id ? before.turn : turn,
})

/** The same with the pages that are about to go: taking them down can wait until the page in view has been painted. */
const withLeaving = (before: Scene, next: Scene): Scene => {
  const leaving = before.entries.filter(({ id }) => !next.entries.some((entry) => entry.id === id))
  return { ...next, entries: [...next.entries, ...leaving].toSorted((a, b) => a.order - b.order) }
}

const useScene = (): Scene => {
  const navigation = useActor("navigation")
  const [scene, setScene] = useState<Scene>(() => ({ ...viewOf(navigation.getSnapshot()), turn: "none" }))
  useEffect(
    () =>
      followView(navigation, (view, turn) => {
        // a kept page is there at once; one that is new may take its time, and the one before it stays meanwhile
        if (turn === "pop" || turn === "swap")
          setScene((before) => withLeaving(before, sceneOf(before, view, turn)))
        startTransition(() => setScene((before) => sceneOf(before, view, turn)))
      }),
    [navigation],
  )
  return scene
}

/** Every page that is alive, the top one in view and the others kept as they are. */
export const PageStack = () => {
  const { entries, top, turn } = useScene()
  return entries.map(({ id, name, url, status }) => {
    const isInView = id === top?.id
    return (
      <div
        key={id}
        className={styles.place}
        data-kept={isInView ? undefined : ""}
        data-turn={isInView ? turn : undefined}
      >
        <Activity mode={isInView ? "visible" : "hidden"}>
          <PageEntry id={id} name={name} url={url} status={status} />
        </Activity>
      </div>
    )
  })
}
