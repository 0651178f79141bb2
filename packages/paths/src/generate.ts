/**
 * Generates paths through a machine from a table of events. Each step has the state after it and
 * the transitions taken. Actors, timers and effects do not run: their events come from the table.
 */
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate"
import type { Cases } from "./cases.ts"
import {
  type Chart,
  type ChartState,
  type ChartTransition,
  chartOf,
  isDescribedBy,
  keysOf,
  partsOf,
  stateName,
} from "./chart.ts"
import { type Explored, explore } from "./explore.ts"
import { LEFT_OUT, type Path, type PathKind, type PathSet, type PathStep } from "./path-set.ts"
import {
  type Chosen,
  coveringPaths,
  type EventPath,
  type Goals,
  type SearchOptions,
  shortestPaths,
  simplePaths,
} from "./search.ts"

export interface PathOptions {
  readonly kind: PathKind
  readonly cases: Cases
  /**
   * Only paths that end in this state ("accepted") or in a child of it. With `coverage`: one path
   * for each transition into it.
   */
  readonly to?: string
  /** Maximum number of paths; 200 by default. */
  readonly max?: number
  /** Maximum length of a `coverage` path that covers several transitions; 40 by default. */
  readonly maxSteps?: number
  /**
   * What `coverage` without `to` covers. `states`: every state; if a machine has one alone, what it
   * does there. `transitions`: every transition.
   * `changes` (default): also every change of the context that a transition can make, and every
   * input.
   */
  readonly goals?: CoverageGoals
}

export const COVERAGE_GOALS = ["states", "transitions", "changes"] as const
export type CoverageGoals = (typeof COVERAGE_GOALS)[number]

const DEFAULT_MAX = 200
const DEFAULT_MAX_STEPS = 40

/** Ids of every transition of the machine. Coverage is counted by them. */
export const transitionsOf = (machine: AnyStateMachine): readonly string[] =>
  chartOf(machine).transitions.map(({ id }) => id)

/** True for "a.b" within "a.b" and within "a". */
const isWithin = (path: string, state: string): boolean => path === state || path.startsWith(`${state}.`)

const isIn = (snapshot: AnyMachineSnapshot, state: string): boolean =>
  partsOf(stateName(snapshot.value)).some((path) => isWithin(path, state))

const tracedPath = (chart: Chart, { explored, events }: EventPath, name: string): Path => {
  const meanings = new Map(chart.transitions.map(({ id, description }) => [id, description]))
  let { snapshot } = explored.start
  // a machine without states is named by its id
  const currentState = () => stateName(snapshot.value) || chart.id
  const start = currentState()
  const steps = events.map((event): PathStep => {
    const moved = explored.move(snapshot, event)
    snapshot = moved.snapshot
    const meaning = moved.taken.map((id) => meanings.get(id) ?? "").filter((words) => words !== "")
    return {
      event,
      state: currentState(),
      transitions: moved.taken,
      meaning: meaning.join("; "),
    }
  })
  const { input } = explored
  return {
    name: `${name}: ${steps.at(-1)?.state ?? start}`,
    ...(input === undefined ? {} : { input }),
    start,
    steps,
    weight: steps.length,
  }
}

/** Ids of the states in which a step ends (`rested`: state names) or that a transition passes. */
const reachedBy = (
  chart: Chart,
  rested: Iterable<string>,
  taken: ReadonlySet<string>,
): ReadonlySet<string> => {
  const passed = chart.transitions
    .filter(({ id }) => taken.has(id))
    .flatMap(({ source, targets }) => [source, ...targets])
  const paths = [
    ...[...new Set(rested)].flatMap(partsOf),
    ...chart.states.filter(({ id }) => passed.includes(id)).map(({ path }) => path),
  ]
  const isReached = ({ path }: ChartState) => path === "" || paths.some((reached) => isWithin(reached, path))
  return new Set(chart.states.filter(isReached).map(({ id }) => id))
}

