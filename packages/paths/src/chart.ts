/**
 * A machine as a plain graph of states and transitions. The charts of docs/machines.md, the console
 * and the generated paths all use the ids of this file: `chartOf(machine)` returns the graph,
 * `transitionId` the id of a transition taken at run time, `stateName` the text for a state value.
 */
import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  EventObject,
  StateNode,
  StateValue,
} from "xstate"

/** An actor that a state invokes. */
export interface ChartActor {
  readonly id: string
  /** Its name in the machine's setup. */
  readonly source: string
}

export interface ChartState {
  /** The id of XState, "withdrawal.reconciling.asking"; unique in the chart. */
  readonly id: string
  /** Path from the root, "reconciling.asking"; "" for the root itself. */
  readonly path: string
  readonly name: string
  /** Id of the parent state; null for the root. */
  readonly parent: string | null
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history"
  /** Ids of the child states entered by default. */
  readonly initial: readonly string[]
  readonly description: string
  readonly tags: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  readonly actors: readonly ChartActor[]
}

export interface ChartTransition {
  /**
   * Source state, event, and index among the transitions of that event:
   * "withdrawal.reviewing|withdrawal.submit|0".
   */
  readonly id: string
  /** Id of the state that declares it. */
  readonly source: string
  /** Ids of the target states; empty if it only runs actions. */
  readonly targets: readonly string[]
  readonly kind: "event" | "delay" | "always" | "done" | "error"
  /** The trigger: an event type, "after requestTimeout", "always", "done attempt". */
  readonly event: string
  readonly guard: string | null
  readonly actions: readonly string[]
  /** True if the state is exited and entered again. */
  readonly reenter: boolean
  readonly description: string
}

export interface Chart {
  readonly id: string
  readonly description: string
  /** Parents before children, in source order. */
  readonly states: readonly ChartState[]
  readonly transitions: readonly ChartTransition[]
}

const ANONYMOUS = "(unnamed)"

/** The name by which a machine refers to a guard, an action or an actor. */
const nameOf = (thing: unknown): string => {
  if (typeof thing === "string") return thing
  if (typeof thing === "object" && thing !== null && "type" in thing && typeof thing.type === "string")
    return thing.type
  if (typeof thing !== "function") return ANONYMOUS
  return "type" in thing && typeof thing.type === "string" ? thing.type : thing.name || ANONYMOUS
}

const PREFIXES = [
  ["xstate.after.", "delay", "after "],
  ["xstate.done.actor.", "done", "done "],
  ["xstate.done.state.", "done", "done "],
  ["xstate.error.actor.", "error", "error "],
] as const

/**
 * The trigger, with the name of the delay or the actor in place of XState's internal event type.
 */
const eventOf = (source: StateNode, type: string): Pick<ChartTransition, "event" | "kind"> => {
  if (type === "") return { event: "always", kind: "always" }
  for (const [prefix, kind, word] of PREFIXES) {
    if (!type.startsWith(prefix)) continue
    const rest = type.slice(prefix.length)
    const own = `.${source.id}`
    const name = rest === source.id ? source.key : rest.endsWith(own) ? rest.slice(0, -own.length) : rest
    return { event: `${word}${name}`, kind }
  }
  return { event: type, kind: "event" }
}

const siblingsOf = (source: StateNode, type: string): readonly object[] =>
  (type === "" ? source.always : source.transitions.get(type)) ?? []

/** Id of a transition in the chart; equal for every run and every copy of the machine. */
export const transitionId = (taken: AnyTransitionDefinition): string => {
  const source: StateNode = taken.source
  const index = siblingsOf(source, taken.eventType).indexOf(taken)
  return `${source.id}|${eventOf(source, taken.eventType).event}|${index}`
}

/** True for an event that a descriptor names, "mouse.*" and "*" included. */
export const isDescribedBy = (descriptor: string, type: string): boolean =>
  descriptor === type ||
  descriptor === "*" ||
  (descriptor.endsWith(".*") && `${type}.`.startsWith(descriptor.slice(0, -1)))

