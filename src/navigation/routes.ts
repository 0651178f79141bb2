/**
 * Declares every route of the specification's §2 once. The alias "/pages/login/login" is the same
 * page as "/". `guest` marks pages for anonymous visitors.
 */
import { TAB_HREFS, TAB_IDS, type TabId } from "../domain/appearance.ts"
import type { QueryOf, RouteName } from "./route-queries.ts"

/** A route as plain JSON, for the navigation machine. */
export interface Route {
  readonly path: string
  readonly name: string
  readonly tab: boolean
  readonly guest: boolean
  /** An alias path of the same page. */
  readonly alias?: string
  /** For visitors only: a logged-in member is redirected home. */
  readonly entrance?: boolean
}

const page = (path: string, name: RouteName): Route => ({ path, name, tab: false, guest: false })
const tab = (path: string, name: RouteName): Route => ({ path, name, tab: true, guest: false })
const guest = (path: string, name: RouteName): Route => ({ path, name, tab: false, guest: true })

/** Tab pages are in the order of the tab bar. */
export const ROUTES: readonly Route[] = [
  { ...guest("/", "login"), alias: "/pages/login/login", entrance: true },
  { ...guest("/pages/login/register", "register"), entrance: true },
  { ...guest("/pages/login/forgotten", "forgotten"), entrance: true },
  { ...guest("/pages/login/reset", "reset-by-code"), entrance: true },
  { ...guest("/pages/login/lock", "lock"), entrance: true },
  guest("/pages/loadding/loading", "loading"),
  tab("/pages/tabbar/home/index", "home"),
  tab("/pages/tabbar/optional/index", "market"),
  tab("/pages/tabbar/trade/index", "trade"),
  tab("/pages/tabbar/hold/index", "hold"),
  tab("/pages/tabbar/my/index", "my"),
  page("/pages/tabbar/hold/hold-record", "hold-record"),
  page("/pages/tabbar/hold/hold-results", "hold-results"),
  page("/pages/bank/bank-list", "bank-list"),
  page("/pages/bank/bank-add", "bank-add"),
  page("/pages/usdt/usdt-list", "usdt-list"),
  page("/pages/usdt/usdt-add", "usdt-add"),
  page("/pages/usdt/usdt-add-ex", "usdt-add-ex"),
  page("/pages/withdraw/withdraw", "withdraw"),
  page("/pages/withdraw/withdraw-record", "withdraw-record"),
  page("/pages/withdraw/withdraw-record-detail", "withdraw-record-detail"),
  page("/pages/recharge/recharge", "recharge"),
  page("/pages/recharge/recharge-record", "recharge-record"),
  page("/pages/pay/index", "pay"),
  page("/pages/credit/index", "credit"),
  page("/pages/setting/setting-reset-pass", "reset-password"),
  page("/pages/setting/setting-logins", "logins"),
  page("/pages/setting/setting-factor", "factor"),
  page("/pages/setting/setting-passkey", "passkey"),
  page("/pages/setting/setting-codes", "recovery-codes"),
  page("/pages/setting/setting-operators", "operator-acts"),
  page("/pages/setting/setting-limits", "limits"),
  page("/pages/income/income-record", "income-record"),
  guest("/pages/agreement/agreement", "agreement"),
  guest("/pages/agreement/agreement-detail", "agreement-detail"),
  guest("/pages/agreement/operators", "operator-powers"),
  guest("/pages/agreement/execution", "execution"),
  page("/pages/wallet/index", "wallet"),
  page("/pages/wallet/statement", "statement"),
  page("/pages/order/index", "order"),
  page("/pages/knowledge/index", "knowledge"),
  page("/pages/realname_auth/index", "realname"),
  page("/pages/promote/index", "promote"),
  page("/pages/product/index", "product"),
  page("/pages/notice/index", "notices"),
  page("/pages/alert/index", "alerts"),
  page("/pages/alert/alert-add", "alert-add"),
  guest("/pages/empty/empty", "empty"),
]

