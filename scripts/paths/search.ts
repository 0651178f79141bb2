/**
 * Three ways to choose paths among everything that was explored. Each gives lists of events from
 * the start, which are then walked for what they really take.
 */
import type { AnyMachineSnapshot, EventObject } from "xstate"
import type { Edge, Explored, Situation } from "./explore.ts"

export interface Way {
  readonly explored: Explored
  readonly events: readonly EventObject[]
}

export interface Chosen {
  readonly ways: readonly Way[]
  /** What was left out, in sentences. */
  readonly bounds: readonly string[]
}

export interface Wanted {
  /** Whether a state is one that the paths have to end in. */
  readonly isEnd: (snapshot: AnyMachineSnapshot) => boolean
  /** True where an end was asked for. */
  readonly hasEnd: boolean
  readonly max: number
  /** The longest path that joins several transitions. */
  readonly maxSteps: number
  /** True where a transition also has to be taken where it changes what it can change. */
  readonly isThorough: boolean
}

/** Edges that `simple` looks at for one state before it gives up. */
const PREFIX_LIMIT = 5_000

const situationAt = (explored: Explored, key: string): Situation => {
  const situation = explored.situations.get(key)
  if (situation === undefined) throw new Error("a step leads to a situation that was not explored")
  return situation
}

/**
 * A shortest list of events from the start to this situation; walking it gives this very situation.
 */
const wayTo = (explored: Explored, situation: Situation): readonly EventObject[] => {
  const events: EventObject[] = []
  for (let at = situation; at.found !== null; at = situationAt(explored, at.found.from))
    events.unshift(at.found.event)
  return events
}

const bounded = (ways: readonly Way[], max: number): Chosen => ({
  ways: ways.slice(0, max),
  bounds:
    ways.length > max
      ? [
          `${ways.length - max} more ${ways.length === max + 1 ? "path was" : "paths were"} found than asked for`,
        ]
      : [],
})

const valueIn = ({ value }: AnyMachineSnapshot): string => JSON.stringify(value)

/** One way to each state value. */
export const shortestWays = (all: readonly Explored[], { isEnd, max }: Wanted): Chosen => {
  const best = new Map<string, Situation & { readonly explored: Explored }>()
  for (const explored of all)
    for (const situation of explored.situations.values()) {
      const value = valueIn(situation.snapshot)
      const known = best.get(value)
      if (!isEnd(situation.snapshot) || (known !== undefined && known.depth <= situation.depth)) continue
      best.set(value, { ...situation, explored })
    }
  const ways = [...best.values()].map((found) => ({
    explored: found.explored,
    events: wayTo(found.explored, found),
  }))
  return bounded(
    ways.toSorted((a, b) => a.events.length - b.events.length),
    max,
  )
}

interface Prefix {
  readonly explored: Explored
  readonly at: Situation
  readonly events: readonly EventObject[]
  readonly seen: ReadonlySet<string>
}

/** Of several events that take the same transitions to the same place, the first stands for all. */
const onePerTransition = ({ edges }: Situation): readonly Edge[] => {
  const seen = new Set<string>()
  return edges.filter(({ taken, to }) => {
    const name = JSON.stringify([taken, to])
    return !seen.has(name) && seen.add(name)
  })
}

/**
 * How many steps it is from each situation to the nearest one that `isGoal`; those from which none
 * can be reached are left out.
 */
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
 * The shortest simple ways to a goal, at most `max`: whichever prefix promises the shortest whole
 * is lengthened first.
 */
const simpleWaysTo = (
  all: readonly Explored[],
  isGoal: (snapshot: AnyMachineSnapshot) => boolean,
  max: number,
): { readonly ways: readonly Way[]; readonly isCut: boolean } => {
  const left = new Map(all.map((explored) => [explored, distances(explored, isGoal)]))
  const areas: Prefix[][] = []
  const shelve = (prefix: Prefix): void => {
    const rest = left.get(prefix.explored)?.get(prefix.at.key)
    if (rest === undefined) return
    const length = prefix.events.length + rest
    areas[length] = [...(areas[length] ?? []), prefix]
  }
  for (const explored of all)
    shelve({ explored, at: explored.start, events: [], seen: new Set([explored.start.key]) })
  const ways: Way[] = []
  let looked = 0
  for (let length = 0; length < areas.length; length += 1)
    for (let prefix = areas[length]?.pop(); prefix !== undefined; prefix = areas[length]?.pop()) {
      const { explored, at, events, seen } = prefix
      if (isGoal(at.snapshot)) ways.push({ explored, events })
      if (ways.length >= max || looked > PREFIX_LIMIT) return { ways, isCut: true }
      for (const { event, to } of onePerTransition(at)) {
        looked += 1
        if (seen.has(to)) continue
        const next = situationAt(explored, to)
        shelve({ explored, at: next, events: [...events, event], seen: new Set([...seen, to]) })
      }
    }
  return { ways, isCut: false }
}

