/**
 * Scenarios of a machine, as a flow developer would tell them: after each event its state, what changes
 * in its context, and what it does. Its actors are stubs that log, and its time is the test's.
 */
import { expect, it } from "vitest"
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type EventFromLogic,
  type EventObject,
  fromCallback,
  SimulatedClock,
} from "xstate"
import { pathOf } from "./explore.ts"

/**
 * What a machine does in a step, in order: "start ID" of an actor, with its input, if it has one; "stop
 * ID"; "run NAME" of an action of the host, with its parameters; a message to an actor; an emitted event.
 */
type Effect =
  | string
  | readonly [what: string, more: unknown]
  | { readonly to: string; readonly type: string; readonly [more: string]: unknown }
  | { readonly emits: string; readonly [more: string]: unknown }

interface Expected<M extends AnyStateMachine, Shown> {
  /** What changes in the context; nothing by default. */
  readonly context?: Partial<ContextFrom<M>>
  /** What changes of `shows`; nothing by default. */
  readonly shows?: Partial<Record<keyof Shown, unknown>>
  /** Nothing by default. */
  readonly does?: readonly Effect[]
  /** True for a machine that has ended. */
  readonly isOver?: boolean
  /** What a machine that has ended reports. */
  readonly output?: unknown
}

/** An event, or the milliseconds that pass; the state after it; and what else has changed. */
type Row<M extends AnyStateMachine, Shown> = readonly [
  cause: EventFromLogic<M> | number,
  state: string,
  more?: Expected<M, Shown>,
]

interface Options<Shown> {
  readonly input?: unknown
  /** What the selectors say of a snapshot. */
  readonly shows?: (snapshot: AnyMachineSnapshot) => Shown
  /** What depends on the state alone, such as its phase; each state's, followed by its tags. */
  readonly phase?: (snapshot: AnyMachineSnapshot) => string
  readonly phases?: Readonly<Record<string, string>>
  /** For a context that is too large to list: `shows` says what is to be seen of it. */
  readonly hidesContext?: boolean
}

const observed = (machine: AnyStateMachine, input: unknown) => {
  const log: Effect[] = []
  const note = (what: string, more: unknown) => void log.push(more === undefined ? what : [what, more])
  const stub = fromCallback<EventObject, unknown>(({ input: given, self, receive }) => {
    note(`start ${self.id}`, given)
    receive((message) => void log.push({ ...message, to: self.id }))
    return () => void log.push(`stop ${self.id}`)
  })
  const { actors, actions } = machine.implementations
  // the host runs what the machine has no code for: `assign` and `emit` are of XState
  const hosted = Object.entries(actions).filter(([, action]) => action !== undefined && !("type" in action))
  const clock = new SimulatedClock()
  const actor = createActor(
    machine.provide({
      actors: Object.fromEntries(Object.keys(actors).map((name) => [name, stub])),
      actions: Object.fromEntries(
        hosted.map(([name]) => [name, (_: unknown, params: unknown) => note(`run ${name}`, params)]),
      ),
    }),
    { input, clock },
  )
  actor.on("*", ({ type, ...more }) => void log.push({ emits: type, ...more }))
  actor.subscribe({ error: (error) => void log.push(`error ${error}`) })
  return { actor, log, clock }
}

/** Declares tests of one machine. */
export const scenariosOf = <M extends AnyStateMachine, Shown extends object = Record<string, never>>(
  machine: M,
  { input, shows, hidesContext = false, phase, phases = {} }: Options<Shown> = {},
) => {
  const open = () => {
    const { actor, log, clock } = observed(machine, input)
    const seePhase = () => {
      const snapshot: AnyMachineSnapshot = actor.getSnapshot()
      const state = pathOf(snapshot.value)
      if (!phase) return
      // the tags of regions come in the order in which their states were entered
      const seen = [phase(snapshot), ...snapshot.tags].join(" ").split(" ").toSorted()
      expect(seen, state).toEqual(phases[state]?.split(" ").toSorted())
    }
    const see = () => {
      const snapshot: AnyMachineSnapshot = actor.getSnapshot()
      const { output, status } = snapshot
      const isOver = status === "done"
      const context = hidesContext ? {} : snapshot.context
      return { state: pathOf(snapshot.value), context, isOver, output, shows: shows?.(snapshot) }
    }
    const cause = (what: EventFromLogic<M> | number) => {
      if (typeof what === "number") clock.increment(what)
      else actor.send(what)
      seePhase()
    }
    const start = () => {
      actor.start()
      seePhase()
    }
    return { see, cause, take: () => log.splice(0), start, stop: () => actor.stop() }
  }
  return {
    /** What the machine is and does at its start. */
    begins: (state: string, { context = {}, shows: shown, does = [] }: Expected<M, Shown> = {}) =>
      it("begins", () => {
        const { see, take, start, stop } = open()
        start()
        expect({ ...see(), does: take() }).toEqual({ state, context, isOver: false, shows: shown, does })
        stop()
      }),
    /** What follows from each row, after events that other scenarios are about. */
    scenario: (
      name: string,
      rows: readonly Row<M, Shown>[],
      after: readonly (EventFromLogic<M> | number)[] = [],
    ) =>
      it(name, () => {
        const { see, cause, take, start, stop } = open()
        start()
        for (const each of after) cause(each)
        take()
        for (const [index, [what, state, more = {}]] of rows.entries()) {
          const { context, shows: shown, does = [] } = more
          const before = see()
          cause(what)
          expect({ ...see(), does: take() }, `row ${index + 1}, ${JSON.stringify(what)}`).toEqual({
            state,
            context: { ...before.context, ...context },
            shows: shows && { ...before.shows, ...shown },
            isOver: more.isOver ?? ("output" in more || before.isOver),
            output: more.output ?? before.output,
            does,
          })
        }
        stop()
      }),
  }
}