/** Stands for a guard that the machine's file does not have. */
export const notProvided = (): boolean => false

interface ReasonContext {
  readonly machine: AnyStateMachine
  readonly chart: Chart
  readonly cases: Cases
  readonly isComplete: boolean
  /** Types of the events tried in any situation. */
  readonly tried: ReadonlySet<string>
  readonly failures: ReadonlyMap<string, string>
  readonly reached: ReadonlySet<string>
}

const reasonOf = (
  transition: ChartTransition,
  { machine, chart, cases, isComplete, tried, failures, reached }: ReasonContext,
): string => {
  const declared = cases.unreachable?.[transition.id]
  if (declared !== undefined) return declared
  const failure = failures.get(transition.id)
  if (failure !== undefined) return failure
  if (!isComplete) return "not found among the situations that were looked into"
  const source = chart.states.find(({ id }) => id === transition.source)
  if (!reached.has(transition.source)) return `its state ${source?.path} is never reached`
  const isTried = [...tried].some((type) => isDescribedBy(transition.event, type))
  if (transition.kind === "event" && !isTried) return "no case of the table is this event"
  if (transition.guard !== null && machine.implementations.guards[transition.guard] === notProvided)
    return `its guard ${transition.guard} is not in the file`
  if (transition.guard !== null) return `with these cases its guard ${transition.guard} never lets it through`
  return "another transition for the same event always comes first"
}

/** Every state in which no path begins. */
const stateGoals = (chart: Chart, explored: readonly Explored[]): Goals => {
  const known = new Map<string, readonly string[]>()
  const reachedIn = (snapshot: AnyMachineSnapshot, taken: readonly string[]): readonly string[] => {
    const name = stateName(snapshot.value)
    const key = JSON.stringify([name, taken])
    const reached = known.get(key) ?? [...reachedBy(chart, [name], new Set(taken))]
    known.set(key, reached)
    return reached
  }
  const atStart = new Set(explored.flatMap((one) => reachedIn(one.start.snapshot, one.takenAtStart)))
  return {
    isGoal: (id) => !atStart.has(id),
    reachedBy: ({ taken }, after) => reachedIn(after, taken),
    hasEveryStart: false,
  }
}

/** Every transition into the wanted state and, if thorough, every change these can make. */
const transitionGoals = (chart: Chart, { to, goals }: PathOptions): Goals => {
  const isThorough = goals !== "transitions" && to === undefined
  const into = chart.transitions.filter(
    ({ targets }) =>
      to === undefined ||
      chart.states.some(({ id, path }) => targets.includes(id) && (isWithin(path, to) || isWithin(to, path))),
  )
  const ids = new Set(into.map(({ id }) => id))
  return {
    isGoal: (name) => isThorough || ids.has(name),
    reachedBy: ({ taken, changes }) => [...taken, ...changes],
    hasEveryStart: isThorough,
  }
}

const choose = (
  explored: readonly Explored[],
  options: PathOptions,
  chart: Chart,
  searchOptions: SearchOptions,
): Chosen => {
  const { kind, goals, to } = options
  if (kind === "shortest") return shortestPaths(explored, searchOptions)
  if (kind === "simple") return simplePaths(explored, searchOptions)
  const isOfStates = goals === "states" && to === undefined
  const ofStates = isOfStates ? coveringPaths(explored, stateGoals(chart, explored), searchOptions) : null
  if (ofStates !== null && ofStates.paths.length > 0) return ofStates
  return coveringPaths(explored, transitionGoals(chart, options), searchOptions)
}

/** The states and transitions in all explored situations. */
const reachable = (chart: Chart, explored: readonly Explored[]) => {
  const situations = explored.flatMap((one) => [...one.situations.values()])
  const edges = situations.flatMap((situation) => situation.edges)
  const taken = new Set([
    ...explored.flatMap((one) => one.takenAtStart),
    ...edges.flatMap((edge) => edge.taken),
  ])
  const rested = situations.map(({ snapshot }) => stateName(snapshot.value))
  return {
    taken,
    reached: reachedBy(chart, rested, taken),
  }
}

