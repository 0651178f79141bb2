/**
 * Events of one call to the server. Neither request nor answer is part of them, so that no secret
 * is.
 */

import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { event } from "./declaration.ts"

export const RequestEvent = Schema.Union([
  event("request.abort", {}),
  event("request.succeeded", {}),
  event("request.refused", { failure: Failure }),
  event("request.tokenRejected", {}),
  /** No answer, or one outside the contract. */
  event("request.unanswered", {
    kind: Schema.Literals(["abort", "timeout", "network", "malformed", "server"]),
  }),
])
export type RequestEvent = typeof RequestEvent.Type

export type RequestOutcome =
  | "success"
  | "refused"
  | "token-invalid"
  | "abort"
  | "timeout"
  | "network"
  | "malformed"
  | "server"

export interface RequestEmitted {
  readonly type: "request.loadingShown" | "request.loadingHidden"
}
