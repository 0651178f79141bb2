/**
 * The specification's checks of a navigation call, in their order, and where a URL may lead a
 * visitor or member.
 */
import { ENTRY_PATH, HOME_PATH, joinUrl, ROUTES, type Route, resolveUrl, splitUrl } from "./routes.ts"
import { type Entry, type Pages, routeAt } from "./stack.ts"

export type Method = "navigateTo" | "redirectTo" | "reLaunch" | "switchTab"

/**
 * The context of a call: the page table (null: the app's own) and whether a member is logged in.
 */
export interface CallSite {
  readonly table: { readonly routes: readonly Route[]; readonly homeUrl: string } | null
  readonly member: boolean
}

export const routesOf = (site: CallSite): readonly Route[] => site.table?.routes ?? ROUTES
export const homeOf = (site: CallSite): string =>
  site.member ? (site.table?.homeUrl ?? HOME_PATH) : ENTRY_PATH

export const mayOpen = (site: CallSite, route: Route | undefined): boolean =>
  route === undefined || route.guest || site.member

export type Checked =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly detail: string; readonly reason?: "login-required" }

const refused = (detail: string): Checked => ({ ok: false, detail })

/** The URL that a call opens: absolute, without a query for a tab page, the entry under its own path. */
const settledUrl = (route: Route, method: Method, url: string): string => {
  const { query } = splitUrl(url)
  return joinUrl(route.path, method === "switchTab" ? "" : query)
}

/** Checks a call made from the page at `base`. */
export const checkCall = (site: CallSite, base: string, method: Method, url: string | null): Checked => {
  if (url === null || url === "") return refused('Missing required args: "url"')
  const absolute = resolveUrl(base, url)
  const route = routeAt(routesOf(site), splitUrl(absolute).path)
  if (!route) return refused(`page \`${absolute}\` is not found`)
  if ((method === "navigateTo" || method === "redirectTo") && route.tab)
    return refused(`can not ${method} a tabbar page`)
  if (method === "switchTab" && !route.tab) return refused("can not switch to no-tabBar page")
  const settled = settledUrl(route, method, absolute)
  if (!mayOpen(site, route)) return { ok: false, detail: "login required", reason: "login-required" }
  return { ok: true, url: settled }
}

export interface Landing {
  readonly url: string
  /** True if login comes first; the requested URL is then the one to return to. */
  readonly loginFirst: boolean
}

/**
 * Where a typed, linked, stored or forged URL leads: there, home, or to login. An unknown one gets
 * the not-found view.
 */
export const landingOf = (site: CallSite, url: string): Landing => {
  const { path, query } = splitUrl(url)
  const route = routeAt(routesOf(site), path)
  if (!route) return { url, loginFirst: false }
  if (!mayOpen(site, route)) return { url: homeOf(site), loginFirst: true }
  if (site.member && route.entrance) return { url: homeOf(site), loginFirst: false }
  return { url: joinUrl(route.path, query), loginFirst: false }
}

/** The number of pages to go back: 1 by default, at least 1, at most to the bottom. */
export const backCount = (depth: number, delta: number | string | undefined): number =>
  Math.min(depth - 1, Math.max(1, Number.parseInt(String(delta ?? 1), 10) || 1))

// A navigation call that opens a page, and how it is undone when another call supersedes it.

export interface OpeningCall {
  /** The id of the page. */
  readonly id: string
  readonly key: string
  readonly method: Method
  /** A repeated call to it is refused until the page is painted. */
  readonly url: string
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
  { method, left }: OpeningCall,
): Pages => {
  const below = stack.slice(0, -1)
  if (method !== "switchTab") return { stack: below, tabs }
  const dormant: Entry = { ...loading, status: "dormant" }
  return {
    stack: [...tabs.filter(({ id }) => id === left), ...below],
    tabs: [...tabs.filter(({ id }) => id !== left), dormant],
  }
}
