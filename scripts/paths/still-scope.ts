/** Where a machine stands while it is walked and not run: no actor is started, no timer set, nothing emitted. */
import { type AnyActorScope, type AnyStateMachine, createEmptyActor } from "xstate"

/** Actions with effects are given to `act` instead of being executed. */
export const stillScope = (
  { id }: AnyStateMachine,
  act: AnyActorScope["actionExecutor"] = () => {},
): AnyActorScope => {
  const self = createEmptyActor()
  return {
    self,
    system: self.system,
    id,
    sessionId: id,
    logger: () => {},
    defer: () => {},
    emit: () => {},
    stopChild: () => {},
    actionExecutor: act,
  }
}
