/** What a member is answered about its part of what the market owes. It is checked with liability.ts. */
import { Schema } from "effect"
import { AccountDay } from "./account-day.ts"
import { PersonalHere } from "./personal.ts"

export const OwnLiability = Schema.Struct({
  day: AccountDay,
  note: Schema.String,
  /** With it anyone finds the member's leaf. */
  secret: PersonalHere,
  index: Schema.Int,
  /** The encoded figures of the leaf, and the encoded nodes of its proof, in hexadecimal. */
  leaf: Schema.String,
  proof: Schema.Array(Schema.String),
})
export type OwnLiability = typeof OwnLiability.Type
