import { Effect } from "effect"
import { Db } from "../db/db.ts"
import { CommandRefused, type OperatorCommand } from "./command.ts"
import { isoTime } from "./waiting-list.ts"

type Values = Readonly<Record<string, string>>

interface HeldRow {
  readonly id: string
  readonly member: string
  readonly symbol: string
  readonly state: string
  readonly held_at_ms: bigint
  readonly tries: number
  readonly next_try_ms: bigint | null
  readonly reason: string
}

const listHeld = Effect.fn("listHeld")(function* () {
  const db = yield* Db
  const rows = yield* db.query<HeldRow>(
    `select o.id, coalesce(m.username, o.member_id) as member, o.symbol, o.state, h.held_at_ms, h.tries, h.next_try_ms, h.reason
     from settlement_holds h join orders o on o.id = h.order_id left join members m on m.id = o.member_id
     where o.state in ('accepted', 'opened') order by h.held_at_ms, o.id limit 100`,
  )
  return rows.map(({ held_at_ms, next_try_ms, ...row }) => ({
    ...row,
    since: isoTime(held_at_ms),
    next_try: next_try_ms === null ? "when asked" : isoTime(next_try_ms),
  }))
})

const retryHeld = Effect.fn("retryHeld")(function* ({ contract }: Values) {
  const db = yield* Db
  const asked = yield* db.execute(
    "update settlement_holds set next_try_ms = 0 where $1::text is null or order_id = $1::text",
    [contract ?? null],
  )
  if (asked === 0) return yield* new CommandRefused({ message: "Nothing of the kind is set aside." })
  return `${asked} will be tried again with the next price. What came of it: settlement held.`
})

/** Commands about contracts whose settlement has failed. */
export const settlementCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "settlement held",
    summary:
      "Contracts that could not be settled and are set aside: since when, why, and when they are tried again.",
    parameters: [],
    needsWhy: false,
    run: listHeld,
  },
  {
    name: "settlement retry",
    summary:
      "Tries to settle what is set aside at once. The result follows from the prices alone, whenever it is tried.",
    parameters: [{ name: "contract", summary: "its number; without one all of them", isOptional: true }],
    needsWhy: false,
    run: retryHeld,
  },
]
