/** In development, `?inspect=stately` opens Stately's own inspector beside the app. It is told what the debug console would be, redacted alike, and can do nothing. */
import { createBrowserInspector } from "@statelyai/inspect"
import type { AnyMachineSnapshot, InspectionEvent } from "xstate"
import { redact } from "../journal/redact.ts"
import { deafWatcher, type WatchedActor, type Watcher } from "../runtime/inspector.ts"

const isMachineSnapshot = (value: unknown): value is AnyMachineSnapshot =>
  typeof value === "object" && value !== null && "machine" in value && "value" in value

const shown = ({ status, value, context }: AnyMachineSnapshot) => ({
  status,
  value,
  context: redact(context),
})

const redacted = (event: { readonly type: string }) => {
  const rest = redact(event)
  return { ...(typeof rest === "object" ? rest : {}), type: event.type }
}

/** The name under which the package opens its window, and finds it again. */
const WINDOW_NAME = "xstateinspector"
/** Kept for a window that is still loading, or is loaded again: the newest, so that the actors of a whole visit are among them. */
const DEFERRED_MAX = 20_000

/**
 * A watcher that tells the inspector and passes everything on to whoever else looks on. Its window has to be allowed to open; where the browser keeps it closed
 * that is said in the browser's console, and the app goes on without.
 */
export const withStately = (other: Watcher = deafWatcher): Watcher => {
  if (window.open("", WINDOW_NAME) === null) {
    console.warn("Stately's inspector could not open its window: allow pop-ups for this address and reload.")
    return other
  }
  const inspector = createBrowserInspector({ maxDeferredEvents: DEFERRED_MAX })
  const follow = ({ actor }: WatchedActor) => {
    const first: unknown = actor.getSnapshot()
    if (!isMachineSnapshot(first)) return
    inspector.actor(actor, shown(first))
    actor.system.inspect((told: InspectionEvent) => {
      if (told.actorRef.sessionId !== actor.sessionId) return
      if (told.type === "@xstate.event") inspector.event(actor, redacted(told.event))
      else if (told.type === "@xstate.snapshot" && isMachineSnapshot(told.snapshot))
        inspector.snapshot(actor, shown(told.snapshot), { event: redacted(told.event) })
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
