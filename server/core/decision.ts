import { Clock, Context, Effect, Schema } from "effect"
import { execute, transaction } from "../db/db.ts"
import { newId } from "./ids.ts"
import { type Entry, post } from "./ledger.ts"
import { linkAct } from "./operator-acts.ts"

/** Who made a decision, and why. */
export interface Attribution {
  readonly who: string
  readonly why: string
}

/** The reviewer of the demo: a rule, no person. */
export const AUTOMATIC_REVIEWER = "automatic reviewer"

/** Why an operator looked, where a command asks no reason: the ids of texts. */
export const LOOK = { decide: "review.look.decide", check: "review.look.check" } as const

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

/**
 * Appends a decision or a look to the operator events, and to those of each member that it touched. Call it in
 * the transaction of the decided change.
 */
export const recordDecision = Effect.fn("recordDecision")(function* (
  decision: Attribution & {
    readonly command: string
    /** Id of the deposit, withdrawal, check or other item that was decided. */
    readonly subject: string
    readonly detail?: Readonly<Record<string, string | number | boolean | null>>
    /** Ids of the members whom it touched. */
    readonly members?: ReadonlyArray<string>
    /** What they read instead of why: the id of a text. */
    readonly shownWhy?: string
  },
) {
  const atMs = yield* Clock.currentTimeMillis
  const running = yield* CurrentCommand
  const proposal = running?.proposal ?? null
  const detail = { ...decision.detail, ...(proposal && { proposed_by: proposal.who }) }
  const insert = execute(
    `insert into operator_events (id, at_ms, who, command, subject, why, detail, key, words_hash, proposal)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10)`,
    [
      ...[yield* newId, atMs, decision.who, decision.command, decision.subject, decision.why],
      ...[JSON.stringify(detail), running?.key ?? null, running?.wordsHash ?? null, proposal?.id ?? null],
    ],
  )
  const { members = [], command, subject, who, shownWhy: why = decision.why } = decision
  if (members.length === 0) return yield* insert
  const persons = proposal ? 2 : who === AUTOMATIC_REVIEWER ? 0 : 1
  const act = { command, subject, who, why, persons, atMs }
  return yield* transaction(Effect.andThen(insert, linkAct(members, act)))
})

/**
 * Posts the ledger entry of a decision. The funds are already locked or come from outside the
 * member's accounts, so `InsufficientFunds` is a defect and dies.
 */
export const postDecided = (entry: Entry) =>
  Effect.catchTag(post(entry), "InsufficientFunds", (error) => Effect.die(error))
