/**
 * The description of a machine: the events to send, what tells two situations apart, and what of it
 * a person or the running app can walk.
 */
import { pathToFileURL } from "node:url"
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type SnapshotFrom,
  StateMachine,
} from "xstate"

/** Delays, and done and error events of invoked actors, are added automatically. */
interface Table {
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
  readonly unreachable?: Readonly<Record<string, string>> | undefined
}

export interface Cases extends Table {
  /**
   * What can be walked: a command only where a screen offers it, a fact only where it can come about.
   * Printed paths, drivers and model runs walk it; a check of mutants also sends every other event, which
   * the machine must ignore. Without it everything in the table can be walked.
   */
  readonly walk?: Table
}

/** The part of a description that can be walked. */
export const walkOf = (cases: Cases): Cases => cases.walk ?? cases

/** A table with the machine's own types. */
interface TableOf<M extends AnyStateMachine> extends Omit<Table, "inputs" | "events" | "tells"> {
  readonly inputs?: readonly InputFrom<M>[]
  readonly events:
    | readonly EventFromLogic<M>[]
    | ((snapshot: SnapshotFrom<M>) => readonly EventFromLogic<M>[])
  readonly tells?: (snapshot: SnapshotFrom<M>) => unknown
}

/** Cases with the machine's own types. */
export interface CasesOf<M extends AnyStateMachine> extends TableOf<M> {
  readonly walk?: TableOf<M>
}

/** Checks a description against its machine's types. */
export const casesFor = <M extends AnyStateMachine>(_machine: M, cases: CasesOf<M>): CasesOf<M> => cases

// What a module exports: a machine, and the table that goes with it.

/** What a module exports. Importing runs its code; with another `query`, once more. */
export const exportsOf = async (file: string, query = ""): Promise<ReadonlyMap<string, unknown>> => {
  const module: object = await import(pathToFileURL(file).href + query)
  return new Map(Object.entries(module))
}

export const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine

/** True for a table of cases; only `events` is required. */
export const isCases = (value: unknown): value is Cases =>
  typeof value === "object" &&
  value !== null &&
  "events" in value &&
  (Array.isArray(value.events) || typeof value.events === "function")
