/**
 * A machine as a pure function with the transitions of each event; errors name machine, event and
 * state.
 */
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from "xstate"
import { stateName } from "./chart.ts"
import { type TracedStep, tracerOf } from "./taken-transitions.ts"

export interface Tracer {
  readonly start: () => TracedStep
  readonly step: (snapshot: AnyMachineSnapshot, event: EventObject) => TracedStep
}

export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** The fields of its input that a machine reads at its start. */
const inputFields = (start: (input: unknown) => unknown): readonly string[] => {
  const fields = new Set<string>()
  const get = (_: object, name: string | symbol) => void (typeof name === "string" && fields.add(name))
  try {
    start(new Proxy({}, { get }))
  } catch {
    // what it does with the fields is not looked at
  }
  return [...fields]
}

/** Runs no effects. Throws what the machine's own code throws, with machine, event and state. */
export const traced = (machine: AnyStateMachine, input?: unknown): Tracer => {
  const tracer = tracerOf(machine)
  const checked = (where: string, isActorFailure: boolean, trace: () => TracedStep): TracedStep => {
    try {
      const step = trace()
      // an unhandled failure of an invoked actor ends a machine too: that is a state, not an error
      if (step.snapshot.status === "error" && !isActorFailure) throw step.snapshot.error
      return step
    } catch (cause) {
      throw new Error(`The machine ${machine.id} fails ${where}: ${messageOf(cause)}`)
    }
  }
  return {
    start: () => {
      try {
        return checked("at its start", false, () => tracer.start(input))
      } catch (cause) {
        const fields = input === undefined ? inputFields(tracer.start) : []
        if (fields.length === 0) throw cause
        const line = `inputs: [{ ${fields.map((field) => `${field}: …`).join(", ")} }]`
        throw new Error(`The machine ${machine.id} needs an input: add to its cases \`${line}\``)
      }
    },
    step: (snapshot, event) =>
      checked(
        `on ${event.type} in ${stateName(snapshot.value)}`,
        event.type.startsWith("xstate.error."),
        () => tracer.step(snapshot, event),
      ),
  }
}