/** The tab page that a page belongs to, where it was opened by a link; every other is My Account's. */
const PARENTS: Readonly<Partial<Record<string, TabId>>> = {
  notices: "home",
  product: "optional",
  order: "trade",
  "hold-record": "hold",
  "hold-results": "hold",
  agreement: "my",
  "agreement-detail": "my",
  "operator-powers": "my",
  execution: "my",
}

const parentOf = (name: string): TabId | undefined =>
  PARENTS[name] ?? (ROUTES.find((route) => route.name === name)?.guest === false ? "my" : undefined)

/** The tab page that the page at the bottom of the stack is, or belongs to. */
export const tabOf = (bottom: Pick<Route, "path" | "name"> | undefined): TabId | undefined =>
  bottom && (TAB_IDS.find((id) => TAB_HREFS[id] === bottom.path) ?? parentOf(bottom.name))

/** The start pages of a visitor and of a member. */
export const ENTRY_PATH = "/"
export const HOME_PATH = "/pages/tabbar/home/index"
export const EMPTY_PATH = "/pages/empty/empty"

const pathOf = (name: RouteName): string => ROUTES.find((route) => route.name === name)?.path ?? ENTRY_PATH

/** The URL of a page: `urlOf("product", { id })`. */
export const urlOf = <N extends RouteName>(
  name: N,
  ...[query]: Record<string, never> extends QueryOf<N> ? [query?: QueryOf<N>] : [query: QueryOf<N>]
): string => {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")
  return text === "" ? pathOf(name) : `${pathOf(name)}?${text}`
}

// In-app URLs: an absolute path and a query, by the rules of the observed cases. Pure.

export interface SplitUrl {
  readonly path: string
  /** Without the question mark; empty if there is none. */
  readonly query: string
}

export const splitUrl = (url: string): SplitUrl => {
  const mark = url.indexOf("?")
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

export const joinUrl = (path: string, query: string): string => (query === "" ? path : `${path}?${query}`)

/**
 * Resolves "./x", "../x" and "x" against the page at `base` ("/pages/a/a"). An absolute path is
 * unchanged.
 */
export const resolveUrl = (base: string, url: string): string => {
  if (url.startsWith("/")) return url
  if (url.startsWith("./")) return resolveUrl(base, url.slice(2))
  const folders = base.split("/").slice(1, -1)
  let rest = url
  while (rest.startsWith("../")) {
    rest = rest.slice(3)
    folders.pop()
  }
  return `/${[...folders, rest].join("/")}`
}

const decoded = (text: string): string => {
  const spaced = text.replaceAll("+", " ")
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

const pairsOf = (query: string): readonly (readonly [name: string, value: string])[] =>
  query
    .trim()
    .replace(/^[?#]/, "")
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const equals = part.indexOf("=")
      return equals < 0
        ? ([decoded(part), ""] as const)
        : ([decoded(part.slice(0, equals)), decoded(part.slice(equals + 1))] as const)
    })

/** Parses and decodes a query. Repeated names are joined by a comma. */
export const parseQuery = (query: string): Readonly<Record<string, string>> => {
  const values = new Map<string, string>()
  for (const [name, value] of pairsOf(query)) {
    const earlier = values.get(name)
    values.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return Object.fromEntries(values)
}

/** Characters that would end a name or value, or change in a round trip. */
const written = (text: string): string =>
  encodeURI(text.toWellFormed())
    .replaceAll("+", "%2B")
    .replaceAll("%20", "+")
    .replaceAll("#", "%23")
    .replaceAll("&", "%26")

/** The query with every name and value encoded, order kept. */
export const encodeQuery = (query: string): string =>
  pairsOf(query)
    .map(([name, value]) => `${written(name).replaceAll("=", "%3D")}=${written(value)}`)
    .join("&")
