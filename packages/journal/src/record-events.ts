/** Appends what an actor receives, also from its own timers and promises, before it is processed. */
import type { InspectionEvent } from "xstate"
import type { JournaledStream } from "./declaration.ts"
import type { Journal } from "./journal.ts"
import { withVersion } from "./upcast.ts"

/** The events of XState that a fold needs: the ends of timers and invoked actors, and what these report. */
export const OWN_EVENT = /^xstate\.(?:after|done\.actor|error\.actor|snapshot)\./

const isKept = (type: string): boolean => !type.startsWith("xstate.") || OWN_EVENT.test(type)

/** An error as JSON holds it. */
const withPlainError = <Event extends { readonly type: string }>(event: Event): Event => {
  const error: unknown = Reflect.get(event, "error")
  if (!(error instanceof Error)) return event
  const { name, message } = error
  return { ...event, error: { name, message } }
}

/** For `inspect` of the actor of a stream. It throws `NotJson` for an event that would lose something. */
export const recordEvents =
  (
    journal: Pick<Journal, "append">,
    stream: string,
    { upcasters }: Pick<JournaledStream, "version" | "upcasters">,
  ) =>
  (inspected: InspectionEvent): void => {
    if (inspected.type !== "@xstate.event" || !isKept(inspected.event.type)) return
    const { actorRef, event, rootId } = inspected
    if ("sessionId" in actorRef && actorRef.sessionId === rootId)
      journal.append(stream, withVersion(upcasters, withPlainError(event)))
  }
