import { Effect } from "effect"
import type { Db } from "../db/db.ts"
import { readLogStatus } from "../market/log-status.ts"
import { Market } from "../market/market.ts"
import { isoTime, type OperatorCommand } from "./command.ts"

const readKey = Effect.fn("marketKey")(function* () {
  const { key } = yield* Market
  return key.publicText
})

const listLogs = Effect.fn("marketLogs")(function* () {
  const statuses = yield* readLogStatus()
  return statuses.map(({ symbol, ticks, published, completeUntilMs, root, state, gapAfter }) => ({
    symbol,
    state: state === "gap" ? `no checkpoint beyond the gap after tick ${gapAfter}` : state,
    ticks,
    published,
    complete_until: completeUntilMs === null ? null : isoTime(BigInt(completeUntilMs)),
    root: root === null ? null : Buffer.from(root).toString("base64"),
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
    summary:
      "The log of each symbol: whether it is published, its last signed checkpoint, and a gap in its journal.",
    parameters: [],
    needsWhy: false,
    run: listLogs,
  },
]
