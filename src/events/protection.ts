/** Events of a member's own limits, pause and exclusion. */

import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { Away, LimitName, LimitValue } from "../domain/protection.ts"
import { at, event } from "./declaration.ts"

const revision = Schema.Int

export const ProtectionEvent = Schema.Union([
  // commands
  event("protection.edit", { name: LimitName, at }),
  event("protection.cancel", { at }),
  event("protection.submit", { value: Schema.NullOr(LimitValue), revision, at }),
  event("protection.confirm", { name: LimitName, value: Schema.NullOr(LimitValue), revision, at }),
  event("protection.askAway", { away: Away, at }),
  event("protection.yes", { at }),
  // facts
  event("protection.saved", { at }),
  event("protection.unconfirmed", { at }),
  event("protection.refused", { failure: Failure, at }),
])
export type ProtectionEvent = typeof ProtectionEvent.Type

/** Emitted when the server has made a change. */
export type ProtectionEmitted = { readonly type: "protection.done"; readonly isAway: boolean }
