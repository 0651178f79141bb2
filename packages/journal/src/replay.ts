/** Replay as a pure fold of events: no effects, timers or emitted events. */
import {
  Actor,
  type ActorScope,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type EventFromLogic,
  fromTransition,
  type InputFrom,
  type Snapshot,
  type SnapshotFrom,
} from "xstate"
import { isPromiseActor } from "./rebuildable.ts"

const nothing = (): void => {}

/** A machine as a pure function of snapshot and event. */
export interface Fold<M extends AnyStateMachine> {
  readonly machine: M
  /** The snapshot before any event. */
  readonly initial: () => SnapshotFrom<M>
  /** The snapshot after the event. */
  readonly step: (snapshot: SnapshotFrom<M>, event: EventFromLogic<M>) => SnapshotFrom<M>
  /**
   * A snapshot as plain JSON, and back. A promise in it does not run again. `restore` throws if it is no
   * snapshot of this machine, or if it names an actor that is gone from it.
   */
  readonly persist: (snapshot: SnapshotFrom<M>) => Snapshot<unknown>
  readonly restore: (persisted: Snapshot<unknown>) => SnapshotFrom<M>
}

const inert = fromTransition((state: object) => state, {})

/**
 * What `transition()` makes for each event, without the machine's initial snapshot: with it replay is
 * ten times slower. `children` gives the actors of the present snapshot, which the machine finds by their
 * `systemId`. tests/unit/replay.test.ts fails if an upgrade changes the scope.
 */
const scopeOver = <M extends AnyStateMachine>(
  children: () => AnyMachineSnapshot["children"],
): ActorScope<SnapshotFrom<M>, EventFromLogic<M>> => {
  const self: AnyActorRef = new Actor(inert, { parent: createEmptyActor() })
  const { system } = self
  const named = (id: unknown): AnyActorRef | undefined => {
    const actors: readonly (AnyActorRef | undefined)[] = Object.values(children())
    return actors.find((child) => child instanceof Actor && child.systemId === id)
  }
  return {
    self,
    system: { ...system, get: (id) => system.get(id) ?? named(id) },
    id: "replay",
    sessionId: "replay",
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  }
}

/** A scope for each event; one in which no actor was entered serves the next, which is faster. */
const stepOf = <M extends AnyStateMachine>(machine: M) => {
  let present: AnyMachineSnapshot["children"] = {}
  let unused: ActorScope<SnapshotFrom<M>, EventFromLogic<M>> | null = null
  return (snapshot: AnyMachineSnapshot, event: EventFromLogic<M>): AnyMachineSnapshot => {
    const scope = unused ?? scopeOver<M>(() => present)
    unused = null
    present = snapshot.children
    const next: AnyMachineSnapshot = machine.transition(snapshot, event, scope)
    if (next.children === snapshot.children) unused = scope
    return next
  }
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}

/** The same with its promises stopped. */
const withoutPromises = (
  persisted: Snapshot<unknown>,
  { children }: AnyMachineSnapshot,
): Snapshot<unknown> => {
  const promises = Object.keys(children).filter((id) => isPromiseActor(children[id]))
  if (promises.length === 0) return persisted
  const stored = Object.entries(fieldsOf(fieldsOf(persisted).children)).map(([id, child]) => {
    const { snapshot, ...rest } = fieldsOf(child)
    return [
      id,
      promises.includes(id) ? { ...rest, snapshot: { ...fieldsOf(snapshot), status: "stopped" } } : child,
    ]
  })
  return Object.assign({ ...persisted }, { children: Object.fromEntries(stored) })
}

export const foldOf = <M extends AnyStateMachine>(machine: M, input: InputFrom<M>): Fold<M> => {
  const isOwn = (snapshot: AnyMachineSnapshot): snapshot is SnapshotFrom<M> => snapshot.machine === machine
  const step = stepOf(machine)
  return {
    machine,
    initial: () => new Actor(machine, { input }).getSnapshot(),
    step: (snapshot, event) => {
      const next = step(snapshot, event)
      if (!isOwn(next)) throw new Error("a machine gave the snapshot of another")
      return next
    },
    persist: (snapshot) => withoutPromises(machine.getPersistedSnapshot(snapshot), snapshot),
    restore: (persisted) => {
      const snapshot = new Actor(machine, { input, snapshot: persisted }).getSnapshot()
      const { children, status, error }: AnyMachineSnapshot = snapshot
      // XState keeps what does not fit as the error of the actor
      if (status === "error" && persisted.status !== "error") throw error
      const gone = Object.entries(fieldsOf(fieldsOf(persisted).children)).find(([id]) => !(id in children))
      if (gone) throw new Error(`the actor ${gone[0]} (${String(fieldsOf(gone[1]).src)}) is gone`)
      return snapshot
    },
  }
}

/** Folds events onto a snapshot. */
export const replay = <M extends AnyStateMachine>(
  fold: Fold<M>,
  from: SnapshotFrom<M>,
  events: readonly EventFromLogic<M>[],
): SnapshotFrom<M> => events.reduce(fold.step, from)
