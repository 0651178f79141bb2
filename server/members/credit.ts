import { Clock, Effect } from "effect"
import type { Call } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import { creditScoreOf } from "./credit-score.ts"
import { readStanding } from "./facts.ts"
import { findMember } from "./members.ts"

/** The member's credit score and what it is made of. */
export const readCredit = Effect.fn("readCredit")(function* (_request: object, call: Call) {
  const member = yield* findMember(call.memberId)
  if (member === null) return yield* refusal("session.invalid")
  const standing = yield* readStanding(member.id, Number(member.registered_at_ms))
  return creditScoreOf(standing, yield* Clock.currentTimeMillis)
})
