/**
 * Every situation that a machine comes into with the cases of its table, and every event that leads
 * from one to another.
 */
import { isDeepStrictEqual } from "node:util"
import { type AdjacencyMap, adjacencyMapToArray, getAdjacencyMap } from "@xstate/graph"
import type { ActorLogic, AnyMachineSnapshot, AnyStateMachine, EventObject } from "xstate"
import type { TracedStep } from "../../src/devtools/taken-transitions.ts"
import type { Cases } from "./cases.ts"
import { traced } from "./trace.ts"

/**
 * More situations than this are not looked into: the context then grows without an end, and the
 * table needs `tells`.
 */
const SITUATION_LIMIT = 2_000
/**
 * More steps from one situation to another than this are not looked into: with many events in each,
 * fewer situations are enough for a lifetime.
 */
const STEP_LIMIT = 25_000

export interface Edge {
  readonly from: string
  readonly event: EventObject
  readonly to: string
  /** Ids of the transitions that the event takes. */
  readonly taken: readonly string[]
  /** What the event makes of the context, as `Step` says it. */
  readonly changes: readonly string[]
}

/** A step, and what tells it from one that takes the same transitions and changes less. */
export interface Step extends TracedStep {
  /**
   * The transitions with each field of the context that they change: "order.editing|order.leave|0
   * changes touched".
   */
  readonly changes: readonly string[]
}

export interface Situation {
  readonly key: string
  readonly snapshot: AnyMachineSnapshot
  readonly edges: readonly Edge[]
  /** Steps from the start. */
  readonly depth: number
  /** The edge over which it was found first; null at the start. */
  readonly found: Edge | null
}

/** Everything that begins with one input. */
export interface Explored {
  readonly input: unknown
  readonly start: Situation
  readonly situations: ReadonlyMap<string, Situation>
  /** Ids of the transitions taken before any event. */
  readonly takenAtStart: readonly string[]
  /** False where there is more than was looked into. */
  readonly isWhole: boolean
  readonly move: (snapshot: AnyMachineSnapshot, event: EventObject) => Step
  readonly keyOf: (snapshot: AnyMachineSnapshot) => string
}

/** What the machine waits for by itself: its delays, and the ends of actors it has invoked. */
const ownEvents = (machine: AnyStateMachine): readonly EventObject[] => {
  const types = new Set(machine.events.map(String))
  return [...types]
    .filter((type) => type.startsWith("xstate.after.") || /^xstate\.(done|error)\.actor\./.test(type))
    .map((type) => ({ type }))
}

/** Everything that the machine may be sent in a situation, whether it would take it or not. */
export const eventsOf = (machine: AnyStateMachine, { events }: Cases) => {
  const own = ownEvents(machine)
  return (snapshot: AnyMachineSnapshot): readonly EventObject[] => [
    ...(typeof events === "function" ? events(snapshot) : events),
    ...own,
  ]
}

/** Throws where what tells situations apart cannot be compared as text. */
const keyed = (machine: AnyStateMachine, { tells }: Cases) => {
  const known = new WeakMap<AnyMachineSnapshot, string>()
  const keyOf = (snapshot: AnyMachineSnapshot): string => {
    const { value, status, context } = snapshot
    const told = tells ? tells(snapshot) : context
    try {
      return JSON.stringify([value, status, told])
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      const what = tells ? "what the table tells of it" : "its context; let a table of cases have a `tells`"
      throw new Error(`The machine ${machine.id} holds what JSON cannot (${why}) in ${what}`)
    }
  }
  return (snapshot: AnyMachineSnapshot): string => {
    const key = known.get(snapshot) ?? keyOf(snapshot)
    known.set(snapshot, key)
    return key
  }
}

const changesOf = (before: AnyMachineSnapshot, { snapshot, taken }: TracedStep): readonly string[] =>
  Object.keys(snapshot.context)
    .filter((field) => !isDeepStrictEqual(before.context[field], snapshot.context[field]))
    .map((field) => `${taken.join(" ")} changes ${field}`)

