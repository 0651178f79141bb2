/**
 * The leaf states of a machine as one union of paths ("filling.choosing"), so that a table of views
 * must name each: a state that is added without a view does not compile.
 */
import type { LeafState } from "../../packages/paths/src/leaf-state.ts"

export type { LeafState }

/** A state value of a machine without parallel states: a state's name, or the one within it. */
type StateValue = string | { readonly [state: string]: StateValue | undefined }

const pathOf = (value: StateValue): string => {
  if (typeof value === "string") return value
  const [[state, inner] = []] = Object.entries(value)
  return inner === undefined ? (state ?? "") : `${state}.${pathOf(inner)}`
}

const hasPath = <Views extends object>(views: Views, path: string): path is keyof Views & string =>
  Object.hasOwn(views, path)

/**
 * The entry of `views` for the state that a machine is in. The compiler demands an entry for each
 * leaf state. Throws for a state that the machine's type does not have.
 */
export const viewAt = <
  Snapshot extends { readonly value: StateValue },
  Views extends Readonly<Record<LeafState<Snapshot>, unknown>>,
>(
  { value }: Snapshot,
  views: Views,
): Views[keyof Views & string] => {
  const path = pathOf(value)
  if (!hasPath(views, path)) throw new Error(`no view for the state ${path}`)
  return views[path]
}
