/**
 * Explores the reachable situations of a machine with its table of cases. A situation is the state, the
 * history that it would return to, what runs in it, and the part of the context that the table tells
 * apart.
 */
import { isDeepStrictEqual } from "node:util"
import type { ActorLogic, AnyMachineSnapshot, AnyStateMachine, EventObject } from "xstate"
import { type AdjacencyMap, adjacencyMapToArray, getAdjacencyMap } from "xstate/graph"
import type { Cases } from "./cases.ts"
import { candidatesOf } from "./chart.ts"
import { canCome, NOTHING_RUNS, type Running, runningAfter, runningNames } from "./running.ts"
import type { TracedStep } from "./taken-transitions.ts"
import { messageOf, traced } from "./trace.ts"
import { valueText } from "./value-text.ts"

/** Exploration stops here: the context grows without end, and the table needs `tells`. */
const SITUATION_LIMIT = 2_000
/** Exploration also stops after this many steps, because each situation may have many events. */
const STEP_LIMIT = 25_000

export interface Edge {
  readonly from: string
  readonly event: EventObject
  readonly to: string
  /** Ids of the transitions taken. */
  readonly taken: readonly string[]
  /** The changes of the context; see `Step`. */
  readonly changes: readonly string[]
}

/** A traced step with its changes of the context. */
export interface Step extends TracedStep {
  /** One entry per changed field: "order.editing|order.leave|0 changes touched". */
  readonly changes: readonly string[]
}

export interface Situation {
  readonly key: string
  readonly snapshot: AnyMachineSnapshot
  readonly edges: readonly Edge[]
  /** Steps from the start. */
  readonly depth: number
  /** The last edge of a shortest path to it; null at the start. */
  readonly reachedBy: Edge | null
}

export interface Explored {
  readonly input: unknown
  readonly start: Situation
  readonly situations: ReadonlyMap<string, Situation>
  /** Ids of the transitions taken before any event. */
  readonly takenAtStart: readonly string[]
  /** Types of the events that were tried in any situation. */
  readonly tried: ReadonlySet<string>
  /** By the id of a transition that throws: the error. */
  readonly failures: ReadonlyMap<string, string>
  /** False if exploration stopped at a limit. */
  readonly isComplete: boolean
  readonly move: (snapshot: AnyMachineSnapshot, event: EventObject) => Step
  readonly keyOf: (snapshot: AnyMachineSnapshot) => string
}

/** Events that XState raises itself: delays, and done and error events of invoked actors. */
const internalEvents = (machine: AnyStateMachine): readonly EventObject[] => {
  const types = new Set(machine.events.map(String))
  return [...types]
    .filter((type) => type.startsWith("xstate.after.") || /^xstate\.(done|error)\.actor\./.test(type))
    .map((type) => ({ type }))
}

/**
 * Every event that may be sent in a situation, with or without a transition for it. One that the table
 * names replaces the one without payload.
 */
export const eventsOf = (machine: AnyStateMachine, { events }: Cases) => {
  const internal = internalEvents(machine)
  return (snapshot: AnyMachineSnapshot): readonly EventObject[] => {
    const own = typeof events === "function" ? events(snapshot) : events
    const types = new Set(own.map(({ type }) => type))
    return [...own, ...internal.filter(({ type }) => !types.has(type))]
  }
}

const historyOf = ({ historyValue }: AnyMachineSnapshot): readonly (readonly string[])[] =>
  Object.entries(historyValue).map(([id, nodes]) => [id, ...nodes.map((node) => node.id)])

/** Returns the function that gives a situation's key. It throws where a value cannot be read. */
const situationKeys = (
  machine: AnyStateMachine,
  { tells }: Cases,
  runningIn: (snapshot: AnyMachineSnapshot) => Running,
) => {
  const cache = new WeakMap<AnyMachineSnapshot, string>()
  const keyOf = (snapshot: AnyMachineSnapshot): string => {
    const { value, status, context } = snapshot
    const runs = runningNames(snapshot, runningIn(snapshot))
    try {
      const chosen = tells ? valueText(tells(snapshot), "tells") : valueText(context, "context")
      return JSON.stringify([value, status, historyOf(snapshot), runs, chosen])
    } catch (cause) {
      throw new Error(`The machine ${machine.id}: ${messageOf(cause)}; let its cases have a \`tells\``)
    }
  }
  return (snapshot: AnyMachineSnapshot): string => {
    const key = cache.get(snapshot) ?? keyOf(snapshot)
    cache.set(snapshot, key)
    return key
  }
}

const changesOf = (before: AnyMachineSnapshot, { snapshot, taken }: TracedStep): readonly string[] =>
  Object.keys(snapshot.context)
    .filter((field) => !isDeepStrictEqual(before.context[field], snapshot.context[field]))
    .map((field) => `${taken.join(" ")} changes ${field}`)

type Memoized = ReturnType<typeof memoizedLogic>

