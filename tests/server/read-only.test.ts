/** A difference in the books stops every write of money, in all processes, until an operator resumes. */

import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Cause, Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { readReadOnly } from "../../server/core/read-only.ts"
import { DbReadOnly, sql } from "../../server/db/db.ts"
import { refusalOf } from "../../server/http/api.ts"
import { Market } from "../../server/market/market.ts"
import { bookCommands } from "../../server/operator/book-commands.ts"
import { checkNextSlices } from "../../server/operator/continuous-check.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { settlePass } from "../../server/settlement/worker.ts"
import { callServer, fieldOf, reasonOf as refusalReason } from "../support/app.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { alarmLog } from "../support/log-lines.ts"
import { createDatabase } from "../support/postgres.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { tamper } from "../support/tamper.ts"
import { callOf, fund, newKey, tickCycles, tradingLayer, wantedOrder } from "../support/trading.ts"

const resume = Effect.suspend(
  () =>
    bookCommands.find(({ name }) => name === "writes resume")?.run({}, { who: "bola", why: "mended" }) ??
    Effect.die("no command"),
)
const me = callOf("m1")
const credit = (transactionId: string) =>
  post({
    ...{ transactionId, memberId: "m1", available: 1n, code: CHANGE.systemIncrease },
    ...{ reason: "test", reference: "r", atMs: 1 },
  })
const reasonOf = <A, E>(exit: Exit.Exit<A, E>) => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "done")

onDatabasesInTurn("a difference in the books", (database) => {
  const alarms: string[] = []
  const test = effectTests(runOn(tradingLayer(Layer.provideMerge(database, alarmLog(alarms)))))
  const states = sql<{ state: string }>("select state from orders order by state")

  test("is found by the next slice, stops writes with one alarm, and settlement catches up when it is mended", function* () {
    yield* tickCycles(1)
    yield* fund("m1", 100_000_00n)
    const { id } = yield* createOrder(yield* wantedOrder({ leverage: 1 }), me)
    yield* tickCycles(2)
    expect(yield* checkNextSlices()).toBe(true)
    yield* tamper("update balances set available = available + 7 where member_id = 'm1'")
    expect(yield* checkNextSlices()).toBe(false)
    expect(yield* checkNextSlices()).toBe(false)
    expect(alarms).toEqual([expect.stringMatching(/^integrity: The books differ.*C2 balances/)])
    expect(alarms[0]).not.toContain("m1")
    expect((yield* readReadOnly())?.reason).toMatch(/^C2 balances.*m1.*available/)
    for (const write of [
      Effect.asVoid(createOrder(yield* wantedOrder(), me)),
      Effect.asVoid(closeOrder({ id, key: newKey() }, me)),
    ]) {
      const exit = yield* Effect.exit(write)
      expect(Exit.isFailure(exit) && refusalOf(exit.cause).reason).toBe("system.unavailable")
    }
    expect(yield* Effect.flip(credit("t2"))).toBeInstanceOf(DbReadOnly)
    const { runCycle, settings } = yield* Market
    for (let cycle = 0; cycle < 65; cycle += 1) {
      yield* TestClock.adjust(settings.tickMs)
      yield* runCycle
      const settled = yield* Effect.exit(settlePass())
      if (Exit.isFailure(settled)) expect(String(settled.cause)).toMatch(/DbReadOnly/)
    }
    expect(yield* states).toEqual([{ state: "opened" }])
    expect(yield* sql("select 1 from settlement_holds")).toEqual([])
    expect(reasonOf(yield* Effect.exit(resume))).toMatch(/The books still differ\. C2 balances/)
    expect(yield* readReadOnly()).not.toBeNull()
    yield* tamper("update balances set available = available - 7 where member_id = 'm1'")
    expect(yield* resume).toMatch(/writes go on/)
    expect(yield* readReadOnly()).toBeNull()
    expect(yield* sql("select command, who, why from operator_events order by command")).toEqual([
      { command: "writes resume", who: "bola", why: "mended" },
      { command: "writes stopped", who: "service", why: expect.stringMatching(/^C2 balances/) },
    ])
    yield* tickCycles(1)
    expect(yield* states).toEqual([{ state: "settled" }])
    yield* credit("t3")
    expect(yield* checkNextSlices()).toBe(true)
    expect(reasonOf(yield* Effect.exit(resume))).toMatch(/not stopped/)
    expect(alarms).toHaveLength(1)
  })
})

