/**
 * The behaviour of the unchanged machine, observed as trails, and whether a mutant reproduces every
 * one of them.
 */
import { isDeepStrictEqual } from "node:util"
import type { AnyMachineSnapshot, AnyStateMachine, EventObject, Snapshot } from "xstate"
import type { Cases } from "../../packages/paths/src/cases.ts"
import { type Explored, eventsOf, explore, type Situation } from "../../packages/paths/src/explore.ts"
import { generatePaths } from "../../packages/paths/src/generate.ts"
import type { PathStep } from "../../packages/paths/src/path-set.ts"
import { plain, type Shown, type Walker, walkerOf } from "./walker.ts"

/** A recorded observation; `effects` is null if they were not recorded. */
export type Observed = Pick<Shown, "value" | "context"> & { readonly effects: Shown["effects"] | null }

export interface Step {
  readonly event: EventObject
  readonly shown: Observed
  readonly next: TrailNode
}

/** One snapshot of a trail: the events without effect in it, and the observed steps from it. */
export interface TrailNode {
  /** Events without effect here. No path contains them, and only they reveal a missing guard. */
  readonly refused: readonly EventObject[]
  readonly steps: readonly Step[]
}

/** Everything observed from one start. */
export interface Trail {
  readonly input: unknown
  /** The snapshot it was restored from; null for the initial state. */
  readonly from: Snapshot<unknown> | null
  readonly start: Observed
  readonly next: TrailNode
}

/** The end of a trail. */
export const TRAIL_END: TrailNode = { refused: [], steps: [] }

/**
 * The observations of the covering paths, with the refused events before each step. A repeated
 * situation has its refusals tried once.
 */
export const trailsOfPaths = (machine: AnyStateMachine, cases: Cases): readonly Trail[] => {
  const tried = new Set<string>()
  const events = eventsOf(machine, cases)
  const refused = (snapshot: AnyMachineSnapshot): readonly EventObject[] => {
    const key = JSON.stringify([snapshot.value, snapshot.context])
    if (tried.has(key)) return []
    tried.add(key)
    return events(snapshot).filter((event) => !snapshot.can(event))
  }
  const nodesAlong = (
    walker: Walker,
    at: AnyMachineSnapshot,
    [step, ...rest]: readonly PathStep[],
  ): TrailNode => {
    const refusedHere = refused(at)
    if (step === undefined) return { refused: refusedHere, steps: [] }
    const { snapshot, shown } = walker.step(at, step.event)
    return {
      refused: refusedHere,
      steps: [{ event: step.event, shown, next: nodesAlong(walker, snapshot, rest) }],
    }
  }
  return generatePaths(machine, { kind: "coverage", cases }).paths.map(({ input, steps }) => {
    const walker = walkerOf(machine, input)
    const { snapshot, shown } = walker.start()
    return { input, from: null, start: shown, next: nodesAlong(walker, snapshot, steps) }
  })
}

/** The observations of every event in every situation that the table reaches. */
export const trailsOfSituations = (machine: AnyStateMachine, cases: Cases): readonly Trail[] => {
  const events = eventsOf(machine, cases)
  const nodeOf = (
    walker: Walker,
    { situations }: Pick<Explored, "situations">,
    { edges }: Situation,
    at: AnyMachineSnapshot,
  ): TrailNode => ({
    refused: events(at).filter((event) => !at.can(event)),
    steps: edges.map((edge): Step => {
      const { snapshot, shown } = walker.step(at, edge.event)
      const to = situations.get(edge.to)
      // each situation is expanded once, at the edge that reached it first
      const isFirst = to !== undefined && to.reachedBy === edge
      return {
        event: edge.event,
        shown,
        next: isFirst ? nodeOf(walker, { situations }, to, snapshot) : TRAIL_END,
      }
    }),
  })
  return explore(machine, cases).map((explored) => {
    const walker = walkerOf(machine, explored.input)
    const { snapshot, shown } = walker.start()
    return {
      input: explored.input,
      from: null,
      start: shown,
      next: nodeOf(walker, explored, explored.start, snapshot),
    }
  })
}

const isSameObservation = ({ value, context, effects }: Shown, received: Observed): boolean =>
  isDeepStrictEqual(value, received.value) &&
  isDeepStrictEqual(context, received.context) &&
  (received.effects === null || isDeepStrictEqual(effects, received.effects))

const observationOf = ({ value, context }: AnyMachineSnapshot): Shown => ({
  value,
  context: plain(context),
  effects: [],
})

const isUnchangedBy = (walker: Walker, at: AnyMachineSnapshot, event: EventObject): boolean =>
  isSameObservation(walker.step(at, event).shown, observationOf(at))

const follows = (walker: Walker, at: AnyMachineSnapshot, { refused, steps }: TrailNode): boolean =>
  refused.every((event) => isUnchangedBy(walker, at, event)) &&
  steps.every(({ event, shown, next }) => {
    const moved = walker.step(at, event)
    return isSameObservation(moved.shown, shown) && follows(walker, moved.snapshot, next)
  })

const startOf = (walker: Walker, from: Trail["from"]) => {
  if (from === null) return walker.start()
  const snapshot = walker.revive(from)
  return { snapshot, shown: observationOf(snapshot) }
}

/** True if the machine reproduces every trail. False if it throws. */
export const isSameOn = (machine: AnyStateMachine, trails: readonly Trail[]): boolean => {
  try {
    return trails.every(({ input, from, start, next }) => {
      const walker = walkerOf(machine, input)
      const { snapshot, shown } = startOf(walker, from)
      return isSameObservation(shown, start) && follows(walker, snapshot, next)
    })
  } catch {
    return false
  }
}
