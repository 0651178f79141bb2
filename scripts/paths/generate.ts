/**
 * Paths through a machine, from the machine itself and a table of events: `generatePaths(machine, { kind, cases })` gives a set of paths, each step with the
 * state after it and the transitions it takes; `transitionsOf(machine)` lists the ids by which coverage is counted. Nothing of the machine is run: its actors,
 * timers and effects stay still, what they would tell it are events of the table.
 */
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate"
import {
  type Chart,
  type ChartState,
  type ChartTransition,
  chartOf,
  stateName,
} from "../../src/devtools/chart.ts"
import type { Cases } from "./cases.ts"
import { type Explored, explore } from "./explore.ts"
import { LEFT_OUT, type Path, type PathKind, type PathSet, type PathStep } from "./path-set.ts"
import { type Chosen, coveringWays, shortestWays, simpleWays, type Wanted, type Way } from "./search.ts"

export interface PathOptions {
  readonly kind: PathKind
  readonly cases: Cases
  /**
   * Only paths that end in this state ("accepted") or in one below it. With `coverage`: one path
   * for each way into it.
   */
  readonly to?: string
  /** At most so many paths; 200 where nothing is said. */
  readonly max?: number
  /** The longest path that `coverage` makes of several; 40 where nothing is said. */
  readonly maxSteps?: number
  /**
   * What `coverage` has to come to where no end is asked for: every transition and, with `changes`, each of them also where it changes what it can change of
   * the context, and every input. As `changes` where nothing is said.
   */
  readonly goals?: "transitions" | "changes"
}

const DEFAULT_MAX = 200
const DEFAULT_MAX_STEPS = 40

/** Ids of every transition of the machine. */
export const transitionsOf = (machine: AnyStateMachine): readonly string[] =>
  chartOf(machine).transitions.map(({ id }) => id)

/** "a.b" is in "a.b" and in "a". */
const isWithin = (path: string, state: string): boolean => path === state || path.startsWith(`${state}.`)

const isIn = (snapshot: AnyMachineSnapshot, state: string): boolean =>
  stateName(snapshot.value)
    .split(" ")
    .some((path) => isWithin(path, state))

const walked = (chart: Chart, { explored, events }: Way, name: string): Path => {
  const meanings = new Map(chart.transitions.map(({ id, description }) => [id, description]))
  let { snapshot } = explored.start
  // of a machine without states only its own name can be said
  const nameNow = () => stateName(snapshot.value) || chart.id
  const start = nameNow()
  const steps = events.map((event): PathStep => {
    const moved = explored.move(snapshot, event)
    snapshot = moved.snapshot
    const meaning = moved.taken.map((id) => meanings.get(id) ?? "").filter((words) => words !== "")
    return {
      event,
      state: nameNow(),
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

/**
 * Ids of the states that are rested in (`rested`, as state values are called) or passed by the
 * transitions taken.
 */
const reachedBy = (
  chart: Chart,
  rested: Iterable<string>,
  taken: ReadonlySet<string>,
): ReadonlySet<string> => {
  const passed = chart.transitions
    .filter(({ id }) => taken.has(id))
    .flatMap(({ source, targets }) => [source, ...targets])
  const places = [
    ...[...new Set(rested)].flatMap((name) => name.split(" ")),
    ...chart.states.filter(({ id }) => passed.includes(id)).map(({ path }) => path),
  ]
  const isReached = ({ path }: ChartState) => path === "" || places.some((place) => isWithin(place, path))
  return new Set(chart.states.filter(isReached).map(({ id }) => id))
}

interface Doubt {
  readonly chart: Chart
  readonly cases: Cases
  readonly isWhole: boolean
  /** What is sent anywhere, by type. */
  readonly sent: ReadonlySet<string>
  readonly reached: ReadonlySet<string>
}

const reasonOf = (transition: ChartTransition, { chart, cases, isWhole, sent, reached }: Doubt): string => {
  const known = cases.unreachable?.[transition.id]
  if (known !== undefined) return known
  if (!isWhole) return "not found among the situations that were looked into"
  const source = chart.states.find(({ id }) => id === transition.source)
  if (!reached.has(transition.source)) return `its state ${source?.path} is never reached`
  if (transition.kind === "event" && !sent.has(transition.event)) return "no case of the table is this event"
  if (transition.guard !== null) return `with these cases its guard ${transition.guard} never lets it through`
  return "another transition for the same event always comes first"
}

const choose = (
  explored: readonly Explored[],
  options: PathOptions,
  chart: Chart,
  wanted: Wanted,
): Chosen => {
  if (options.kind === "shortest") return shortestWays(explored, wanted)
  if (options.kind === "simple") return simpleWays(explored, wanted)
  const { to } = options
  const into = chart.transitions.filter(
    ({ targets }) =>
      to === undefined ||
      chart.states.some(({ id, path }) => targets.includes(id) && (isWithin(path, to) || isWithin(to, path))),
  )
  const ids = new Set(into.map(({ id }) => id))
  return coveringWays(explored, ids, wanted)
}

/** What can be reached and taken at all, whatever the set holds of it. */
const possible = (chart: Chart, explored: readonly Explored[]) => {
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
    sent: new Set(edges.map(({ event }) => event.type)),
  }
}

const missedBy = (
  chart: Chart,
  explored: readonly Explored[],
  cases: Cases,
  set: { readonly reached: ReadonlySet<string>; readonly taken: ReadonlySet<string> },
): PathSet["missed"] => {
  const { taken, reached, sent } = possible(chart, explored)
  const isWhole = explored.every((one) => one.isWhole)
  const doubt: Doubt = { chart, cases, isWhole, sent, reached }
  return {
    states: chart.states
      .filter(({ id }) => !set.reached.has(id))
      .map(({ id, path }) => ({
        id: path,
        reason: reached.has(id) ? `${LEFT_OUT} comes to it` : "no event of the table leads to it",
      })),
    transitions: chart.transitions
      .filter(({ id }) => !set.taken.has(id))
      .map((one) => ({
        id: one.id,
        reason: taken.has(one.id) ? `${LEFT_OUT} takes it` : reasonOf(one, doubt),
      })),
  }
}

const TOO_MANY =
  "the machine comes into more situations than are looked into: let the table's `tells` say what tells them apart"

/**
 * Finds the paths; throws where the machine has no such state, or where the machine's own code
 * throws.
 */
export const generatePaths = (machine: AnyStateMachine, options: PathOptions): PathSet => {
  const { kind, cases, to, max = DEFAULT_MAX, maxSteps = DEFAULT_MAX_STEPS, goals } = options
  const chart = chartOf(machine)
  if (to === "" || (to !== undefined && !chart.states.some(({ path }) => path === to)))
    throw new Error(`The machine ${machine.id} has no state ${to === "" ? "without a name" : to}`)
  const explored = explore(machine, cases)
  const isEnd = (snapshot: AnyMachineSnapshot) => to === undefined || isIn(snapshot, to)
  const isThorough = goals !== "transitions" && to === undefined
  const wanted: Wanted = { isEnd, hasEnd: to !== undefined, max, maxSteps, isThorough }
  const chosen = choose(explored, options, chart, wanted)
  const paths = chosen.ways.map((way, index) => walked(chart, way, `${kind} ${index + 1}`))
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
    missed: missedBy(chart, explored, cases, { reached, taken }),
    bounds: explored.every(({ isWhole }) => isWhole) ? chosen.bounds : [...chosen.bounds, TOO_MANY],
  }
}
