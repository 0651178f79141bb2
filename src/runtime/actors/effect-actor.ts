/**
 * Runs Effect programs as actors: an invoked name runs one program, and its result is sent back as
 * an event.
 */
import { type Context, Effect } from "effect"
import { type CallbackActorLogic, type EventObject, fromCallback } from "xstate"
import type { Run } from "./lazy-actor.ts"

/**
 * Prepares a program for a machine. It cannot fail: each outcome is an event. A program with
 * several events passes them to `send` and may end without one. The returned function interrupts
 * it. A defect is a bug and is reported as an uncaught error.
 */
export const runnable =
  <Input, Fact extends EventObject, Needs>(
    services: Context.Context<Needs>,
    program: (input: Input, send: (fact: Fact) => void) => Effect.Effect<Fact | undefined, never, Needs>,
  ): Run<Input> =>
  (input, send) => {
    const task = Effect.tap(program(input, send), (fact) =>
      Effect.sync(() => {
        if (fact !== undefined) send(fact)
      }),
    )
    const fiber = Effect.runForkWith(services)(task)
    fiber.addObserver((exit) => {
      if (exit._tag === "Failure" && exit.cause.reasons.some((reason) => reason._tag === "Die"))
        reportError(new Error(`an effect died: ${String(exit.cause)}`))
    })
    return () => fiber.interruptUnsafe()
  }

/** The actor behind an invoked name; stopping the actor interrupts the program. */
export const effectActor = <Input, Fact extends EventObject, Needs>(
  services: Context.Context<Needs>,
  program: (input: Input, send: (fact: Fact) => void) => Effect.Effect<Fact | undefined, never, Needs>,
): CallbackActorLogic<EventObject, Input> => {
  const run = runnable(services, program)
  return fromCallback<EventObject, Input>(({ input, sendBack }) => run(input, sendBack))
}
