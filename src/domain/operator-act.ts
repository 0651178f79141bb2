/** What operators did about a member or looked at, and the commands that they have. */
import { Schema } from "effect"
import { AtMs, Id } from "./entities.ts"
import { PersonalHere } from "./personal.ts"

export const OperatorAct = Schema.Struct({
  /** The number of its event. */
  id: Id,
  atMs: AtMs,
  /** As operators type it: "withdrawals show". */
  command: Schema.String,
  /** Id of the deposit, withdrawal, check or picture; null where it is the member. */
  subject: Schema.NullOr(Id),
  /** How many persons agreed; 0 where a rule decided. */
  persons: Schema.Int,
  /** In the words of the operator, or the text of a reason. */
  why: PersonalHere,
}).pipe(Schema.encodeKeys({ atMs: "at_ms" }))
export type OperatorAct = typeof OperatorAct.Type

/** A command that operators have. */
export const OperatorPower = Schema.Struct({ name: Schema.String, summary: Schema.String })
export type OperatorPower = typeof OperatorPower.Type
