/** Reducers of the navigation machine: how each event changes the page stack. Pure. */

import type { NavigationEmitted, NavigationEvent } from "../events/navigation.ts"
import {
  backCount,
  type CallSite,
  checkCall,
  hiddenByTabSwitch,
  homeOf,
  landingOf,
  type Method,
  type OpeningCall,
  routesOf,
  withoutLoadingPage,
} from "./calls.ts"
import { parseQuery, type Route, splitUrl } from "./routes.ts"
import {
  arrive,
  changeTab,
  type Entry,
  entryFor,
  lifecycleOf,
  type Move,
  markTop,
  type Pages,
  pop,
  push,
  relaunch,
  replaceTop,
  routeAt,
  topOf,
  wake,
} from "./stack.ts"

export interface NavigationContext extends CallSite {
  readonly pages: Pages
  /** New for each document; a prefix of entry ids. */
  readonly epoch: string
  readonly count: number
  /** The call that opens the top page, in the state `opening`. */
  readonly call: OpeningCall | null
  readonly overlays: readonly string[]
  /** Events to emit for the last move; empty between events. */
  readonly outbox: readonly NavigationEmitted[]
}

export interface NavigationInput {
  readonly table: { readonly routes: readonly Route[]; readonly homeUrl: string } | null
}

export type Emissions = readonly NavigationEmitted[]
export type Args = { readonly context: NavigationContext; readonly event: NavigationEvent }
export type Patch = Partial<NavigationContext>

/** The call whose page is still loading: it has no answer yet. */
export const awaitedCall = ({ call, pages }: NavigationContext): OpeningCall | null =>
  topOf(pages)?.status === "loading" ? call : null

/** The answer to a call, in the specification's wording. */
export const answered = (
  method: string,
  key: string,
  detail: string | null,
  reason?: "superseded" | "login-required" | "overlay-closed",
): NavigationEmitted => ({
  type: "navigation.answered",
  key,
  ok: detail === null,
  errMsg: `${method}:${detail === null ? "ok" : `fail${detail === "" ? "" : ` ${detail}`}`}`,
  ...(reason && { reason }),
})

const methodOf = (event: NavigationEvent): Method | null => {
  switch (event.type) {
    case "navigation.navigateTo":
      return "navigateTo"
    case "navigation.redirectTo":
      return "redirectTo"
    case "navigation.reLaunch":
      return "reLaunch"
    case "navigation.switchTab":
    case "navigation.tapTab":
      return "switchTab"
    default:
      return null
  }
}

export const checkOf = ({ context, event }: Args) => {
  const method = methodOf(event)
  if (!method || !("url" in event)) return null
  const top = topOf(context.pages)
  const base = routeAt(routesOf(context), top?.path ?? "/")
  const checked = checkCall(context, base?.alias ?? base?.path ?? "/", method, event.url)
  return { method, checked, key: "key" in event ? event.key : "" }
}

/** Answers the superseded call and drops its page if the new page would open on top of it. */
const supersede = (
  context: NavigationContext,
  by: Method,
): { readonly pages: Pages; readonly emissions: Emissions } => {
  const { pages } = context
  const call = awaitedCall(context)
  if (!call) return { pages, emissions: [] }
  const emissions = [answered(call.method, call.key, "", "superseded")]
  const top = topOf(pages)
  const isDropped = call.method === "navigateTo" || by === "navigateTo"
  if (!isDropped || top?.id !== call.id) return { pages, emissions }
  return { pages: withoutLoadingPage(pages, top, call), emissions }
}

const MOVES: Readonly<Record<Method, (pages: Pages, entry: Entry) => Move>> = {
  navigateTo: push,
  redirectTo: replaceTop,
  reLaunch: relaunch,
  switchTab: changeTab,
}

/** The tab-tapped event of a tab page. */
const tappedOn = (site: CallSite, { name, path }: Entry): NavigationEmitted => {
  const tabs = routesOf(site).filter(({ tab }) => tab)
  const index = tabs.findIndex((route) => route.path === path)
  return { type: "page.tabItemTap", name, index, pagePath: path.slice(1) }
}

