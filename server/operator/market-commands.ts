import { Effect } from "effect"
import type { Db } from "../db/db.ts"
import { readCheckpoints } from "../market/checkpoints.ts"
import { Market } from "../market/market.ts"
import { isoTime, type OperatorCommand } from "./command.ts"

const readKey = Effect.fn("marketKey")(function* () {
  const { key } = yield* Market
  return key.publicText
})

const listLogs = Effect.fn("marketLogs")(function* () {
  const { feed } = yield* Market
  const signed = yield* readCheckpoints(feed.symbols)
  return signed.map(({ checkpoint }) => ({
    symbol: checkpoint.symbol,
    ticks: checkpoint.size,
    complete_until: isoTime(BigInt(checkpoint.completeUntilMs)),
    root: Buffer.from(checkpoint.root).toString("base64"),
  }))
})

/** Commands about the market's signed log of ticks. */
export const marketCommands: ReadonlyArray<OperatorCommand<Db | Market>> = [
  {
    name: "market key",
    summary: "The public key that verifies checkpoints and receipts: give it to members and auditors.",
    parameters: [],
    needsWhy: false,
    run: readKey,
  },
  {
    name: "market logs",
    summary: "The last signed checkpoint of each symbol's log. A symbol without one is left out.",
    parameters: [],
    needsWhy: false,
    run: listLogs,
  },
]
