/** A call whose page is still awaited, and what is undone when another call comes first. */
import type { Method } from "./call-checks.ts"
import type { Entry, Pages } from "./stack.ts"

export interface Pending {
  readonly id: string
  readonly key: string
  readonly method: Method
  /** It came by a tap on the bar: the page is told when it stands. */
  readonly tapped?: boolean
  /** The tab page in view that it has sent out of sight. */
  readonly left?: string
}

/** The tab page that a change of tabs sends out of sight. */
export const leftBy = (method: Method, { stack: [root] }: Pages): string | undefined =>
  method === "switchTab" && root?.tab ? root.id : undefined

/** What there was before a page that is still awaited was opened: nothing is opened on a page that nobody has seen. A tab page sleeps until it is wanted again. */
export const withoutAwaited = ({ stack, tabs }: Pages, awaited: Entry, { method, left }: Pending): Pages => {
  const below = stack.slice(0, -1)
  if (method !== "switchTab") return { stack: below, tabs }
  const asleep: Entry = { ...awaited, status: "dormant" }
  return {
    stack: [...tabs.filter(({ id }) => id === left), ...below],
    tabs: [...tabs.filter(({ id }) => id !== left), asleep],
  }
}
