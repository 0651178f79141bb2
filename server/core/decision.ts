import { Clock, Effect, Schema } from "effect"
import { Db } from "../db/db.ts"
import { newId } from "./ids.ts"
import { type Entry, post } from "./ledger.ts"

/** Who decides, and why. */
export interface Attribution {
  readonly who: string
  readonly why: string
}

/** What was to be decided is not there, or has been decided already. Nothing was done. */
export class NotPending extends Schema.TaggedError<NotPending>()("NotPending", {
  message: Schema.String,
}) {}

/** Writes a decision down as an event. Call it in the transaction of what was decided. */
export const recordDecision = Effect.fn("recordDecision")(function* (
  decision: Attribution & {
    readonly command: string
    /** Id of what was decided about. */
    readonly subject: string
    readonly detail?: Readonly<Record<string, string | number | boolean | null>>
  },
) {
  const db = yield* Db
  const atMs = yield* Clock.currentTimeMillis
  yield* db.execute(
    `insert into operator_events (id, at_ms, who, command, subject, why, detail)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
    [
      ...[newId(), atMs, decision.who, decision.command, decision.subject, decision.why],
      JSON.stringify(decision.detail ?? {}),
    ],
  )
})

/** Books what was decided. What a decision moves is set aside or comes from the house, so a lack of funds is a defect of ours. */
export const postDecided = (entry: Entry) =>
  Effect.catchTag(post(entry), "InsufficientFunds", (error) => Effect.die(error))
