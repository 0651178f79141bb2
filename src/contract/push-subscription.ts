import { Schema } from "effect"
import { AtMs } from "../domain/entities.ts"

/** A subscription as a browser made it: its address, and its keys in base64url. */
export const pushSubscription = {
  endpoint: Schema.String.check(Schema.isMaxLength(1_000)),
  p256dh: Schema.String.check(Schema.isPattern(/^[\w-]{87}$/u)),
  auth: Schema.String.check(Schema.isPattern(/^[\w-]{22}$/u)),
}

export const PushDelivery = Schema.Struct({
  /** Since when messages to this device fail; null while they arrive. */
  failingSinceMs: Schema.NullOr(AtMs),
}).pipe(Schema.encodeKeys({ failingSinceMs: "failing_since_ms" }))
