import {
  Activity,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { useActor } from "../runtime/hooks/runtime-context.tsx"
import { PageEntry } from "./page-entry.tsx"
import styles from "./page-stack.module.css"
import { type Ahead, openingScene, placesOf, type Scene, type Stage, sceneOf } from "./scene.ts"
import { followView, type Turn, type View, viewOf } from "./view.ts"

const useScene = (ahead: readonly Ahead[], turnTo: Stage["turnTo"] | undefined): Scene => {
  const navigation = useActor("navigation")
  const [scene, setScene] = useState(() => openingScene(viewOf(navigation.getSnapshot())))
  const follow = useEffectEvent((view: View, turn: Turn) => {
    const next = (before: Scene) => sceneOf(before, view, turn, ahead)
    if (turnTo) turnTo(view, turn, next, setScene)
    else startTransition(() => setScene(next))
  })
  useEffect(() => followView(navigation, (view, turn) => follow(view, turn)), [navigation])
  return scene
}

interface PlacedProps {
  /** Of the page that stands there. */
  readonly id: string
  readonly keepLaidOut: Stage["keepLaidOut"] | undefined
  readonly isInView: boolean
  readonly turn: Turn
  readonly children: ReactNode
}

const Placed = ({ id, keepLaidOut, isInView, turn, children }: PlacedProps) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (place.current ? keepLaidOut?.(id, place.current) : undefined), [id, keepLaidOut])
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

const NONE: readonly Ahead[] = []

export interface PageStackProps {
  /** Null for a visitor. */
  readonly stage: Stage | null
}

/** Every page that is alive, the top one in view and the others kept as they are, and those that are drawn ahead. */
export const PageStack = memo(({ stage }: PageStackProps) => {
  const ahead = stage?.ahead ?? NONE
  const scene = useScene(ahead, stage?.turnTo)
  return placesOf(scene, ahead).map(({ key, id, ...page }) => (
    <Placed
      key={key}
      id={id ?? key}
      keepLaidOut={stage?.keepLaidOut}
      isInView={id !== null && id === scene.top?.id}
      turn={scene.turn}
    >
      <PageEntry {...page} id={id ?? key} isAhead={id === null} />
    </Placed>
  ))
})
