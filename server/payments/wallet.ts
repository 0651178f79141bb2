import { Clock, Effect } from "effect"
import type { WalletSummary } from "../../src/domain/cash.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import type { Call } from "../core/handler.ts"
import { balanceOf } from "../core/ledger.ts"
import { Db } from "../db/db.ts"

const dayMs = 86_400_000
/** Lagos is one hour ahead of UTC all year. */
const lagosOffsetMs = 3_600_000

/** Midnight in Lagos, the start of the account day. */
export const startOfDayMs = (nowMs: number): number =>
  Math.floor((nowMs + lagosOffsetMs) / dayMs) * dayMs - lagosOffsetMs

/** The member's balances, and the net result of ended contracts, today and in total. */
export const readWallet = Effect.fn("readWallet")(function* (_request: object, call: Call) {
  const db = yield* Db
  const balance = yield* balanceOf(call.memberId)
  const sinceMs = startOfDayMs(yield* Clock.currentTimeMillis)
  const rows = yield* db.query<{ today: Kobo; total: Kobo }>(
    `select coalesce(sum(net), 0)::bigint as total,
       coalesce(sum(net) filter (where closed_at_ms >= $2), 0)::bigint as today
     from orders where member_id = $1 and state in ('settled', 'stopped_out', 'closed_early')`,
    [call.memberId, sinceMs],
  )
  const summary: WalletSummary = {
    available: amountOf(balance.available),
    inContracts: amountOf(balance.contracts),
    inWithdrawals: amountOf(balance.withdrawals),
    todayDividend: amountOf(rows[0]?.today ?? 0n),
    totalDividend: amountOf(rows[0]?.total ?? 0n),
  }
  return summary
})
