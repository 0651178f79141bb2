/** Events of the app's life, from its start on. */
import { Schema } from "effect"
import { event } from "../../packages/journal/src/declaration.ts"

export const LifecycleEvent = Schema.Union([
  // command
  event("lifecycle.open", {}),
  // facts
  event("lifecycle.siteAsked", {}),
  /** How it began in this tab; null if it was stored or began in another tab. */
  event("lifecycle.sessionBegan", { by: Schema.NullOr(Schema.Literals(["login", "registration"])) }),
  event("lifecycle.pageShown", {}),
])
export type LifecycleEvent = typeof LifecycleEvent.Type

/** Emitted: the member has come by a login or a registration, and a page is shown. */
export interface LifecycleReport {
  readonly type: "lifecycle.greeted"
  readonly by: "login" | "registration"
}
