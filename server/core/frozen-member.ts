import { Effect } from "effect"
import { Db } from "../db/db.ts"
import { ASSET } from "./ledger.ts"
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

/** SQL condition: the member in this column is frozen. */
export const frozenSql = (memberColumn: string): string =>
  `exists (select 1 from balances f where f.member_id = ${memberColumn} and f.asset = '${ASSET}' and f.frozen_at_ms is not null)`
