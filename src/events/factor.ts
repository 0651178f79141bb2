/** Events of a change of the second factor. No key, code or answer of a passkey is part of them. */

import { Schema } from "effect"
import { Id } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./declaration.ts"

export const FactorEvent = Schema.Union([
  // commands
  event("factor.submit", { at }),
  // facts
  event("factor.confirmed", { confirmation: Id, at }),
  event("factor.signed", { at }),
  /** The member has cancelled the confirmation, or the question of the browser. */
  event("factor.cancelled", { at }),
  event("factor.changed", { at }),
  event("factor.refused", { failure: Failure, at }),
])
export type FactorEvent = typeof FactorEvent.Type

/** Emitted when the server has made the change. */
export type FactorEmitted = { readonly type: "factor.done" }