const missedBy = (
  machine: AnyStateMachine,
  chart: Chart,
  explored: readonly Explored[],
  cases: Cases,
  set: { readonly reached: ReadonlySet<string>; readonly taken: ReadonlySet<string> },
): PathSet["missed"] => {
  const { taken, reached } = reachable(chart, explored)
  const tried = new Set(explored.flatMap((one) => [...one.tried]))
  const failures = new Map(explored.flatMap((one) => [...one.failures]))
  const isComplete = explored.every((one) => one.isComplete)
  const reasonContext: ReasonContext = { machine, chart, cases, isComplete, tried, failures, reached }
  return {
    states: chart.states
      .filter(({ id }) => !set.reached.has(id))
      .map(({ id, path }) => ({
        id: path,
        reason: reached.has(id)
          ? `${LEFT_OUT} comes to it`
          : (cases.unreachable?.[id] ?? "no event of the table leads to it"),
      })),
    transitions: chart.transitions
      .filter(({ id }) => !set.taken.has(id))
      .map((one) => ({
        id: one.id,
        reason: taken.has(one.id) ? `${LEFT_OUT} takes it` : reasonOf(one, reasonContext),
      })),
  }
}

const TOO_MANY =
  "the machine comes into more situations than are looked into: let the table's `tells` say what tells them apart"

/** The state's path. Its keys joined by dots, or its id, name it too, where one state alone has them. */
const stateNamed = ({ id: machine, states }: Chart, to: string): string => {
  if (states.some(({ path }) => path === to && path !== "")) return to
  const named = states.filter(({ path, id }) => path !== "" && (keysOf(path).join(".") === to || id === to))
  const [state] = named
  if (state !== undefined && named.length === 1) return state.path
  if (named.length > 1)
    throw new Error(
      `The machine ${machine} has several states ${to}: ${named.map(({ path }) => path).join(", ")}`,
    )
  throw new Error(`The machine ${machine} has no state ${to === "" ? "without a name" : to}`)
}

/** Throws if the machine has no state `to`, or if the machine's own code throws. */
export const generatePaths = (machine: AnyStateMachine, options: PathOptions): PathSet => {
  const { kind, cases, max = DEFAULT_MAX, maxSteps = DEFAULT_MAX_STEPS } = options
  const chart = chartOf(machine)
  const to = options.to === undefined ? undefined : stateNamed(chart, options.to)
  const explored = explore(machine, cases)
  const isEnd = (snapshot: AnyMachineSnapshot) => to === undefined || isIn(snapshot, to)
  const searchOptions: SearchOptions = { isEnd, hasEnd: to !== undefined, max, maxSteps }
  const chosen = choose(explored, { ...options, ...(to !== undefined && { to }) }, chart, searchOptions)
  const paths = chosen.paths.map((path, index) => tracedPath(chart, path, `${kind} ${index + 1}`))
  const steps = paths.flatMap((path) => path.steps)
  const taken = new Set([
    ...explored.flatMap((one) => one.takenAtStart),
    ...steps.flatMap(({ transitions }) => transitions),
  ])
  const rested = [...paths.map(({ start }) => start), ...steps.map(({ state }) => state)]
  const reached = reachedBy(chart, rested, taken)
  return {
    machine: machine.id,
    kind,
    to: to ?? null,
    paths,
    totals: {
      paths: paths.length,
      steps: steps.length,
      weight: paths.reduce((sum, path) => sum + path.weight, 0),
      states: { reached: reached.size, all: chart.states.length },
      transitions: { taken: taken.size, all: chart.transitions.length },
    },
    missed: missedBy(machine, chart, explored, cases, { reached, taken }),
    bounds: explored.every(({ isComplete }) => isComplete) ? chosen.bounds : [...chosen.bounds, TOO_MANY],
  }
}