/** Opens `url` by `method` for the call `key`; `tapped` if it came from the tab bar. */
const opened = (
  context: NavigationContext,
  method: Method,
  url: string,
  key: string,
  tapped = false,
): Patch => {
  const { pages, emissions } = supersede(context, method)
  const id = `${context.epoch}.${context.count}`
  const move = MOVES[method](pages, entryFor(routesOf(context), url, id, context.count))
  const top = topOf(move)
  const waits = top?.status === "loading"
  const left = hiddenByTabSwitch(method, pages)
  return {
    pages: { stack: move.stack, tabs: move.tabs },
    count: context.count + 1,
    call: waits ? { id: top.id, key, method, url, ...(tapped && { tapped }), ...(left && { left }) } : null,
    overlays: [],
    outbox: [
      ...emissions,
      ...move.emits,
      ...notFound(top),
      ...(tapped && top && !waits ? [tappedOn(context, top)] : []),
      ...(waits ? [] : [answered(method, key, null)]),
    ],
  }
}

const notFound = (top: Entry | undefined): Emissions =>
  top?.status === "missing"
    ? [{ type: "app.pageNotFound", path: top.path, query: parseQuery(splitUrl(top.url).query) }]
    : []

const launched = (site: CallSite, url: string): Emissions => {
  const { path, query } = splitUrl(url)
  const route = routeAt(routesOf(site), path)
  const shown = (route?.alias ?? route?.path ?? path).replace(/^\//, "")
  return [{ type: "app.launch", path: shown, query: parseQuery(query) }, { type: "app.show" }]
}

const loginFirst = (url: string): NavigationEmitted => ({ type: "navigation.loginRequired", url })

/**
 * The stack of an opened document: the previous one up to the recorded position, or a new one for
 * the URL.
 */
export const openedDocument = ({ context, event }: Args): Patch => {
  if (event.type !== "navigation.open") return {}
  const site = { table: context.table, member: event.member }
  const landing = landingOf(site, event.url)
  const fresh = entryFor(routesOf(site), landing.url, `${event.key}.0`, 0)
  const kept = context.pages.stack.findIndex(({ id, url }) => id === event.mark?.id && url === fresh.url)
  const isWhole = kept >= 0 && context.pages.stack.every(({ path }) => landingOf(site, path).url === path)
  const pages = isWhole
    ? wake({ stack: context.pages.stack.slice(0, kept + 1), tabs: context.pages.tabs })
    : { stack: [fresh], tabs: [] }
  return {
    member: event.member,
    epoch: event.key,
    count: 1 + Math.max(0, ...[...pages.stack, ...pages.tabs].map(({ order }) => order)),
    pages,
    call: null,
    overlays: [],
    outbox: [
      ...launched(site, event.url),
      ...notFound(topOf(pages)),
      ...(landing.loginFirst ? [loginFirst(event.url)] : []),
    ],
  }
}

export const entered = ({ context, event }: Args): Patch => {
  if (event.type !== "navigation.enter") return {}
  const site = { ...context, member: event.member }
  const landing = event.url === null ? null : landingOf(site, event.url)
  const url = landing && routeAt(routesOf(site), splitUrl(landing.url).path) ? landing.url : homeOf(site)
  return { ...opened(site, "reLaunch", url, event.key), member: event.member }
}

const popTo = (context: NavigationContext, count: number, before: Emissions, after: Emissions): Patch => {
  const call = awaitedCall(context)
  const emissions = call ? [answered(call.method, call.key, "", "superseded")] : []
  const move = pop(context.pages, count)
  return {
    pages: { stack: move.stack, tabs: move.tabs },
    call: null,
    overlays: [],
    outbox: [...emissions, ...before, ...move.emits, ...after],
  }
}

export const wentBack = ({ context, event }: Args): Patch => {
  if (event.type !== "navigation.navigateBack") return {}
  const top = topOf(context.pages)
  const press = top?.status === "loaded" ? [lifecycleOf("page.backPress", top)] : []
  const depth = context.pages.stack.length
  return popTo(context, backCount(depth, event.delta), press, [answered("navigateBack", event.key, null)])
}

/** Whether no page is below, and the page does not give way to the entry. */
export const isAtHome = (context: NavigationContext): boolean => {
  const top = topOf(context.pages)
  return context.pages.stack.length <= 1 && (!top || top.tab || top.path === homeOf(context))
}

export const stayed = ({ event }: Args): Patch =>
  event.type === "navigation.navigateBack" ? { outbox: [answered("navigateBack", event.key, null)] } : {}

/** Back at the bottom: a page opened by a link gives way to the entry. */
export const wentToEntry = ({ context, event }: Args): Patch => {
  if (event.type !== "navigation.navigateBack") return {}
  const patch = opened(context, "reLaunch", homeOf(context), `${event.key}.entry`)
  return { ...patch, outbox: [...(patch.outbox ?? []), answered("navigateBack", event.key, null)] }
}

export const indexOfMark = ({ context, event }: Args): number =>
  event.type === "navigation.popped" ? context.pages.stack.findIndex(({ id }) => id === event.mark?.id) : -1

/**
 * The browser moved to an entry outside the stack: forward, a page closed long ago, or a forged
 * entry.
 */
export const wentElsewhere = ({ context, event }: Args): Patch => {
  if (event.type !== "navigation.popped") return {}
  const landing = landingOf(context, event.url)
  const forward = event.mark !== null && event.mark.depth > context.pages.stack.length && !landing.loginFirst
  const route = routeAt(routesOf(context), splitUrl(landing.url).path)
  const method = forward && !route?.tab ? "navigateTo" : "reLaunch"
  const patch = opened(context, method, landing.url, event.key)
  return landing.loginFirst ? { ...patch, outbox: [...(patch.outbox ?? []), loginFirst(event.url)] } : patch
}

export const arrived = ({ context, event }: Args): Patch => {
  if (event.type !== "navigation.pageLoaded") return {}
  const move = arrive(context.pages, event.id)
  const call = awaitedCall(context)
  const top = topOf(move)
  return {
    pages: { stack: move.stack, tabs: move.tabs },
    outbox: [
      ...move.emits,
      ...(call?.tapped && top ? [tappedOn(context, top)] : []),
      ...(call ? [answered(call.method, call.key, null)] : []),
    ],
  }
}

export const didFail = ({ context, event }: Args): Patch => {
  if (event.type !== "navigation.pageFailed") return {}
  const call = awaitedCall(context)
  const done = call ? [answered(call.method, call.key, null)] : []
  return {
    pages: markTop(context.pages, "failed"),
    call: null,
    outbox: [{ type: "app.error" }, ...done],
  }
}

export const refusal = (args: Args): Patch => {
  const call = checkOf(args)
  if (!call || call.checked.ok) return {}
  const { detail, reason } = call.checked
  const answer = answered(call.method, call.key, detail, reason)
  const url = "url" in args.event ? args.event.url : null
  return { outbox: reason && url ? [answer, loginFirst(url)] : [answer] }
}

/** Whether a call opens the URL that is being opened already. */
export const isRepeated = (args: Args): boolean => {
  const call = checkOf(args)
  return call?.checked.ok === true && call.checked.url === args.context.call?.url
}

export const refusedRepetition = (args: Args): Patch => {
  const call = checkOf(args)
  if (!call?.checked.ok) return {}
  return { outbox: [answered(call.method, call.key, `${call.checked.url} locked`)] }
}

export const visibility = (
  { pages }: NavigationContext,
  app: "app.hide" | "app.show",
  page: "page.hide" | "page.show",
): Emissions => {
  const top = topOf(pages)
  const emissions = top?.shown ? [lifecycleOf(page, top)] : []
  return [{ type: app }, ...emissions]
}

export const calledFor = (args: Args): Patch => {
  const call = checkOf(args)
  const tapped = args.event.type === "navigation.tapTab"
  return call?.checked.ok ? opened(args.context, call.method, call.checked.url, call.key, tapped) : {}
}

export const tappedTab = ({ context, event }: Args): Patch => {
  const top = topOf(context.pages)
  if (!top || event.type !== "navigation.tapTab") return {}
  return { outbox: [tappedOn(context, top), answered("switchTab", event.key, null)] }
}

export const followedBack = (args: Args): Patch =>
  popTo(args.context, args.context.pages.stack.length - 1 - indexOfMark(args), [], [])
