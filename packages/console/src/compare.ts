/** What differs between two positions of a timeline, in every actor. */
import type { AnyMachineSnapshot } from "xstate"
import { stateName } from "../../paths/src/chart.ts"
import type { LoggedActor } from "./actor-history.ts"
import type { Json, Redact } from "./redact.ts"
import type { Timeline } from "./timeline.ts"

export interface ActorDifference {
  readonly actor: LoggedActor
  /** The state at each position; null: the actor was not there. */
  readonly states: { readonly a: string | null; readonly b: string | null }
  /** Empty for an actor that is there at one position only. */
  readonly changes: readonly Change[]
}

const nameOf = (snapshot: AnyMachineSnapshot | undefined): string | null =>
  snapshot ? stateName(snapshot.value) : null

/** Top-level actors with one id are one: after a reload or a login a new one goes on from it. */
const distinct = (actors: readonly LoggedActor[]): readonly LoggedActor[] => {
  const newest = new Map(actors.map((actor) => [actor.id, actor]))
  return actors.filter((actor) => !actor.isTopLevel || newest.get(actor.id) === actor)
}

/** The actors that differ between position `a` and position `b`, the oldest first. */
export const differencesBetween = (
  timeline: Timeline,
  a: number,
  b: number,
  redact: Redact,
): readonly ActorDifference[] =>
  distinct(timeline.actors()).flatMap((actor): readonly ActorDifference[] => {
    const before = timeline.stateAt(actor, a)?.snapshot
    const after = timeline.stateAt(actor, b)?.snapshot
    if (before === after) return []
    const changes = before && after ? stateChanges(before, after, redact) : []
    if (before && after && changes.length === 0) return []
    return [{ actor, states: { a: nameOf(before), b: nameOf(after) }, changes }]
  })

// What changed between two snapshots, field by field; redacted.

export interface Change {
  /** "draft.stake", "toasts.0.text". */
  readonly path: string
  /** Undefined if the field is missing. */
  readonly before: Json | undefined
  readonly after: Json | undefined
}

const CHANGE_LIMIT = 100

type Branch = { readonly [name: string]: Json } | readonly Json[]

const isBranch = (value: Json | undefined): value is Branch => typeof value === "object" && value !== null

const childOf = (value: Json | undefined, name: string): Json | undefined =>
  isBranch(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** The innermost fields that differ; at most `CHANGE_LIMIT`. */
const changesBetween = (before: Json | undefined, after: Json | undefined, path = ""): readonly Change[] => {
  if (isSame(before, after)) return []
  if (!isBranch(before) || !isBranch(after)) return [{ path, before, after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .flatMap((name) =>
      changesBetween(childOf(before, name), childOf(after, name), path === "" ? name : `${path}.${name}`),
    )
    .slice(0, CHANGE_LIMIT)
}

const shownState = ({ status, value, context }: AnyMachineSnapshot, redact: Redact): Json =>
  redact({ status, value, context })

/** The changes of status, state and context; at most `CHANGE_LIMIT`. */
export const stateChanges = (
  before: AnyMachineSnapshot,
  after: AnyMachineSnapshot,
  redact: Redact,
): readonly Change[] =>
  before === after ? [] : changesBetween(shownState(before, redact), shownState(after, redact))
