/** The one way from a machine to the world: an invoked name runs one Effect program and its outcome comes back as a fact. */
import { type Context, Effect } from "effect"
import { type CallbackActorLogic, type EventObject, fromCallback } from "xstate"

/**
 * Makes the actor behind an invoked name. The program cannot fail: every outcome it knows is a fact, which is sent back to the machine.
 * A program with several facts gives them to `send` as they come and may end with none. Stopping the actor interrupts the program. A defect is reported as an
 * uncaught error: it is a bug, not an outcome.
 */
export const effectActor = <Input, Fact extends EventObject, Needs>(
  services: Context.Context<Needs>,
  program: (input: Input, send: (fact: Fact) => void) => Effect.Effect<Fact | undefined, never, Needs>,
): CallbackActorLogic<EventObject, Input> =>
  fromCallback<EventObject, Input>(({ input, sendBack }) => {
    const told = Effect.tap(program(input, sendBack), (fact) =>
      Effect.sync(() => {
        if (fact !== undefined) sendBack(fact)
      }),
    )
    const fiber = Effect.runForkWith(services)(told)
    fiber.addObserver((exit) => {
      if (exit._tag === "Failure" && exit.cause.reasons.some((reason) => reason._tag === "Die"))
        reportError(new Error(`an effect died: ${String(exit.cause)}`))
    })
    return () => fiber.interruptUnsafe()
  })
