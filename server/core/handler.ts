import type { Effect } from "effect"
import type { AnswerOf, EndpointId, RequestOf } from "../../src/contract/endpoints.ts"
import type { Locale } from "../../src/domain/limits.ts"
import type { DbError } from "../db/db.ts"
import type { Refusal } from "./refusal.ts"

/** Who calls, as the edge has established it. Nothing here comes from the body. */
export interface Call {
  /** The member whose token it is; empty where the endpoint needs none. */
  readonly memberId: string
  /** Names the session without opening it; empty where the endpoint needs none. */
  readonly tokenHash: string
  /** Address of the caller's machine. */
  readonly address: string
  /** Language of messages. */
  readonly locale: Locale
}

/** Answers one endpoint. The request is decoded already and the answer is encoded by the edge (fields it does not declare are dropped). */
export type Handler<E extends EndpointId, R> = (
  request: RequestOf<E>,
  call: Call,
) => Effect.Effect<AnswerOf<E>, Refusal | DbError, R>

/** A handler for each of the endpoints named; `Handlers<EndpointId, R>` is the whole API. */
export type Handlers<E extends EndpointId, R> = { readonly [Id in E]: Handler<Id, R> }
