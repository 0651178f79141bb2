/** The failure that an event carries for an error of a call. */
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import type { NotJournaled } from "./services.ts"

/** Turns a typed error into plain JSON for a machine's context. */
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
