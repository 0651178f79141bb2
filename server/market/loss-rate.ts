/**
 * The share of accounts that lost money here in twelve months, as ESMA defines it: the results of the
 * contracts that ended then and of those still open, costs included. Deposits and payouts do not count.
 */
import { Clock, Effect } from "effect"
import { accountDayOf, DAY_MS, startOfDayMs } from "../../src/domain/account-day.ts"
import type { Kobo, PriceUnits } from "../../src/domain/money.ts"
import { type Direction, settle } from "../../src/domain/trade.ts"
import { logFailure } from "../core/log-failure.ts"
import { type Db, type DbError, execute, sql } from "../db/db.ts"
import { Market } from "./market.ts"
import { forEachMembers } from "./member-contracts.ts"

const YEAR_MS = 365 * DAY_MS
const LOOK_EVERY = "1 minute"

/** Contracts that were open at $1, or ended after $2. */
const COUNTED =
  "state <> 'cancelled' and opened_at_ms <= $1 and (closed_at_ms is null or closed_at_ms > $2::bigint)"
const COLUMNS = `coalesce(closed_at_ms <= $1, false) as ended, net, symbol, direction, stake, leverage, commission_ppm,
  stop_out_bps, opening_price`

/** What the result of an open contract follows from. */
export interface OpenContract {
  readonly member_id: string
  readonly symbol: string
  readonly direction: Direction
  readonly stake: Kobo
  readonly leverage: number
  readonly commission_ppm: number
  readonly stop_out_bps: number
  readonly opening_price: PriceUnits
}

interface ContractRow extends OpenContract {
  readonly id: string
  readonly accepted_at_ms: bigint
  readonly ended: boolean
  readonly net: Kobo | null
}

/** The last price of a symbol at a time. Of a time whose ticks are packed: the first that is not. */
export const readPrice = Effect.fnUntraced(function* (symbol: string, atMs: number) {
  const rows = yield* sql<{ price: PriceUnits | null }>(
    `select coalesce((select price_units from ticks where symbol = $1 and at_ms <= $2 order by at_ms desc limit 1),
       (select price_units from ticks where symbol = $1 order by at_ms limit 1)) as price`,
    [symbol, atMs],
  )
  return rows[0]?.price ?? null
})

export const openResult = (row: OpenContract, price: PriceUnits): Kobo =>
  settle(
    {
      ...{ stakeKobo: row.stake, leverage: row.leverage, direction: row.direction },
      ...{ commissionPpm: row.commission_ppm, stopOutBps: row.stop_out_bps },
    },
    row.opening_price,
    price,
  ).netKobo

/** The results of the members of a slice, in kobo. */
const resultsOf = (
  rows: ReadonlyArray<ContractRow>,
  prices: ReadonlyMap<string, PriceUnits | null>,
): ReadonlyMap<string, Kobo> => {
  const results = new Map<string, Kobo>()
  for (const row of rows) {
    const price = prices.get(row.symbol) ?? row.opening_price
    const result = row.ended ? (row.net ?? 0n) : openResult(row, price)
    results.set(row.member_id, (results.get(row.member_id) ?? 0n) + result)
  }
  return results
}

/** The date in Lagos of the day that ends at a midnight there. */
const dayBefore = (endMs: number): string => accountDayOf(endMs - DAY_MS)

/** Counts the accounts that traded in the twelve months before a time, and those that lost. */
export const countLosing = Effect.fn("countLosing")(function* (endMs: number) {
  const prices = new Map<string, PriceUnits | null>()
  let [accounts, losing] = [0, 0]
  yield* forEachMembers<ContractRow, DbError, Db>(COLUMNS, COUNTED, [endMs, endMs - YEAR_MS], (rows) =>
    Effect.gen(function* () {
      for (const { symbol, ended } of rows)
        if (!ended && !prices.has(symbol)) prices.set(symbol, yield* readPrice(symbol, endMs))
      const results = resultsOf(rows, prices)
      accounts += results.size
      for (const result of results.values()) if (result < 0n) losing += 1
    }),
  )
  return { accounts, losing }
})

/** Stores the rate at the end of yesterday, once. */
export const storeLossRate = Effect.fn("storeLossRate")(function* () {
  const nowMs = yield* Clock.currentTimeMillis
  const endMs = startOfDayMs(nowMs)
  const day = dayBefore(endMs)
  if ((yield* sql("select 1 from loss_rates where day = $1", [day])).length > 0) return
  const { accounts, losing } = yield* countLosing(endMs)
  yield* execute(
    "insert into loss_rates (day, accounts, losing, computed_at_ms) values ($1, $2, $3, $4) on conflict do nothing",
    [day, accounts, losing, nowMs],
  )
})

/** Stores the rate of each day in the process that leads the market, forever. */
export const runLossRate = Effect.gen(function* () {
  const { leadership } = yield* Market
  const look = Effect.suspend(() => (leadership() === null ? Effect.void : storeLossRate()))
  return yield* look.pipe(
    Effect.catch((error) => logFailure("The loss rate is computed later", error)),
    Effect.andThen(Effect.sleep(LOOK_EVERY)),
    Effect.forever,
  )
})
