/** The state that a recording begins with. A file is untrusted: the state is checked by its machine. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, StateValue } from "xstate"
import { RecordingRefused } from "./recording.ts"
import type { Fold } from "./replay.ts"
import type { StoredState } from "./restore.ts"

const isSnapshot = (value: unknown): value is StoredState =>
  typeof value === "object" &&
  value !== null &&
  "status" in value &&
  (value.status === "active" || value.status === "done") &&
  "value" in value &&
  "context" in value &&
  typeof value.context === "object" &&
  value.context !== null

/**
 * True if the state node can have this value. XState itself accepts names of `Object.prototype` as
 * states.
 */
const isValueOf = ({ states, type }: AnyStateNode, value: unknown): boolean => {
  if (typeof value === "string") return Object.hasOwn(states, value)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const inner = Object.entries(value)
  const { length } = Object.keys(states)
  return (
    inner.length === (type === "parallel" ? length : Math.min(1, length)) &&
    inner.every(([name, below]) => {
      const state = Object.hasOwn(states, name) ? states[name] : undefined
      return state !== undefined && isValueOf(state, below)
    })
  )
}

const namesIn = (context: object, laterFields: ReadonlySet<string>): string =>
  Object.keys(context)
    .filter((name) => !laterFields.has(name))
    .toSorted()
    .join()

interface Restorable {
  readonly id: string
  readonly machine: AnyStateMachine
  readonly pure: Fold<AnyStateMachine>
  readonly earlierStates?: ReadonlyMap<string, StateValue>
}

const pathOf = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([name, inner]) => `${name}.${pathOf(inner)}`)
        .join(" ")
    : String(value)

/** Restores a recorded state after `read` decoded it. Rejects with `RecordingRefused`. */
export const restoreRecorded = async (
  { id, machine, pure, earlierStates }: Restorable,
  recorded: unknown,
  laterFields: ReadonlySet<string>,
  read: (state: StoredState) => Promise<StoredState>,
): Promise<AnyMachineSnapshot> => {
  if (!isSnapshot(recorded)) throw new RecordingRefused("bad-base", id)
  const base = { ...recorded, value: earlierStates?.get(pathOf(recorded.value)) ?? recorded.value }
  if (!isValueOf(machine.root, base.value)) throw new RecordingRefused("bad-base", id)
  try {
    const restored: AnyMachineSnapshot = pure.restore(await read(base))
    const first: AnyMachineSnapshot = pure.initial()
    const isOwn = namesIn(restored.context, laterFields) === namesIn(first.context, laterFields)
    if (restored.status !== "error" && isOwn) return restored
  } catch {
    // the context does not fit, or XState throws on a snapshot that is not of this machine
  }
  throw new RecordingRefused("bad-base", id)
}
