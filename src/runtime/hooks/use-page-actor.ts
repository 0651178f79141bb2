/** Runs an actor for the page around the component. */
import { shallowEqual } from "@xstate/react"
import { useEffect, useRef } from "react"
import type { AnyStateMachine, SnapshotFrom } from "xstate"
import type { PageActor } from "../actors/page-actors.ts"
import { usePage } from "./page-context.tsx"
import { useActorState } from "./runtime-context.tsx"

/**
 * Starts the actor, which stops with the page, and selects from its snapshot. The component renders
 * only when a value of the selected object changes. One that shows another actor instead stops the
 * earlier one.
 */
export const usePageActor = <M extends AnyStateMachine, T extends object>(
  actor: PageActor<M>,
  selector: (snapshot: SnapshotFrom<M>) => T,
): T => {
  const { id } = usePage()
  const shown = useRef(actor)
  useEffect(() => {
    if (shown.current !== actor) shown.current.stop()
    shown.current = actor
    // a prerendered page has no effects before it is visited and has its own id
    actor.start(id)
  }, [actor, id])
  return useActorState(actor, selector, shallowEqual)
}
