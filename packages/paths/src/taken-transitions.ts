/**
 * Adapter: which transitions an event took. XState publishes them only as `_transitions` of the
 * inspection event of a microstep: `transition()` and `getMicrosteps()` return snapshots and
 * actions, `getNextTransitions()` skips the guards. No other file reads that field.
 * packages/paths/tests/taken-transitions.test.ts fails after the upgrade that changes it.
 */
import {
  Actor,
  type ActorScope,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createEmptyActor,
  type ExecutableActionObject,
  fromTransition,
  type InspectedMicrostepEvent,
  isMachineSnapshot,
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
  /** What a running actor would execute. */
  readonly actions: readonly ExecutableActionObject[]
}

/** A machine as a pure function. Throws what the machine's own code throws. */
export interface TransitionTracer {
  readonly start: (input?: unknown) => TracedStep
  readonly step: (before: AnyMachineSnapshot, event: AnyEventObject) => TracedStep
}

type MachineScope = ActorScope<AnyMachineSnapshot, AnyEventObject>

const nothing = (): void => {}
const inert = fromTransition((snapshot: object) => snapshot, {})

type Children = Readonly<Record<string, AnyActorRef | undefined>>

/** The actors that are found by their `systemId`, those of children included. */
const systemActors = (children: Children): readonly (readonly [string, AnyActorRef])[] =>
  Object.values(children).flatMap((child) => {
    if (!(child instanceof Actor)) return []
    const inner: unknown = child.getSnapshot()
    const own = child.systemId === undefined ? [] : [[child.systemId, child] as const]
    return isMachineSnapshot(inner) ? [...own, ...systemActors(inner.children)] : own
  })

/**
 * A scope for one step, in a system of its own: the steps of a search are not those of one actor. It has
 * a parent, so that a machine may send to it.
 */
const scopeFor = (children: Children, taken: string[], actions: ExecutableActionObject[]): MachineScope => {
  const self: AnyActorRef = new Actor(inert, { parent: createEmptyActor() })
  const { system, id, sessionId } = self
  const known = new Map<unknown, AnyActorRef>(systemActors(children))
  system.inspect((inspected) => {
    if (inspected.type === "@xstate.microstep") taken.push(...takenIds(inspected))
  })
  return {
    self,
    system: { ...system, get: (name) => system.get(name) ?? known.get(name) },
    id,
    sessionId,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: (action) => void actions.push(action),
  }
}

/** Runs no effect. */
export const tracerOf = (machine: AnyStateMachine): TransitionTracer => {
  const traced = (children: Children, run: (scope: MachineScope) => AnyMachineSnapshot): TracedStep => {
    const taken: string[] = []
    const actions: ExecutableActionObject[] = []
    return { snapshot: run(scopeFor(children, taken, actions)), taken, actions }
  }
  return {
    start: (input) => traced({}, (scope) => machine.getInitialSnapshot(scope, input)),
    step: (before, event) => traced(before.children, (scope) => machine.transition(before, event, scope)),
  }
}
