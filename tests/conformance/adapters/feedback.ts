/** The app's feedback functions over an actor of their machine. */
import { createActor, type SimulatedClock } from "xstate"
import { feedbackMachine } from "../../../machines/feedback.ts"
import { createFeedback } from "../../../src/runtime/hooks/use-feedback.ts"

export const feedbackOver = (clock?: SimulatedClock) => {
  const actor = createActor(feedbackMachine, clock ? { clock } : {})
  const handle = {
    send: actor.send.bind(actor),
    onEmit: (listener: Parameters<typeof actor.on<"*">>[1]) => actor.on("*", listener),
  }
  let count = 0
  const createKey = () => {
    count += 1
    return `k${count}`
  }
  return { actor, feedback: createFeedback({ boot: { feedback: handle }, createKey }) }
}
