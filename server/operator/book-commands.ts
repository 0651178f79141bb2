import { Effect } from "effect"
import { checkBooks, sentenceOf } from "../core/book-checks.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { findCountDifferences, recountInvitations } from "../core/invitation-counts.ts"
import { countEvents, findDifferences, findSessionDifferences } from "../core/projections.ts"
import { readReadOnly, resumeWrites } from "../core/read-only.ts"
import { type Db, transaction } from "../db/db.ts"
import { isoTime, type OperatorCommand, refuse, type Values } from "./command.ts"

const rebuild = Effect.fn("rebuild")(function* (values: Values) {
  // Sealed columns are not in the events, so rows are compared and never overwritten.
  if (values.verify === undefined)
    return yield* refuse("Rows are only compared with their events: rebuild --verify")
  const found = [findDifferences(), findSessionDifferences(), findCountDifferences()]
  const differences = (yield* Effect.all(found)).flat()
  const note = `${yield* countEvents()} events folded, ${differences.length} differences.`
  return differences.length === 0 ? note : { rows: differences.map((one) => ({ ...one })), note }
})

const recount = Effect.fn("recount")(function* (_values: Values, { who, why }: Attribution) {
  const inviters = yield* Effect.gen(function* () {
    const counted = yield* recountInvitations()
    const detail = { inviters: counted }
    yield* recordDecision({ command: "invitations recount", subject: "invitations", who, why, detail })
    return counted
  }).pipe(transaction)
  return `The invited members of ${inviters} members were counted again.`
})

const resume = Effect.fn("resume")(function* (_values: Values, { who, why }: Attribution) {
  const stopped = yield* readReadOnly()
  if (stopped === null) return yield* refuse("Writes are not stopped.")
  const [first] = yield* checkBooks()
  if (first !== undefined) return yield* refuse(`The books still differ. ${sentenceOf(first)}`)
  const detail = { since_ms: stopped.sinceMs, reason: stopped.reason }
  yield* Effect.gen(function* () {
    yield* resumeWrites()
    yield* recordDecision({ command: "writes resume", subject: "books", who, why, detail })
  }).pipe(transaction)
  return `The books agree; writes go on. They were stopped at ${isoTime(BigInt(stopped.sinceMs))}.`
})

/** Commands that check the books: against the members' events, and before writes go on. */
export const bookCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "rebuild",
    summary:
      "Folds the events of all members and compares the result with orders, records, balances and sessions.",
    parameters: [{ name: "verify", summary: "compare, change nothing", isOptional: true }],
    run: rebuild,
  },
  {
    name: "invitations recount",
    summary: "Counts the invited members of all members again, where check names a number that differs.",
    needsWhy: true,
    run: recount,
  },
  {
    name: "writes resume",
    summary: "Checks all books and, if they agree, ends the read-only mode that a difference began.",
    needsWhy: true,
    run: resume,
  },
]
