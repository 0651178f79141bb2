/** Every way to take one transition, one guard or one action out of a machine, in memory; the machine itself stays as it is. */
import { type AnyStateMachine, StateMachine } from "xstate"

/** A mutant whose transitions follow each other without an end is stopped after so many. */
const MAX_MICROSTEPS = 100

export type MutantKind = "transition" | "guard" | "action"

/** A machine that lacks one thing. */
export interface Mutant {
  /** What is missing, by the names of the chart: "order.confirming|order.back|0", "… without action dropNotice". */
  readonly id: string
  readonly kind: MutantKind
  readonly make: () => AnyStateMachine
}

/** Where something stands in a machine's config. */
type Place = readonly (string | number)[]

interface Cut {
  readonly id: string
  readonly kind: MutantKind
  readonly place: Place
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}

/** One thing or a list of things, each with its place. */
const each = (
  value: unknown,
  place: Place,
): readonly { readonly value: unknown; readonly place: Place }[] => {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [{ value, place }]
  return value.map((one, index) => ({ value: one, place: [...place, index] }))
}

const nameOf = (value: unknown): string =>
  typeof value === "string" ? value : String(fieldsOf(value).type ?? "(unnamed)")

const actionCuts = (value: unknown, place: Place, of: string): readonly Cut[] =>
  each(value, place).map((action) => ({
    id: `${of} ${nameOf(action.value)}`,
    kind: "action",
    place: action.place,
  }))

/** The transitions for one event, and what each of them holds. */
const transitionCuts = (value: unknown, place: Place, of: string): readonly Cut[] =>
  each(value, place).flatMap((transition, index) => {
    const id = `${of}|${index}`
    const { guard, actions } = fieldsOf(transition.value)
    const guards: readonly Cut[] =
      guard === undefined
        ? []
        : [
            {
              id: `${id} without guard ${nameOf(guard)}`,
              kind: "guard",
              place: [...transition.place, "guard"],
            },
          ]
    return [
      { id, kind: "transition", place: transition.place },
      ...guards,
      ...actionCuts(actions, [...transition.place, "actions"], `${id} without action`),
    ]
  })

const byEvent = (value: unknown, place: Place, of: (event: string) => string): readonly Cut[] =>
  Object.entries(fieldsOf(value)).flatMap(([event, transitions]) =>
    transitionCuts(transitions, [...place, event], of(event)),
  )

const actorCuts = (value: unknown, place: Place, state: string): readonly Cut[] =>
  each(value, place).flatMap((actor) => {
    const { id, onDone, onError } = fieldsOf(actor.value)
    return [
      ...transitionCuts(onDone, [...actor.place, "onDone"], `${state}|done ${id}`),
      ...transitionCuts(onError, [...actor.place, "onError"], `${state}|error ${id}`),
    ]
  })

const stateCuts = (state: unknown, place: Place, id: string, key: string): readonly Cut[] => {
  const { entry, exit, on, after, always, invoke, onDone, states } = fieldsOf(state)
  return [
    ...actionCuts(entry, [...place, "entry"], `${id} without entry`),
    ...actionCuts(exit, [...place, "exit"], `${id} without exit`),
    ...byEvent(on, [...place, "on"], (event) => `${id}|${event}`),
    ...byEvent(after, [...place, "after"], (delay) => `${id}|after ${delay}`),
    ...transitionCuts(always, [...place, "always"], `${id}|always`),
    ...transitionCuts(onDone, [...place, "onDone"], `${id}|done ${key}`),
    ...actorCuts(invoke, [...place, "invoke"], id),
    ...Object.entries(fieldsOf(states)).flatMap(([name, child]) =>
      stateCuts(child, [...place, "states", name], `${id}.${name}`, name),
    ),
  ]
}

/** The same value without what stands at a place. */
const without = (value: unknown, [head, ...rest]: Place): unknown => {
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

/** Every mutant of a machine, each made only when it is asked for. */
export const mutantsOf = (machine: AnyStateMachine): readonly Mutant[] =>
  stateCuts(machine.config, [], machine.id, machine.id).map(({ id, kind, place }) => ({
    id,
    kind,
    make: () => {
      const config = without(machine.config, place)
      if (!isConfig(config)) throw new Error(`the machine ${machine.id} has no config left`)
      return new StateMachine(
        { ...config, options: { maxIterations: MAX_MICROSTEPS } },
        machine.implementations,
      )
    },
  }))
