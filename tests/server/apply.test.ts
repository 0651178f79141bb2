/** What the statement of settlement writes, row by row, and which of its parts stop it. */

import { Effect, Exit, Layer } from "effect"
import { expect } from "vitest"
import { stopWrites } from "../../server/core/read-only.ts"
import { Db, DbInvariant, DbReadOnly, execute, sql } from "../../server/db/db.ts"
import { writeOrders } from "../../server/orders/order-writer.ts"
import { applyDecisions } from "../../server/settlement/apply.ts"
import type { Decision, Ending } from "../../src/domain/settlement-plan.ts"
import { acceptedContract } from "../support/contracts.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { findProblems } from "../support/invariants.ts"
import { fund, STARTED_AT_MS, virtualTime } from "../support/trading.ts"

const FENCE = 7n

/** The contracts by id, each with its member and its stake. */
const contracts = {
  a: ["m1", "1000.00"],
  b: ["m1", "2000.00"],
  c: ["m1", "4000.00"],
  d: ["m2", "8000.00"],
  e: ["m2", "16000.00"],
} as const
type Id = keyof typeof contracts

const opened = (seq: number) => ({
  entry: { seq, atMs: 1_000 + seq, price: 250_000n + BigInt(seq) },
  expiresAtMs: 2_000 + seq,
})

const ending = (state: Ending["state"], seq: number, credited: bigint, net: bigint): Ending => ({
  state,
  exit: { seq, atMs: 1_900 + seq, price: 260_000n + BigInt(seq) },
  atMs: 3_000 + seq,
  settlement: {
    ...{ grossKobo: net + 500n, commissionKobo: 500n, netKobo: net, creditedKobo: credited },
    capped: false,
  },
})

const open = (id: Id, seq: number, low: bigint | null, high: bigint | null): Decision => ({
  ...{ id, kind: "opened", opened: opened(seq), triggers: { low, high } },
})

/** In another order than that of members and ids. */
const decisions: readonly Decision[] = [
  { id: "e", kind: "ended", opened: null, ending: ending("closed_early", 45, 1_500_000n, -100_000n) },
  { id: "c", kind: "ended", opened: null, ending: ending("stopped_out", 43, 0n, -400_000n) },
  { id: "d", kind: "cancelled", reason: "slippage", atMs: 3_044, refund: 800_000n },
  { id: "b", kind: "ended", opened: opened(12), ending: ending("settled", 42, 230_000n, 30_000n) },
  open("a", 11, null, 300_000n),
]

/** Two members with five accepted contracts, two of which open. */
const openContracts = Effect.gen(function* () {
  yield* execute(
    "insert into market_lease (name, holder, fence, expires_at_ms) values ('market', 'o', 7, 0), ('other', 'o', 8, 0)",
  )
  for (const memberId of ["m1", "m2"]) yield* fund(memberId, 3_000_000n)
  for (const [id, [memberId, stake]] of Object.entries(contracts))
    yield* writeOrders([
      {
        order: { ...acceptedContract, id, stake },
        memberId,
        key: `key of ${id}`,
        bodyHash: "hash",
        leverageWaitMs: null,
      },
    ])
  expect(yield* applyDecisions([open("c", 13, 200_000n, null), open("e", 15, 1n, 2n)], FENCE)).toBe(2)
})

/** The rows of a table as JSON, without columns that are null. */
const rowsOf = (table: string, rest: string) =>
  Effect.map(
    sql<{ row: Record<string, unknown> }>(
      `select jsonb_strip_nulls(to_jsonb(t)) as row from ${table} t ${rest}`,
    ),
    (rows) => rows.map(({ row }) => row),
  )

const entryColumns = (seq: number) => ({
  ...{ opened_at_ms: 1_000 + seq, opening_price: 250_000 + seq, entry_seq: seq, expires_at_ms: 2_000 + seq },
})
const exitColumns = (seq: number, net: number, credited: number) => ({
  ...{ closed_at_ms: 3_000 + seq, closing_price: 260_000 + seq, exit_seq: seq },
  ...{ gross: net + 500, commission: 500, net, credited },
})

/** What the decisions change in each contract's row. */
const changes = {
  a: { state: "opened", ...entryColumns(11), trigger_high: 300_000 },
  b: { state: "settled", ...entryColumns(12), ...exitColumns(42, 30_000, 230_000) },
  c: { state: "stopped_out", ...exitColumns(43, -400_000, 0) },
  d: { state: "cancelled", closed_at_ms: 3_044, credited: 800_000, cancel_reason: "slippage" },
  e: { state: "closed_early", ...exitColumns(45, -100_000, 1_500_000) },
}

/** The event of each contract: its number, what it came from, its amounts and its reason. */
const event = (
  subject: Id,
  number: number,
  from: string,
  amounts: readonly [number, number],
  why: string,
) => ({
  ...{ member_id: contracts[subject][0], number, kind: "order", version: 1, subject, from_state: from },
  ...{
    to_state: changes[subject].state,
    changes: changes[subject],
    available: amounts[0],
    contracts: amounts[1],
  },
  ...{ withdrawals: 0, who: "market", why, at_ms: STARTED_AT_MS },
  transaction_id: why === "" ? "" : `settle-${subject}`,
  ...(why !== "" && { postings_hash: expect.any(String) }),
})

