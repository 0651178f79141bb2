/** Replay as a pure fold of events: no effects, timers or emitted events. */
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
  /** The snapshot before any event. */
  readonly initial: () => SnapshotFrom<M>
  /** The snapshot after the event. */
  readonly step: (snapshot: SnapshotFrom<M>, event: EventFromLogic<M>) => SnapshotFrom<M>
  /** A snapshot as plain JSON, and back. `restore` throws if it is no snapshot of this machine. */
  readonly persist: (snapshot: SnapshotFrom<M>) => Snapshot<unknown>
  readonly restore: (persisted: Snapshot<unknown>) => SnapshotFrom<M>
}

/**
 * The adapter to XState's internals: it does what `transition()` does, but with one ActorScope for
 * all events. A scope for each event makes replay ten times slower (30 to 50 µs an event instead of
 * 4). tests/unit/replay.test.ts fails if an upgrade changes the scope.
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

/** Folds events onto a snapshot. */
export const replay = <M extends AnyStateMachine>(
  fold: Fold<M>,
  from: SnapshotFrom<M>,
  events: readonly EventFromLogic<M>[],
): SnapshotFrom<M> => events.reduce(fold.step, from)
