import { casesFor } from "@financial-links/paths"
import { pushMachine } from "../../../machines/push.ts"
import type { PushEvent } from "../../../src/events/push.ts"

const at = 1

const found = (
  permission: Extract<PushEvent, { type: "push.found" }>["permission"],
  isSubscribed = false,
): PushEvent => ({ type: "push.found", permission, isSubscribed, at })

export const cases = casesFor(pushMachine, {
  events: ({ value }): readonly PushEvent[] => [
    { type: "push.look", at },
    { type: "push.turnOn", at },
    { type: "push.turnOff", at },
    found("unsupported"),
    found("notAsked"),
    found("denied"),
    found("granted"),
    found("granted", true),
    { type: "push.permitted", at },
    { type: "push.denied", at },
    { type: "push.dismissed", at },
    { type: "push.subscribed", isFailing: false, at },
    { type: "push.subscribed", isFailing: true, at },
    { type: "push.unsubscribed", at },
    {
      type: "push.failed",
      // the browser fails to unsubscribe, the server to subscribe
      failure: { reason: value === "unsubscribing" ? "push.unavailable" : "no-answer.network" },
      at,
    },
  ],
})
