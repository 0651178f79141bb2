/** Events of an answer that is to be no older than what the stream says of the member. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const FreshnessEvent = Schema.Union([
  // facts
  event("freshness.compared", {
    /** The member's last event that the answer includes. */
    answered: Schema.Int,
    /** The member's last event that the stream has brought. */
    number: Schema.Int,
    at,
  }),
  /** The page is shown, and has an answer of this time. */
  event("freshness.shown", { answeredAtMs: Schema.Finite, at }),
  event("freshness.wentOffline", { at }),
  event("freshness.cameOnline", { at }),
])
export type FreshnessEvent = typeof FreshnessEvent.Type

/** Emitted: the answer is asked for anew, or as far as the network allows. */
export type FreshnessReport = { readonly type: "freshness.renew" } | { readonly type: "freshness.refresh" }
