/** The name check of a member. */
import { Schema } from "effect"
import { AtMs, Id, VerificationStatus } from "./entities.ts"
import { PersonalHere, PersonalText } from "./personal.ts"

/** Why a name check is refused. The text `review.realname.CODE` says what is wrong, with an example. */
export const NAME_REFUSALS = ["blurred", "cut-off", "expired", "name", "document", "other"] as const
export type NameRefusal = (typeof NAME_REFUSALS)[number]

export const RealName = Schema.Struct({
  status: VerificationStatus,
  realName: Schema.NullOr(PersonalText),
  idNumber: Schema.NullOr(PersonalText),
  /** Ids of the uploaded pictures. */
  frontImage: Schema.NullOr(Id),
  backImage: Schema.NullOr(Id),
  /** A code of `NAME_REFUSALS`, or of a newer release. */
  refusalCode: Schema.optionalKey(Schema.String),
  /** True if it was refused and the member cannot send another. */
  isFinal: Schema.optionalKey(Schema.Boolean),
  /** The text of the code; of an earlier release in the words of the operator. */
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
    refusalCode: "refusal_code",
    isFinal: "is_final",
    submittedAtMs: "submitted_at_ms",
    reviewedAtMs: "reviewed_at_ms",
  }),
)
export type RealName = typeof RealName.Type
