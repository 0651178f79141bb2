import { isAbsolute } from "node:path"
import { Effect } from "effect"
import { findProblems } from "../core/book-checks.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { countEvents } from "../core/projections.ts"
import { writeBackup } from "../db/backup.ts"
import type { Db } from "../db/db.ts"
import { CommandRefused, type OperatorCommand } from "./command.ts"

type Values = Readonly<Record<string, string>>

/** The file holds every record, so that it is recorded like a look at one. */
const backUp = Effect.fn("backUp")(function* ({ file = "" }: Values, { who }: Attribution) {
  if (!isAbsolute(file)) return yield* new CommandRefused({ message: `Not a full path: ${file}` })
  const rows = yield* writeBackup(file)
  yield* recordDecision({ command: "backup", subject: file, who, why: "to keep a copy", detail: { rows } })
  return `${rows} rows in ${file}. Keep SECRET, or the files secret.key and market.key of DATA_DIR, elsewhere: without them the copy cannot be used.`
})

/** Holds the books against every check. A problem is a refusal, so that the command fails. */
export const checkBooks = Effect.fn("checkBooks")(function* () {
  const problems = yield* findProblems()
  if (problems.length > 0) return yield* new CommandRefused({ message: problems.join("\n") })
  return `Every check holds; ${yield* countEvents()} events folded, 0 differences.`
})

/** Commands about the database as a whole. */
export const backupCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "backup",
    summary: "Writes everything that the database holds at this moment into a new file.",
    parameters: [{ name: "file", summary: "full path of the file to write" }],
    needsWhy: false,
    run: backUp,
  },
  {
    name: "check",
    summary: "Adds up the books and folds the events of all members; names what does not hold.",
    parameters: [],
    needsWhy: false,
    run: checkBooks,
  },
]
