import { Schema } from "effect"

/**
 * Why a call failed, as plain JSON for machine context and events: a refusal's reason or the kind
 * of missing answer.
 */
export const Failure = Schema.Struct({
  /**
   * A catalogued reason, `no-answer.<kind>` (abort, timeout, network, malformed, server),
   * `session.invalid`, or `journal.<problem>` (blocked, closed, full, denied, unavailable).
   */
  reason: Schema.String,
  /** The request field that the refusal concerns. */
  field: Schema.optionalKey(Schema.String),
  params: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
  /** The server's message in the member's language. */
  message: Schema.optionalKey(Schema.String),
})
export type Failure = typeof Failure.Type
