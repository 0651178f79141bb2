/**
 * Which pages of the stack are on the screen, and since when. Free of React, so that its timing can
 * be tested.
 */
import { selectAlive, selectTop } from "../../machines/navigation.ts"
import type { Route } from "../navigation/routes.ts"
import type { Entry } from "../navigation/stack.ts"

/**
 * `swap`: an open tab page replaces another. `pop` and `swap` lead to pages that are already
 * rendered.
 */
export type PageTransition = "push" | "pop" | "swap" | "none"

export interface StackView {
  /** Open pages, oldest first. */
  readonly entries: readonly Entry[]
  readonly top: Entry | undefined
  readonly isMember: boolean
}

type Snapshot = Parameters<typeof selectTop>[0]

/** The navigation actor. */
interface Source {
  readonly getSnapshot: () => Snapshot
  readonly subscribe: (listener: (snapshot: Snapshot) => void) => { unsubscribe(): void }
}

export const stackViewOf = (snapshot: Snapshot): StackView => {
  const top = selectTop(snapshot)
  return {
    entries: selectAlive(snapshot).filter((entry) => entry === top || entry.status !== "dormant"),
    top,
    isMember: snapshot.context.member,
  }
}

/** `push` leads to a new page, `pop` to one below; between tab pages nothing slides. */
const transitionBetween = (before: StackView, after: StackView): PageTransition => {
  if (!before.top || !after.top || before.top.id === after.top.id) return "none"
  const isOpen = before.entries.some(({ id }) => id === after.top?.id)
  if (before.top.tab && isOpen) return "swap"
  if (after.top.order > before.top.order) return after.top.tab ? "none" : "push"
  return isOpen ? "pop" : "none"
}

/** Whether a tab page opens right after the login. */
const isMemberEntrance = (before: StackView, after: StackView): boolean =>
  after.isMember && !before.isMember && after.top?.tab === true

/** The loads of pages' code. */
interface Loads {
  /** True while the page before stays visible. */
  readonly isDelayed: (id: string) => boolean
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Calls `show` with each view of the stack. While the load of a page is delayed, the page before
 * stays visible, so nothing flickers. After a login there is no such delay, because the tab page has
 * a skeleton. Returns a function that stops it.
 */
export const followStackView = (
  source: Source,
  loads: Loads,
  show: (view: StackView, transition: PageTransition) => void,
): (() => void) => {
  let shown = stackViewOf(source.getSnapshot())
  let isWaiting = false
  const follow = () => {
    const next = stackViewOf(source.getSnapshot())
    const { top } = next
    const isNew = top?.status === "loading" && top.id !== shown.top?.id
    isWaiting = isNew && loads.isDelayed(top.id) && !isMemberEntrance(shown, next)
    if (isWaiting) return
    const transition = transitionBetween(shown, next)
    shown = next
    show(next, transition)
  }
  follow()
  const subscription = source.subscribe(follow)
  const unsubscribe = loads.subscribe(() => {
    if (isWaiting) follow()
  })
  return () => {
    unsubscribe()
    subscription.unsubscribe()
  }
}

// The slots in which pages render. An opened page has a slot under its id. A prerendered page has
// one under a key of its own and keeps it when it is visited, so that the visit shows what was
// prerendered.

export interface PageSlots extends StackView {
  /** The transition that led to the visible page. */
  readonly transition: PageTransition
  /** Slot keys of pages that were prerendered, by page id. */
  readonly prerenderKeys: ReadonlyMap<string, string>
  /**
   * How many prerendered pages of each name have been visited; the count makes their keys unique.
   */
  readonly visitCounts: Readonly<Record<string, number>>
}

/** A page that may render before it is visited. */
export type PrerenderedPage = Pick<Route, "name" | "path">

/** The page at the path of the screen comes last: it is rendered already. */
export const prerenderOrder = <Page extends PrerenderedPage>(
  pages: readonly Page[],
  shownPath: string,
): readonly Page[] => [
  ...pages.filter(({ path }) => path !== shownPath),
  ...pages.filter(({ path }) => path === shownPath),
]

export type PageSlotsUpdate = (before: PageSlots) => PageSlots

/** What only a member's pages need. A visitor's are few and small. */
export interface PageStackFeatures {
  /**
   * Tab pages to render hidden before their first visit. Their lifecycle events fire with the
   * visit.
   */
  readonly prerendered: readonly PrerenderedPage[]
  /** Keeps the layout of a hidden page; returns a function that stops it. */
  readonly keepLayout: (id: string, slot: HTMLElement) => () => void
  /** Shows another page: `next` computes the slots and `update` renders them. */
  readonly transitionTo: (
    view: StackView,
    transition: PageTransition,
    next: PageSlotsUpdate,
    update: (update: PageSlotsUpdate) => void,
  ) => void
}

/** What renders in one slot; `id` is null before the visit. */
export interface PageSlot extends Pick<Entry, "name" | "url" | "status"> {
  readonly key: string
  readonly id: string | null
}

export const initialSlots = (view: StackView): PageSlots => ({
  ...view,
  transition: "none",
  prerenderKeys: new Map(),
  visitCounts: {},
})

const visitsOf = ({ visitCounts }: PageSlots, name: string): number => visitCounts[name] ?? 0

const prerenderKey = (slots: PageSlots, name: string): string => `${name} ${visitsOf(slots, name)}`

/**
 * Whether no page of that name is open. Only then is one prerendered, so that no tab page exists
 * twice.
 */
const isAbsent = ({ entries }: PageSlots, name: string): boolean =>
  entries.every((entry) => entry.name !== name)

/**
 * The slots for another view. A page that stays visible keeps its transition, so that the animation
 * runs to its end.
 */
export const nextSlots = (
  before: PageSlots,
  view: StackView,
  transition: PageTransition,
  prerendered: readonly PrerenderedPage[],
): PageSlots => {
  const keys = view.entries.flatMap(({ id }): [string, string][] => {
    const key = before.prerenderKeys.get(id)
    return key === undefined ? [] : [[id, key]]
  })
  const { top } = view
  const isNew = top?.status === "loaded" && before.entries.every(({ id }) => id !== top.id)
  const isFirstVisit =
    isNew && prerendered.some(({ name }) => name === top.name) && isAbsent(before, top.name)
  return {
    ...view,
    transition: before.top?.id === top?.id ? before.transition : transition,
    prerenderKeys: new Map(isFirstVisit ? [...keys, [top.id, prerenderKey(before, top.name)]] : keys),
    visitCounts: isFirstVisit
      ? { ...before.visitCounts, [top.name]: visitsOf(before, top.name) + 1 }
      : before.visitCounts,
  }
}

/**
 * All slots in the order of their keys. The order never changes, because an element that moves
 * within the document loses its layout.
 */
export const slotsOf = (slots: PageSlots, prerendered: readonly PrerenderedPage[]): readonly PageSlot[] => {
  const opened = slots.entries.map(({ id, name, url, status }) => ({
    key: slots.prerenderKeys.get(id) ?? id,
    id,
    name,
    url,
    status,
  }))
  const unvisited = prerendered
    .filter(({ name }) => isAbsent(slots, name))
    .map(({ name, path }) => ({
      key: prerenderKey(slots, name),
      id: null,
      name,
      url: path,
      status: "loaded" as const,
    }))
  return [...opened, ...unvisited].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
