/**
 * Chooses paths in the explored graph: shortest, simple and covering ones. Each is a list of events
 * from the start; generate.ts runs it to trace its transitions.
 */
import type { AnyMachineSnapshot, EventObject } from "xstate"
import type { Edge, Explored, Situation } from "./explore.ts"

export interface EventPath {
  readonly explored: Explored
  readonly events: readonly EventObject[]
}

export interface Chosen {
  readonly paths: readonly EventPath[]
  /** Sentences that say what was omitted. */
  readonly bounds: readonly string[]
}

export interface SearchOptions {
  /** True for a state in which paths may end. */
  readonly isEnd: (snapshot: AnyMachineSnapshot) => boolean
  /** True if an end state was requested. */
  readonly hasEnd: boolean
  readonly max: number
  /** Maximum length of a path that covers several goals. */
  readonly maxSteps: number
}

/** What covering paths cover. */
export interface Goals {
  readonly isGoal: (name: string) => boolean
  /** The names of what a step reaches, goals among them. */
  readonly reachedBy: (step: Pick<Edge, "taken" | "changes">, after: AnyMachineSnapshot) => readonly string[]
  /** True if at least one path begins at each start. */
  readonly hasEveryStart: boolean
}

/** Maximum edges inspected for one state in the search for simple paths. */
const PREFIX_LIMIT = 5_000

const situationAt = (explored: Explored, key: string): Situation => {
  const situation = explored.situations.get(key)
  if (situation === undefined) throw new Error("a step leads to a situation that was not explored")
  return situation
}

/** A shortest list of events from the start to this situation. */
const shortestPathTo = (explored: Explored, situation: Situation): readonly EventObject[] => {
  const events: EventObject[] = []
  for (let at = situation; at.reachedBy !== null; at = situationAt(explored, at.reachedBy.from))
    events.unshift(at.reachedBy.event)
  return events
}

const bounded = (paths: readonly EventPath[], max: number): Chosen => ({
  paths: paths.slice(0, max),
  bounds:
    paths.length > max
      ? [
          `${paths.length - max} more ${paths.length === max + 1 ? "path was" : "paths were"} found than asked for`,
        ]
      : [],
})

const valueIn = ({ value }: AnyMachineSnapshot): string => JSON.stringify(value)

/** One shortest path to each state value. */
export const shortestPaths = (all: readonly Explored[], { isEnd, max }: SearchOptions): Chosen => {
  const best = new Map<string, Situation & { readonly explored: Explored }>()
  for (const explored of all)
    for (const situation of explored.situations.values()) {
      const value = valueIn(situation.snapshot)
      const known = best.get(value)
      if (!isEnd(situation.snapshot) || (known !== undefined && known.depth <= situation.depth)) continue
      best.set(value, { ...situation, explored })
    }
  const paths = [...best.values()].map((found) => ({
    explored: found.explored,
    events: shortestPathTo(found.explored, found),
  }))
  return bounded(
    paths.toSorted((a, b) => a.events.length - b.events.length),
    max,
  )
}

interface Prefix {
  readonly explored: Explored
  readonly at: Situation
  readonly events: readonly EventObject[]
  readonly seen: ReadonlySet<string>
}

/** Keeps one edge per transitions taken and target situation. */
const onePerTransition = ({ edges }: Situation): readonly Edge[] => {
  const seen = new Set<string>()
  return edges.filter(({ taken, to }) => {
    const name = JSON.stringify([taken, to])
    return !seen.has(name) && seen.add(name)
  })
}

/** The steps from each situation to the nearest goal; situations that reach no goal are omitted. */
const distances = (
  explored: Explored,
  isGoal: (snapshot: AnyMachineSnapshot) => boolean,
): ReadonlyMap<string, number> => {
  const into = new Map<string, string[]>()
  for (const { edges } of explored.situations.values())
    for (const { from, to } of edges) into.set(to, [...(into.get(to) ?? []), from])
  const goals = [...explored.situations.values()].filter(({ snapshot }) => isGoal(snapshot))
  const known = new Map(goals.map(({ key }): [string, number] => [key, 0]))
  for (const [key, distance] of known)
    for (const before of into.get(key) ?? []) if (!known.has(before)) known.set(before, distance + 1)
  return known
}

/**
 * The shortest simple paths to a goal, at most `max`. Best-first: the prefix with the shortest
 * possible whole is extended first.
 */
const simplePathsTo = (
  all: readonly Explored[],
  isGoal: (snapshot: AnyMachineSnapshot) => boolean,
  max: number,
): { readonly paths: readonly EventPath[]; readonly isCut: boolean } => {
  const distancesOf = new Map(all.map((explored) => [explored, distances(explored, isGoal)]))
  const byLength: Prefix[][] = []
  const enqueue = (prefix: Prefix): void => {
    const rest = distancesOf.get(prefix.explored)?.get(prefix.at.key)
    if (rest === undefined) return
    const length = prefix.events.length + rest
    byLength[length] = [...(byLength[length] ?? []), prefix]
  }
  for (const explored of all)
    enqueue({ explored, at: explored.start, events: [], seen: new Set([explored.start.key]) })
  const paths: EventPath[] = []
  let inspected = 0
  for (let length = 0; length < byLength.length; length += 1)
    for (let prefix = byLength[length]?.pop(); prefix !== undefined; prefix = byLength[length]?.pop()) {
      const { explored, at, events, seen } = prefix
      if (isGoal(at.snapshot)) paths.push({ explored, events })
      if (paths.length >= max || inspected > PREFIX_LIMIT) return { paths, isCut: true }
      for (const { event, to } of onePerTransition(at)) {
        inspected += 1
        if (seen.has(to)) continue
        const next = situationAt(explored, to)
        enqueue({ explored, at: next, events: [...events, event], seen: new Set([...seen, to]) })
      }
    }
  return { paths, isCut: false }
}

