/**
 * The leaf states of a machine as one union of paths ("filling.choosing"), so that a table of views
 * must name each: a state that is added without a view does not compile.
 */
import type { LeafState } from "@financial-links/paths"

export type { LeafState }

/** A state's name, or the states within it: one, or one of each region. */
type StateValue = string | { readonly [state: string]: StateValue | undefined }

const pathsOf = (value: StateValue): readonly string[] =>
  typeof value === "string"
    ? [value]
    : Object.entries(value).flatMap(([state, inner]) =>
        inner === undefined ? [state] : pathsOf(inner).map((path) => `${state}.${path}`),
      )

const hasPath = <Views extends object>(views: Views, path: string): path is keyof Views & string =>
  Object.hasOwn(views, path)

const isView = <View>(view: View): view is Exclude<View, undefined> => view !== undefined

/**
 * The entry of `views` for the state that a machine is in. The compiler demands an entry for each
 * leaf state; undefined for those of regions that have no view. Throws for a state that the machine's
 * type does not have.
 */
export const viewAt = <
  Snapshot extends { readonly value: StateValue },
  Views extends Readonly<Record<LeafState<Snapshot>, unknown>>,
>(
  { value }: Snapshot,
  views: Views,
): Exclude<Views[keyof Views & string], undefined> => {
  const paths = pathsOf(value)
  for (const path of paths) {
    const view = hasPath(views, path) ? views[path] : undefined
    if (isView(view)) return view
  }
  throw new Error(`no view for the state ${paths.join(" ")}`)
}
