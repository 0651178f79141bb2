/**
 * Sends an event by hand. The only part of the console that acts on the app: the inspector
 * (`src/runtime/inspector.ts`) observes. The machine and its guards decide as for any other event,
 * and a journaled actor records it.
 */
import type { EventSchema } from "../../packages/journal/src/declaration.ts"
import { machineOf } from "../../packages/journal/src/machine-entry.ts"
import type { TimeTravelActors } from "../runtime/time-travel-actors.ts"
import type { LoggedActor } from "./actor-history.ts"
import { type EventForm, eventForms, movesMoney } from "./event-form.ts"
import type { EventLog } from "./event-log.ts"
import { unjournaledMachine } from "./unjournaled-machines.ts"

/** The events that an actor may be sent by hand. */
export interface SendableEvents {
  readonly schema: EventSchema
  readonly forms: readonly EventForm[]
}

export interface DeveloperSend {
  /** False for an actor that has stopped, is of an earlier document, or runs in another tab. */
  readonly canSend: (actor: LoggedActor) => boolean
  /** Null for an actor that this build knows no events of. */
  readonly eventsOf: (actor: LoggedActor) => Promise<SendableEvents | null>
  /**
   * Sends at once; the log marks the event as sent by the developer. Returns whether the machine
   * took a transition; null if the actor cannot be sent to.
   */
  readonly send: (actor: LoggedActor, event: { readonly type: string }) => boolean | null
}

export const createDeveloperSend = (
  eventLog: EventLog,
  loadTimeTravelActors: () => Promise<Pick<TimeTravelActors, "machines">>,
): DeveloperSend => ({
  canSend: (actor) => eventLog.runningOf(actor) !== undefined,
  eventsOf: async ({ id, machine }) => {
    const { machines } = await loadTimeTravelActors()
    const stream = machineOf(machines, id)?.stream
    const schema = (await stream?.event()) ?? unjournaledMachine(machine.id)?.event
    return schema ? { schema, forms: eventForms(schema, movesMoney(machine.id, stream)) } : null
  },
  send: (actor, event) => {
    const running = eventLog.runningOf(actor)
    if (!running) return null
    const position = eventLog.end() + 1
    eventLog.senders.byHand(() => running.send(event))
    const entry = eventLog.entryAt(position)
    return entry !== undefined && entry.transitions.length > 0
  },
})
