/** Pure transitions of a machine, and the name of a state. */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type SnapshotFrom,
  transition,
} from "xstate"

/** The state that these events lead to from `first`. */
export const fold = <M extends AnyStateMachine>(
  machine: M,
  first: SnapshotFrom<M>,
  events: readonly EventFromLogic<M>[],
): SnapshotFrom<M> =>
  events.reduce<SnapshotFrom<M>>((snapshot, event) => transition(machine, snapshot, event)[0], first)

/** "reconciling.asking" */
export const pathOf = (value: AnyMachineSnapshot["value"]): string =>
  typeof value === "string"
    ? value
    : Object.entries(value)
        .map(([name, inner]) => (inner === undefined ? name : `${name}.${pathOf(inner)}`))
        .join(" ")
