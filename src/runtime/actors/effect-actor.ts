/**
 * Runs Effect programs as actors: an invoked name runs one program, and its result is sent back as
 * an event.
 */
import { type Context, Effect } from "effect"
import { type AnyActorRef, type CallbackActorLogic, type EventObject, fromCallback } from "xstate"
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

/**
 * Programs of single actors behind a name that their machine invokes. The machine is provided once:
 * XState builds all its states again whenever it is.
 */
export interface OwnPrograms<Input> {
  readonly logic: CallbackActorLogic<EventObject, Input>
  /** Before the actor starts. */
  readonly set: (actor: AnyActorRef, run: Run<Input>) => void
}

export const createOwnPrograms = <Input>(): OwnPrograms<Input> => {
  const programs = new WeakMap<AnyActorRef, Run<Input>>()
  return {
    logic: fromCallback<EventObject, Input>(({ input, self, sendBack }) => {
      const run = self._parent && programs.get(self._parent)
      if (!run) throw new Error("the actor was started without its program")
      return run(input, sendBack)
    }),
    set: (actor, run) => void programs.set(actor, run),
  }
}
