/** What may be said of a list that is loaded page by page. */
import { Schema } from "effect"
import { at, event, Failure } from "./shape.ts"

export const ListEvent = Schema.Union([
  event("list.more", { at }),
  event("list.refresh", { at }),
  event("list.retry", { at }),
  event("list.loaded", {
    items: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
    nextCursor: Schema.NullOr(Schema.String),
    at,
  }),
  event("list.failed", { failure: Failure, at }),
])
export type ListEvent = typeof ListEvent.Type
