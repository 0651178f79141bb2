import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { script, sql } from "../../server/db/db.ts"
import { tradingMigrations } from "../../server/db/schema/trading.ts"
import { Market } from "../../server/market/market.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { listIncome, readWallet } from "../../server/payments/wallet.ts"
import { applyDecisions } from "../../server/settlement/apply.ts"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { type AccountChange, stakeOf } from "../../src/domain/cash.ts"
import type { Page } from "../../src/domain/entities.ts"
import { LATEST_CHANGES } from "../../src/domain/limits.ts"
import { amountOf, type Kobo, koboOf, priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import type { Ending } from "../../src/domain/settlement-plan.ts"
import { onDatabasesInTurn } from "../support/effect-tests.ts"
import { findProblems } from "../support/invariants.ts"
import { tamper } from "../support/tamper.ts"
import { callOf, fund, wantedOrder } from "../support/trading.ts"
import { tradingTests } from "../support/trading-tests.ts"

const me = callOf("m1")
const STAKE: Kobo = 1_000_000n

/** Ends an accepted contract at the quoted price with this result. */
const end = Effect.fnUntraced(function* (
  state: Ending["state"],
  netKobo: Kobo,
  targets: Partial<RequestOf<"orderCreate">> = {},
) {
  const wanted = yield* wantedOrder()
  const quoted = priceUnitsOf(wanted.quotedPrice)
  const order = yield* createOrder({ ...wanted, ...targets }, me)
  yield* TestClock.adjust(1)
  const lead = (yield* Market).leadership()
  const exit = {
    seq: 9,
    atMs: order.acceptedAtMs + 9,
    price: "takeProfit" in targets ? quoted + 100n : "stopLoss" in targets ? quoted - 100n : quoted,
  }
  const ending: Ending = {
    state,
    exit,
    atMs: exit.atMs,
    settlement: {
      grossKobo: netKobo,
      commissionKobo: 0n,
      netKobo,
      creditedKobo: STAKE + netKobo,
      capped: false,
    },
  }
  const entry = { seq: 8, atMs: order.acceptedAtMs + 1, price: quoted }
  const opened = { entry, expiresAtMs: exit.atMs }
  const applied = yield* applyDecisions(
    [{ id: order.id, kind: "ended", opened, ending }],
    lead?.lease.fence ?? 0n,
  )
  expect(applied).toBe(1)
  yield* TestClock.adjust(1)
  return order.id
})

const cancel = Effect.fnUntraced(function* () {
  const order = yield* createOrder(yield* wantedOrder(), me)
  const lead = (yield* Market).leadership()
  const cancelled = {
    kind: "cancelled",
    reason: "no-tick",
    atMs: order.acceptedAtMs,
    refund: STAKE,
  } as const
  yield* applyDecisions([{ id: order.id, ...cancelled }], lead?.lease.fence ?? 0n)
  return order.id
})

/** A target on the winning or the losing side of the current quote. */
const target = (units: bigint) =>
  Effect.map(wantedOrder(), ({ quotedPrice }) => priceOf(priceUnitsOf(quotedPrice) + units))

onDatabasesInTurn("account changes", (database) => {
  const test = tradingTests(database, 100_000_000n)

  test("name each end of a contract, with its result and the contract", function* () {
    const contract = "Apple, up, leverage\u00a05"
    const ends = [
      [yield* end("settled", 25_000n), "Settled", "250.00"],
      [yield* end("stopped_out", -STAKE), "Stopped out", "-10000.00"],
      [yield* end("closed_early", -12_345n), "Closed early", "-123.45"],
      [yield* end("closed_early", 1n, { takeProfit: yield* target(100n) }), "Take-profit", "0.01"],
      [yield* end("closed_early", 0n, { stopLoss: yield* target(-100n) }), "Stop-loss", "0.00"],
      [yield* cancel(), "Cancelled and refunded", null],
    ] as const
    const { items } = yield* listIncome({ code: "214" }, me)
    for (const [id, end, profit] of ends)
      expect(items.find(({ reference }) => reference === id)).toMatchObject({
        profit,
        remark: `${end} · ${contract}`,
        record: { kind: "contract", id },
      })
    const bought = yield* listIncome({ code: "103" }, me)
    expect(new Set(bought.items.map(({ remark }) => remark))).toEqual(new Set([contract]))
    for (const { amount, profit } of items)
      if (profit !== null) expect(stakeOf(amount, profit)).toBe("10000.00")
  })

  test("are in the order in which the balance changed, whatever the clocks said, on every page", function* () {
    const change = (n: number, atMs: number) =>
      post({
        ...{ transactionId: `change-${n}`, memberId: "m1", available: 100n, atMs },
        ...{ code: CHANGE.systemIncrease, reason: "test", reference: "test" },
      })
    // each takes its time before it waits for the balance, and two clocks differ
    for (const [n, atMs] of [500, 900, 100, 900, 900, 300].entries()) yield* change(n, atMs)
    yield* fund("m2", 1n)
    // what an earlier release has posted, most of it at one time
    yield* tamper(
      `insert into postings (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
       select 'carried-' || n, 1, 'm1', 'available', 'NGN', 1, n, 200, 'test', 'test', 10000000000000 + least(n, 4) from generate_series(1, 8) n`,
    )
    yield* tamper("insert into carried_postings (member_id, transactions, hash) values ('m1', 8, '')")
    const shown: string[] = []
    let cursor: string | null = null
    do {
      const page: Page<AccountChange> = yield* listIncome(
        { limit: "2", ...(cursor !== null && { cursor }) },
        me,
      )
      shown.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    const own = [5, 4, 3, 2, 1, 0].map((n) => `change-${n}`)
    const carried = [8, 7, 6, 5, 4, 3, 2, 1].map((n) => `carried-${n}`)
    expect(shown).toEqual([...own, "fund-m1", ...carried])
    expect((yield* readWallet({}, me)).latest?.map(({ id }) => id)).toEqual(
      [...own, "fund-m1", ...carried].slice(0, LATEST_CHANGES),
    )
    // a cursor of a release that went by time
    const after = yield* listIncome({ cursor: "100.change-2", limit: "2" }, me)
    expect(after.items.map(({ id }) => id)).toEqual(["change-1", "change-0"])
  })

  test("come once from a decision that arrives again, or under a lease that has ended", function* () {
    const id = yield* cancel()
    const fence = (yield* Market).leadership()?.lease.fence ?? 0n
    const again = { id, kind: "cancelled", reason: "no-tick", atMs: 1, refund: STAKE } as const
    const before = yield* readWallet({}, me)
    expect(yield* applyDecisions([again], fence)).toBe(0)
    expect(yield* readWallet({}, me)).toEqual(before)
    const waiting = yield* createOrder(yield* wantedOrder(), me)
    expect(yield* applyDecisions([{ ...again, id: waiting.id }], fence - 1n)).toBe(0)
    expect(yield* readWallet({}, me)).toMatchObject({ inContracts: "10000.00" })
    const events = yield* sql<{ from_state: string; to_state: string; who: string; why: string }>(
      `select from_state, to_state, who, why from member_events where subject = '${id}' order by number desc limit 1`,
    )
    expect(events).toEqual([
      {
        from_state: "accepted",
        to_state: "cancelled",
        who: "market",
        why: "contract-refunded-no-tick",
      },
    ])
  })

  test("get their total losses of earlier releases by the migration", function* () {
    yield* end("settled", 777n)
    yield* end("stopped_out", -STAKE)
    const before = yield* listIncome({}, me)
    yield* tamper("delete from postings where amount = 0")
    expect((yield* listIncome({}, me)).items).toHaveLength(before.items.length - 1)
    const step = tradingMigrations.find(({ id }) => id === "trading-006-total-losses")
    yield* script(step?.sql ?? "")
    expect(yield* listIncome({}, me)).toEqual(before)
  })

  test("show a total loss, and each balance is the one before plus the change", function* () {
    const id = yield* end("stopped_out", -STAKE)
    yield* end("settled", 777n)
    const { items } = yield* listIncome({}, me)
    expect(items.find(({ reference, code }) => reference === id && code === 214)).toMatchObject({
      amount: "0.00",
      profit: "-10000.00",
    })
    const purchases = items.filter(({ code }) => code === 103)
    expect(purchases).toHaveLength(2)
    expect(purchases.every(({ profit }) => profit === null)).toBe(true)
    const total = items.reduce((sum, { amount }) => sum + koboOf(amount), 0n)
    const oldestFirst = items.toReversed()
    for (const [index, { amount, balanceAfter }] of oldestFirst.entries())
      expect(balanceAfter).toBe(
        amountOf(koboOf(oldestFirst[index - 1]?.balanceAfter ?? "0.00") + koboOf(amount)),
      )
    const [balance] = yield* sql<{ available: Kobo }>("select available from balances")
    expect(total).toBe(balance?.available)
    expect((yield* findProblems).filter((problem) => !problem.startsWith("C4"))).toEqual([])
  })
})
