// @module-tag exhaustive
/** The largest statement takes at most ten seconds, and others read their wallets meanwhile. */
import { performance } from "node:perf_hooks"
import { Effect, Fiber } from "effect"
import { expect } from "vitest"
import { ASSET, CHANGE } from "../../server/core/ledger.ts"
import { execute } from "../../server/db/db.ts"
import { writeStatement } from "../../server/http/statement-file.ts"
import { makeMarketKey } from "../../server/market/market-key.ts"
import { readWallet } from "../../server/payments/wallet.ts"
import { verifyStatement } from "../../server/verify/verify-statement.ts"
import { accountDayOf, DAY_MS } from "../../src/domain/account-day.ts"
import { STATEMENT_ROWS_MAX } from "../../src/domain/limits.ts"
import { newMember } from "../support/cash.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const key = makeMarketKey(new Uint8Array(32).fill(7))
const LONGEST_MS = 10_000
/** Of a read of others while the file is written: the slowest of a hundred. */
const WAIT_MS = 250

forEachEngineInTurn("the largest statement", (engine) => {
  const { test } = openTestWorld(engine)

  test("is written within ten seconds while others read", function* () {
    const [call, other] = [yield* newMember(), yield* newMember(500n)]
    const nowMs = Date.now()
    yield* execute("update members set registered_at_ms = 0 where id = $1", [call.memberId])
    yield* execute(
      `insert into postings (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason,
         reference, at_ms)
       select $1 || n, 1, $1, 'available', $2, 1, n, $3, 'a reason', 'r' || n, $4::bigint + n
       from generate_series(1, $5::int) n`,
      [call.memberId, ASSET, CHANGE.systemIncrease, nowMs - DAY_MS, STATEMENT_ROWS_MAX],
    )
    const period = { from: accountDayOf(nowMs - 2 * DAY_MS), to: accountDayOf(nowMs) }
    const chunks: Array<string> = []
    const write = (chunk: string) => Effect.sync(() => void chunks.push(chunk))
    const startMs = performance.now()
    const file = yield* Effect.forkChild(writeStatement({ ...period, format: "csv" }, call, key, write))
    const waits: Array<number> = []
    while (chunks.length < STATEMENT_ROWS_MAX / 1_000) {
      const askedMs = performance.now()
      yield* readWallet({}, other)
      waits.push(performance.now() - askedMs)
      yield* Effect.sleep(5)
    }
    yield* Fiber.join(file)
    const tookMs = performance.now() - startMs
    const slowest = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]
    process.stdout.write(`100 000 rows: ${tookMs.toFixed(0)} ms, others ${slowest?.toFixed(0)} ms\n`)
    const verdict = yield* Effect.promise(() => verifyStatement(chunks.join(""), key.publicText))
    expect(verdict).toMatchObject({ kind: "whole", statement: { lines: { length: STATEMENT_ROWS_MAX } } })
    expect(tookMs).toBeLessThan(LONGEST_MS)
    expect(slowest).toBeLessThan(WAIT_MS)
  })
})
