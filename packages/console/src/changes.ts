/** What changed between two snapshots, field by field; redacted. */
import type { AnyMachineSnapshot } from "xstate"
import type { Json, Redact } from "./redact.ts"

export interface Change {
  /** "draft.stake", "toasts.0.text". */
  readonly path: string
  /** Undefined if the field is missing. */
  readonly before: Json | undefined
  readonly after: Json | undefined
}

const CHANGE_LIMIT = 100

type Branch = { readonly [name: string]: Json } | readonly Json[]

const isBranch = (value: Json | undefined): value is Branch => typeof value === "object" && value !== null

const childOf = (value: Json | undefined, name: string): Json | undefined =>
  isBranch(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** The innermost fields that differ; at most `CHANGE_LIMIT`. */
const changesBetween = (before: Json | undefined, after: Json | undefined, path = ""): readonly Change[] => {
  if (isSame(before, after)) return []
  if (!isBranch(before) || !isBranch(after)) return [{ path, before, after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .flatMap((name) =>
      changesBetween(childOf(before, name), childOf(after, name), path === "" ? name : `${path}.${name}`),
    )
    .slice(0, CHANGE_LIMIT)
}

const shownState = ({ status, value, context }: AnyMachineSnapshot, redact: Redact): Json =>
  redact({ status, value, context })

/** The changes of status, state and context; at most `CHANGE_LIMIT`. */
export const stateChanges = (
  before: AnyMachineSnapshot,
  after: AnyMachineSnapshot,
  redact: Redact,
): readonly Change[] =>
  before === after ? [] : changesBetween(shownState(before, redact), shownState(after, redact))
