import { Effect } from "effect"
import { checkBooks, sentenceOf } from "../core/book-checks.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { readReadOnly, resumeWrites } from "../core/read-only.ts"
import { Db } from "../db/db.ts"
import { CommandRefused, isoTime, type OperatorCommand } from "./command.ts"

type Values = Readonly<Record<string, string>>

const resume = Effect.fn("resumeWrites")(function* (_values: Values, { who, why }: Attribution) {
  const db = yield* Db
  const stopped = yield* readReadOnly()
  if (stopped === null) return yield* new CommandRefused({ message: "Writes are not stopped." })
  const [first] = yield* checkBooks()
  if (first !== undefined)
    return yield* new CommandRefused({ message: `The books still differ. ${sentenceOf(first)}` })
  const detail = { since_ms: stopped.sinceMs, reason: stopped.reason }
  yield* db.transaction(
    Effect.gen(function* () {
      yield* resumeWrites()
      yield* recordDecision({ command: "writes resume", subject: "books", who, why, detail })
    }),
  )
  return `The books agree; writes go on. They were stopped at ${isoTime(BigInt(stopped.sinceMs))}.`
})

/** Commands about the read-only mode of the books. */
export const writeCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "writes resume",
    summary: "Checks all books and, if they agree, ends the read-only mode that a difference began.",
    parameters: [],
    needsWhy: true,
    run: resume,
  },
]
