/** Events of the notices that a device gets while the app is closed. */

import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./declaration.ts"

export const PushEvent = Schema.Union([
  event("push.look", { at }),
  event("push.turnOn", { at }),
  event("push.turnOff", { at }),
  event("push.found", {
    /** What the browser allows; `unsupported` if it cannot push at all. */
    permission: Schema.Literals(["unsupported", "notAsked", "denied", "granted"]),
    isSubscribed: Schema.Boolean,
    at,
  }),
  event("push.permitted", { at }),
  event("push.denied", { at }),
  event("push.dismissed", { at }),
  event("push.subscribed", { isFailing: Schema.Boolean, at }),
  event("push.unsubscribed", { at }),
  event("push.failed", { failure: Failure, at }),
])
export type PushEvent = typeof PushEvent.Type
