/** The poll of a page: an actor that looks at the screen and says when to refresh. */
import { Clock, Context, Effect, Schedule } from "effect"
import { pollingMachine } from "../../machines/polling.ts"
import type { PollingEvent } from "../events/polling.ts"
import { effectActor } from "./effects/effect-actor.ts"
import type { PageActors } from "./page-actors.ts"

export interface PollingOptions {
  /** The longest time without a refresh. */
  readonly intervalMs: number
  /** How often `isDue` is asked. */
  readonly everyMs: number
  /** Whether the server is about to change it: then each look refreshes. */
  readonly isDue: () => boolean
  /** How often it is asked for at most, for what may never change; null: without an end. */
  readonly limit: number | null
}

const screenEvent = (isDue: () => boolean): PollingEvent["type"] => {
  if (document.hidden) return "polling.foundHidden"
  return isDue() ? "polling.foundDue" : "polling.foundCalm"
}

/** Sends polling.foundHidden, polling.foundCalm or polling.foundDue after each interval. Never ends. */
const lookAtScreen =
  ({ everyMs, isDue }: PollingOptions) =>
  (_input: unknown, send: (fact: PollingEvent) => void): Effect.Effect<undefined> =>
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      send({ type: screenEvent(isDue), at })
    }).pipe(Effect.delay(everyMs), Effect.repeat(Schedule.forever), Effect.as(undefined))

/** The poll of a page; `name` is unique within the page. */
export const createPolling = (pageActors: PageActors, name: string, options: PollingOptions) =>
  pageActors.create(
    `polling:${name}`,
    pollingMachine.provide({ actors: { look: effectActor(Context.empty(), lookAtScreen(options)) } }),
    { intervalMs: options.intervalMs, limit: options.limit },
  )
