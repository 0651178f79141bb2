import { Effect } from "effect"

/** Waits by the machine's own timer: for waiting on other machinery, never for business time (that is Effect's Clock). */
export const realPause = (durationMs: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), durationMs)
    return Effect.sync(() => clearTimeout(timer))
  })