const line = (
  reference: Id,
  nth: 1 | 2 | 4,
  account: string,
  amount: number,
  reason: string,
  after?: number,
) => ({
  ...{ transaction_id: `settle-${reference}`, line: nth, account, amount, asset: "NGN", code: 214, reason },
  ...{ reference, at_ms: STARTED_AT_MS },
  ...(nth !== 4 && { member_id: contracts[reference][0] }),
  ...(after !== undefined && { balance_after: after }),
})

onDatabasesInTurn("the statement of settlement", (database) => {
  const test = effectTests(runOn(Layer.provideMerge(database, virtualTime)))

  test("writes contracts, events, lines and balances of several members, each in the order of the ids", function* () {
    yield* openContracts
    expect(yield* applyDecisions(decisions, FENCE)).toBe(5)
    const orders = yield* rowsOf("orders", "order by id")
    expect(orders).toEqual(Object.values(changes).map((columns) => expect.objectContaining(columns)))
    expect(orders[2]).toMatchObject({ ...entryColumns(13), trigger_low: 200_000 })
    expect(
      yield* rowsOf(
        "member_events",
        "where (subject, number) in (select subject, max(number) from member_events where kind = 'order' group by subject) order by subject",
      ),
    ).toEqual([
      event("a", 6, "accepted", [0, 0], ""),
      event("b", 7, "accepted", [230_000, -200_000], "contract-settled"),
      event("c", 8, "opened", [0, -400_000], "contract-stopped-out"),
      event("d", 5, "accepted", [800_000, -800_000], "contract-refunded-slippage"),
      event("e", 6, "opened", [1_500_000, -1_600_000], "contract-closed-early"),
    ])
    expect(yield* rowsOf("postings", "where code = 214 order by transaction_id, line")).toEqual([
      line("b", 1, "available", 230_000, "contract-settled", 2_530_000),
      line("b", 2, "contracts", -200_000, "contract-settled"),
      line("b", 4, "house", -30_000, "contract-settled"),
      line("c", 1, "available", 0, "contract-stopped-out", 2_530_000),
      line("c", 2, "contracts", -400_000, "contract-stopped-out"),
      line("c", 4, "house", 400_000, "contract-stopped-out"),
      line("d", 1, "available", 800_000, "contract-refunded-slippage", 1_400_000),
      line("d", 2, "contracts", -800_000, "contract-refunded-slippage"),
      line("e", 1, "available", 1_500_000, "contract-closed-early", 2_900_000),
      line("e", 2, "contracts", -1_600_000, "contract-closed-early"),
      line("e", 4, "house", 100_000, "contract-closed-early"),
    ])
    expect(yield* rowsOf("balances", "order by member_id")).toMatchObject([
      { member_id: "m1", available: 2_530_000, contracts: 100_000, result: -370_000, revision: 8 },
      { member_id: "m2", available: 2_900_000, contracts: 0, result: -100_000, revision: 6 },
    ])
    expect(yield* findProblems).toEqual([])
  })

  test("writes nothing again, nor under the number of another lease", function* () {
    yield* openContracts
    expect(yield* applyDecisions(decisions, FENCE + 1n)).toBe(0)
    expect(yield* applyDecisions(decisions, FENCE)).toBe(5)
    const before = yield* rowsOf("balances", "order by member_id")
    expect(yield* applyDecisions(decisions, FENCE)).toBe(0)
    expect(yield* rowsOf("balances", "order by member_id")).toEqual(before)
  })

  for (const [what, part, defect, invariant] of [
    [
      "a line",
      "e.stake - e.credited, null)",
      "e.stake - e.credited - 1, null)",
      "postings sum to zero, settle-",
    ],
    [
      "a balance",
      "b.available + t.credited_now",
      "b.available + t.credited_now + 1",
      "a balance changes by what is posted, m",
    ],
    [
      "an event",
      "from changed e\n    returning",
      "from changed e where e.nth > 1\n    returning",
      "every change has its event, settlement",
    ],
  ] as const)
    test(`is stopped as a whole where ${what} would break the books`, function* () {
      yield* openContracts
      const db = yield* Db
      const withDefect: Db["Service"] = {
        ...db,
        sql: (sql, values) => db.sql(sql.replaceAll(part, defect), values),
      }
      const stopped = yield* Effect.flip(
        Effect.provideService(applyDecisions(decisions, FENCE), Db, withDefect),
      )
      expect(stopped).toBeInstanceOf(DbInvariant)
      expect(String(stopped.message)).toContain(invariant)
      expect(yield* findProblems).toEqual([])
    })

  test("is stopped in read-only mode", function* () {
    yield* openContracts
    yield* stopWrites("a difference")
    const stopped = yield* Effect.exit(applyDecisions(decisions, FENCE))
    expect(Exit.isFailure(stopped) && stopped.cause.reasons).toMatchObject([
      { error: expect.any(DbReadOnly) },
    ])
    expect(yield* rowsOf("postings", "where code = 214")).toEqual([])
  })
})
