/** Events of a page's visit to the machine of its operation. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const VisitEvent = Schema.Union([
  // fact
  event("visit.compared", {
    /** The operation is open for this visit already, as after a reload. */
    isOpen: Schema.Boolean,
    /** An operation is being sent; it is shown whatever it was opened for. */
    isSending: Schema.Boolean,
    /** The page's facts differ from the operation's. */
    isChanged: Schema.Boolean,
    /** Another tab leads. */
    isFollowing: Schema.Boolean,
    at,
  }),
])
export type VisitEvent = typeof VisitEvent.Type

/** Emitted: what the page is to send to the operation. */
export type VisitReport = { readonly type: "visit.open" } | { readonly type: "visit.inform" }
