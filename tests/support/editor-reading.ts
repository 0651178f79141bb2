/**
 * Reads a machine's tree from its text, as a statechart editor does: resolves names and targets by
 * XState's rules without XState, into the terms of `chartOf`.
 */
import type { Chart, ChartState, ChartTransition } from "@financial-links/paths"

type OneOrMany<A> = A | readonly A[]
type Named = string | { readonly type: string }

interface Turn {
  readonly target?: OneOrMany<string>
  readonly guard?: Named
  readonly actions?: OneOrMany<Named>
  readonly reenter?: boolean
  readonly description?: string
}

type Turns = OneOrMany<string | Turn>
type TurnsByEvent = Readonly<Record<string, Turns>>

interface Invoked {
  readonly id: string
  readonly src: string
  readonly onDone?: Turns
  readonly onError?: Turns
}

/** The object literal that a machine is created with. */
export interface LiteralConfig {
  readonly id?: string
  readonly type?: ChartState["kind"]
  readonly initial?: string
  readonly description?: string
  readonly tags?: OneOrMany<string>
  readonly entry?: OneOrMany<Named>
  readonly exit?: OneOrMany<Named>
  readonly invoke?: OneOrMany<Invoked>
  readonly on?: TurnsByEvent
  readonly after?: TurnsByEvent
  readonly always?: Turns
  readonly onDone?: Turns
  readonly states?: Readonly<Record<string, LiteralConfig>>
}

/** A state in the text, with its path. */
interface Place {
  readonly config: LiteralConfig
  readonly machineId: string
  readonly keys: readonly string[]
}

const isMany = <A>(given: OneOrMany<A>): given is readonly A[] => Array.isArray(given)
const listOf = <A>(given: OneOrMany<A> | undefined): readonly A[] =>
  given === undefined ? [] : isMany(given) ? given : [given]
const nameOf = (named: Named): string => (typeof named === "string" ? named : named.type)
const namesOf = (named: OneOrMany<Named> | undefined) => listOf(named).map(nameOf)

const idOf = ({ machineId, keys }: Place): string => [machineId, ...keys].join(".")

const kindOf = ({ type, states }: LiteralConfig): ChartState["kind"] =>
  type ?? (states === undefined ? "atomic" : "compound")

const stateOf = (place: Place): ChartState => {
  const { config, keys, machineId } = place
  const kind = kindOf(config)
  const below = kind === "parallel" ? Object.keys(config.states ?? {}) : listOf(config.initial)
  return {
    id: idOf(place),
    path: keys.join("."),
    name: keys.at(-1) ?? machineId,
    parent: keys.length === 0 ? null : idOf({ ...place, keys: keys.slice(0, -1) }),
    kind,
    initial: below.map((key) => `${idOf(place)}.${key}`),
    description: config.description ?? "",
    tags: listOf(config.tags),
    entry: namesOf(config.entry),
    exit: namesOf(config.exit),
    actors: listOf(config.invoke).map(({ id, src }) => ({ id, source: src })),
  }
}

/** "#machine.state" from the root, ".state" below the state itself, "state" beside it. */
const targetOf = (place: Place, target: string): string => {
  if (target.startsWith("#")) return target.slice(1)
  if (target.startsWith(".")) return `${idOf(place)}${target}`
  return `${idOf({ ...place, keys: place.keys.slice(0, -1) })}.${target}`
}

type Caused = Pick<ChartTransition, "kind" | "event"> & { readonly turns: Turns | undefined }

const causesIn = ({ config, keys, machineId }: Place): readonly Caused[] => [
  ...Object.entries(config.on ?? {}).map(([event, turns]): Caused => ({ kind: "event", event, turns })),
  ...Object.entries(config.after ?? {}).map(
    ([delay, turns]): Caused => ({ kind: "delay", event: `after ${delay}`, turns }),
  ),
  ...listOf(config.invoke).flatMap(({ id, onDone, onError }): readonly Caused[] => [
    { kind: "done", event: `done ${id}`, turns: onDone },
    { kind: "error", event: `error ${id}`, turns: onError },
  ]),
  { kind: "done", event: `done ${keys.at(-1) ?? machineId}`, turns: config.onDone },
  { kind: "always", event: "always", turns: config.always },
]

const transitionsOf = (place: Place): readonly ChartTransition[] =>
  causesIn(place).flatMap(({ kind, event, turns }) =>
    listOf(turns).map((given, index): ChartTransition => {
      const turn: Turn = typeof given === "string" ? { target: given } : given
      return {
        id: `${idOf(place)}|${event}|${index}`,
        source: idOf(place),
        targets: listOf(turn.target).map((target) => targetOf(place, target)),
        kind,
        event,
        guard: turn.guard === undefined ? null : nameOf(turn.guard),
        actions: namesOf(turn.actions),
        reenter: turn.reenter ?? false,
        description: turn.description ?? "",
      }
    }),
  )

const placesIn = (place: Place): readonly Place[] => [
  place,
  ...Object.entries(place.config.states ?? {}).flatMap(([key, config]) =>
    placesIn({ ...place, config, keys: [...place.keys, key] }),
  ),
]

/** The chart, read from the text alone. */
export const readingOf = (config: LiteralConfig): Chart => {
  const { id = "(machine)", description = "" } = config
  const places = placesIn({ config, machineId: id, keys: [] })
  return { id, description, states: places.map(stateOf), transitions: places.flatMap(transitionsOf) }
}
