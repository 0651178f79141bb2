/**
 * Sends an event by hand. The only part of the console that acts on the app. The machine and its
 * guards decide as for any other event.
 */
import type { LoggedActor } from "./actor-history.ts"
import type { EventForm, StandardSchema } from "./event-form.ts"
import type { EventLog } from "./event-log.ts"

/** The events that an actor may be sent by hand. */
export interface SendableEvents {
  readonly schema: StandardSchema
  readonly forms: readonly EventForm[]
}

/** Null for an actor that may be sent nothing. */
export type EventsOf = (actor: LoggedActor) => Promise<SendableEvents | null>

export interface HandSend {
  /** False for an actor that has stopped, is of an earlier document, or runs in another tab. */
  readonly canSend: (actor: LoggedActor) => boolean
  readonly eventsOf: EventsOf
  /**
   * Sends at once; the log marks the event as sent by the developer. Returns whether the machine
   * took a transition; null if the actor cannot be sent to.
   */
  readonly send: (actor: LoggedActor, event: { readonly type: string }) => boolean | null
  /** Makes the key of an event. */
  readonly newKey: () => string
}

export const createHandSend = (
  eventLog: Pick<EventLog, "runningOf" | "end" | "entryAt" | "senders">,
  eventsOf: EventsOf,
  newKey: () => string,
): HandSend => ({
  canSend: (actor) => eventLog.runningOf(actor) !== undefined,
  eventsOf,
  newKey,
  send: (actor, event) => {
    const running = eventLog.runningOf(actor)
    if (!running) return null
    const position = eventLog.end() + 1
    eventLog.senders.byHand(() => running.send(event))
    const entry = eventLog.entryAt(position)
    return entry !== undefined && entry.transitions.length > 0
  },
})
