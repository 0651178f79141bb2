/** Which mutants of a machine are noticed, and by what. */
import { isDeepStrictEqual } from "node:util"
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type ExecutableActionObject,
  initialTransition,
  transition,
} from "xstate"
import type { Cases } from "./cases.ts"
import { type Explored, eventsOf, explore, type Situation } from "./explore.ts"
import { generatePaths } from "./generate.ts"
import { type MutantKind, mutantsOf } from "./mutants.ts"
import type { PathStep } from "./path-set.ts"
import { valueText } from "./value-text.ts"

export interface Verdict {
  /** The id of the mutant: what it lacks, by its name in the chart. */
  readonly mutant: string
  readonly kind: MutantKind
  /**
   * What noticed it first: a `path` of the covering set or its refusals, any event in any `situation`
   * of the table, or null.
   */
  readonly noticedBy: "path" | "situation" | null
}

/** One verdict per mutant. Throws if the machine itself does not repeat its observations. */
export const judgeMutants = (machine: AnyStateMachine, cases: Cases): readonly Verdict[] => {
  const paths = trailsOfPaths(machine, cases)
  if (!isSameOn(machine, paths)) throw new Error(`The machine ${machine.id} does not repeat itself`)
  const byPath = mutantsOf(machine).map((mutant) => ({ mutant, isAlive: isSameOn(mutant.make(), paths) }))
  const situations = byPath.some(({ isAlive }) => isAlive) ? trailsOfSituations(machine, cases) : []
  return byPath.map(({ mutant: { id, kind, make }, isAlive }) => {
    if (!isAlive) return { mutant: id, kind, noticedBy: "path" }
    return { mutant: id, kind, noticedBy: isSameOn(make(), situations) ? null : "situation" }
  })
}

// * The behaviour of the unchanged machine, observed as trails, and whether a mutant reproduces every
// one of them. An observer sees state, context and effects of each step.

interface Observation {
  readonly value: unknown
  readonly context: unknown
  /** Actions, actors started or stopped, delays, emitted events. */
  readonly effects: unknown
}

interface Moved {
  readonly snapshot: AnyMachineSnapshot
  readonly observation: Observation
}

/** One snapshot of a trail: the events without effect in it, and the observed steps from it. */
interface TrailNode {
  /** Events without effect here. No path contains them, and only they reveal a missing guard. */
  readonly refused: readonly EventObject[]
  readonly steps: readonly {
    readonly event: EventObject
    readonly observation: Observation
    readonly next: TrailNode
  }[]
}

/** Everything observed from one start. */
export interface Trail {
  readonly input: unknown
  readonly start: Observation
  readonly next: TrailNode
}

/** Runs no effects; returns them. Throws what the machine's own code throws. */
const observed = ([snapshot, actions]: [AnyMachineSnapshot, readonly ExecutableActionObject[]]): Moved => {
  if (snapshot.status === "error") throw snapshot.error
  const { value, context } = snapshot
  const effects = actions.map(({ type, params }) => ({ type, params: valueText(params) }))
  return { snapshot, observation: { value, context: valueText(context), effects } }
}

const startOf = (machine: AnyStateMachine, input: unknown): Moved =>
  observed(initialTransition(machine, input))

const stepOf = (machine: AnyStateMachine, at: AnyMachineSnapshot, event: EventObject): Moved =>
  observed(transition(machine, at, event))

/**
 * The observations of the covering paths, with the refused events before each step. A repeated
 * situation has its refusals tried once.
 */
export const trailsOfPaths = (machine: AnyStateMachine, cases: Cases): readonly Trail[] => {
  const tried = new Set<string>()
  const events = eventsOf(machine, cases)
  const refusedIn = (snapshot: AnyMachineSnapshot): readonly EventObject[] => {
    const key = valueText([snapshot.value, snapshot.context])
    if (tried.has(key)) return []
    tried.add(key)
    return events(snapshot).filter((event) => !snapshot.can(event))
  }
  const nodesAlong = (at: AnyMachineSnapshot, [step, ...rest]: readonly PathStep[]): TrailNode => {
    const refused = refusedIn(at)
    if (step === undefined) return { refused, steps: [] }
    const { snapshot, observation } = stepOf(machine, at, step.event)
    return { refused, steps: [{ event: step.event, observation, next: nodesAlong(snapshot, rest) }] }
  }
  return generatePaths(machine, { kind: "coverage", cases }).paths.map(({ input, steps }) => {
    const { snapshot, observation } = startOf(machine, input)
    return { input, start: observation, next: nodesAlong(snapshot, steps) }
  })
}

/** The observations of every event in every situation that the table reaches. */
export const trailsOfSituations = (machine: AnyStateMachine, cases: Cases): readonly Trail[] => {
  const events = eventsOf(machine, cases)
  const nodeOf = (
    situations: Explored["situations"],
    { edges }: Situation,
    at: AnyMachineSnapshot,
  ): TrailNode => ({
    refused: events(at).filter((event) => !at.can(event)),
    steps: edges.map((edge) => {
      const { snapshot, observation } = stepOf(machine, at, edge.event)
      const to = situations.get(edge.to)
      // each situation is expanded once, at the edge that reached it first
      const isFirst = to !== undefined && to.reachedBy === edge
      const next = isFirst ? nodeOf(situations, to, snapshot) : { refused: [], steps: [] }
      return { event: edge.event, observation, next }
    }),
  })
  return explore(machine, cases).map(({ input, situations, start }) => {
    const { snapshot, observation } = startOf(machine, input)
    return { input, start: observation, next: nodeOf(situations, start, snapshot) }
  })
}

const isUnchangedBy = (machine: AnyStateMachine, at: AnyMachineSnapshot, event: EventObject): boolean => {
  const { value, context } = at
  const unchanged: Observation = { value, context: valueText(context), effects: [] }
  return isDeepStrictEqual(stepOf(machine, at, event).observation, unchanged)
}

const follows = (machine: AnyStateMachine, at: AnyMachineSnapshot, { refused, steps }: TrailNode): boolean =>
  refused.every((event) => isUnchangedBy(machine, at, event)) &&
  steps.every(({ event, observation, next }) => {
    const moved = stepOf(machine, at, event)
    return isDeepStrictEqual(moved.observation, observation) && follows(machine, moved.snapshot, next)
  })

/** True if the machine reproduces every trail. False if it throws. */
export const isSameOn = (machine: AnyStateMachine, trails: readonly Trail[]): boolean => {
  try {
    return trails.every(({ input, start, next }) => {
      const { snapshot, observation } = startOf(machine, input)
      return isDeepStrictEqual(observation, start) && follows(machine, snapshot, next)
    })
  } catch {
    return false
  }
}
