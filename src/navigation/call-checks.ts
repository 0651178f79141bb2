/** What is said to a navigation call before anything moves: the checks of the specification, in their order, and where a URL may lead whom. */
import { ENTRY_PATH, HOME_PATH, ROUTES, type Route } from "./routes.ts"
import { routeAt } from "./stack.ts"
import { joinUrl, resolveUrl, splitUrl } from "./url.ts"

export type Method = "navigateTo" | "redirectTo" | "reLaunch" | "switchTab"

/** Where calls are made: the table of pages (null: that of the app) and who makes them. */
export interface Site {
  readonly table: { readonly routes: readonly Route[]; readonly homeUrl: string } | null
  readonly member: boolean
}

export const routesOf = (site: Site): readonly Route[] => site.table?.routes ?? ROUTES
export const homeOf = (site: Site): string => (site.member ? (site.table?.homeUrl ?? HOME_PATH) : ENTRY_PATH)

export const mayOpen = (site: Site, route: Route | undefined): boolean =>
  route === undefined || route.guest || site.member

export type Checked =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly detail: string; readonly reason?: "login-required" }

const refused = (detail: string): Checked => ({ ok: false, detail })

/** The URL as it is compared with the lock: absolute, no query for a tab page that is switched to, the entry under its own path. */
const settledUrl = (route: Route, method: Method, url: string): string => {
  const { query } = splitUrl(url)
  return joinUrl(route.path, method === "switchTab" ? "" : query)
}

/** Checks a call made from the page at `base` while `lock` is being opened. */
export const checkCall = (
  site: Site,
  lock: string | null,
  base: string,
  method: Method,
  url: string | null,
): Checked => {
  if (url === null || url === "") return refused('Missing required args: "url"')
  const absolute = resolveUrl(base, url)
  const route = routeAt(routesOf(site), splitUrl(absolute).path)
  if (!route) return refused(`page \`${absolute}\` is not found`)
  if ((method === "navigateTo" || method === "redirectTo") && route.tab)
    return refused(`can not ${method} a tabbar page`)
  if (method === "switchTab" && !route.tab) return refused("can not switch to no-tabBar page")
  const settled = settledUrl(route, method, absolute)
  if (settled === lock) return refused(`${settled} locked`)
  if (!mayOpen(site, route)) return { ok: false, detail: "login required", reason: "login-required" }
  return { ok: true, url: settled }
}

export interface Landing {
  readonly url: string
  /** True where login has to come first; the URL asked for is then the one to come back to. */
  readonly loginFirst: boolean
}

/** Where a URL that was typed, linked, kept or forged leads: there, home, or to login. An unknown one stays: it gets the not-found view. */
export const landingOf = (site: Site, url: string): Landing => {
  const { path, query } = splitUrl(url)
  const route = routeAt(routesOf(site), path)
  if (!route) return { url, loginFirst: false }
  if (!mayOpen(site, route)) return { url: homeOf(site), loginFirst: true }
  if (site.member && route.entrance) return { url: homeOf(site), loginFirst: false }
  return { url: joinUrl(route.path, query), loginFirst: false }
}

/** How many pages back a call goes: 1 unless told, at least 1, at most down to the bottom. */
export const backCount = (depth: number, delta: number | string | undefined): number =>
  Math.min(depth - 1, Math.max(1, Number.parseInt(String(delta ?? 1), 10) || 1))
