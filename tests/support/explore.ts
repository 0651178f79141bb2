/**
 * Walks a machine with pure transitions: every state it can reach with these events, and every
 * transition it declares that was taken on the way.
 */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  initialTransition,
  type SnapshotFrom,
  type StateNode,
  transition,
} from "xstate"

/** The state that these events lead to from `first`. */
export const fold = <M extends AnyStateMachine>(
  machine: M,
  first: SnapshotFrom<M>,
  events: readonly EventFromLogic<M>[],
): SnapshotFrom<M> =>
  events.reduce<SnapshotFrom<M>>((snapshot, event) => transition(machine, snapshot, event)[0], first)

/** "reconciling.asking" */
export const pathOf = (value: AnyMachineSnapshot["value"]): string =>
  typeof value === "string"
    ? value
    : Object.entries(value)
        .map(([name, inner]) => (inner === undefined ? name : `${name}.${pathOf(inner)}`))
        .join(" ")

const nodesOf = (node: StateNode): readonly StateNode[] => [
  node,
  ...Object.values(node.states).flatMap((child) => nodesOf(child)),
]

export interface Explored {
  /** States reached, as "reconciling.asking". */
  readonly states: ReadonlySet<string>
  /** States that exist and were not reached. */
  readonly unreached: readonly string[]
  /** Declared transitions that were never taken, as "confirming → order.back". */
  readonly untaken: readonly string[]
}

const signature = (snapshot: AnyMachineSnapshot, bound: (snapshot: AnyMachineSnapshot) => unknown): string =>
  JSON.stringify([snapshot.value, bound(snapshot)])

/** Breadth first over all events; two snapshots count as one where value and `bound` agree. */
export const explore = (
  machine: AnyStateMachine,
  events: readonly { readonly type: string }[],
  bound: (snapshot: AnyMachineSnapshot) => unknown,
  input?: unknown,
): Explored => {
  const [first] = initialTransition(machine, input)
  const seen = new Set([signature(first, bound)])
  const states = new Set<string>()
  const taken = new Set<string>()
  const queue: AnyMachineSnapshot[] = [first]
  for (let snapshot = queue.shift(); snapshot !== undefined; snapshot = queue.shift()) {
    states.add(pathOf(snapshot.value))
    for (const event of events) {
      for (const declared of machine.getTransitionData(snapshot, event))
        taken.add(`${declared.source.path.join(".")} → ${declared.eventType} #${indexOf(declared)}`)
      const [next] = transition(machine, snapshot, event)
      const sign = signature(next, bound)
      if (seen.has(sign) || seen.size > 20_000) continue
      seen.add(sign)
      queue.push(next)
    }
  }
  const nodes = nodesOf(machine.root)
  const reached = [...states]
  const isReached = (node: StateNode) =>
    node.path.length === 0 ||
    reached.some((state) => `${state}.`.startsWith(`${node.path.join(".")}.`)) ||
    // A state that is left at once is never rested in.
    (node.always?.length ?? 0) > 0
  return {
    states,
    unreached: nodes.filter((node) => !isReached(node)).map((node) => node.path.join(".")),
    untaken: nodes
      .flatMap((node) => [...node.transitions.values()].flat())
      .map((declared) => `${declared.source.path.join(".")} → ${declared.eventType} #${indexOf(declared)}`)
      .filter((name) => !name.includes("→ xstate.") && !taken.has(name)),
  }
}

interface Declared {
  readonly source: StateNode
  readonly eventType: string
}

/** Which of several guarded transitions for the same event it is. */
const indexOf = (declared: Declared & object): number =>
  (declared.source.transitions.get(declared.eventType) ?? []).findIndex((each) => Object.is(each, declared))
