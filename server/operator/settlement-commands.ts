import { Effect } from "effect"
import { type Db, execute, sql } from "../db/db.ts"
import { isoTime, type OperatorCommand, refuse, type Values } from "./command.ts"

interface DeadLetterRow {
  readonly id: string
  readonly member: string
  readonly symbol: string
  readonly state: string
  readonly held_at_ms: bigint
  readonly tries: number
  readonly next_try_ms: bigint | null
  readonly reason: string
}

const listDeadLetters = Effect.fn("listDeadLetters")(function* () {
  const rows = yield* sql<DeadLetterRow>(
    `select o.id, coalesce(m.username, o.member_id) as member, o.symbol, o.state, h.held_at_ms, h.tries, h.next_try_ms, h.reason
     from settlement_holds h join orders o on o.id = h.order_id left join members m on m.id = o.member_id
     where o.state in ('accepted', 'opened') order by h.held_at_ms, o.id limit 100`,
  )
  return rows.map(({ held_at_ms, next_try_ms, ...row }) => ({
    ...row,
    since: isoTime(held_at_ms),
    next_try: next_try_ms === null ? "on request" : isoTime(next_try_ms),
  }))
})

const retryDeadLetters = Effect.fn("retryDeadLetters")(function* ({ contract }: Values) {
  const asked = yield* execute(
    "update settlement_holds set next_try_ms = 0 where $1::text is null or order_id = $1::text",
    [contract ?? null],
  )
  if (asked === 0) return yield* refuse("There is no such dead letter.")
  return `${asked} will be retried with the next tick. See the result with: settlement held.`
})

/** Commands about contracts whose settlement failed. */
export const settlementCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "settlement held",
    summary:
      "Dead letters of settlement: contracts that could not be settled, since when, why, and their next retry.",
    run: listDeadLetters,
  },
  {
    name: "settlement retry",
    summary:
      "Retries dead letters at once. The result depends on the prices alone, not on the time of the retry.",
    parameters: [{ name: "contract", summary: "id of the contract; all by default", isOptional: true }],
    run: retryDeadLetters,
  },
]
