/** Events of the removal of a bank card, a crypto address or a session. */

import { Schema } from "effect"
import { Id } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./declaration.ts"

export const RemovalEvent = Schema.Union([
  event("removal.ask", { id: Id, at }),
  event("removal.cancel", { at }),
  event("removal.confirm", { at }),
  event("removal.removed", { id: Id, at }),
  event("removal.refused", { failure: Failure, at }),
  event("removal.undo", { at }),
  event("removal.restored", { at }),
  event("removal.notRestored", { failure: Failure, at }),
  /** The member has cancelled the confirmation: nothing was sent. */
  event("removal.unconfirmed", { at }),
])
export type RemovalEvent = typeof RemovalEvent.Type
/** Emitted when the server has answered. */
export type RemovalEmitted =
  | { readonly type: "removal.changed"; readonly isRemoved: boolean }
  | { readonly type: "removal.failed"; readonly failure: Failure }
