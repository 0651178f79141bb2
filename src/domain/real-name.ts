/** The name check of a member. */
import { Schema } from "effect"
import { AtMs, Id, VerificationStatus } from "./entities.ts"
import { PersonalHere, PersonalText } from "./personal.ts"

export const RealName = Schema.Struct({
  status: VerificationStatus,
  realName: Schema.NullOr(PersonalText),
  idNumber: Schema.NullOr(PersonalText),
  /** Ids of the uploaded pictures. */
  frontImage: Schema.NullOr(Id),
  backImage: Schema.NullOr(Id),
  /** In the words of the operator. */
  reason: Schema.NullOr(PersonalHere),
  submittedAtMs: Schema.NullOr(AtMs),
  /** Absent while it is not decided. */
  reviewedAtMs: Schema.optionalKey(AtMs),
}).pipe(
  Schema.encodeKeys({
    realName: "real_name",
    idNumber: "id_number",
    frontImage: "front_image",
    backImage: "back_image",
    submittedAtMs: "submitted_at_ms",
    reviewedAtMs: "reviewed_at_ms",
  }),
)
export type RealName = typeof RealName.Type