/** Simple ways to each state value, its share of the maximum for each. */
export const simpleWays = (all: readonly Explored[], { isEnd, max }: Wanted): Chosen => {
  const situations = all.flatMap((explored) => [...explored.situations.values()])
  const values = new Set(
    situations.filter(({ snapshot }) => isEnd(snapshot)).map((one) => valueIn(one.snapshot)),
  )
  const share = Math.max(1, Math.floor(max / Math.max(1, values.size)))
  const found = [...values].map((value) =>
    simpleWaysTo(all, (snapshot) => valueIn(snapshot) === value, share),
  )
  const chosen = bounded(
    found.flatMap(({ ways }) => ways),
    max,
  )
  const isCut = found.some((one) => one.isCut)
  return isCut
    ? { ...chosen, bounds: [...chosen.bounds, `of the simple paths to each state, the ${share} shortest`] }
    : chosen
}

const feats = ({ taken, changes }: Pick<Edge, "taken" | "changes">): readonly string[] => [
  ...taken,
  ...changes,
]

/**
 * The nearest edge that does something of `open`, and the edges that lead to it; null where there
 * is none within `reach` steps.
 */
const nearest = (
  explored: Explored,
  from: string,
  open: ReadonlySet<string>,
  reach: number,
): readonly Edge[] | null => {
  const seen = new Set([from])
  const queue: { readonly key: string; readonly edges: readonly Edge[] }[] = [{ key: from, edges: [] }]
  for (const { key, edges } of queue) {
    if (edges.length >= reach) return null
    for (const edge of explored.situations.get(key)?.edges ?? []) {
      if (feats(edge).some((feat) => open.has(feat))) return [...edges, edge]
      if (seen.has(edge.to)) continue
      seen.add(edge.to)
      queue.push({ key: edge.to, edges: [...edges, edge] })
    }
  }
  return null
}

/**
 * Walks on from one thing not yet done to the next, until none is near or the path is long enough.
 */
const extended = (
  explored: Explored,
  first: readonly EventObject[],
  open: Set<string>,
  maxSteps: number,
): readonly EventObject[] => {
  const events: EventObject[] = []
  let { snapshot } = explored.start
  const walk = (event: EventObject): void => {
    const moved = explored.move(snapshot, event)
    for (const feat of feats(moved)) open.delete(feat)
    snapshot = moved.snapshot
    events.push(event)
  }
  for (const event of first) walk(event)
  for (;;) {
    const before = open.size
    const leg = nearest(explored, explored.keyOf(snapshot), open, maxSteps - events.length)
    const length = events.length
    for (const { event } of leg ?? []) {
      // What was explored may differ in what the table does not tell apart.
      if (!snapshot.can(event)) break
      walk(event)
    }
    if (open.size === before) return leg === null ? events : events.slice(0, length)
  }
}

/**
 * What the ways have to do: take every transition of `ids` and, where it is asked for, change all
 * that these can change.
 */
const openAtFirst = (
  edges: readonly Edge[],
  ids: ReadonlySet<string>,
  { isThorough }: Wanted,
): Set<string> => {
  const wanted = isThorough ? edges.filter(({ taken }) => taken.some((id) => ids.has(id))) : []
  return new Set([...ids, ...wanted.flatMap(({ changes }) => changes)])
}

/**
 * Where nothing of what is wanted has needed this start, a first step from it: what is begun with
 * may be what a guard asks about.
 */
const opening = (explored: Explored): Way => {
  const [edge] = explored.start.edges
  return { explored, events: edge === undefined ? [] : [edge.event] }
}

/**
 * Few ways that together do everything that is wanted; each begins with a shortest way to something not yet done. Where they are to be thorough, at least
 * one begins at each start.
 */
export const coveringWays = (all: readonly Explored[], ids: ReadonlySet<string>, wanted: Wanted): Chosen => {
  const edgesOf = ({ situations }: Explored) => [...situations.values()].flatMap(({ edges }) => edges)
  const open = openAtFirst(all.flatMap(edgesOf), ids, wanted)
  const ways: Way[] = []
  for (const explored of all) {
    for (const edge of edgesOf(explored)) {
      if (!feats(edge).some((feat) => open.has(feat))) continue
      if (!wanted.isEnd(situationAt(explored, edge.to).snapshot)) continue
      const first = [...wayTo(explored, situationAt(explored, edge.from)), edge.event]
      for (const feat of feats(edge)) open.delete(feat)
      ways.push({
        explored,
        events: wanted.hasEnd ? first : extended(explored, first, open, wanted.maxSteps),
      })
    }
    if (wanted.isThorough && ways.at(-1)?.explored !== explored) ways.push(opening(explored))
  }
  return bounded(ways, wanted.max)
}
