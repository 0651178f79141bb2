import {
  Activity,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { useActor } from "../actors/context/system.tsx"
import { keepLaidOut } from "./laid-out.ts"
import { PageEntry } from "./page-entry.tsx"
import styles from "./page-stack.module.css"
import { type Ahead, openingScene, placesOf, type Scene, sceneOf, withLeaving } from "./scene.ts"
import { followView, type Turn, type View, viewOf } from "./view.ts"

const useScene = (ahead: readonly Ahead[]): Scene => {
  const navigation = useActor("navigation")
  const [scene, setScene] = useState(() => openingScene(viewOf(navigation.getSnapshot())))
  const follow = useEffectEvent((view: View, turn: Turn) => {
    // a page that has been drawn is there at once; one that is new may take its time, and the one before it stays meanwhile
    const isDrawn = turn === "pop" || turn === "swap" || ahead.some(({ name }) => name === view.top?.name)
    if (isDrawn) setScene((before) => withLeaving(before, sceneOf(before, view, turn, ahead)))
    startTransition(() => setScene((before) => sceneOf(before, view, turn, ahead)))
  })
  useEffect(() => followView(navigation, (view, turn) => follow(view, turn)), [navigation])
  return scene
}

interface PlacedProps {
  readonly isInView: boolean
  readonly turn: Turn
  readonly children: ReactNode
}

const Placed = ({ isInView, turn, children }: PlacedProps) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (place.current ? keepLaidOut(place.current) : undefined), [])
  return (
    <div
      ref={place}
      className={styles.place}
      data-kept={isInView ? undefined : ""}
      data-turn={isInView ? turn : undefined}
    >
      <Activity mode={isInView ? "visible" : "hidden"}>{children}</Activity>
    </div>
  )
}

export interface PageStackProps {
  /** Tab pages to draw before they are visited, out of sight: nothing of their life begins by that. */
  readonly ahead: readonly Ahead[]
}

/** Every page that is alive, the top one in view and the others kept as they are, and those that are drawn ahead. */
export const PageStack = ({ ahead }: PageStackProps) => {
  const scene = useScene(ahead)
  return placesOf(scene, ahead).map(({ key, id, ...page }) => (
    <Placed key={key} isInView={id !== null && id === scene.top?.id} turn={scene.turn}>
      <PageEntry {...page} id={id ?? key} isAhead={id === null} />
    </Placed>
  ))
}
