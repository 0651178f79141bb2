/** Steps a machine and returns what an observer sees of each step: state, context and effects. */
import {
  Actor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type ExecutableActionObject,
  initialTransition,
  type Snapshot,
  transition,
} from "xstate"

/** An effect of the machine: an action, an actor started or stopped, a delay, an emitted event. */
export interface Effect {
  readonly type: string
  readonly params?: unknown
}

/** The result of a step, as plain data. */
export interface Shown {
  readonly value: unknown
  readonly context: unknown
  readonly effects: readonly Effect[]
}

interface Moved {
  readonly snapshot: AnyMachineSnapshot
  readonly shown: Shown
}

/** Every function throws what the machine's own code throws. */
export interface Walker {
  /** The initial step. */
  readonly start: () => Moved
  /** The snapshot of a persisted one. */
  readonly revive: (left: Snapshot<unknown>) => AnyMachineSnapshot
  readonly step: (snapshot: AnyMachineSnapshot, event: EventObject) => Moved
}

export const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

/** Runs no effects; returns them. */
export const walkerOf = (machine: AnyStateMachine, input: unknown): Walker => {
  const moved = ([snapshot, actions]: [AnyMachineSnapshot, readonly ExecutableActionObject[]]): Moved => {
    if (snapshot.status === "error") throw snapshot.error
    const { value, context } = snapshot
    const effects = actions.map(({ type, params }) =>
      params === undefined ? { type } : { type, params: plain(params) },
    )
    return { snapshot, shown: { value, context: plain(context), effects } }
  }
  return {
    start: () => moved(initialTransition(machine, input)),
    revive: (left) => new Actor(machine, { input, snapshot: left }).getSnapshot(),
    step: (snapshot, event) => moved(transition(machine, snapshot, event)),
  }
}
