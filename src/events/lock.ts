/** Events of a member's lock. No password and no code is part of them; `secret` and `code` are handles. */
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
  event("lock.unlock", { username: text, secret: text, code: Schema.optionalKey(text), at }),
  // facts
  event("lock.locked", { lockedAtMs: at, at }),
  event("lock.unlocking", { opensAtMs: at, at }),
  event("lock.refused", { failure: Failure, at }),
])
export type LockEvent = typeof LockEvent.Type

/** Emitted when the server has locked the account. */
export type LockEmitted = { readonly type: "lock.done" }
