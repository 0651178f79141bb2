/** Several reads in one request, for the first screen: the server's side of the contract. */
import { Schema } from "effect"
import { BATCH_CALLS_MAX } from "../domain/limits.ts"
import { BATCH_PATH } from "./wire-request.ts"

const text = Schema.String
const optional = Schema.optionalKey

/** A call with its fields under their wire names. */
const BatchCall = Schema.Struct({ path: text, fields: Schema.Record(text, text) })

/**
 * Each part has the status and the envelope of its endpoint; it is refused, or fails, alone. Only
 * reads that cost nothing; any other path is a part that is not found.
 */
export const batch = {
  method: "POST",
  path: BATCH_PATH,
  request: Schema.Struct({
    calls: Schema.Array(BatchCall).check(Schema.isMinLength(1), Schema.isMaxLength(BATCH_CALLS_MAX)),
    user_id: optional(text),
    lang: optional(text),
  }),
  /** In the order of the calls. */
  answer: Schema.Array(Schema.Struct({ status: Schema.Int, body: Schema.Unknown })),
} as const
