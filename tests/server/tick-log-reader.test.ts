/** When the log of a market proves how a contract ended, and what of the log such a proof opens. */

import { Effect } from "effect"
import { describe, expect } from "vitest"
import { Db, execute, script } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { type EndedContract, readProof } from "../../server/market/tick-log/log-reader.ts"
import { buildTiles } from "../../server/market/tick-log/tick-log.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { decodeProof, spanOf } from "../../src/domain/tick-log/settlement-proof.ts"
import { memoryDatabase } from "../support/database.ts"
import { lengthenJournal, retakeLease } from "../support/long-journal.ts"
import { callOf, cyclesWithoutSettlement, placeOrder, STARTED_AT_MS, tickCycles } from "../support/trading.ts"
import { tradingTests } from "../support/trading-tests.ts"
import { verdictOf } from "../support/verdict.ts"

/** When the tick of this number was made. */
const atMs = (seq: number): number => STARTED_AT_MS + seq * 1_000

const contract: EndedContract = {
  symbol: "AAPL",
  state: "settled",
  acceptedAtMs: atMs(1),
  openTimeoutMs: 10_000,
  expiresAtMs: atMs(5),
  entrySeq: 2,
  exitSeq: 5,
  checkpoint: null,
  amendments: [],
  closedAtMs: null,
}

/** The ticks that the proof of a contract opens: the first, and one more than the last. Null without one. */
const openedBy = Effect.fnUntraced(function* (differs: Partial<EndedContract>) {
  const text = yield* readProof({ ...contract, ...differs })
  return decodeProof(text ?? "")?.opened.map((each) => [spanOf(each).from + 1, spanOf(each).to + 1]) ?? null
})

const test = tradingTests(memoryDatabase)

describe("the proof of a contract that ended", () => {
  test("exists once the log has its exit, and says that no later tick was before its expiry", function* () {
    yield* tickCycles(3)
    expect(yield* openedBy({})).toBeNull()
    yield* tickCycles(1)
    expect(yield* openedBy({})).toEqual([[1, 6]])
    expect(yield* openedBy({ expiresAtMs: atMs(5) + 1 })).toBeNull()
    expect(yield* openedBy({ expiresAtMs: null })).toBeNull()
    for (const state of ["stopped_out", "closed_early"]) {
      expect(yield* openedBy({ state, expiresAtMs: null })).toEqual([[1, 6]])
      expect(yield* openedBy({ state, exitSeq: 6 })).toBeNull()
    }
    expect(yield* openedBy({ exitSeq: null })).toBeNull()
    yield* tickCycles(1)
    expect(yield* openedBy({ expiresAtMs: atMs(5) + 1 })).toEqual([[1, 7]])
  })

  test("of one that never opened exists once a tick came, or its time to open was over", function* () {
    const cancelled = { state: "cancelled", entrySeq: null, exitSeq: null, acceptedAtMs: atMs(3) }
    yield* tickCycles(2)
    const checkpoint = (yield* Market).checkpointOf("AAPL")
    expect(yield* openedBy({ ...cancelled, checkpoint })).toBeNull()
    expect(yield* openedBy({ ...cancelled, checkpoint, openTimeoutMs: null })).toBeNull()
    expect(yield* openedBy({ ...cancelled, checkpoint, openTimeoutMs: 0 })).toEqual([[3, 4]])
    yield* tickCycles(2)
    expect(yield* openedBy({ ...cancelled, checkpoint })).toEqual([[3, 6]])
    expect(yield* openedBy({ ...cancelled, checkpoint, acceptedAtMs: atMs(4) })).toEqual([[4, 6]])
    // without a checkpoint of its acceptance no tick is known to be the first after it
    expect(yield* openedBy(cancelled)).toBeNull()
  })

  test("is none where the contract knows a longer log than the last checkpoint", function* () {
    yield* tickCycles(6)
    const checkpoint = (yield* Market).checkpointOf("AAPL")
    expect(yield* openedBy({ checkpoint })).not.toBeNull()
    yield* (yield* Db).execute("delete from log_checkpoints where symbol = 'AAPL' and size > 6")
    expect(yield* openedBy({})).not.toBeNull()
    expect(yield* openedBy({ checkpoint })).toBeNull()
    yield* (yield* Db).execute("delete from log_checkpoints where symbol = 'AAPL'")
    expect(yield* openedBy({})).toBeNull()
  })
})

describe("the proof of a contract that ran for many tiles", () => {
  const me = callOf("m1")
  const ranForTiles = Effect.gen(function* () {
    const { id } = yield* placeOrder({ leverage: 1 })
    yield* tickCycles(1)
    yield* lengthenJournal(1_100)
    yield* buildTiles("AAPL", 1_102, 10)
    yield* retakeLease(3_600_000)
    yield* cyclesWithoutSettlement(1)
    yield* tickCycles(1)
    return id
  })

  test("is verified by the member, and read with few statements", function* () {
    const id = yield* ranForTiles
    const detail = yield* readOrder({ id }, me)
    expect(detail.order).toMatchObject({ entrySeq: 2, exitSeq: 1_102 })
    expect(yield* Effect.promise(() => verdictOf(detail))).toMatchObject({ kind: "verified" })
    const db = yield* Db
    let statements = 0
    const counting: Db["Service"] = {
      ...db,
      sql: (sql, params) => {
        statements += 1
        return db.sql(sql, params)
      },
    }
    yield* Effect.provideService(readOrder({ id }, me), Db, counting)
    expect(statements).toBeLessThanOrEqual(9)
  })

  test("is none while a tick that it opens or a tile between is missing, and the contract is still shown", function* () {
    const id = yield* ranForTiles
    const shown = Effect.map(readOrder({ id }, me), ({ proof, order }) => [proof === null, order.state])
    expect(yield* shown).toEqual([false, "settled"])
    yield* script("create table kept as select * from ticks where symbol = 'AAPL' and seq = 2")
    yield* execute("delete from ticks where symbol = 'AAPL' and seq = 2")
    expect(yield* shown).toEqual([true, "settled"])
    yield* execute("insert into ticks select * from kept")
    expect(yield* shown).toEqual([false, "settled"])
    yield* execute("delete from log_nodes where symbol = 'AAPL' and level = 1 and idx = 2")
    expect(yield* shown).toEqual([true, "settled"])
  })
})