/**
 * The machine as logic that remembers what each step took: the library may then ask twice without
 * the work being done twice.
 */
const remembering = (machine: AnyStateMachine, input: unknown) => {
  const tracer = traced(machine, input)
  const first = tracer.start()
  const known = new WeakMap<AnyMachineSnapshot, Map<string, Step>>()
  const taking = (snapshot: AnyMachineSnapshot, event: EventObject): Step => {
    const moved = tracer.step(snapshot, event)
    return { ...moved, changes: changesOf(snapshot, moved) }
  }
  const move = (snapshot: AnyMachineSnapshot, event: EventObject): Step => {
    const moves = known.get(snapshot) ?? new Map<string, Step>()
    known.set(snapshot, moves)
    const name = JSON.stringify(event)
    const step = moves.get(name) ?? taking(snapshot, event)
    moves.set(name, step)
    return step
  }
  const logic: ActorLogic<AnyMachineSnapshot, EventObject> = {
    transition: (snapshot, event) => move(snapshot, event).snapshot,
    getInitialSnapshot: () => first.snapshot,
    getPersistedSnapshot: (snapshot) => snapshot,
  }
  return { logic, first, move }
}

/** Breadth first, so that a situation is found first over one of its shortest paths. */
const linked = (
  adjacency: AdjacencyMap<AnyMachineSnapshot, EventObject>,
  first: AnyMachineSnapshot,
  { keyOf, move }: Pick<Explored, "keyOf" | "move">,
): ReadonlyMap<string, Situation> => {
  const stepsFrom = Map.groupBy(adjacencyMapToArray(adjacency), ({ state }) => keyOf(state))
  const situations = new Map<string, Situation>()
  const queue: Pick<Situation, "snapshot" | "depth" | "found">[] = [
    { snapshot: first, depth: 0, found: null },
  ]
  for (const { snapshot, depth, found } of queue) {
    const key = keyOf(snapshot)
    if (situations.has(key)) continue
    const edges: Edge[] = []
    for (const { state, event, nextState } of stepsFrom.get(key) ?? []) {
      const { taken, changes } = move(state, event)
      const edge: Edge = { from: key, event, to: keyOf(nextState), taken, changes }
      edges.push(edge)
      queue.push({ snapshot: nextState, depth: depth + 1, found: edge })
    }
    situations.set(key, { key, snapshot, edges, depth, found })
  }
  return situations
}

/**
 * Walks the machine from its start with every event that it would take, until nothing new is found.
 */
const exploreFrom = (machine: AnyStateMachine, cases: Cases, input: unknown): Explored => {
  const { logic, first, move } = remembering(machine, input)
  const keyOf = keyed(machine, cases)
  const eventsIn = eventsOf(machine, cases)
  let looked = 0
  let steps = 0
  let isWhole = true
  const adjacency = getAdjacencyMap(logic, {
    fromState: first.snapshot,
    serializeState: keyOf,
    events: (snapshot) => {
      const taken = eventsIn(snapshot).filter((event) => snapshot.can(event))
      steps += taken.length
      return taken
    },
    stopWhen: () => {
      looked += 1
      const isMore = looked > SITUATION_LIMIT || steps > STEP_LIMIT
      if (isMore) isWhole = false
      return isMore
    },
  })
  const situations = linked(adjacency, first.snapshot, { keyOf, move })
  const start = situations.get(keyOf(first.snapshot))
  if (start === undefined) throw new Error(`The machine ${machine.id} has no start`)
  return { input, start, situations, takenAtStart: first.taken, isWhole, move, keyOf }
}

/** One exploration for each input. */
export const explore = (machine: AnyStateMachine, cases: Cases): readonly Explored[] =>
  (cases.inputs ?? [undefined]).map((input) => exploreFrom(machine, cases, input))
