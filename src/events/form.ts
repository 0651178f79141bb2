/**
 * Events of one form. Values of secret fields are never part of them: `form.fill` says only whether
 * a value exists and what is wrong with it.
 */

import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { at, event, JournalResumed, standard } from "./declaration.ts"

const text = Schema.String
const problem = Schema.Struct({
  reason: text,
  params: Schema.optionalKey(Schema.Record(text, Schema.Union([text, Schema.Finite]))),
})
const secret = Schema.Struct({ filled: Schema.Boolean, problem: Schema.NullOr(problem) })

export const FormEvent = standard(
  Schema.Union([
    /** The form's page was opened: `visit` is the id of its entry in the page stack. */
    event("form.open", { visit: text, at }),
    event("form.change", { field: text, value: text, at }),
    event("form.fill", { secrets: Schema.Record(text, secret), at }),
    event("form.leave", { field: text, at }),
    /**
     * `handles` reference the values of secret fields, which are kept outside the machine for one
     * call.
     */
    event("form.submit", {
      secrets: Schema.Record(text, secret),
      handles: Schema.Record(text, text),
      at,
    }),
    event("form.accepted", { at }),
    event("form.refused", { failure: Failure, at }),
    /** The member has cancelled the confirmation: nothing was sent. */
    event("form.unconfirmed", { at }),
    JournalResumed,
  ]),
)
export type FormEvent = typeof FormEvent.Type
/** Emitted once per successful submission. */
export interface FormDone {
  readonly type: "form.done"
}
