/** Events of a query. The decoded answer is kept beside the machine. */

import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./declaration.ts"

/** The language of the app, or of an answer. */
const language = Schema.String

export const QueryEvent = Schema.Union([
  /** A component begins to show the answer. */
  event("query.show", { language, at }),
  /** No component shows the answer any more. */
  event("query.leave", { at }),
  event("query.prefetch", { at }),
  event("query.refresh", { at }),
  /** The answer on the screen may be outdated, and so may be the one under way. */
  event("query.renew", { at }),
  /** An answer that no component shows may be outdated. */
  event("query.invalidate", { at }),
  event("query.clear", { at }),
  event("query.answered", { language, at }),
  /** The cached answer, and why there is no fresh one yet; null: it was asked for ahead of time. */
  event("query.recalled", { knownAtMs: Schema.Int, failure: Schema.NullOr(Failure), at }),
  event("query.notCached", { at }),
  event("query.failed", { failure: Failure, at }),
])
export type QueryEvent = typeof QueryEvent.Type
