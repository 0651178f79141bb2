/**
 * Events of a confirmation by a proof. What is confirmed holds card numbers and a proof is a secret:
 * both are kept outside, and `subject` and `secret` are handles.
 */

import { Schema } from "effect"
import { PROOF_KINDS } from "../domain/confirmation.ts"
import { Id } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./declaration.ts"

const text = Schema.String
const kind = Schema.Literals(PROOF_KINDS)

export const StepUpEvent = Schema.Union([
  // commands
  event("stepUp.ask", { subject: text, at }),
  event("stepUp.retry", { at }),
  event("stepUp.prove", { kind, secret: text, at }),
  event("stepUp.cancel", { at }),
  // facts
  event("stepUp.challenged", { id: Id, proofs: Schema.Array(kind), at }),
  event("stepUp.unchallenged", { failure: Failure, at }),
  /** The id is another one where the challenge was over and was replaced. */
  event("stepUp.proved", { id: Id, at }),
  event("stepUp.refused", { failure: Failure, at }),
])
export type StepUpEvent = typeof StepUpEvent.Type

/** Emitted once for each request; null where the member has cancelled it. */
export interface StepUpDone {
  readonly type: "stepUp.done"
  readonly subject: string
  readonly confirmation: string | null
}
