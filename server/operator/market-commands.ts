import { Effect } from "effect"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { type Db, sql, transaction } from "../db/db.ts"
import { Market } from "../market/market.ts"
import { acceptDatabaseClock, readClockOffset } from "../market/market-time.ts"
import { readLogStatus } from "../market/tick-log/log-status.ts"
import { isoTime, type OperatorCommand, refuse, type Values } from "./command.ts"

const readKey = Effect.fn("readKey")(function* () {
  const { key } = yield* Market
  return key.publicText
})

const listLogs = Effect.fn("listLogs")(function* () {
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

/** Number of open contracts that expire at or before a market time. */
const countDue = Effect.fnUntraced(function* (atMs: number) {
  const rows = yield* sql<{ due: bigint }>(
    "select count(*) as due from orders where state = 'opened' and expires_at_ms <= $1",
    [atMs],
  )
  return Number(rows[0]?.due ?? 0n)
})

const cannotGoBack =
  "The market is ahead of the database's clock and never goes back: set that clock right instead."

/** What accepting the database's clock does, as a sentence. */
const consequenceOf = (offsetMs: number, due: number): string => {
  if (offsetMs === 0) return "The market has the database's time."
  if (offsetMs > 0) return cannotGoBack
  const accept = `To accept: market accept-clock ${offsetMs} --why "…"`
  return `The market would go forward by ${-offsetMs} ms; ${due} open contracts would end at once. ${accept}`
}

const showClock = Effect.fn("showClock")(function* () {
  const { nowMs } = yield* Market
  const offsetMs = yield* readClockOffset()
  const due = yield* countDue(nowMs() - offsetMs)
  const rows = [{ market_time: isoTime(BigInt(nowMs())), offset_ms: offsetMs, contracts_due: due }]
  return { rows, note: consequenceOf(offsetMs, due) }
})

const acceptClock = Effect.fn("acceptClock")(function* ({ offset = "" }: Values, decider: Attribution) {
  const { nowMs } = yield* Market
  const confirmedMs = /^-?\d{1,15}$/.test(offset) ? Number(offset) : null
  const accept = Effect.gen(function* () {
    const offsetMs = yield* readClockOffset()
    if (offsetMs > 0) return yield* refuse(cannotGoBack)
    const isAccepted = offsetMs === confirmedMs && (yield* acceptDatabaseClock(offsetMs))
    if (!isAccepted)
      return yield* refuse(
        `The offset is ${offsetMs} ms, not ${offset}: see "market clock". Nothing was changed.`,
      )
    const due = yield* countDue(nowMs() - offsetMs)
    const detail = { offset_ms: offsetMs, contracts_due: due }
    yield* recordDecision({ ...decider, command: "market accept-clock", subject: "market", detail })
  })
  yield* transaction(accept)
  return "Accepted. Every process follows within a second."
})

/** Commands about the market's signed log of ticks, and its time. */
export const marketCommands: ReadonlyArray<OperatorCommand<Db | Market>> = [
  {
    name: "market key",
    summary: "The public key that verifies checkpoints and receipts: give it to members and auditors.",
    run: readKey,
  },
  {
    name: "market logs",
    summary:
      "The log of each symbol: whether it is published, its last signed checkpoint, and a gap in its journal.",
    run: listLogs,
  },
  {
    name: "market clock",
    summary:
      "How far the market's time is from the database's clock, and what accepting that clock would do.",
    run: showClock,
  },
  {
    name: "market accept-clock",
    summary: "Gives the market the database's time from now on.",
    parameters: [{ name: "offset", summary: 'the offset_ms that "market clock" shows, as a confirmation' }],
    needsWhy: true,
    run: acceptClock,
  },
]
