/** The page stack as plain data: entries, what may be opened, and the moves. A move gives the next stack and the lifecycle it causes, in the observed order. */

import { STACK_LIMIT } from "../domain/limits.ts"
import type { PageEmitted } from "../events/navigation.ts"
import type { Route } from "./routes.ts"
import { encodeQuery, joinUrl, parseQuery, splitUrl } from "./url.ts"

/**
 * `dormant`: known from before a reload and not opened since · `loading`: its code is awaited · `loaded` · `failed`: its code did not come · `missing`: there
 * is no such page.
 */
export type EntryStatus = "dormant" | "loading" | "loaded" | "failed" | "missing"

export interface Entry {
  readonly id: string
  /** Counts up in the order of opening. */
  readonly order: number
  readonly name: string
  readonly path: string
  readonly url: string
  readonly tab: boolean
  readonly status: EntryStatus
  readonly shown: boolean
  /** It asks to be asked before back leaves it. */
  readonly held: boolean
}

export interface Pages {
  /** Bottom to top, never empty once something was opened; hidden tab pages are not in it. */
  readonly stack: readonly Entry[]
  /** Tab pages kept alive out of sight. */
  readonly tabs: readonly Entry[]
}

export interface Move extends Pages {
  readonly emits: readonly PageEmitted[]
}

export const NOT_FOUND = "not-found"

export const topOf = (pages: Pages): Entry | undefined => pages.stack.at(-1)

const lifecycle = (type: PageEmitted["type"], entry: Entry): PageEmitted => ({
  type,
  id: entry.id,
  name: entry.name,
  query: parseQuery(splitUrl(entry.url).query),
})

export { lifecycle as lifecycleOf }

export const routeAt = (routes: readonly Route[], path: string): Route | undefined =>
  routes.find((route) => route.path === path || route.alias === path)

/** A new entry for a URL; one that no route answers to is `missing`. */
export const entryFor = (routes: readonly Route[], url: string, id: string, order: number): Entry => {
  const { path, query } = splitUrl(url)
  const route = routeAt(routes, path)
  const own = route?.path ?? path
  return {
    id,
    order,
    name: route?.name ?? NOT_FOUND,
    path: own,
    url: joinUrl(own, encodeQuery(query)),
    tab: route?.tab ?? false,
    status: route ? "loading" : "missing",
    shown: false,
    held: false,
  }
}

const unloads = (entries: readonly Entry[]): PageEmitted[] =>
  entries.filter(({ status }) => status === "loaded").map((entry) => lifecycle("page.unload", entry))

const withTop = (stack: readonly Entry[], top: Entry): readonly Entry[] => [...stack.slice(0, -1), top]

/** Hides the top page. One whose code is still awaited goes to sleep: it loads when it is seen again. */
const hideTop = (stack: readonly Entry[]): { stack: readonly Entry[]; emits: PageEmitted[] } => {
  const top = stack.at(-1)
  if (!top) return { stack, emits: [] }
  const status = top.status === "loading" ? "dormant" : top.status
  return {
    stack: withTop(stack, { ...top, shown: false, status }),
    emits: top.shown ? [lifecycle("page.hide", top)] : [],
  }
}

/** Shows the top page, or has it load first. */
const showTop = (stack: readonly Entry[]): { stack: readonly Entry[]; emits: PageEmitted[] } => {
  const top = stack.at(-1)
  if (!top || top.shown || top.status === "missing") return { stack, emits: [] }
  if (top.status !== "loaded") return { stack: withTop(stack, { ...top, status: "loading" }), emits: [] }
  return { stack: withTop(stack, { ...top, shown: true }), emits: [lifecycle("page.show", top)] }
}

/** On top of the others. At the limit of the stack it takes the place of the top page instead. */
export const push = (pages: Pages, entry: Entry): Move => {
  if (pages.stack.length >= STACK_LIMIT) return replaceTop(pages, entry)
  const hidden = hideTop(pages.stack)
  return { stack: [...hidden.stack, entry], tabs: pages.tabs, emits: hidden.emits }
}

export const replaceTop = (pages: Pages, entry: Entry): Move => ({
  stack: withTop(pages.stack, entry),
  tabs: pages.tabs,
  emits: unloads(pages.stack.slice(-1)),
})

/** Closes everything, hidden tab pages too, in the order in which it was opened. */
export const relaunch = (pages: Pages, entry: Entry): Move => ({
  stack: [entry],
  tabs: [],
  emits: unloads([...pages.tabs, ...pages.stack].toSorted((a, b) => a.order - b.order)),
})

/** Takes `count` pages off the top; the count is at most the depth minus one. */
export const pop = (pages: Pages, count: number): Move => {
  const keep = pages.stack.length - count
  const shown = showTop(pages.stack.slice(0, keep))
  return {
    stack: shown.stack,
    tabs: pages.tabs,
    emits: [...unloads(pages.stack.slice(keep).toReversed()), ...shown.emits],
  }
}

/** Closes what lies on the tab pages and brings one of them to the front: the one kept alive, or `fresh` where there is none or it has not come yet. */
export const changeTab = (pages: Pages, fresh: Entry): Move => {
  const root = pages.stack[0]
  const closed = pages.stack.filter(({ tab }) => !tab)
  const current = root?.tab ? root : undefined
  const closing = unloads(closed)
  if (current?.path === fresh.path) {
    const shown = showTop([current.status === "loading" ? fresh : current])
    return { stack: shown.stack, tabs: pages.tabs, emits: [...closing, ...shown.emits] }
  }
  const hidden = hideTop(current ? [current] : [])
  const known = pages.tabs.find(({ path }) => path === fresh.path)
  const shown = showTop([known ?? fresh])
  return {
    stack: shown.stack,
    tabs: [...pages.tabs.filter((entry) => entry !== known), ...hidden.stack],
    emits: [...closing, ...hidden.emits, ...shown.emits],
  }
}

/** The code of a page has come: it loads, and if it is still on top it is shown. */
export const arrive = (pages: Pages, id: string): Move => {
  const top = topOf(pages)
  if (top?.id !== id || top.status === "loaded" || top.status === "missing") return { ...pages, emits: [] }
  const loaded: Entry = { ...top, status: "loaded", shown: true }
  return {
    ...pages,
    stack: withTop(pages.stack, loaded),
    emits: [lifecycle("page.load", loaded), lifecycle("page.show", loaded), lifecycle("page.ready", loaded)],
  }
}

export const markTop = (pages: Pages, status: EntryStatus): Pages => {
  const top = topOf(pages)
  return top ? { ...pages, stack: withTop(pages.stack, { ...top, status }) } : pages
}

/** After a reload nothing is open any more: everything sleeps but the top page, which loads. */
export const wake = (pages: Pages): Pages => {
  const asleep = (entry: Entry): Entry =>
    entry.status === "missing" ? entry : { ...entry, status: "dormant", shown: false, held: false }
  return {
    stack: showTop(pages.stack.map(asleep)).stack,
    tabs: pages.tabs.map(asleep),
  }
}
