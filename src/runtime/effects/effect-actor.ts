/** The one way from a machine to the world: an invoked name runs one Effect program and its outcome comes back as a fact. */
import { type Context, Effect } from "effect"
import { type CallbackActorLogic, type EventObject, fromCallback } from "xstate"
import type { Run } from "./lazy-actor.ts"

/**
 * Makes a program ready to be run for a machine. It cannot fail: every outcome it knows is a fact, which is sent. A program with several facts gives them to
 * `send` as they come and may end with none. What running gives back interrupts it. A defect is reported as an uncaught error: it is a bug, not an outcome.
 */
export const runnable =
  <Input, Fact extends EventObject, Needs>(
    services: Context.Context<Needs>,
    program: (input: Input, send: (fact: Fact) => void) => Effect.Effect<Fact | undefined, never, Needs>,
  ): Run<Input> =>
  (input, send) => {
    const told = Effect.tap(program(input, send), (fact) =>
      Effect.sync(() => {
        if (fact !== undefined) send(fact)
      }),
    )
    const fiber = Effect.runForkWith(services)(told)
    fiber.addObserver((exit) => {
      if (exit._tag === "Failure" && exit.cause.reasons.some((reason) => reason._tag === "Die"))
        reportError(new Error(`an effect died: ${String(exit.cause)}`))
    })
    return () => fiber.interruptUnsafe()
  }

/** Makes the actor behind an invoked name; stopping the actor interrupts the program. */
export const effectActor = <Input, Fact extends EventObject, Needs>(
  services: Context.Context<Needs>,
  program: (input: Input, send: (fact: Fact) => void) => Effect.Effect<Fact | undefined, never, Needs>,
): CallbackActorLogic<EventObject, Input> => {
  const run = runnable(services, program)
  return fromCallback<EventObject, Input>(({ input, sendBack }) => run(input, sendBack))
}
