import { Effect } from "effect"

/** Long enough not to fill the log and the machine with a fault that comes every time. */
const again = "1 second"

/**
 * Work that must go on for as long as the server does. A defect in it (an error of the database that nobody foresaw: a full disk, memory
 * that ran out) is reported under `name`, and the work begins anew a moment later: a market that stands still, or contracts that are no
 * longer settled, would be worse than a line in the log, and nobody would hear of it.
 */
export const supervise = <R>(
  name: string,
  work: Effect.Effect<unknown, never, R>,
): Effect.Effect<never, never, R> =>
  work.pipe(
    Effect.catchCause((cause) => Effect.logError(`The ${name} failed and begins anew.`, cause)),
    Effect.andThen(Effect.sleep(again)),
    Effect.forever,
  )
