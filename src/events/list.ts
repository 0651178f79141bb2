/** Events of a paged list. They carry row ids; the decoded rows are kept beside the machine. */

import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./declaration.ts"

export const ListEvent = Schema.Union([
  event("list.loadMore", { at }),
  event("list.refresh", { at }),
  event("list.retry", { at }),
  event("list.loaded", {
    ids: Schema.Array(Schema.String),
    nextCursor: Schema.NullOr(Schema.String),
    at,
  }),
  /** The cached first page, and why there is no fresh one yet. */
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
