/** Starts a component's actor with its first listener: a render may be discarded. */
import type { Actor, AnyStateMachine } from "xstate"
import type { Runtime } from "../runtime.ts"

/** Returns a function that starts the actor once. */
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
