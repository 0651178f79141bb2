import { Clock, Context, Effect, Schema } from "effect"
import { execute } from "../db/db.ts"
import { newId } from "./ids.ts"
import { type Entry, post } from "./ledger.ts"

/** Who made a decision, and why. */
export interface Attribution {
  readonly who: string
  readonly why: string
}

/** The item does not exist or is already decided. Nothing was changed. */
export class NotPending extends Schema.TaggedError<NotPending>()("NotPending", {
  message: Schema.String,
}) {}

/** The operator's command that runs. Its decision, of which each command has one, carries these. */
interface RunningCommand {
  readonly key: string
  /** Identifies the command and its values. */
  readonly wordsHash: string
  /** What another person proposed and this command carries out. */
  readonly proposal: { readonly id: string; readonly who: string } | null
}

export const CurrentCommand = Context.Reference<RunningCommand | null>("financial-links/CurrentCommand", {
  defaultValue: () => null,
})

/** Appends a decision to the operator events. Call it in the transaction of the decided change. */
export const recordDecision = Effect.fn("recordDecision")(function* (
  decision: Attribution & {
    readonly command: string
    /** Id of the deposit, withdrawal, check or other item that was decided. */
    readonly subject: string
    readonly detail?: Readonly<Record<string, string | number | boolean | null>>
  },
) {
  const atMs = yield* Clock.currentTimeMillis
  const running = yield* CurrentCommand
  const proposal = running?.proposal ?? null
  const detail = { ...decision.detail, ...(proposal && { proposed_by: proposal.who }) }
  yield* execute(
    `insert into operator_events (id, at_ms, who, command, subject, why, detail, key, words_hash, proposal)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10)`,
    [
      ...[yield* newId, atMs, decision.who, decision.command, decision.subject, decision.why],
      ...[JSON.stringify(detail), running?.key ?? null, running?.wordsHash ?? null, proposal?.id ?? null],
    ],
  )
})

/**
 * Posts the ledger entry of a decision. The funds are already locked or come from outside the
 * member's accounts, so `InsufficientFunds` is a defect and dies.
 */
export const postDecided = (entry: Entry) =>
  Effect.catchTag(post(entry), "InsufficientFunds", (error) => Effect.die(error))
