import { uptime } from "node:os"
import { Clock, Context, Effect } from "effect"

/** The engine's clock in epoch ms as SQL, so that processes with different clocks agree. */
export const engineNow = "(extract(epoch from clock_timestamp()) * 1000)::bigint"

/** The clocks beside the process's own. Tests in virtual time provide others. */
export interface OuterClocks {
  /** The SQL expression of the database's time in epoch ms. */
  readonly databaseNow: Effect.Effect<string>
  /** Seconds since the host started, suspensions included. */
  readonly hostUptime: () => number
}

export const OuterClocks = Context.Reference<OuterClocks>("financial-links/server/db/OuterClocks", {
  defaultValue: () => ({ databaseNow: Effect.succeed(engineNow), hostUptime: uptime }),
})

/** The database's time as SQL, read once by a statement. */
export const databaseNowSql = Effect.gen(function* () {
  const { databaseNow } = yield* OuterClocks
  return `(select ${yield* databaseNow})`
})

/** The steady clock in ms: it measures what passed, and no step of a clock changes it. */
export const steadyMs = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  return Number(clock.monotonicTimeNanosUnsafe()) / 1e6
})

/** Waits in real time, even under a virtual Effect Clock. For waiting on the engine only. */
export const realPause = (durationMs: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), durationMs)
    return Effect.sync(() => clearTimeout(timer))
  })
