/** Events of a poll: something on the screen changes on the server by itself. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const PollingEvent = Schema.Union([
  /** The screen shows something that is pending, or no longer does. */
  event("polling.start", { at }),
  event("polling.stop", { at }),
  /** The document is hidden. */
  event("polling.foundHidden", { at }),
  /** The document is visible, and nothing is about to change. */
  event("polling.foundCalm", { at }),
  /** The document is visible, and a change is due. */
  event("polling.foundDue", { at }),
])
export type PollingEvent = typeof PollingEvent.Type
/** The screen's answer may be outdated. */
export type PollingEmitted = { readonly type: "polling.refresh" }
