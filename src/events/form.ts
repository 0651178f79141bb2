/** What may be said of a form. Values of secret fields never come through here: `form.fill` tells only that there is one and what is wrong with it. */
import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { at, event, JournalResumed } from "./event-shape.ts"

const text = Schema.String
const problem = Schema.Struct({
  reason: text,
  params: Schema.optionalKey(Schema.Record(text, Schema.Union([text, Schema.Finite]))),
})
const secret = Schema.Struct({ filled: Schema.Boolean, problem: Schema.NullOr(problem) })

export const FormEvent = Schema.Union([
  event("form.change", { field: text, value: text, at }),
  event("form.fill", { secrets: Schema.Record(text, secret), at }),
  event("form.leave", { field: text, at }),
  /** `handles` stand for the values of the secret fields, which wait outside for one call. */
  event("form.submit", {
    secrets: Schema.Record(text, secret),
    handles: Schema.Record(text, text),
    at,
  }),
  event("form.accepted", { at }),
  event("form.refused", { failure: Failure, at }),
  JournalResumed,
])
export type FormEvent = typeof FormEvent.Type
/** Told to whoever sits around the form, once per submission that succeeded. */
export interface FormDone {
  readonly type: "form.done"
}
