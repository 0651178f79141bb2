/** What the API says of published months. Nothing here computes hashes, so that endpoints stay small. */
import { Schema } from "effect"
import { Id } from "./entities.ts"

export const Month = Schema.String.check(Schema.isPattern(/^20\d\d-(?:0[1-9]|1[0-2])$/u))

/** The place of one leaf in the tree of a month, with the salt of its name. */
export const Counted = Schema.Struct({
  /** The contract; the number of the group for the member's own account there. */
  subject: Id,
  salt: Schema.String,
  index: Schema.Int,
  /** The hashes beside it, in base64. */
  path: Schema.Array(Schema.String),
})
export type Counted = typeof Counted.Type
