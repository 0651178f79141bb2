/**
 * Actors whose code is loaded with the first use, so that a page that runs none does not load it.
 */
import { type CallbackActorLogic, type EventObject, fromCallback } from "xstate"

/** Starts a program that sends events; returns the function that stops it. */
export type Run<Input> = (input: Input, send: (fact: EventObject) => void) => () => void

/** The actor behind an invoked name. If the code does not load, `missing` makes the event. */
export const lazyActor = <Input>(
  bring: () => Promise<Run<Input>>,
  missing: (input: Input) => EventObject,
): CallbackActorLogic<EventObject, Input> =>
  fromCallback<EventObject, Input>(({ input, sendBack }) => {
    let isStopped = false
    let stop = (): void => {}
    bring().then(
      (run) => {
        if (!isStopped) stop = run(input, sendBack)
      },
      () => {
        if (!isStopped) sendBack(missing(input))
      },
    )
    return () => {
      isStopped = true
      stop()
    }
  })
