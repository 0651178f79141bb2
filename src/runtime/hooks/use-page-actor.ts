/** Runs an actor for the page around the component. */
import { useEffect, useRef } from "react"
import type { AnyStateMachine, SnapshotFrom } from "xstate"
import type { PageActor } from "../page-actors.ts"
import { usePage } from "./page-context.tsx"
import { useActorState } from "./runtime-context.tsx"

const whole = <S>(snapshot: S): S => snapshot

/**
 * Starts the actor, which stops with the page, and returns its snapshot. The component that shows
 * another actor instead stops the earlier one.
 */
export const usePageActor = <M extends AnyStateMachine>(actor: PageActor<M>): SnapshotFrom<M> => {
  const { id } = usePage()
  const shown = useRef(actor)
  useEffect(() => {
    if (shown.current !== actor) shown.current.stop()
    shown.current = actor
    // a prerendered page has no effects before it is visited and has its own id
    actor.start(id)
  }, [actor, id])
  return useActorState<SnapshotFrom<M>, SnapshotFrom<M>>(actor, whole)
}
