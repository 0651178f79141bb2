import { type EventObject, fromCallback } from "xstate"

/** An actor that sends only the facts that a test sends through it. */
export const puppet = <Fact extends EventObject, Input = unknown>() => {
  const started: Input[] = []
  let send: ((fact: Fact) => void) | null = null
  let stopped = 0
  return {
    logic: fromCallback<EventObject, Input>(({ input, sendBack }) => {
      started.push(input)
      send = sendBack
      return () => {
        stopped += 1
        send = null
      }
    }),
    /** Inputs of every start, in order. */
    started,
    stopped: () => stopped,
    tell: (fact: Fact) => {
      if (!send) throw new Error("nobody listens")
      send(fact)
    },
  }
}
