/** A machine of a project, with its stream if it is journaled. */
import type { AnyStateMachine } from "xstate"
import type { JournaledStream } from "./declaration.ts"
import { type Fold, foldOf } from "./replay.ts"

export interface MachineEntry {
  /** Of its top-level actor; with a dot at the end, the prefix of a family of actors. */
  readonly id: string
  readonly machine: AnyStateMachine
  readonly stream: JournaledStream | undefined
  readonly pure: Fold<AnyStateMachine>
}

export const machineEntry = (
  id: string,
  machine: AnyStateMachine,
  stream: JournaledStream | undefined,
  input?: unknown,
): MachineEntry => ({ id, machine, stream, pure: foldOf(machine, input) })

/** The machine of a top-level actor. The actors of a family share one, under the family's prefix. */
export const machineOf = <Entry extends Pick<MachineEntry, "id">>(
  machines: readonly Entry[],
  id: string,
): Entry | undefined =>
  machines.find((one) => one.id === id) ??
  machines.find((one) => one.id.endsWith(".") && id.startsWith(one.id))
