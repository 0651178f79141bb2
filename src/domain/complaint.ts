/** A complaint about a contract, or about a withdrawal that was not decided when promised. */
import { Schema } from "effect"
import { PersonalHere } from "./personal.ts"

const AtMs = Schema.Int

/** The answer comes within working days (`COMPLAINT_ANSWERED_DAYS`). */
export const Complaint = Schema.Struct({
  number: Schema.Int,
  madeAtMs: AtMs,
  acknowledgeByMs: AtMs,
  acknowledgedAtMs: Schema.NullOr(AtMs),
  answerByMs: AtMs,
  answeredAtMs: Schema.NullOr(AtMs),
  /** In the words of the operator. */
  answer: Schema.NullOr(PersonalHere),
}).pipe(
  Schema.encodeKeys({
    madeAtMs: "made_at_ms",
    acknowledgeByMs: "acknowledge_by_ms",
    acknowledgedAtMs: "acknowledged_at_ms",
    answerByMs: "answer_by_ms",
    answeredAtMs: "answered_at_ms",
  }),
)
export type Complaint = typeof Complaint.Type
