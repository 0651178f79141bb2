/**
 * What a fold of its events cannot rebuild of a machine. A fold runs no effects: an actor with a state of
 * its own never receives anything, and timers and promises are gone after a reload.
 */
import {
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createEmptyActor,
  StateMachine,
} from "xstate"

/** The machine keeps state where its journal does not: a stream of it would lose that state silently. */
export class NotRebuildable extends Error {
  /** A sentence for each loss, with the state or the actor. */
  readonly losses: readonly string[]

  constructor(machine: string, losses: readonly string[]) {
    super(`the machine ${machine} cannot be rebuilt from its events: ${losses.join("; ")}`)
    this.name = "NotRebuildable"
    this.losses = losses
  }
}

const isLogic = (value: unknown): value is AnyActorLogic =>
  typeof value === "object" && value !== null && "transition" in value && "getInitialSnapshot" in value

const self = createEmptyActor()
const scope = {
  ...{ self, system: self.system, id: "", sessionId: "" },
  ...{ logger: () => {}, defer: () => {}, emit: () => {}, stopChild: () => {}, actionExecutor: () => {} },
}

/** The snapshot before and after an event, of logic that needs no input for it; else null. */
const probed = (
  logic: AnyActorLogic,
  event: { readonly type: string },
): readonly [unknown, unknown] | null => {
  try {
    const before: unknown = logic.getInitialSnapshot(scope, undefined)
    return [before, logic.transition(before, event, scope)]
  } catch {
    return null
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** A machine, a transition or a store. */
const hasState = (logic: AnyActorLogic): boolean =>
  logic instanceof StateMachine || fieldOf(probed(logic, { type: "" })?.[0], "context") !== undefined

const known = new WeakMap<AnyActorLogic, boolean>()

/** XState marks no logic as a promise: only a promise ends by this event of its own. */
const isPromise = (logic: AnyActorLogic): boolean => {
  const isEnded = () => fieldOf(probed(logic, { type: "xstate.promise.resolve" })?.[1], "status") === "done"
  const answer = known.get(logic) ?? (!(logic instanceof StateMachine) && isEnded())
  known.set(logic, answer)
  return answer
}

export const isPromiseActor = (actor: unknown): boolean => {
  const logic = fieldOf(actor, "logic")
  return isLogic(logic) && isPromise(logic)
}

const invokesOf = ({ config }: AnyStateNode): readonly unknown[] => [config.invoke ?? []].flat()

/** The logic of what a state invokes: by its name in `setup`, else written there. */
const logicOf = (machine: AnyStateMachine, node: AnyStateNode, index: number): unknown => {
  const source = fieldOf(invokesOf(node)[index], "src")
  return typeof source === "string" ? machine.implementations.actors[source] : source
}

const RESUMED = "journal.resumed"

const lossesIn = (node: AnyStateNode, isResumedAbove: boolean): readonly string[] => {
  const isResumed = isResumedAbove || node.transitions.has(RESUMED)
  const invoked = node.invoke.flatMap(({ id }, index) => {
    const logic = logicOf(node.machine, node, index)
    if (!isLogic(logic)) return []
    if (hasState(logic))
      return [`${node.id} invokes ${id}, which has a state of its own: give it its own stream`]
    if (isResumed || !isPromise(logic)) return []
    return [`${node.id} waits for the promise ${id}, which does not run again: let it take ${RESUMED}`]
  })
  const timers =
    isResumed || node.after.length === 0
      ? []
      : [`${node.id} has a timer, which does not run after a reload: let it take ${RESUMED}`]
  const inner = Object.values(node.states).flatMap((child) => lossesIn(child, isResumed))
  return [...invoked, ...timers, ...inner]
}

const sourcesIn = (node: AnyStateNode): readonly unknown[] => [
  ...invokesOf(node).map((invoked) => fieldOf(invoked, "src")),
  ...Object.values(node.states).flatMap(sourcesIn),
]

/** Actors of `setup` that no state invokes: actions spawn them. */
const spawnable = (machine: AnyStateMachine): readonly string[] => {
  const invoked = new Set(sourcesIn(machine.root))
  return Object.entries(machine.implementations.actors).flatMap(([name, logic]) =>
    !invoked.has(name) && isLogic(logic) && hasState(logic)
      ? [`${machine.id} has the actor ${name}, which has a state of its own: give it its own stream`]
      : [],
  )
}

/** Throws `NotRebuildable` for what the machine's declaration shows. */
export const checkMachine = (machine: AnyStateMachine): void => {
  const losses = [...lossesIn(machine.root, false), ...spawnable(machine)]
  if (losses.length > 0) throw new NotRebuildable(machine.id, losses)
}

/** Throws `NotRebuildable` for actors with a state that the machine has spawned. */
export const checkChildren = ({ machine, children }: AnyMachineSnapshot): void => {
  const losses = Object.entries(children).flatMap(([id, child]) => {
    const logic: unknown = fieldOf(child, "logic")
    return isLogic(logic) && hasState(logic) ? [`it has spawned ${id}, which has a state of its own`] : []
  })
  if (losses.length > 0) throw new NotRebuildable(machine.id, losses)
}