/** Ids of the transitions that the active states have for an event, whether or not a guard refuses. */
export const candidatesOf = ({ _nodes }: AnyMachineSnapshot, { type }: EventObject): readonly string[] =>
  _nodes.flatMap((node) =>
    [...node.transitions]
      .filter(([descriptor]) => isDescribedBy(descriptor, type))
      .flatMap(([, transitions]) => transitions.map(transitionId)),
  )

/** A key as part of a name: in quotes where a blank, a dot or a quote would mislead. */
const keyText = (key: string): string => (/^[^\s."\\]+$/u.test(key) ? key : JSON.stringify(key))

const nameOfKeys = (keys: readonly string[]): string => keys.map(keyText).join(".")

/** The keys of each leaf, from the root. */
const leafKeys = (value: StateValue): readonly (readonly string[])[] =>
  typeof value === "string"
    ? [[value]]
    : Object.entries(value).flatMap(([key, inner]) => {
        const below = inner === undefined ? [] : leafKeys(inner)
        return below.length === 0 ? [[key]] : below.map((keys) => [key, ...keys])
      })

/**
 * Text of a state value: "reconciling.asking"; of parallel states "notice.shown question.open". A key
 * with a blank, a dot or a quote is in quotes: `"in progress".asking`.
 */
export const stateName = (value: StateValue): string => leafKeys(value).map(nameOfKeys).join(" ")

/** The names of the parallel states in a name. */
export const partsOf = (name: string): readonly string[] => name.match(/(?:"(?:[^"\\]|\\.)*"|[^\s"])+/g) ?? []

/** The keys of one state in a name. */
export const keysOf = (part: string): readonly string[] =>
  (part.match(/"(?:[^"\\]|\\.)*"|[^."]+/g) ?? []).map((key) =>
    key.startsWith('"') ? String(JSON.parse(key)) : key,
  )

/** Without the actions that XState adds for delays. */
const actionsOf = (actions: readonly unknown[]): readonly string[] =>
  actions.map(nameOf).filter((name) => name !== "xstate.raise" && name !== "xstate.cancel")

const stateOf = (node: StateNode): ChartState => ({
  id: node.id,
  path: nameOfKeys(node.path),
  name: node.key,
  parent: node.parent?.id ?? null,
  kind: node.type,
  initial:
    node.type === "compound"
      ? node.initial.target.map(({ id }) => id)
      : node.type === "parallel"
        ? Object.values(node.states).map(({ id }) => id)
        : [],
  description: node.description ?? "",
  tags: node.tags,
  entry: actionsOf(node.entry),
  exit: actionsOf(node.exit),
  actors: node.invoke.map(({ id, src }) => ({ id, source: nameOf(src) })),
})

const transitionOf = (source: StateNode, taken: AnyTransitionDefinition): ChartTransition => ({
  id: transitionId(taken),
  source: source.id,
  targets: (taken.target ?? []).map(({ id }) => id),
  ...eventOf(source, taken.eventType),
  guard: taken.guard === undefined ? null : nameOf(taken.guard),
  actions: taken.actions.map(nameOf),
  reenter: taken.reenter,
  description: taken.description ?? "",
})

const nodesOf = (node: StateNode): readonly StateNode[] => [
  node,
  ...Object.values(node.states).flatMap((child) => nodesOf(child)),
]

/** The graph of a machine. Inline implementations are called "(unnamed)". */
export const chartOf = (machine: AnyStateMachine): Chart => {
  const nodes = nodesOf(machine.root)
  return {
    id: machine.id,
    description: machine.root.description ?? "",
    states: nodes.map(stateOf),
    transitions: nodes.flatMap((node) =>
      [...node.transitions.values(), node.always ?? []].flat().map((taken) => transitionOf(node, taken)),
    ),
  }
}
