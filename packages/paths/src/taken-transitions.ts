/**
 * Adapter: which transitions an event took. XState publishes them only as `_transitions` of the
 * inspection event of a microstep: `transition()` and `getMicrosteps()` return snapshots and
 * actions, `getNextTransitions()` skips the guards. No other file reads that field.
 * packages/paths/tests/taken-transitions.test.ts fails after the upgrade that changes it.
 */
import {
  type ActorLogic,
  type ActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type InspectedMicrostepEvent,
  initialTransition,
  transition,
} from "xstate"
import { transitionId } from "./chart.ts"

const NONE: readonly string[] = []
const single = new WeakMap<AnyTransitionDefinition, readonly string[]>()

/**
 * Ids of the transitions of a microstep, as in the chart. One list per definition: a log of
 * thousands shares them.
 */
export const takenIds = ({ _transitions }: InspectedMicrostepEvent): readonly string[] => {
  const [first] = _transitions
  if (!first) return NONE
  if (_transitions.length > 1) return _transitions.map(transitionId)
  const known = single.get(first) ?? [transitionId(first)]
  single.set(first, known)
  return known
}

export interface TracedStep {
  readonly snapshot: AnyMachineSnapshot
  /** Ids of the transitions taken, in order, eventless ones included. */
  readonly taken: readonly string[]
}

/** A machine as a pure function. Throws what the machine's own code throws. */
export interface TransitionTracer {
  readonly start: (input?: unknown) => TracedStep
  readonly step: (before: AnyMachineSnapshot, event: AnyEventObject) => TracedStep
}

type MachineLogic = ActorLogic<AnyMachineSnapshot, AnyEventObject, unknown>
type MachineScope = ActorScope<AnyMachineSnapshot, AnyEventObject>

/**
 * Wraps the machine as actor logic that listens in the scope which XState passes to it. No effect
 * runs.
 */
export const tracerOf = (machine: AnyStateMachine): TransitionTracer => {
  let taken: string[] = []
  const listen = ({ system }: MachineScope): void => {
    system.inspect((inspected) => {
      if (inspected.type === "@xstate.microstep") taken.push(...takenIds(inspected))
    })
  }
  const getPersistedSnapshot: MachineLogic["getPersistedSnapshot"] = (snapshot) =>
    machine.getPersistedSnapshot(snapshot)
  const starting: MachineLogic = {
    getInitialSnapshot: (scope, input) => {
      taken = []
      listen(scope)
      return machine.getInitialSnapshot(scope, input)
    },
    transition: (snapshot) => snapshot,
    getPersistedSnapshot,
  }
  return {
    start: (input) => {
      const [snapshot] = initialTransition(starting, input)
      return { snapshot, taken }
    },
    step: (before, event) => {
      taken = []
      const stepping: MachineLogic = {
        // XState makes an actor for the scope first: it needs no initial snapshot of its own
        getInitialSnapshot: () => before,
        transition: (snapshot, received, scope) => {
          listen(scope)
          return machine.transition(snapshot, received, scope)
        },
        getPersistedSnapshot,
      }
      const [snapshot] = transition(stepping, before, event)
      return { snapshot, taken }
    },
  }
}
