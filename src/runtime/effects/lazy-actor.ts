/** Effects whose code comes with their first use, so that a page that runs none does not carry it. */
import { type CallbackActorLogic, type EventObject, fromCallback } from "xstate"

/** Starts something that sends facts; gives the way to stop it. */
export type Run<Input> = (input: Input, send: (fact: EventObject) => void) => () => void

/** Makes the actor behind an invoked name. Where the code cannot be had, `missing` gives the fact that says so. */
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
