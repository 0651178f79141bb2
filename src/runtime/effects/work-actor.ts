/** The actor behind an invoked name that does one piece of work and reports its end. */
import { type CallbackActorLogic, type EventObject, fromCallback } from "xstate"

/** `work` must not reject. Stopping the actor does not end the work; its fact is then ignored. */
export const workActor = (
  work: () => Promise<void>,
  fact: () => EventObject,
): CallbackActorLogic<EventObject> =>
  fromCallback<EventObject>(({ sendBack }) => void work().then(() => sendBack(fact())))
