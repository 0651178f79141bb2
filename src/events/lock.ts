/** Events of a member's lock. A password is never part of them; `secret` is a handle. */

import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./declaration.ts"

const text = Schema.String

export const LockEvent = Schema.Union([
  // commands
  event("lock.ask", { at }),
  event("lock.cancel", { at }),
  event("lock.confirm", { at }),
  event("lock.lock", { username: text, secret: text, at }),
  event("lock.unlock", { username: text, secret: text, at }),
  // facts
  event("lock.locked", { lockedAtMs: at, at }),
  event("lock.unlocking", { opensAtMs: at, at }),
  event("lock.refused", { failure: Failure, at }),
])
export type LockEvent = typeof LockEvent.Type

/** Emitted when the server has locked the account. */
export type LockEmitted = { readonly type: "lock.done" }
