import { Clock, Effect } from "effect"
import { amountOf } from "../../src/domain/money.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { type Db, transaction } from "../db/db.ts"
import { showLiabilities, stateReserves } from "../market/liabilities.ts"
import { type OperatorCommand, readAmount, type Values } from "./command.ts"

const state = Effect.fn("state")(function* (values: Values, { who, why }: Attribution) {
  const amount = yield* readAmount(values.amount ?? "")
  const atMs = yield* Clock.currentTimeMillis
  const detail = { amount: amountOf(amount) }
  yield* Effect.andThen(
    stateReserves({ amount, atMs }),
    recordDecision({ command: "reserves state", subject: "reserves", who, why, detail }),
  ).pipe(transaction)
  return "Stated. The next sealed day says it."
})

/** Commands about what the market owes its members, and holds for them. */
export const liabilityCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "liabilities show",
    summary: "What the market owed all members at the end of the last sealed day, as published.",
    run: showLiabilities,
  },
  {
    name: "reserves state",
    summary: "States what is held for members; it is published, signed, with what is owed.",
    parameters: [{ name: "amount", summary: "naira, such as 25000000.00" }],
    needsWhy: true,
    run: state,
  },
]
