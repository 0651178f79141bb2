/** What differs between two positions of a timeline, in every actor. */
import type { AnyMachineSnapshot } from "xstate"
import { stateName } from "../../paths/src/chart.ts"
import type { LoggedActor } from "./actor-history.ts"
import { type Change, stateChanges } from "./changes.ts"
import type { Redact } from "./redact.ts"
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
