import { Schema } from "effect"

/** Why a call gave no success, as a machine may keep it: the refusal's reason or the kind of silence. Plain JSON. */
export const Failure = Schema.Struct({
  /** A reason of the catalogue, or `no-answer.<kind>` (abort, timeout, network, malformed, server), or `session.invalid`, or `journal.unavailable`. */
  reason: Schema.String,
  /** The request field that the refusal is about, where it is about one. */
  field: Schema.optionalKey(Schema.String),
  params: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
  /** The server's own words in the member's language, where it had any. */
  message: Schema.optionalKey(Schema.String),
})
export type Failure = typeof Failure.Type
