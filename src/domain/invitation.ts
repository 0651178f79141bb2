import { Schema } from "effect"
import { AtMs } from "./entities.ts"
import { PersonalText } from "./personal.ts"

export const PromoteSummary = Schema.Struct({
  invitationCode: PersonalText,
  link: PersonalText,
  invited: Schema.Int,
  successful: Schema.Int,
}).pipe(Schema.encodeKeys({ invitationCode: "invitation_code" }))
export type PromoteSummary = typeof PromoteSummary.Type
export const InvitedMember = Schema.Struct({
  account: PersonalText,
  success: Schema.Boolean,
  registeredAtMs: AtMs,
}).pipe(Schema.encodeKeys({ registeredAtMs: "registered_at_ms" }))
export type InvitedMember = typeof InvitedMember.Type
