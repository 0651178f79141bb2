/** The share of accounts that lost money here in twelve months. */
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { execute, sql } from "../../server/db/db.ts"
import { countLosing, storeLossRate } from "../../server/market/loss-rate.ts"
import { DEMO_PAST } from "../../server/market/statistics.ts"
import { startOfDayMs } from "../../src/domain/account-day.ts"
import { settle } from "../../src/domain/trade.ts"
import { copyMember } from "../support/copied-member.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { fund, placeOrder, STARTED_AT_MS, tickCycles, tradingLayer } from "../support/trading.ts"

const DAY_MS = 86_400_000
const MEMBERS = ["m1", "m2", "m3", "m4"]

/** Everything that a member got from contracts, less what it paid, of the postings alone. */
const recount = Effect.gen(function* () {
  const open = yield* sql<{
    member_id: string
    symbol: string
    stake: bigint
    leverage: number
    direction: "up" | "down"
    opening_price: bigint
    commission_ppm: number
    stop_out_bps: number
    price: bigint
  }>(
    `select o.*, (select price_units from ticks t where t.symbol = o.symbol order by seq desc limit 1) as price
     from orders o where state = 'opened'`,
  )
  const ended = yield* sql<{ member_id: string; amount: bigint }>(
    "select member_id, sum(amount)::bigint as amount from postings where code = 214 and member_id is not null group by 1",
  )
  const results = new Map(ended.map(({ member_id, amount }) => [member_id, amount]))
  for (const row of open) {
    const terms = { stakeKobo: row.stake, leverage: row.leverage, direction: row.direction }
    const costs = { commissionPpm: row.commission_ppm, stopOutBps: row.stop_out_bps }
    const { netKobo } = settle({ ...terms, ...costs }, row.opening_price, row.price)
    results.set(row.member_id, (results.get(row.member_id) ?? 0n) + netKobo)
  }
  return { accounts: results.size, losing: [...results.values()].filter((result) => result < 0n).length }
})

/** Members that bought up and down; contracts of one day have ended, those of three are open. */
const trade = Effect.gen(function* () {
  yield* tickCycles(1)
  for (const [index, member] of MEMBERS.entries()) {
    yield* fund(member, 100_000_000_00n)
    for (const productId of ["aapl", "msft"])
      yield* placeOrder({ direction: index % 2 === 0 ? "up" : "down", leverage: 1, productId }, member)
  }
  yield* fund("idle", 1_000_00n)
  yield* tickCycles(65)
  yield* placeOrder({ direction: "down", leverage: 5, periodDays: 7 }, "m2")
  yield* placeOrder({ direction: "up", leverage: 5, periodDays: 7 }, "m3")
  yield* tickCycles(3)
})

onDatabasesInTurn("the loss rate", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("is that of the postings and of what open contracts are worth, of the twelve months before its day", function* () {
    yield* trade
    const expected = yield* recount
    expect(expected.accounts).toBe(MEMBERS.length)
    expect([expected.losing > 0, expected.losing < MEMBERS.length]).toEqual([true, true])
    const midnight = startOfDayMs(STARTED_AT_MS) + DAY_MS
    expect(yield* countLosing(midnight)).toEqual(expected)
    // a deposit makes nothing good
    yield* fund("m9", 1n)
    yield* TestClock.setTime(midnight)
    yield* storeLossRate()
    yield* storeLossRate()
    expect(yield* sql("select day, accounts, losing from loss_rates")).toEqual([
      { day: new Date(midnight).toISOString().slice(0, 10), ...expected },
    ])
    // a member of more contracts than one statement reads counts once
    yield* execute(
      `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
       values ('m2', 'm2', 'm2', '-', 'm2', 0, 0)`,
    )
    yield* copyMember("m2", "large", 400)
    const [row] = yield* sql<{ n: bigint }>("select count(*) as n from orders where member_id = 'large'")
    expect(row?.n).toBe(1_200n)
    expect((yield* countLosing(midnight)).accounts).toBe(MEMBERS.length + 1)
    yield* execute("delete from orders where member_id = 'large'")
    expect(yield* countLosing(STARTED_AT_MS - 1)).toEqual({ accounts: 0, losing: 0 })
    // a year later those that have ended do not count any more, those that are open do
    expect((yield* countLosing(midnight + 365 * DAY_MS)).accounts).toBe(2)
    yield* execute("insert into settings (name, value, changed_at_ms) values ($1, $2::jsonb, 0)", [
      ...[DEMO_PAST, JSON.stringify({ until_ms: midnight })],
    ])
    expect(yield* countLosing(midnight)).toEqual({ accounts: 0, losing: 0 })
  })
})
