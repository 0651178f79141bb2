/**
 * The page stack as plain data. A move returns the next stack and the lifecycle events it causes,
 * in the observed order.
 */

import { STACK_LIMIT } from "../domain/limits.ts"
import type { PageEmitted } from "../events/navigation.ts"
import { encodeQuery, joinUrl, parseQuery, type Route, splitUrl } from "./routes.ts"

/**
 * `dormant`: restored after a reload and not opened since · `loading`: its code is awaited ·
 * `loaded` · `failed`: its code did not load · `missing`: no such page.
 */
export type EntryStatus = "dormant" | "loading" | "loaded" | "failed" | "missing"

export interface Entry {
  readonly id: string
  /** Increases in the order of opening. */
  readonly order: number
  readonly name: string
  readonly path: string
  readonly url: string
  readonly tab: boolean
  readonly status: EntryStatus
  readonly shown: boolean
  /** The page confirms leaving by back. */
  readonly held: boolean
}

export interface Pages {
  /** Bottom to top, never empty after the first page; hidden tab pages are not included. */
  readonly stack: readonly Entry[]
  /** Hidden tab pages that are kept alive. */
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

/** A new entry for a URL; `missing` if no route matches. */
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

/** Hides the top page. A page that is still loading becomes dormant and loads when shown again. */
const hideTop = (stack: readonly Entry[]): { stack: readonly Entry[]; emits: PageEmitted[] } => {
  const top = stack.at(-1)
  if (!top) return { stack, emits: [] }
  const status = top.status === "loading" ? "dormant" : top.status
  return {
    stack: withTop(stack, { ...top, shown: false, status }),
    emits: top.shown ? [lifecycle("page.hide", top)] : [],
  }
}

/** Shows the top page, loading it first if needed. */
const showTop = (stack: readonly Entry[]): { stack: readonly Entry[]; emits: PageEmitted[] } => {
  const top = stack.at(-1)
  if (!top || top.shown || top.status === "missing") return { stack, emits: [] }
  if (top.status !== "loaded") return { stack: withTop(stack, { ...top, status: "loading" }), emits: [] }
  return { stack: withTop(stack, { ...top, shown: true }), emits: [lifecycle("page.show", top)] }
}

/** Pushes an entry; at the stack's limit it replaces the top page. */
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

/** Closes every page, hidden tab pages included, in the order of opening. */
export const relaunch = (pages: Pages, entry: Entry): Move => ({
  stack: [entry],
  tabs: [],
  emits: unloads([...pages.tabs, ...pages.stack].toSorted((a, b) => a.order - b.order)),
})

/** Pops `count` pages, at most all but one. */
export const pop = (pages: Pages, count: number): Move => {
  const keep = pages.stack.length - count
  const shown = showTop(pages.stack.slice(0, keep))
  return {
    stack: shown.stack,
    tabs: pages.tabs,
    emits: [...unloads(pages.stack.slice(keep).toReversed()), ...shown.emits],
  }
}

/**
 * Closes the pages above the tab pages and shows one tab page: the kept one, or `fresh` if there is
 * none or it has not loaded.
 */
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

/** The code of a page is loaded: the page loads, and shows if it is on top. */
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

/** After a reload every page is dormant but the top one, which loads. */
export const wake = (pages: Pages): Pages => {
  const dormant = (entry: Entry): Entry =>
    entry.status === "missing" ? entry : { ...entry, status: "dormant", shown: false, held: false }
  return {
    stack: showTop(pages.stack.map(dormant)).stack,
    tabs: pages.tabs.map(dormant),
  }
}
