import type { Effect } from "effect"
import type { AnswerOf, EndpointId, RequestOf } from "../../src/contract/endpoints.ts"
import type { Locale } from "../../src/domain/limits.ts"
import type { DbError } from "../db/db.ts"
import type { Refusal } from "./refusal.ts"

/**
 * The caller of an endpoint, as the HTTP edge authenticated it. Nothing here comes from the body.
 */
export interface Call {
  /** Member of the session. Empty where the endpoint needs no session. */
  readonly memberId: string
  /** Identifies the session without opening it. Empty where the endpoint needs no session. */
  readonly tokenHash: string
  readonly address: string
  /** What the client says it is. */
  readonly userAgent?: string
  /** Language of member-visible texts in the answer. */
  readonly locale: Locale
}

/**
 * Handles one endpoint. The request is already decoded; the edge encodes the answer and drops
 * undeclared fields.
 */
export type Handler<E extends EndpointId, R> = (
  request: RequestOf<E>,
  call: Call,
) => Effect.Effect<AnswerOf<E>, Refusal | DbError, R>

/** One handler for each of the named endpoints. `Handlers<EndpointId, R>` is the whole API. */
export type Handlers<E extends EndpointId, R> = { readonly [Id in E]: Handler<Id, R> }
