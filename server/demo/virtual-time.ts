import { Clock, Duration, Effect, Layer } from "effect"
import { OuterClocks, realPause } from "../db/outer-clocks.ts"

/** Time that passes only in `passTo`, for the commands of a past. */
export interface VirtualTime {
  readonly nowMs: () => number
  readonly passTo: (atMs: number) => void
  /** The clocks of the process, of its database and of its host. */
  readonly layer: Layer.Layer<never>
}

export const makeVirtualTime = (startMs: number): VirtualTime => {
  let nowMs = startMs
  const nowNanos = () => BigInt(nowMs) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => nowMs,
    currentTimeMillis: Effect.sync(() => nowMs),
    currentTimeNanosUnsafe: nowNanos,
    currentTimeNanos: Effect.sync(nowNanos),
    monotonicTimeNanosUnsafe: nowNanos,
    monotonicTimeNanos: Effect.sync(nowNanos),
    // what waits for the engine or a worker waits for real
    sleep: (duration) => realPause(Duration.toMillis(duration)),
  }
  return {
    nowMs: () => nowMs,
    passTo: (atMs) => {
      nowMs = Math.max(nowMs, Math.round(atMs))
    },
    layer: Layer.mergeAll(
      Layer.succeed(Clock.Clock, clock),
      Layer.succeed(OuterClocks, {
        databaseNow: Effect.sync(() => String(nowMs)),
        hostUptime: () => nowMs / 1_000,
      }),
    ),
  }
}
