/** Actors that belong to a component: started by their first listener and not by the render, which may be thrown away. */
import type { Actor, AnyStateMachine } from "xstate"
import type { Runtime } from "../runtime.ts"

/** Gives what starts the actor, once. */
export const starterOf = <M extends AnyStateMachine>(
  { inspector }: Runtime,
  machine: M,
  actor: Actor<M>,
): (() => void) => {
  let isStarted = false
  return () => {
    if (isStarted) return
    isStarted = true
    inspector?.onActor({ actor, machine, input: undefined })
    actor.start()
  }
}
