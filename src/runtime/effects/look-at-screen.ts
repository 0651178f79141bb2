/** Looks whether the document is visible and whether something on the screen is due to change. */
import { Clock, Effect, Schedule } from "effect"
import type { PollingEvent } from "../../events/polling.ts"

export interface ScreenLook {
  readonly everyMs: number
  /** Whether the server is about to change what is on the screen. */
  readonly isDue: () => boolean
}

const typeOf = (isDue: () => boolean): PollingEvent["type"] => {
  if (document.hidden) return "polling.hidden"
  return isDue() ? "polling.due" : "polling.calm"
}

/** Sends polling.hidden, polling.calm or polling.due after each interval. Never ends. */
export const lookAtScreen =
  ({ everyMs, isDue }: ScreenLook) =>
  (_input: unknown, send: (fact: PollingEvent) => void): Effect.Effect<undefined> =>
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      send({ type: typeOf(isDue), at })
    }).pipe(Effect.delay(everyMs), Effect.repeat(Schedule.forever), Effect.as(undefined))
