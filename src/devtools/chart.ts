/**
 * A machine as a plain graph, read from the machine itself: its states, and its transitions with event, guard, actions, delay and description. Everything that
 * draws, counts or walks a machine (the charts of docs/machines, the console, the generated paths) names states and transitions as this file does:
 * `chartOf(machine)` gives the graph, `transitionId` the name under which a transition taken at run time stands in it, `stateName` what a state value is called.
 */
import type { AnyStateMachine, AnyTransitionDefinition, StateNode, StateValue } from "xstate"

/** An actor that runs while its state is active. */
export interface ChartActor {
  readonly id: string
  /** The name under which the machine's setup declares it. */
  readonly source: string
}

export interface ChartState {
  /** As XState names it, "withdrawal.reconciling.asking"; unique in the chart. */
  readonly id: string
  /** From the machine's root, "reconciling.asking"; "" for the root itself. */
  readonly path: string
  readonly name: string
  /** Id of the state around it; null for the root. */
  readonly parent: string | null
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history"
  /** Ids of the states entered with this one. */
  readonly initial: readonly string[]
  readonly description: string
  readonly tags: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  readonly actors: readonly ChartActor[]
}

export interface ChartTransition {
  /** Machine and state, event, and which of several for that event: "withdrawal.reviewing|withdrawal.submit|0". */
  readonly id: string
  /** Id of the state in which it is declared. */
  readonly source: string
  /** Ids of the states it leads to; empty where it leads nowhere and only acts. */
  readonly targets: readonly string[]
  readonly kind: "event" | "delay" | "always" | "done" | "error"
  /** What sets it off: an event's type, "after requestTimeout", "always", "done attempt". */
  readonly event: string
  readonly guard: string | null
  readonly actions: readonly string[]
  /** True where the state is left and entered again although it stays active. */
  readonly reenter: boolean
  readonly description: string
}

export interface Chart {
  readonly id: string
  readonly description: string
  /** Parents before children, in the order of the file. */
  readonly states: readonly ChartState[]
  readonly transitions: readonly ChartTransition[]
}

const ANONYMOUS = "(unnamed)"

/** The name of a guard, an action or an actor as the machine refers to it. */
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

/** What XState calls a transition's event, as a person would: the delay's or the actor's name instead of an internal one. */
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

/** The name of a transition in the chart of its machine; the same for each run and each copy of the machine. */
export const transitionId = (taken: AnyTransitionDefinition): string => {
  const source: StateNode = taken.source
  const index = siblingsOf(source, taken.eventType).indexOf(taken)
  return `${source.id}|${eventOf(source, taken.eventType).event}|${index}`
}

/** What a state value is called: "reconciling.asking", and for states side by side "notice.shown question.open". */
export const stateName = (value: StateValue): string =>
  typeof value === "string"
    ? value
    : Object.entries(value)
        .map(([name, inner]) => {
          const below = inner === undefined ? "" : stateName(inner)
          return below === ""
            ? name
            : below
                .split(" ")
                .map((each) => `${name}.${each}`)
                .join(" ")
        })
        .join(" ")

/** Without what XState adds by itself to keep the delays of a state. */
const actionsOf = (actions: readonly unknown[]): readonly string[] =>
  actions.map(nameOf).filter((name) => name !== "xstate.raise" && name !== "xstate.cancel")

const stateOf = (node: StateNode): ChartState => ({
  id: node.id,
  path: node.path.join("."),
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

/** Reads the graph of a machine. Throws nothing; what has no name in the machine is called "(unnamed)". */
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
