/** What has changed between two states, field by field. */
import { isSame } from "../domain/same.ts"
import type { Json } from "../journal/redact.ts"

export interface Change {
  /** "draft.stake", "toasts.0.text". */
  readonly path: string
  /** Undefined: there was none, or there is none any more. */
  readonly before: Json | undefined
  readonly after: Json | undefined
}

const CHANGE_LIMIT = 100

type Branch = { readonly [name: string]: Json } | readonly Json[]

const isBranch = (value: Json | undefined): value is Branch => typeof value === "object" && value !== null

const childOf = (value: Json | undefined, name: string): Json | undefined =>
  isBranch(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** The smallest fields that differ, in the order of their names; the first hundred. */
export const differences = (
  before: Json | undefined,
  after: Json | undefined,
  path = "",
): readonly Change[] => {
  if (isSame(before, after)) return []
  if (!isBranch(before) || !isBranch(after)) return [{ path, before, after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .flatMap((name) =>
      differences(childOf(before, name), childOf(after, name), path === "" ? name : `${path}.${name}`),
    )
    .slice(0, CHANGE_LIMIT)
}
