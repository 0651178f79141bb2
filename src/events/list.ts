/** What may be said of a list that is loaded page by page. Rows stand here by their ids; what is in them lies beside the machine, as they were decoded. */
import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./event-shape.ts"

export const ListEvent = Schema.Union([
  event("list.more", { at }),
  event("list.refresh", { at }),
  event("list.retry", { at }),
  event("list.loaded", {
    ids: Schema.Array(Schema.String),
    nextCursor: Schema.NullOr(Schema.String),
    at,
  }),
  /** What an earlier visit knew of the first page, and why there is nothing newer yet. */
  event("list.recalled", {
    ids: Schema.Array(Schema.String),
    nextCursor: Schema.NullOr(Schema.String),
    knownAtMs: Schema.Int,
    failure: Failure,
    at,
  }),
  event("list.failed", { failure: Failure, at }),
])
export type ListEvent = typeof ListEvent.Type
