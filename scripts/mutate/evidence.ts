/** The observed behaviour of the genuine machine, and whether a mutant behaves alike. */
import { isDeepStrictEqual } from "node:util"
import type { AnyMachineSnapshot, AnyStateMachine, EventObject, Snapshot } from "xstate"
import type { Cases } from "../paths/cases.ts"
import { type Explored, eventsOf, explore, type Situation } from "../paths/explore.ts"
import { generatePaths } from "../paths/generate.ts"
import type { PathStep } from "../paths/path-set.ts"
import { plain, type Shown, type Walker, walkerOf } from "./walker.ts"

/** A recorded observation; `effects` is null if they were not recorded. */
export type Observed = Pick<Shown, "value" | "context"> & { readonly effects: Shown["effects"] | null }

export interface Step {
  readonly event: EventObject
  readonly shown: Observed
  readonly next: Place
}

/** A position of the machine between two events. */
export interface Place {
  /**
   * Events that change nothing here: no path contains them, and only they reveal a missing guard.
   */
  readonly refused: readonly EventObject[]
  readonly steps: readonly Step[]
}

/** Everything observed from one start. */
export interface Trail {
  readonly input: unknown
  /** The snapshot it was restored from; null for the initial state. */
  readonly from: Snapshot<unknown> | null
  readonly start: Observed
  readonly next: Place
}

/** The end of a trail. */
export const NOWHERE: Place = { refused: [], steps: [] }

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
  const along = (walker: Walker, at: AnyMachineSnapshot, [step, ...rest]: readonly PathStep[]): Place => {
    const here = refused(at)
    if (step === undefined) return { refused: here, steps: [] }
    const { snapshot, shown } = walker.step(at, step.event)
    return { refused: here, steps: [{ event: step.event, shown, next: along(walker, snapshot, rest) }] }
  }
  return generatePaths(machine, { kind: "coverage", cases }).paths.map(({ input, steps }) => {
    const walker = walkerOf(machine, input)
    const { snapshot, shown } = walker.start()
    return { input, from: null, start: shown, next: along(walker, snapshot, steps) }
  })
}

/** The observations of every event in every situation that the table reaches. */
export const trailsOfSituations = (machine: AnyStateMachine, cases: Cases): readonly Trail[] => {
  const events = eventsOf(machine, cases)
  const around = (
    walker: Walker,
    { situations }: Pick<Explored, "situations">,
    { edges }: Situation,
    at: AnyMachineSnapshot,
  ): Place => ({
    refused: events(at).filter((event) => !at.can(event)),
    steps: edges.map((edge): Step => {
      const { snapshot, shown } = walker.step(at, edge.event)
      const to = situations.get(edge.to)
      // each situation is gone into once, where it was found first
      const isFirst = to !== undefined && to.found === edge
      return {
        event: edge.event,
        shown,
        next: isFirst ? around(walker, { situations }, to, snapshot) : NOWHERE,
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
      next: around(walker, explored, explored.start, snapshot),
    }
  })
}

const isHeard = ({ value, context, effects }: Shown, received: Observed): boolean =>
  isDeepStrictEqual(value, received.value) &&
  isDeepStrictEqual(context, received.context) &&
  (received.effects === null || isDeepStrictEqual(effects, received.effects))

const standing = ({ value, context }: AnyMachineSnapshot): Shown => ({
  value,
  context: plain(context),
  effects: [],
})

const isStill = (walker: Walker, at: AnyMachineSnapshot, event: EventObject): boolean =>
  isHeard(walker.step(at, event).shown, standing(at))

const follows = (walker: Walker, at: AnyMachineSnapshot, { refused, steps }: Place): boolean =>
  refused.every((event) => isStill(walker, at, event)) &&
  steps.every(({ event, shown, next }) => {
    const moved = walker.step(at, event)
    return isHeard(moved.shown, shown) && follows(walker, moved.snapshot, next)
  })

const begun = (walker: Walker, from: Trail["from"]) => {
  if (from === null) return walker.start()
  const snapshot = walker.revive(from)
  return { snapshot, shown: standing(snapshot) }
}

/** Whether a machine shows the recorded observations on every trail. One that throws does not. */
export const isSameOn = (machine: AnyStateMachine, trails: readonly Trail[]): boolean => {
  try {
    return trails.every(({ input, from, start, next }) => {
      const walker = walkerOf(machine, input)
      const { snapshot, shown } = begun(walker, from)
      return isHeard(shown, start) && follows(walker, snapshot, next)
    })
  } catch {
    return false
  }
}
