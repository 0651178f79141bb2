/**
 * Every mutant of a machine: one transition, guard or action removed in memory; the machine stays
 * unchanged.
 */
import { type AnyStateMachine, StateMachine } from "xstate"

/** The limit of transitions without an event; a mutant in an endless loop stops there. */
const MAX_MICROSTEPS = 100

export type MutantKind = "transition" | "guard" | "action"

/** A machine without one transition, guard or action. */
export interface Mutant {
  /**
   * The removed element by its name in the chart: "order.confirming|order.back|0", "… without
   * action dropNotice".
   */
  readonly id: string
  readonly kind: MutantKind
  readonly make: () => AnyStateMachine
}

/** A path in a machine's config. */
type ConfigPath = readonly (string | number)[]

interface Cut {
  readonly id: string
  readonly kind: MutantKind
  readonly path: ConfigPath
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}

/** A value or list of values, each with its path. */
const each = (
  value: unknown,
  path: ConfigPath,
): readonly { readonly value: unknown; readonly path: ConfigPath }[] => {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [{ value, path }]
  return value.map((one, index) => ({ value: one, path: [...path, index] }))
}

const nameOf = (value: unknown): string =>
  typeof value === "string" ? value : String(fieldsOf(value).type ?? "(unnamed)")

const actionCuts = (value: unknown, path: ConfigPath, of: string): readonly Cut[] =>
  each(value, path).map((action) => ({
    id: `${of} ${nameOf(action.value)}`,
    kind: "action",
    path: action.path,
  }))

/** The transitions of one event and their guards and actions. */
const transitionCuts = (value: unknown, path: ConfigPath, of: string): readonly Cut[] =>
  each(value, path).flatMap((transition, index) => {
    const id = `${of}|${index}`
    const { guard, actions } = fieldsOf(transition.value)
    const guards: readonly Cut[] =
      guard === undefined
        ? []
        : [
            {
              id: `${id} without guard ${nameOf(guard)}`,
              kind: "guard",
              path: [...transition.path, "guard"],
            },
          ]
    return [
      { id, kind: "transition", path: transition.path },
      ...guards,
      ...actionCuts(actions, [...transition.path, "actions"], `${id} without action`),
    ]
  })

const byEvent = (value: unknown, path: ConfigPath, of: (event: string) => string): readonly Cut[] =>
  Object.entries(fieldsOf(value)).flatMap(([event, transitions]) =>
    transitionCuts(transitions, [...path, event], of(event)),
  )

const actorCuts = (value: unknown, path: ConfigPath, state: string): readonly Cut[] =>
  each(value, path).flatMap((actor) => {
    const { id, onDone, onError } = fieldsOf(actor.value)
    return [
      ...transitionCuts(onDone, [...actor.path, "onDone"], `${state}|done ${id}`),
      ...transitionCuts(onError, [...actor.path, "onError"], `${state}|error ${id}`),
    ]
  })

const stateCuts = (state: unknown, path: ConfigPath, id: string, key: string): readonly Cut[] => {
  const { entry, exit, on, after, always, invoke, onDone, states } = fieldsOf(state)
  return [
    ...actionCuts(entry, [...path, "entry"], `${id} without entry`),
    ...actionCuts(exit, [...path, "exit"], `${id} without exit`),
    ...byEvent(on, [...path, "on"], (event) => `${id}|${event}`),
    ...byEvent(after, [...path, "after"], (delay) => `${id}|after ${delay}`),
    ...transitionCuts(always, [...path, "always"], `${id}|always`),
    ...transitionCuts(onDone, [...path, "onDone"], `${id}|done ${key}`),
    ...actorCuts(invoke, [...path, "invoke"], id),
    ...Object.entries(fieldsOf(states)).flatMap(([name, child]) =>
      stateCuts(child, [...path, "states", name], `${id}.${name}`, name),
    ),
  ]
}

/** The value without the element at a path. */
const without = (value: unknown, [head, ...rest]: ConfigPath): unknown => {
  const isHere = rest.length === 0
  if (Array.isArray(value))
    return isHere
      ? value.filter((_, index) => index !== head)
      : value.map((one, index) => (index === head ? without(one, rest) : one))
  const entries = Object.entries(fieldsOf(value))
  return Object.fromEntries(
    isHere
      ? entries.filter(([key]) => key !== head)
      : entries.map(([key, inner]) => [key, key === head ? without(inner, rest) : inner]),
  )
}

const isConfig = (value: unknown): value is AnyStateMachine["config"] =>
  typeof value === "object" && value !== null && "id" in value

/** Every mutant of a machine, created lazily. */
export const mutantsOf = (machine: AnyStateMachine): readonly Mutant[] =>
  stateCuts(machine.config, [], machine.id, machine.id).map(({ id, kind, path }) => ({
    id,
    kind,
    make: () => {
      const config = without(machine.config, path)
      if (!isConfig(config)) throw new Error(`the machine ${machine.id} has no config left`)
      return new StateMachine(
        { ...config, options: { maxIterations: MAX_MICROSTEPS } },
        machine.implementations,
      )
    },
  }))
