/** The fold of events: what a machine is after it has received them, without any effect, timer or emission. */
import {
  Actor,
  type ActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type InputFrom,
  type Snapshot,
  type SnapshotFrom,
} from "xstate"

const nothing = (): void => {}

/** A machine as a pure function of snapshot and event. */
export interface Fold<M extends AnyStateMachine> {
  /** What it is before anything has happened. */
  readonly initial: () => SnapshotFrom<M>
  /** What it is after the event. */
  readonly step: (snapshot: SnapshotFrom<M>, event: EventFromLogic<M>) => SnapshotFrom<M>
  /** A snapshot as plain JSON, and back. `revive` throws on what is no snapshot of this machine. */
  readonly persist: (snapshot: SnapshotFrom<M>) => Snapshot<unknown>
  readonly restore: (persisted: Snapshot<unknown>) => SnapshotFrom<M>
}

/**
 * Makes the fold. It does what XState's pure `transition()` does, in one inert scope for all events: making a scope for each would take most of the time of a
 * long replay.
 */
export const foldOf = <M extends AnyStateMachine>(machine: M, input: InputFrom<M>): Fold<M> => {
  const self = new Actor(machine, { input })
  const scope: ActorScope<SnapshotFrom<M>, EventFromLogic<M>> = {
    self,
    system: self.system,
    id: "replay",
    sessionId: "replay",
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  }
  const isOwn = (snapshot: AnyMachineSnapshot): snapshot is SnapshotFrom<M> => snapshot.machine === machine
  return {
    initial: () => new Actor(machine, { input }).getSnapshot(),
    step: (snapshot, event) => {
      const next = machine.transition(snapshot, event, scope)
      if (!isOwn(next)) throw new Error("a machine gave the snapshot of another")
      return next
    },
    persist: (snapshot) => machine.getPersistedSnapshot(snapshot),
    restore: (snapshot) => new Actor(machine, { input, snapshot }).getSnapshot(),
  }
}

/** Folds a list of events onto a snapshot. */
export const replay = <M extends AnyStateMachine>(
  fold: Fold<M>,
  from: SnapshotFrom<M>,
  events: readonly EventFromLogic<M>[],
): SnapshotFrom<M> => events.reduce(fold.step, from)
