/**
 * What a machine may be sent while its paths are looked for: the events with their payloads, and
 * what tells two situations apart.
 */
import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  InputFrom,
  SnapshotFrom,
} from "xstate"

/**
 * A table of cases. Delays, and ends of invoked actors that the machine waits for, are added by
 * themselves; everything else stands in `events`.
 */
export interface Cases {
  /**
   * What the machine may be begun with; each gives a start of its own. Without it there is one
   * start, with no input.
   */
  readonly inputs?: readonly unknown[]
  /**
   * Every event worth sending, or those worth sending in this situation; what the machine would not
   * take is left out by itself.
   */
  readonly events: readonly EventObject[] | ((snapshot: AnyMachineSnapshot) => readonly EventObject[])
  /**
   * What besides the state tells two situations apart: the smallest plain value on which the guards depend. Without it the whole context counts, which is
   * exact and, where a context grows, endless.
   */
  readonly tells?: (snapshot: AnyMachineSnapshot) => unknown
  /** Transitions that no event can bring about, by their id, each with the reason. */
  readonly unreachable?: Readonly<Record<string, string>>
}

/** The same, with the events and the context of the machine. */
export interface CasesOf<M extends AnyStateMachine> extends Omit<Cases, "inputs" | "events" | "tells"> {
  readonly inputs?: readonly InputFrom<M>[]
  readonly events:
    | readonly EventFromLogic<M>[]
    | ((snapshot: SnapshotFrom<M>) => readonly EventFromLogic<M>[])
  readonly tells?: (snapshot: SnapshotFrom<M>) => unknown
}

/** Checks a table against its machine's types. */
export const casesFor = <M extends AnyStateMachine>(_machine: M, cases: CasesOf<M>): CasesOf<M> => cases
