/** The check of what a member knows of leverage. */
import { Schema } from "effect"
import { AtMs, Id } from "./entities.ts"

const text = Schema.String

/** An answer that the member gave, and its explanation. */
const Answered = Schema.Struct({
  question: text,
  answer: text,
  isRight: Schema.Boolean,
  /** The right answer, and why it is. */
  right: text,
  why: text,
}).pipe(Schema.encodeKeys({ isRight: "is_right" }))

export const KnowledgeCheck = Schema.Struct({
  /** False where leverage above 1 needs no check. */
  isRequired: Schema.Boolean,
  passedAtMs: Schema.NullOr(AtMs),
  /** From when the member may buy leverage above 1; null before the check is passed. */
  leverageAtMs: Schema.NullOr(AtMs),
  /** When the next attempt may begin; null where it may now. */
  nextAtMs: Schema.NullOr(AtMs),
  /** Questions of an attempt. */
  count: Schema.Int,
  /** The next question; null where there is none to answer now. */
  next: Schema.NullOr(
    Schema.Struct({
      /** "2-5": the fifth question of the second attempt. */
      id: Id,
      position: Schema.Int,
      question: text,
      answers: Schema.Array(text),
    }),
  ),
  /** The answers of this attempt; before its first one those of the attempt before. */
  answered: Schema.Array(Answered),
}).pipe(
  Schema.encodeKeys({
    isRequired: "is_required",
    passedAtMs: "passed_at_ms",
    leverageAtMs: "leverage_at_ms",
    nextAtMs: "next_at_ms",
  }),
)
export type KnowledgeCheck = typeof KnowledgeCheck.Type
