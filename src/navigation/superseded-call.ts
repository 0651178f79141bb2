/**
 * A navigation call whose page is still loading, and how it is undone when another call supersedes
 * it.
 */
import type { Method } from "./call-checks.ts"
import type { Entry, Pages } from "./stack.ts"

export interface PendingCall {
  readonly id: string
  readonly key: string
  readonly method: Method
  /** It came from the tab bar: the page is notified when it is shown. */
  readonly tapped?: boolean
  /** The tab page that it hid. */
  readonly left?: string
}

/** The tab page that a tab switch hides. */
export const hiddenByTabSwitch = (method: Method, { stack: [root] }: Pages): string | undefined =>
  method === "switchTab" && root?.tab ? root.id : undefined

/**
 * The stack without the page that is still loading: no page opens on top of one that was never
 * painted. A tab page becomes dormant.
 */
export const withoutLoadingPage = (
  { stack, tabs }: Pages,
  loading: Entry,
  { method, left }: PendingCall,
): Pages => {
  const below = stack.slice(0, -1)
  if (method !== "switchTab") return { stack: below, tabs }
  const dormant: Entry = { ...loading, status: "dormant" }
  return {
    stack: [...tabs.filter(({ id }) => id === left), ...below],
    tabs: [...tabs.filter(({ id }) => id !== left), dormant],
  }
}
