/** A machine as a pure function that also tells which transitions each event took, the ones that followed by themselves included. */
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from "xstate"
import { stateName, transitionId } from "../../src/devtools/chart.ts"
import { stillScope } from "./still-scope.ts"

export interface Moved {
  readonly snapshot: AnyMachineSnapshot
  /** Ids of the transitions taken, in order. */
  readonly taken: readonly string[]
}

export interface Tracer {
  readonly start: () => Moved
  readonly step: (snapshot: AnyMachineSnapshot, event: EventObject) => Moved
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Nothing is run: actors are not started, actions with effects not executed, timers not set. Throws, naming event and state, where the machine's own code throws. */
export const traced = (machine: AnyStateMachine, input?: unknown): Tracer => {
  let taken: string[] = []
  const scope = stillScope(machine)
  scope.system.inspect((inspected) => {
    if (inspected.type === "@xstate.microstep") taken.push(...inspected._transitions.map(transitionId))
  })
  const noting = (where: string, isActorFailure: boolean, move: () => AnyMachineSnapshot): Moved => {
    taken = []
    try {
      const snapshot = move()
      // An actor's failure that nobody minds ends a machine too; that is a state of it, not a mistake in it.
      if (snapshot.status === "error" && !isActorFailure) throw snapshot.error
      return { snapshot, taken }
    } catch (cause) {
      throw new Error(`The machine ${machine.id} fails ${where}: ${messageOf(cause)}`)
    }
  }
  return {
    start: () => noting("at its start", false, () => machine.getInitialSnapshot(scope, input)),
    step: (snapshot, event) =>
      noting(`on ${event.type} in ${stateName(snapshot.value)}`, event.type.startsWith("xstate.error."), () =>
        machine.transition(snapshot, event, scope),
      ),
  }
}
