/** The table of cases of a machine: the events to send, and what tells two situations apart. */
import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  InputFrom,
  SnapshotFrom,
} from "xstate"

/** Delays, and done and error events of invoked actors, are added automatically. */
export interface Cases {
  /** The inputs to start the machine with. Without them there is one start with no input. */
  readonly inputs?: readonly unknown[]
  /** The events to send, in all or by situation. Events without a transition are skipped. */
  readonly events: readonly EventObject[] | ((snapshot: AnyMachineSnapshot) => readonly EventObject[])
  /**
   * What besides the state tells two situations apart: the smallest plain value on which the guards
   * depend. By default the whole context, which may have no end of values.
   */
  readonly tells?: (snapshot: AnyMachineSnapshot) => unknown
  /** Ids of transitions that no event can cause, each with the reason. */
  readonly unreachable?: Readonly<Record<string, string>>
}

/** Cases with the machine's own types. */
export interface CasesOf<M extends AnyStateMachine> extends Omit<Cases, "inputs" | "events" | "tells"> {
  readonly inputs?: readonly InputFrom<M>[]
  readonly events:
    | readonly EventFromLogic<M>[]
    | ((snapshot: SnapshotFrom<M>) => readonly EventFromLogic<M>[])
  readonly tells?: (snapshot: SnapshotFrom<M>) => unknown
}

/** Checks a table against its machine's types. */
export const casesFor = <M extends AnyStateMachine>(_machine: M, cases: CasesOf<M>): CasesOf<M> => cases
