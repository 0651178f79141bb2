/** Which transitions an event causes: asked of the machine itself, with nothing of what it does being done. */
import {
  Actor,
  type ActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
} from "xstate"
import { transitionId } from "./chart.ts"

const nothing = (): void => {}

/** Ids of the transitions, as the chart names them, that an event causes in a state. */
export type Taken = (before: AnyMachineSnapshot, event: AnyEventObject) => readonly string[]

/** Makes the question for one machine; it may be put as often as one likes. */
export const takenOf = (machine: AnyStateMachine): Taken => {
  const self = new Actor(machine, { input: undefined })
  const scope: ActorScope<AnyMachineSnapshot, AnyEventObject> = {
    self,
    system: self.system,
    id: "taken",
    sessionId: "taken",
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  }
  let found: string[] = []
  self.system.inspect((told) => {
    if (told.type !== "@xstate.microstep") return
    found.push(...told._transitions.map((taken: AnyTransitionDefinition) => transitionId(taken)))
  })
  return (before, event) => {
    found = []
    machine.transition(before, event, scope)
    return found
  }
}
