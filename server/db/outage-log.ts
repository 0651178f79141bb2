import { Clock, Effect } from "effect"

/** What the log lines of an outage are about. */
export interface OutageSubject {
  /** With a capital letter, as the subject of a sentence. */
  readonly name: string
  readonly alarm: string
}

const theDatabase: OutageSubject = { name: "The database", alarm: "database" }

/** It must answer for this time before an outage counts as over. */
const QUIET_MS = 5_000

interface Outage {
  readonly sinceMs: number
  lastMs: number
  failed: number
}

const steadyMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/**
 * Logs an outage once when it begins and once when it is over, however many calls fail meanwhile:
 * what fails with `DbUnavailable` need not log it again.
 */
export const makeOutageLog = ({ name, alarm }: OutageSubject = theDatabase) => {
  let outage: Outage | null = null
  const begin = (message: string, nowMs: number): Effect.Effect<void> => {
    if (outage !== null) {
      outage.lastMs = nowMs
      outage.failed += 1
      return Effect.void
    }
    outage = { sinceMs: nowMs, lastMs: nowMs, failed: 1 }
    return Effect.annotateLogs(Effect.logError(`${name} is not available: ${message}`), { alarm })
  }
  const end = (nowMs: number): Effect.Effect<void> => {
    if (outage === null || nowMs - outage.lastMs < QUIET_MS) return Effect.void
    const { sinceMs, failed } = outage
    outage = null
    const seconds = Math.round((nowMs - sinceMs) / 1_000)
    return Effect.logInfo(`${name} answers again after ${seconds} s; calls failed: ${failed}.`)
  }
  return {
    failed: (message: string): Effect.Effect<void> =>
      Effect.flatMap(steadyMs, (nowMs) => begin(message, nowMs)),
    answered: (): Effect.Effect<void> => (outage === null ? Effect.void : Effect.flatMap(steadyMs, end)),
  }
}