const postgresUrl = inject("postgresUrl")

describe.skipIf(postgresUrl === null)("a running site whose books differ", { tags: ["exhaustive"] }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), "links-read-only-"))
  let server: RunningServer
  let database: { url: string; drop: () => Promise<void> }
  let token = ""
  const run = promisify(execFile)
  const entry = join(import.meta.dirname, "../../server/operator.ts")
  const operate = async (...words: ReadonlyArray<string>) => {
    const env = { ...process.env, DATA_DIR: dataDir }
    const ended = await run(process.execPath, [entry, ...words], { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    )
    return { code: ended.code, text: ended.stdout.trim() }
  }
  const plant = async (reason: string) => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query("begin; set local session_replication_role = replica")
    await client.query("update postings set reason = $1 where code = 200 and account = 'available'", [reason])
    await client.query("commit")
    await client.end()
  }
  const status = async () => (await fetch(`${server.url}/readyz`)).json()
  const order = () => ({
    ...{ key: crypto.randomUUID(), product_id: "aapl", direction: "up" as const, stake: "1000.00" },
    ...{ leverage: 5, period_days: 1, quoted_price: "1.0000" },
  })
  const buy = (lang: string) => callServer(server.url, "orderCreate", order(), { token, lang })

  beforeAll(async () => {
    database = await createDatabase(postgresUrl ?? "")
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, TICK_MS: "200", CHECK_EVERY_MS: "300" }
    server = await startServer({ env })
    const { username, password } = server.demo ?? { username: "", password: "" }
    token = String(fieldOf(await callServer(server.url, "login", { username, password }), "token"))
  })
  afterAll(async () => {
    await server.stop()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it("is ready and read-only, refuses money in the member's language, and logs in and reads", async () => {
    expect(await status()).toEqual({ status: "ok" })
    await plant("planted")
    await expect.poll(status, { timeout: 20_000 }).toEqual({ status: "read-only" })
    const refused = await Promise.all(["en_US", "de_DE", "ja_JP"].map(buy))
    for (const answer of refused)
      expect([answer.status, refusalReason(answer)]).toEqual([503, "system.unavailable"])
    expect(new Set(refused.map(({ body }) => JSON.stringify(body))).size).toBe(3)
    const { username, password } = server.demo ?? { username: "", password: "" }
    const again = await callServer(server.url, "login", { username, password })
    const summary = await callServer(
      server.url,
      "walletSummary",
      {},
      { token: String(fieldOf(again, "token")) },
    )
    expect(refusalReason(summary)).toBeNull()
    expect(server.output().match(/books differ/g)).toHaveLength(1)
  })

  it("is checked by the operator with figures and an exit code, and goes on once it is mended", async () => {
    const checked = await operate("check", "--json")
    expect(checked.code).toBe(1)
    expect(JSON.parse(checked.text)).toMatchObject({
      error: expect.stringContaining("C7 the hash chain of a member's postings holds"),
      rows: [
        { subject: expect.any(String), found: expect.stringMatching(/^hash/), expected: expect.any(String) },
      ],
    })
    expect(await operate("writes", "resume", "--why", "too early")).toMatchObject({ code: 1 })
    expect(await status()).toEqual({ status: "read-only" })
    await plant("demo-balance")
    expect(await operate("writes", "resume", "--why", "restored the row")).toMatchObject({ code: 0 })
    expect(await status()).toEqual({ status: "ok" })
    expect(refusalReason(await buy("en_US"))).not.toBe("system.unavailable")
    expect((await operate("check")).code).toBe(0)
    expect((await operate("events")).text).toMatch(/writes resume.*restored the row/)
  })
})
