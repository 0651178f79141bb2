import { Effect } from "effect"

/** The database must answer for this time before an outage counts as over. */
const QUIET_MS = 5_000

interface Outage {
  readonly sinceMs: number
  lastMs: number
  failed: number
}

/**
 * Logs an outage once when it begins and once when it is over, however many calls fail meanwhile:
 * what fails with `DbUnavailable` need not log it again.
 */
export const makeOutageLog = () => {
  let outage: Outage | null = null
  return {
    failed: (message: string): Effect.Effect<void> => {
      const nowMs = performance.now()
      if (outage !== null) {
        outage.lastMs = nowMs
        outage.failed += 1
        return Effect.void
      }
      outage = { sinceMs: nowMs, lastMs: nowMs, failed: 1 }
      return Effect.annotateLogs(Effect.logError(`The database is not available: ${message}`), {
        alarm: "database",
      })
    },
    answered: (): Effect.Effect<void> => {
      const nowMs = performance.now()
      if (outage === null || nowMs - outage.lastMs < QUIET_MS) return Effect.void
      const { sinceMs, failed } = outage
      outage = null
      const seconds = Math.round((nowMs - sinceMs) / 1_000)
      return Effect.logInfo(`The database answers again after ${seconds} s; calls failed: ${failed}.`)
    },
  }
}
