/** A member's ended contracts of a period: filtered, listed and summed. */
import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { ACCOUNT_OFFSET_MS, accountDayOf } from "../../src/domain/account-day.ts"
import type { OrderResults, ResultGroup, ResultSums } from "../../src/domain/contract-results.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import type { Ending } from "../../src/domain/record-filter.ts"
import type { Direction } from "../../src/domain/trade.ts"
import type { Call } from "../core/handler.ts"
import { endingSql, filteredWhere, hourSql, weekdaySql } from "../core/record-filter.ts"
import { sql } from "../db/db.ts"

interface Sums {
  readonly count: bigint
  readonly gains: bigint
  readonly losses: bigint
  readonly net: Kobo
  readonly gained: Kobo
  readonly lost: Kobo
  readonly largest_gain: Kobo
  readonly largest_loss: Kobo
  readonly commission: Kobo
  readonly stakes: Kobo
}

interface SumsRow extends Sums {
  readonly day_ms: bigint
  readonly symbol: string
  readonly direction: Direction
  readonly leverage: number
  readonly ending: Ending
  readonly weekday: bigint
  readonly hour: bigint
}

const NO_SUMS: Sums = {
  ...{ count: 0n, gains: 0n, losses: 0n, net: 0n, gained: 0n, lost: 0n },
  ...{ largest_gain: 0n, largest_loss: 0n, commission: 0n, stakes: 0n },
}

const added = (a: Sums, b: Sums): Sums => ({
  count: a.count + b.count,
  gains: a.gains + b.gains,
  losses: a.losses + b.losses,
  net: a.net + b.net,
  gained: a.gained + b.gained,
  lost: a.lost + b.lost,
  largest_gain: a.largest_gain > b.largest_gain ? a.largest_gain : b.largest_gain,
  largest_loss: a.largest_loss < b.largest_loss ? a.largest_loss : b.largest_loss,
  commission: a.commission + b.commission,
  stakes: a.stakes + b.stakes,
})

const shown = (sums: Sums): ResultSums => ({
  count: Number(sums.count),
  gains: Number(sums.gains),
  losses: Number(sums.losses),
  net: amountOf(sums.net),
  gained: amountOf(sums.gained),
  lost: amountOf(sums.lost),
  largestGain: amountOf(sums.largest_gain),
  largestLoss: amountOf(sums.largest_loss),
  commission: amountOf(sums.commission),
  stakes: amountOf(sums.stakes),
})

/** The rows summed by a key, in the order of the keys. */
const groupsOf = (
  rows: ReadonlyArray<SumsRow>,
  keyOf: (row: SumsRow) => string,
): ReadonlyArray<ResultGroup> => {
  const byKey = new Map<string, Sums>()
  for (const row of rows) byKey.set(keyOf(row), added(byKey.get(keyOf(row)) ?? NO_SUMS, row))
  return [...byKey]
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([key, sums]) => ({ key, ...shown(sums) }))
}

/** What came of the contracts that ended in a period. One statement reads them. */
export const readOrderResults = Effect.fn("readOrderResults")(function* (
  request: RequestOf<"orderResults">,
  call: Call,
) {
  const { where, values, period } = yield* filteredWhere("contracts", request, call.memberId)
  const rows = yield* sql<SumsRow>(
    `select ((o.closed_at_ms + ${ACCOUNT_OFFSET_MS}) / 86400000) * 86400000 - ${ACCOUNT_OFFSET_MS} as day_ms,
       o.symbol, o.direction, o.leverage, ${endingSql} as ending, ${weekdaySql} as weekday, ${hourSql} as hour,
       count(*) as count, count(*) filter (where o.net > 0) as gains, count(*) filter (where o.net < 0) as losses,
       sum(o.net)::bigint as net, coalesce(sum(o.net) filter (where o.net > 0), 0)::bigint as gained,
       coalesce(sum(o.net) filter (where o.net < 0), 0)::bigint as lost,
       greatest(max(o.net), 0)::bigint as largest_gain, least(min(o.net), 0)::bigint as largest_loss,
       sum(o.commission)::bigint as commission, sum(o.stake)::bigint as stakes
     from orders o where ${where} group by 1, 2, 3, 4, 5, 6, 7`,
    values,
  )
  const results: OrderResults = {
    from: period.from,
    to: period.to,
    total: shown(rows.reduce(added, NO_SUMS)),
    days: groupsOf(rows, (row) => accountDayOf(Number(row.day_ms))),
    symbols: groupsOf(rows, (row) => row.symbol),
    directions: groupsOf(rows, (row) => row.direction),
    leverages: groupsOf(rows, (row) => String(row.leverage)),
    endings: groupsOf(rows, (row) => row.ending),
    weekdays: groupsOf(rows, (row) => String(row.weekday)),
    hours: groupsOf(rows, (row) => String(row.hour)),
  }
  return results
})
