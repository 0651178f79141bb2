import { Effect } from "effect"

/** Long enough that a permanent fault does not flood the log. */
const restartDelay = "1 second"

/**
 * Runs a worker forever and restarts it a second after a defect, such as an unexpected database
 * error. The defect is logged under `name`. A stopped market or settlement would otherwise go
 * unnoticed.
 */
export const supervise = <R>(
  name: string,
  work: Effect.Effect<unknown, never, R>,
): Effect.Effect<never, never, R> =>
  work.pipe(
    Effect.catchCause((cause) => Effect.logError(`The ${name} failed and is restarted.`, cause)),
    Effect.andThen(Effect.sleep(restartDelay)),
    Effect.forever,
  )
