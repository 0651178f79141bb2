/**
 * Where each page stands. Pages that were opened have a place under their own id; a page that was drawn ahead of its first visit has one under a key of its own
 * and keeps it when the visit comes, so that what was drawn is what is shown.
 */
import type { Route } from "../navigation/routes.ts"
import type { Entry } from "../navigation/stack.ts"
import type { Turn, View } from "./view.ts"

export interface Scene extends View {
  /** How the page in view came there. */
  readonly turn: Turn
  /** By id of a page: the key under which it was drawn ahead. */
  readonly adopted: ReadonlyMap<string, string>
  /** By name: how many pages that were drawn ahead have been visited. Each is a page of its own. */
  readonly visits: Readonly<Record<string, number>>
}

/** A page that may be drawn before it is visited. */
export type Ahead = Pick<Route, "name" | "path">

/** What a member's pages have and a visitor's, being few and small, do without. */
export interface Stage {
  /** Tab pages to draw before they are visited, out of sight: nothing of their life begins by that. */
  readonly ahead: readonly Ahead[]
  /** Keeps that page laid out in its place; the answer ends it. */
  readonly keepLaidOut: (id: string, place: HTMLElement) => () => void
  /** Has another page shown: `next` gives what is to be seen, and `change` has it drawn. */
  readonly turnTo: (view: View, turn: Turn, next: SceneStep, change: (step: SceneStep) => void) => void
}

export type SceneStep = (before: Scene) => Scene

/** What is drawn in one place; `id` is null before the visit. */
export interface Place extends Pick<Entry, "name" | "url" | "status"> {
  readonly key: string
  readonly id: string | null
}

export const openingScene = (view: View): Scene => ({ ...view, turn: "none", adopted: new Map(), visits: {} })

const spareKey = ({ visits }: Scene, name: string): string => `${name} ${visits[name] ?? 0}`

/** A page that is alive needs no other of its name. */
const isSpare = ({ entries }: Scene, name: string): boolean => entries.every((entry) => entry.name !== name)

/** What is to be seen next; a page that stays in view keeps the turn that it came with, so that nothing ends halfway. */
export const sceneOf = (before: Scene, view: View, turn: Turn, ahead: readonly Ahead[]): Scene => {
  const kept = view.entries.flatMap(({ id }): [string, string][] => {
    const key = before.adopted.get(id)
    return key === undefined ? [] : [[id, key]]
  })
  const { top } = view
  const isNew = top?.status === "loaded" && before.entries.every(({ id }) => id !== top.id)
  const isAdopted = isNew && ahead.some(({ name }) => name === top.name) && isSpare(before, top.name)
  return {
    ...view,
    turn: before.top?.id === top?.id ? before.turn : turn,
    adopted: new Map(isAdopted ? [...kept, [top.id, spareKey(before, top.name)]] : kept),
    visits: isAdopted ? { ...before.visits, [top.name]: (before.visits[top.name] ?? 0) + 1 } : before.visits,
  }
}

/** Every place, in an order in which none ever passes another: a page that is moved within the document is laid out anew. */
export const placesOf = (scene: Scene, ahead: readonly Ahead[]): readonly Place[] => {
  const opened = scene.entries.map(({ id, name, url, status }) => ({
    key: scene.adopted.get(id) ?? id,
    id,
    name,
    url,
    status,
  }))
  const spare = ahead
    .filter(({ name }) => isSpare(scene, name))
    .map(({ name, path }) => ({
      key: spareKey(scene, name),
      id: null,
      name,
      url: path,
      status: "loaded" as const,
    }))
  return [...opened, ...spare].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
