import { Effect } from "effect"
import { countEvents, findDifferences } from "../core/projections.ts"
import type { Db } from "../db/db.ts"
import { CommandRefused, type OperatorCommand } from "./command.ts"

const rebuild = Effect.fn("rebuild")(function* (values: Readonly<Record<string, string>>) {
  // Sealed columns are not in the events, so rows are compared and never overwritten.
  if (values.verify === undefined)
    return yield* new CommandRefused({
      message: "Rows are only compared with their events: rebuild --verify",
    })
  const differences = yield* findDifferences()
  const note = `${yield* countEvents()} events folded, ${differences.length} differences.`
  return differences.length === 0 ? note : { rows: differences.map((one) => ({ ...one })), note }
})

/** Commands about the members' events. */
export const projectionCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "rebuild",
    summary: "Folds the events of all members and compares the result with orders, records and balances.",
    parameters: [{ name: "verify", summary: "compare, change nothing", isOptional: true }],
    needsWhy: false,
    run: rebuild,
  },
]