/** Simple paths to each state value, at most an equal share of the maximum for each. */
export const simplePaths = (all: readonly Explored[], { isEnd, max }: SearchOptions): Chosen => {
  const situations = all.flatMap((explored) => [...explored.situations.values()])
  const values = new Set(
    situations.filter(({ snapshot }) => isEnd(snapshot)).map((one) => valueIn(one.snapshot)),
  )
  const share = Math.max(1, Math.floor(max / Math.max(1, values.size)))
  const found = [...values].map((value) =>
    simplePathsTo(all, (snapshot) => valueIn(snapshot) === value, share),
  )
  const chosen = bounded(
    found.flatMap(({ paths }) => paths),
    max,
  )
  const isCut = found.some((one) => one.isCut)
  return isCut
    ? { ...chosen, bounds: [...chosen.bounds, `of the simple paths to each state, the ${share} shortest`] }
    : chosen
}

/** Goals that no path has covered yet. */
interface OpenGoals {
  readonly open: Set<string>
  /** What an explored step reaches. */
  readonly of: (explored: Explored, edge: Edge) => readonly string[]
  readonly goals: Goals
}

const hasOpenGoal = ({ open, of }: OpenGoals, explored: Explored, edge: Edge): boolean =>
  of(explored, edge).some((goal) => open.has(goal))

/** The edges to the nearest open goal, at most `reach`; null if none is that near. */
const nearest = (
  explored: Explored,
  from: string,
  openGoals: OpenGoals,
  reach: number,
): readonly Edge[] | null => {
  const seen = new Set([from])
  const queue: { readonly key: string; readonly edges: readonly Edge[] }[] = [{ key: from, edges: [] }]
  for (const { key, edges } of queue) {
    if (edges.length >= reach) return null
    for (const edge of explored.situations.get(key)?.edges ?? []) {
      if (hasOpenGoal(openGoals, explored, edge)) return [...edges, edge]
      if (seen.has(edge.to)) continue
      seen.add(edge.to)
      queue.push({ key: edge.to, edges: [...edges, edge] })
    }
  }
  return null
}

/** Extends a path from open goal to open goal until none is near or the path is long enough. */
const extended = (
  explored: Explored,
  first: readonly EventObject[],
  openGoals: OpenGoals,
  maxSteps: number,
): readonly EventObject[] => {
  const { open, goals } = openGoals
  const events: EventObject[] = []
  let { snapshot } = explored.start
  const walk = (event: EventObject): void => {
    const moved = explored.move(snapshot, event)
    for (const goal of goals.reachedBy(moved, moved.snapshot)) open.delete(goal)
    snapshot = moved.snapshot
    events.push(event)
  }
  for (const event of first) walk(event)
  for (;;) {
    const before = open.size
    const leg = nearest(explored, explored.keyOf(snapshot), openGoals, maxSteps - events.length)
    const length = events.length
    for (const { event } of leg ?? []) {
      // The snapshot may differ from the explored one in what the table does not tell apart.
      if (!snapshot.can(event)) break
      walk(event)
    }
    if (open.size === before) return leg === null ? events : events.slice(0, length)
  }
}

const edgesOf = ({ situations }: Explored): readonly Edge[] =>
  [...situations.values()].flatMap(({ edges }) => edges)

/** Every goal that an explored step reaches. */
const openGoalsOf = (all: readonly Explored[], goals: Goals): OpenGoals => {
  const reached = new Map<Edge, readonly string[]>()
  const of = (explored: Explored, edge: Edge): readonly string[] => {
    const known = reached.get(edge) ?? goals.reachedBy(edge, situationAt(explored, edge.to).snapshot)
    reached.set(edge, known)
    return known
  }
  const names = all.flatMap((explored) => edgesOf(explored).flatMap((edge) => of(explored, edge)))
  return { open: new Set(names.filter(goals.isGoal)), of, goals }
}

/** A path of one step, for a start that no goal needed: a guard may depend on the input. */
const firstStep = (explored: Explored): EventPath => {
  const [edge] = explored.start.edges
  return { explored, events: edge === undefined ? [] : [edge.event] }
}

/** Few paths that together cover every goal. Each begins with a shortest path to an open goal. */
export const coveringPaths = (all: readonly Explored[], goals: Goals, options: SearchOptions): Chosen => {
  const openGoals = openGoalsOf(all, goals)
  const paths: EventPath[] = []
  for (const explored of all) {
    for (const edge of edgesOf(explored)) {
      if (!hasOpenGoal(openGoals, explored, edge)) continue
      if (!options.isEnd(situationAt(explored, edge.to).snapshot)) continue
      const first = [...shortestPathTo(explored, situationAt(explored, edge.from)), edge.event]
      for (const goal of openGoals.of(explored, edge)) openGoals.open.delete(goal)
      paths.push({
        explored,
        events: options.hasEnd ? first : extended(explored, first, openGoals, options.maxSteps),
      })
    }
    if (goals.hasEveryStart && paths.at(-1)?.explored !== explored) paths.push(firstStep(explored))
  }
  return bounded(paths, options.max)
}
