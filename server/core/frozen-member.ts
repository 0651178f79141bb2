import { Clock, Effect } from "effect"
import { Db } from "../db/db.ts"
import type { Attribution } from "./decision.ts"
import { ASSET } from "./ledger.ts"
import { eventValues, insertEventSql } from "./member-events.ts"
import { writableSql } from "./read-only.ts"
import { refusal } from "./refusal.ts"

/** True while an operator has frozen the member's account. */
const isFrozen = Effect.fnUntraced(function* (memberId: string) {
  const db = yield* Db
  const rows = yield* db.query(
    "select 1 from balances where member_id = $1 and asset = $2 and frozen_at_ms is not null",
    [memberId, ASSET],
  )
  return rows.length > 0
})

/**
 * Refuses what a frozen member may not do: log in, buy, deposit, withdraw. Settlement, early closes
 * and payments that a provider reports never ask this.
 */
export const requireUnfrozen = Effect.fn("requireUnfrozen")(function* (memberId: string) {
  if (yield* isFrozen(memberId)) return yield* refusal("member.frozen")
})

/** The columns, and the condition, of each of the two changes. The time is that of the event. */
const CHANGES = {
  frozen: { from: "free", assignment: "frozen_at_ms = $9::bigint", condition: "frozen_at_ms is null" },
  free: { from: "frozen", assignment: "frozen_at_ms = null", condition: "frozen_at_ms is not null" },
} as const

const NOTHING = { available: "0", contracts: "0", withdrawals: "0" }

/**
 * Freezes a member's account or ends that, with its event, in one statement. False where nothing
 * changed: it was so already.
 */
export const setFrozen = Effect.fn("setFrozen")(function* (
  memberId: string,
  to: keyof typeof CHANGES,
  decision: Attribution,
) {
  const db = yield* Db
  const { from, assignment, condition } = CHANGES[to]
  const change = { kind: "limit", subject: memberId, from, to, columns: [], ...decision } as const
  const changed = yield* db.execute(
    `with moved as (
      update balances set ${assignment}, revision = revision + 1 where member_id = $1 and asset = $2 and ${condition}
      returning revision
    ), writable as (${writableSql}
    ) ${insertEventSql("limit", NOTHING)}`,
    eventValues(memberId, change, yield* Clock.currentTimeMillis),
  )
  return changed > 0
})

/** SQL condition: the member in this column is frozen. */
export const frozenSql = (memberColumn: string): string =>
  `exists (select 1 from balances f where f.member_id = ${memberColumn} and f.asset = '${ASSET}' and f.frozen_at_ms is not null)`