/** The machine as actor logic with memoized steps, because the search repeats transitions. */
const memoizedLogic = (machine: AnyStateMachine, input: unknown) => {
  const tracer = traced(machine, input)
  const first = tracer.start()
  const running = new WeakMap([[first.snapshot, runningAfter(null, null, first)]])
  const runningIn = (snapshot: AnyMachineSnapshot): Running => running.get(snapshot) ?? NOTHING_RUNS
  const cache = new WeakMap<AnyMachineSnapshot, Map<string, Step>>()
  const tracedStep = (before: AnyMachineSnapshot, event: EventObject): Step => {
    const moved = tracer.step(before, event)
    // XState may give the same snapshot, in which something else runs
    const snapshot: AnyMachineSnapshot = moved.snapshot === before ? { ...before } : moved.snapshot
    running.set(snapshot, runningAfter({ running: runningIn(before), snapshot: before }, event, moved))
    return { ...moved, snapshot, changes: changesOf(before, moved) }
  }
  const move = (snapshot: AnyMachineSnapshot, event: EventObject): Step => {
    const moves = cache.get(snapshot) ?? new Map<string, Step>()
    cache.set(snapshot, moves)
    const name = valueText(event, "event")
    const step = moves.get(name) ?? tracedStep(snapshot, event)
    moves.set(name, step)
    return step
  }
  const logic: ActorLogic<AnyMachineSnapshot, EventObject> = {
    transition: (snapshot, event) => move(snapshot, event).snapshot,
    getInitialSnapshot: () => first.snapshot,
    getPersistedSnapshot: (snapshot) => snapshot,
  }
  return { logic, first, move, runningIn }
}

/**
 * The events that move the machine from a snapshot. An event that throws does not; the error is kept
 * for the transitions that it would have taken.
 */
const movingEvents = (
  machine: AnyStateMachine,
  cases: Cases,
  { move, runningIn }: Pick<Memoized, "move" | "runningIn">,
) => {
  const eventsIn = eventsOf(machine, cases)
  const tried = new Set<string>()
  const failures = new Map<string, string>()
  const moves = (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
    try {
      return snapshot.can(event) && move(snapshot, event) !== null
    } catch (cause) {
      for (const id of candidatesOf(snapshot, event)) failures.set(id, failures.get(id) ?? messageOf(cause))
      return false
    }
  }
  const from = (snapshot: AnyMachineSnapshot): readonly EventObject[] => {
    const running = runningIn(snapshot)
    const own = eventsIn(snapshot)
    // events that the machine raises later itself
    const raised = [...running.timers.values()].filter((timer) =>
      own.every(({ type }) => type !== timer.type),
    )
    const events = [...own, ...raised].filter((event) => canCome(snapshot, running, event))
    for (const { type } of events) tried.add(type)
    return events.filter((event) => moves(snapshot, event))
  }
  return { from, tried, failures }
}

/** Builds the graph breadth first, so that `reachedBy` lies on a shortest path. */
const situationGraph = (
  adjacency: AdjacencyMap<AnyMachineSnapshot, EventObject>,
  first: AnyMachineSnapshot,
  { keyOf, move }: Pick<Explored, "keyOf" | "move">,
): ReadonlyMap<string, Situation> => {
  const stepsFrom = Map.groupBy(adjacencyMapToArray(adjacency), ({ state }) => keyOf(state))
  const situations = new Map<string, Situation>()
  const queue: Pick<Situation, "snapshot" | "depth" | "reachedBy">[] = [
    { snapshot: first, depth: 0, reachedBy: null },
  ]
  for (const { snapshot, depth, reachedBy } of queue) {
    const key = keyOf(snapshot)
    if (situations.has(key)) continue
    const edges: Edge[] = []
    for (const { state, event, nextState } of stepsFrom.get(key) ?? []) {
      const { taken, changes } = move(state, event)
      const edge: Edge = { from: key, event, to: keyOf(nextState), taken, changes }
      edges.push(edge)
      queue.push({ snapshot: nextState, depth: depth + 1, reachedBy: edge })
    }
    situations.set(key, { key, snapshot, edges, depth, reachedBy })
  }
  return situations
}

/** Explores from one input until no new situation appears or a limit is reached. */
const exploreFrom = (machine: AnyStateMachine, cases: Cases, input: unknown): Explored => {
  const { logic, first, move, runningIn } = memoizedLogic(machine, input)
  const keyOf = situationKeys(machine, cases, runningIn)
  const { from, tried, failures } = movingEvents(machine, cases, { move, runningIn })
  let visited = 0
  let steps = 0
  let isComplete = true
  const adjacency = getAdjacencyMap(logic, {
    fromState: first.snapshot,
    serializeState: keyOf,
    serializeEvent: (event) => valueText(event, "event"),
    events: (snapshot) => {
      const moving = from(snapshot)
      steps += moving.length
      return [...moving]
    },
    stopWhen: () => {
      visited += 1
      const isOverLimit = visited > SITUATION_LIMIT || steps > STEP_LIMIT
      if (isOverLimit) isComplete = false
      return isOverLimit
    },
  })
  const situations = situationGraph(adjacency, first.snapshot, { keyOf, move })
  const start = situations.get(keyOf(first.snapshot))
  if (start === undefined) throw new Error(`The machine ${machine.id} has no start`)
  const takenAtStart = first.taken
  return { input, start, situations, takenAtStart, tried, failures, isComplete, move, keyOf }
}

const known = new WeakMap<AnyStateMachine, WeakMap<Cases, readonly Explored[]>>()

/** One exploration for each input. The same machine and table are explored once. */
export const explore = (machine: AnyStateMachine, cases: Cases): readonly Explored[] => {
  const ofMachine = known.get(machine) ?? new WeakMap<Cases, readonly Explored[]>()
  known.set(machine, ofMachine)
  const explored =
    ofMachine.get(cases) ?? (cases.inputs ?? [undefined]).map((input) => exploreFrom(machine, cases, input))
  ofMachine.set(cases, explored)
  return explored
}
