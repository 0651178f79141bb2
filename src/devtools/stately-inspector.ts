/**
 * `?inspect=stately` opens Stately's inspector in development. It receives what the console does,
 * redacted alike.
 */
import { createBrowserInspector } from "@statelyai/inspect"
import { type AnyMachineSnapshot, type InspectionEvent, isMachineSnapshot } from "xstate"
import { redact } from "../journal/redact.ts"
import { type InspectedActor, type Inspector, noopInspector } from "../runtime/actors/inspector.ts"

const redactedSnapshot = ({ status, value, context }: AnyMachineSnapshot) => ({
  status,
  value,
  context: redact(context),
})

const redactedEvent = (event: { readonly type: string }) => {
  const rest = redact(event)
  return { ...(typeof rest === "object" ? rest : {}), type: event.type }
}

/** Window name that the package uses. */
const WINDOW_NAME = "xstateinspector"
/** Events kept for a window that is loading or reloads; enough for the actors of a whole visit. */
const DEFERRED_MAX = 20_000

/**
 * Adds Stately's inspector to another one. If the browser blocks its window, warns in the browser's
 * console and returns the other inspector alone.
 */
export const withStatelyInspector = (other: Inspector = noopInspector): Inspector => {
  if (window.open("", WINDOW_NAME) === null) {
    console.warn("Stately's inspector could not open its window: allow pop-ups for this address and reload.")
    return other
  }
  const inspector = createBrowserInspector({ maxDeferredEvents: DEFERRED_MAX })
  const follow = ({ actor }: InspectedActor) => {
    const first: unknown = actor.getSnapshot()
    if (!isMachineSnapshot(first)) return
    inspector.actor(actor, redactedSnapshot(first))
    actor.system.inspect((inspected: InspectionEvent) => {
      if (inspected.actorRef.sessionId !== actor.sessionId) return
      if (inspected.type === "@xstate.event") inspector.event(actor, redactedEvent(inspected.event))
      else if (inspected.type === "@xstate.snapshot" && isMachineSnapshot(inspected.snapshot))
        inspector.snapshot(actor, redactedSnapshot(inspected.snapshot), {
          event: redactedEvent(inspected.event),
        })
    })
  }
  return {
    ...other,
    onActor: (watched) => {
      follow(watched)
      other.onActor(watched)
    },
  }
}
