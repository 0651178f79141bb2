/** What the statement of an order writes, column by column, and how a batch is divided when it fails. */

import { Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { readInvitationCounts } from "../../server/core/invitation-counts.ts"
import { balanceOf } from "../../server/core/ledger.ts"
import {
  Db,
  DbConflict,
  DbConstraint,
  type DbError,
  DbInvariant,
  DbReadOnly,
  DbUnavailable,
  execute,
  sql,
} from "../../server/db/db.ts"
import { OrderWriter, type PendingOrder, writeOrders } from "../../server/orders/order-writer.ts"
import type { Order } from "../../src/domain/entities.ts"
import { acceptedContract } from "../support/contracts.ts"
import { memoryDatabase } from "../support/database.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { findProblems } from "../support/invariants.ts"
import { fund, tickCycles, tradingLayer, virtualTime } from "../support/trading.ts"

const pendingOf = (id: string, memberId = `of ${id}`): PendingOrder => ({
  order: { ...acceptedContract, id },
  ...{ memberId, key: `key of ${id}`, bodyHash: "hash", leverageWaitMs: null },
})

/** Fails the statements about these orders, and notes the orders of each statement. */
const failing = (error: DbError, failsFor: readonly string[], statements: Array<readonly string[]>) =>
  Layer.effect(
    Db,
    Effect.map(Db, (db) =>
      Db.of({
        ...db,
        sql: (sql, values = []) => {
          const [list] = values
          if (!Array.isArray(list)) return db.sql(sql, values)
          const ids = list.map((row) => String(JSON.parse(String(row)).id))
          statements.push(ids)
          return ids.some((id) => failsFor.includes(id)) ? Effect.fail(error) : db.sql(sql, values)
        },
      }),
    ),
  )

/** Writes orders that arrive together while those of `failsFor` fail. */
const writeTogether = (
  pending: readonly PendingOrder[],
  error: DbError,
  failsFor: readonly string[] = [],
) => {
  const statements: Array<readonly string[]> = []
  const layer = Layer.fresh(OrderWriter.layer).pipe(
    Layer.provideMerge(failing(error, failsFor, statements)),
    Layer.provideMerge(memoryDatabase),
    Layer.provideMerge(virtualTime),
  )
  const work = Effect.gen(function* () {
    for (const memberId of new Set(pending.map((each) => each.memberId))) yield* fund(memberId, 100_000_00n)
    const { write } = yield* OrderWriter
    const exits = yield* Effect.forEach(pending, (each) => Effect.exit(write(each)), {
      concurrency: "unbounded",
    })
    return { statements, exits }
  })
  return Effect.runPromise(Effect.provide(work, layer))
}

const constraint = new DbConstraint({ message: "taken", sqlState: "23505", constraint: "operations_pkey" })

describe("a batch of orders", () => {
  const pending = ["a", "b", "c"].map((id) => pendingOf(id))

  it.each([
    new DbUnavailable({ message: "gone", outcome: "unknown" }),
    new DbConflict({ message: "again and again" }),
    new DbReadOnly({ message: "a difference" }),
  ])("fails as a whole where another attempt would too: $_tag", async (error) => {
    const { statements, exits } = await writeTogether(pending, error, ["b"])
    expect(statements).toEqual([["a", "b", "c"]])
    expect(exits).toEqual([Exit.fail(error), Exit.fail(error), Exit.fail(error)])
  })

  it.each([constraint, new DbInvariant({ message: "negative", constraint: "balances_available_check" })])(
    "is written order by order where one of them fails it: $_tag",
    async (error) => {
      const { statements, exits } = await writeTogether(pending, error, ["b"])
      expect(statements).toEqual([["a", "b", "c"], ["a"], ["b"], ["c"]])
      expect(exits).toEqual([
        Exit.succeed(acceptedContract.acceptedAtMs),
        Exit.fail(error),
        Exit.succeed(acceptedContract.acceptedAtMs),
      ])
    },
  )

  it("has one order of each member", async () => {
    const ofOne = [pendingOf("a", "one"), pendingOf("b", "two"), pendingOf("c", "one"), pendingOf("d", "one")]
    const { statements, exits } = await writeTogether(ofOne, constraint)
    expect(statements).toEqual([["a", "b"], ["c"], ["d"]])
    expect(exits).toEqual(ofOne.map(() => Exit.succeed(acceptedContract.acceptedAtMs)))
  })
})

const order: Order = {
  ...acceptedContract,
  ...{ id: "o1", direction: "down", stake: "2500.00", leverage: 3, periodDays: 7, commissionPpm: 1_500 },
  ...{ stopOutBps: 9_000, slippageBps: 40, takeProfit: "20.0001", stopLoss: "31.5000" },
  ...{ dayMs: 60_000, openTimeoutMs: 5_000, rulesVersion: 2, checkpoint: "signed" },
}

/** The columns of the contract that its event repeats. */
const columns = {
  ...{ id: "o1", product_id: "p1", symbol: "AAPL", name: "Apple", direction: "down", state: "accepted" },
  ...{ stake: 250_000, leverage: 3, period_days: 7, commission_ppm: 1_500, stop_out_bps: 9_000 },
  ...{ quoted_price: 253_900, slippage_bps: 40, take_profit: 200_001, stop_loss: 315_000 },
  ...{ day_ms: 60_000, open_timeout_ms: 5_000, rules_version: 2 },
}

/** The rows of a table as JSON, without columns that are null. */
const rowsOf = (table: string, condition: string) =>
  Effect.map(
    sql<{ row: Record<string, unknown> }>(
      `select jsonb_strip_nulls(to_jsonb(t)) as row from ${table} t where ${condition}`,
    ),
    (rows) => rows.map(({ row }) => row),
  )

onDatabasesInTurn("an order's statement", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("writes contract, key, event, lines and balance, all of one time", function* () {
    yield* fund("m1", 1_000_000n)
    const written = yield* writeOrders([
      { order, memberId: "m1", key: "k1", bodyHash: "hash", leverageWaitMs: null },
    ])
    const atMs = acceptedContract.acceptedAtMs
    expect([...written]).toEqual([["o1", atMs]])
    const contract = { ...columns, accepted_at_ms: atMs }
    expect(yield* rowsOf("orders", "true")).toEqual([
      expect.objectContaining({ ...contract, member_id: "m1", checkpoint: "signed" }),
    ])
    expect(yield* rowsOf("operations", "true")).toEqual([
      expect.objectContaining({
        ...{ member_id: "m1", operation: "order", key: "k1", body_hash: "hash", at_ms: atMs },
        outcome: expect.objectContaining({
          ...{ state: "done", id: "o1" },
          answer: expect.objectContaining({ id: "o1", stake: "2500.00", accepted_at_ms: atMs }),
        }),
      }),
    ])
    expect(yield* rowsOf("member_events", "subject = 'o1'")).toEqual([
      expect.objectContaining({
        ...{ member_id: "m1", number: 2, kind: "order", to_state: "accepted", who: "member", why: "" },
        ...{ changes: contract, available: -250_000, contracts: 250_000, withdrawals: 0 },
        ...{ at_ms: atMs, transaction_id: "order-o1" },
      }),
    ])
    const line = {
      ...{ transaction_id: "order-o1", member_id: "m1", asset: "NGN", code: 103, reason: "" },
      ...{ reference: "o1", at_ms: atMs },
    }
    expect(yield* rowsOf("postings", "reference = 'o1' order by line")).toEqual([
      { ...line, line: 1, account: "available", amount: -250_000, balance_after: 750_000 },
      { ...line, line: 2, account: "contracts", amount: 250_000 },
    ])
    expect(yield* balanceOf("m1")).toMatchObject({ available: 750_000n, contracts: 250_000n })
    expect(yield* findProblems).toEqual([])
  })

  test("accepts no earlier than the latest tick, and says so everywhere", function* () {
    yield* fund("m1", 1_000_000n)
    yield* tickCycles(2)
    yield* execute("update ticks set seq = seq + 9, at_ms = at_ms + 9 where symbol = 'MSFT'")
    const [tick] = yield* sql<{ at_ms: bigint }>(
      "select at_ms from ticks where symbol = 'AAPL' order by seq desc limit 1",
    )
    const written = yield* writeOrders([
      { order, memberId: "m1", key: "k1", bodyHash: "hash", leverageWaitMs: null },
    ])
    const atMs = Number(tick?.at_ms)
    expect(atMs).toBeGreaterThan(acceptedContract.acceptedAtMs)
    expect([...written]).toEqual([["o1", atMs]])
    expect(yield* rowsOf("orders", "true")).toMatchObject([{ accepted_at_ms: atMs }])
    expect(yield* rowsOf("operations", "true")).toMatchObject([
      { at_ms: atMs, outcome: { answer: { accepted_at_ms: atMs } } },
    ])
  })

  test("writes the orders of two members under the same key, each for its own member", function* () {
    const stakes = { one: "1000.00", two: "2000.00", other: null }
    const members = Object.keys(stakes)
    for (const memberId of members) yield* fund(memberId, 1_000_000n)
    const orders = Object.entries(stakes).flatMap(([memberId, stake]) =>
      stake === null
        ? []
        : [
            {
              order: { ...order, id: memberId, stake },
              memberId,
              key: "k1",
              bodyHash: "hash",
              leverageWaitMs: null,
            },
          ],
    )
    expect((yield* writeOrders(orders)).size).toBe(2)
    expect(yield* Effect.forEach(members, balanceOf)).toMatchObject([
      { available: 900_000n, contracts: 100_000n },
      { available: 800_000n, contracts: 200_000n },
      { available: 1_000_000n, contracts: 0n },
    ])
    expect(yield* findProblems).toEqual([])
  })

  test("writes nothing while the site is closed", function* () {
    yield* fund("m1", 1_000_000n)
    yield* execute(
      `insert into settings (name, value, changed_at_ms) values ('website', '{"status": "0"}', 1)`,
    )
    expect(
      (yield* writeOrders([{ order, memberId: "m1", key: "k1", bodyHash: "hash", leverageWaitMs: null }]))
        .size,
    ).toBe(0)
    expect(yield* rowsOf("operations", "true")).toEqual([])
    expect(yield* balanceOf("m1")).toMatchObject({ available: 1_000_000n, contracts: 0n })
  })

  test("counts each invited member who begins with an order once", function* () {
    for (const id of ["ada", "bob"]) {
      yield* execute(
        `insert into members (id, username, username_key, password_hash, invitation_code, invited_by,
           registered_at_ms, password_changed_at_ms) values ($1, $1, $1, '-', $1, 'inviter', 0, 0)`,
        [id],
      )
      yield* fund(id, 10_000_000n)
    }
    const successful = Effect.map(readInvitationCounts("inviter"), (counts) => counts.successful)
    yield* writeOrders([pendingOf("first", "ada")])
    expect(yield* successful).toBe(1)
    expect((yield* writeOrders([pendingOf("second", "ada"), pendingOf("third", "bob")])).size).toBe(2)
    expect(yield* successful).toBe(2)
  })

  test("counts as arriving for a second after the last order", function* () {
    const { write, isBusy } = yield* OrderWriter
    expect(yield* isBusy).toBe(false)
    yield* write(pendingOf("a"))
    expect(yield* isBusy).toBe(true)
    yield* TestClock.adjust(999)
    expect(yield* isBusy).toBe(true)
    yield* TestClock.adjust(1)
    expect(yield* isBusy).toBe(false)
  })
})
