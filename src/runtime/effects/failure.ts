/** What a failed call becomes in an event: plain words of the catalogue, never an Error. */
import { Schema } from "effect"
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"

/** The journal could not make the intent durable: nothing that moves money may be sent. */
export class NotJournaled extends Schema.TaggedError<NotJournaled>()("NotJournaled", {
  message: Schema.String,
}) {}

/** Flattens a typed error into the plain JSON that a machine may keep. */
export const failureOf = (error: ApiError | NotJournaled): Failure => {
  switch (error._tag) {
    case "Refused": {
      const { reason, field, params, message } = error
      return { reason, message, ...(field !== undefined && { field }), ...(params && { params }) }
    }
    case "TokenInvalid":
      return { reason: "session.invalid", message: error.message }
    case "NoAnswer":
      return { reason: `no-answer.${error.kind}` }
    case "NotJournaled":
      return { reason: "journal.unavailable" }
  }
}
