import { isAbsolute } from "node:path"
import { Effect } from "effect"
import { checkBooks, sentenceOf } from "../core/book-checks.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { findCountDifferences } from "../core/invitation-counts.ts"
import { countEvents } from "../core/projections.ts"
import { backupSeal, Vault } from "../core/vault.ts"
import { writeBackup } from "../db/backup.ts"
import type { Db } from "../db/db.ts"
import { CommandRefused, type OperatorCommand, printable, refuse, type Values } from "./command.ts"

/** The file holds every record, so that it is recorded like a look at one. */
const backUp = Effect.fn("backUp")(function* ({ file = "" }: Values, { who }: Attribution) {
  if (!isAbsolute(file)) return yield* refuse(`Not a full path: ${file}`)
  const rows = yield* writeBackup(file, backupSeal(yield* Vault))
  yield* recordDecision({ command: "backup", subject: file, who, why: "to keep a copy", detail: { rows } })
  return `${rows} rows in ${file}. Keep SECRET, or the files secret.key and market.key of DATA_DIR, elsewhere: without them the copy cannot be used.`
})

/** Checks the books. A difference is a refusal, so that the command fails; the first is named first. */
export const reportBooks = Effect.fn("reportBooks")(function* () {
  const counts = yield* findCountDifferences()
  const differences = [
    ...(yield* checkBooks()),
    ...counts.map(({ table, member, id, what }) => ({
      invariant: "C7 invited members are counted",
      ...{ member, subject: `${table} ${id}`, found: what, expected: "as in the members" },
    })),
  ]
  if (differences.length > 0)
    return yield* new CommandRefused({
      message: differences.map((difference) => printable(sentenceOf(difference))).join("\n"),
      rows: differences.map((difference) => ({ ...difference })),
    })
  return `Every check holds; ${yield* countEvents()} events folded, 0 differences.`
})

/** Commands about the database as a whole. */
export const backupCommands: ReadonlyArray<OperatorCommand<Db | Vault>> = [
  {
    name: "backup",
    summary: "Writes everything that the database holds at this moment into a new file.",
    parameters: [{ name: "file", summary: "full path of the file to write" }],
    run: backUp,
  },
  {
    name: "check",
    summary:
      "Checks the books of all members at one moment (C1, C2, C4 to C7); names what does not hold, the first difference first.",
    run: reportBooks,
  },
]
