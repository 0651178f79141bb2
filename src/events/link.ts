/** Events of the link to a payment provider's page. The link itself is not part of them. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const LinkEvent = Schema.Union([
  // command
  /** The member starts a payment: its link opens as soon as it is known. */
  event("link.await", { at }),
  // fact
  event("link.received", { at }),
])
export type LinkEvent = typeof LinkEvent.Type

/** Emitted: the provider's page is to open. */
export interface LinkReport {
  readonly type: "link.open"
}
