/** The messages of the stream, decoded once at the edge. */
import { Schema } from "effect"
import { AtMs, Quote } from "./entities.ts"

const int = Schema.Int

/**
 * A message of the quote stream: first a snapshot, then one frame per interval with the changes.
 * `frame` counts without a gap.
 */
export const QuoteFrame = Schema.Struct({
  type: Schema.Literals(["snapshot", "frame"]),
  frame: int,
  atMs: AtMs,
  quotes: Schema.Array(Quote),
}).pipe(Schema.encodeKeys({ atMs: "at_ms" }))
export type QuoteFrame = typeof QuoteFrame.Type
/**
 * A message to every connection: whether the site is open. It is sent once after connecting and
 * then after each change.
 */
export const SiteState = Schema.Struct({ type: Schema.Literal("site"), open: Schema.Boolean })
export type SiteState = typeof SiteState.Type
