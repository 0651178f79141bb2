import { type Clock, Duration, Effect } from "effect"

/** How far a clock is set away from the virtual time. */
export interface Shift {
  ms: number
  /** How much too fast its steady clock runs, in millionths. */
  readonly driftPpm: number
}

interface Sleeper {
  readonly atMs: number
  readonly wake: () => void
}

/** Time that passes only in `advanceTo`. Clocks may be set; steady clocks may drift. */
export interface VirtualTime {
  readonly nowMs: () => number
  /** When the first sleeping fiber wakes; infinite without one. */
  readonly nextWakeMs: () => number
  /** Wakes what is due, in the order in which it fell asleep. */
  readonly advanceTo: (atMs: number) => void
  readonly clockWith: (shift: Shift) => Clock.Clock
}

/** Milliseconds are whole, so that a shorter sleep never wakes at the instant at which it began. */
const wholeMs = (duration: Duration.Duration): number => Math.max(1, Math.ceil(Duration.toMillis(duration)))

export const makeVirtualTime = (startMs: number): VirtualTime => {
  let nowMs = startMs
  // in the order of falling asleep
  const sleepers = new Set<Sleeper>()
  const sleep = (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.callback<void>((resume) => {
      const sleeper = { atMs: nowMs + wholeMs(duration), wake: () => resume(Effect.void) }
      sleepers.add(sleeper)
      return Effect.sync(() => void sleepers.delete(sleeper))
    })
  const nanosOf = (ms: number): bigint => BigInt(Math.round(ms)) * 1_000_000n
  return {
    nowMs: () => nowMs,
    nextWakeMs: () => Math.min(Number.POSITIVE_INFINITY, ...[...sleepers].map(({ atMs }) => atMs)),
    advanceTo: (atMs) => {
      nowMs = atMs
      for (const sleeper of [...sleepers]) {
        if (sleeper.atMs > nowMs) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    },
    clockWith: (shift) => {
      const wallMs = () => nowMs + shift.ms
      const wallNanos = () => nanosOf(wallMs())
      const steadyNanos = () => nanosOf(nowMs + ((nowMs - startMs) * shift.driftPpm) / 1e6)
      return {
        currentTimeMillisUnsafe: wallMs,
        currentTimeMillis: Effect.sync(wallMs),
        currentTimeNanosUnsafe: wallNanos,
        currentTimeNanos: Effect.sync(wallNanos),
        monotonicTimeNanosUnsafe: steadyNanos,
        monotonicTimeNanos: Effect.sync(steadyNanos),
        sleep,
      }
    },
  }
}
