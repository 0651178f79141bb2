/** A machine that is walked from one situation to the next, and what each step shows to somebody who stands outside of it. */
import {
  Actor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type ExecutableActionObject,
  type Snapshot,
} from "xstate"
import { stillScope } from "../paths/still-scope.ts"

/** An effect that the machine asks for: an action, an actor started or stopped, a delay, something emitted. */
export interface Effect {
  readonly type: string
  readonly params?: unknown
}

/** What a step leads to: state, context and effects, as plain data. */
export interface Shown {
  readonly value: unknown
  readonly context: unknown
  readonly effects: readonly Effect[]
}

interface Moved {
  readonly snapshot: AnyMachineSnapshot
  readonly shown: Shown
}

/** Each throws where the machine's own code throws. */
export interface Walker {
  /** The machine before it has heard anything. */
  readonly start: () => Moved
  /** The machine as it was once left. */
  readonly revive: (left: Snapshot<unknown>) => AnyMachineSnapshot
  readonly step: (snapshot: AnyMachineSnapshot, event: EventObject) => Moved
}

export const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

/** Nothing is run; what would be run is shown. */
export const walkerOf = (machine: AnyStateMachine, input: unknown): Walker => {
  const effects: Effect[] = []
  const scope = stillScope(machine, ({ type, params }: ExecutableActionObject) => {
    effects.push(params === undefined ? { type } : { type, params: plain(params) })
  })
  const showing = (move: () => AnyMachineSnapshot): Moved => {
    effects.length = 0
    const snapshot = move()
    if (snapshot.status === "error") throw snapshot.error
    const { value, context } = snapshot
    return { snapshot, shown: { value, context: plain(context), effects: [...effects] } }
  }
  return {
    start: () => showing(() => machine.getInitialSnapshot(scope, input)),
    revive: (left) => new Actor(machine, { input, snapshot: left }).getSnapshot(),
    step: (snapshot, event) => showing(() => machine.transition(snapshot, event, scope)),
  }
}
