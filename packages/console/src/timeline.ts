/**
 * A sequence of positions that the console can show: the event log of this browser tab, or a
 * recording.
 */
import type { ActorStateAt, LoggedActor } from "./actor-history.ts"
import type { EventLog, LogEntry } from "./event-log.ts"

export interface Timeline {
  /** Position before the first event. */
  readonly begin: () => number
  /** Position of the last event. */
  readonly end: () => number
  readonly entryAt: (position: number) => LogEntry | undefined
  /** The oldest first. */
  readonly actors: () => readonly LoggedActor[]
  /** Undefined if the actor did not exist at that position. */
  readonly stateAt: (actor: LoggedActor, position: number) => ActorStateAt | undefined
}

const FAILURES = /(?:failed|refused|rejected|unanswered|timedout|invalid|lost|warned)$/i

/** True if the event reports a failure: by its type, or by a `failure` that is not null. */
export const isFailureEvent = ({ type, ...rest }: { readonly type: string }): boolean =>
  FAILURES.test(type) || ("failure" in rest && rest.failure !== null)

export const timelineOf = (eventLog: EventLog): Timeline => ({
  begin: () => eventLog.begin() - 1,
  end: () => eventLog.end(),
  entryAt: (position) => eventLog.entryAt(position),
  actors: () => eventLog.actors(),
  stateAt: (actor, position) => eventLog.stateAt(actor, position),
})
