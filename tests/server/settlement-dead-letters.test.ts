import { Cause, Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import { beforeEach, expect, it } from "vitest"
import { Db, execute, sql } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { settlementCommands } from "../../server/operator/settlement-commands.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { isDatabaseUnavailable } from "../../server/settlement/dead-letters.ts"
import { settlePass } from "../../server/settlement/worker.ts"
import { onDatabasesInTurn } from "../support/effect-tests.ts"
import { messageLog } from "../support/log-lines.ts"
import { lengthenJournal, retakeLease } from "../support/long-journal.ts"
import { callOf, losingQueries, newKey, placeOrder, tickCycles } from "../support/trading.ts"
import { soundTradingTests } from "../support/trading-tests.ts"
import { verdictOf } from "../support/verdict.ts"

const me = callOf("m1")
const testOperator = { who: "a test", why: "" }

const operate = (name: string, values: Readonly<Record<string, string>> = {}) =>
  settlementCommands.find((command) => command.name === name)?.run(values, testOperator) ??
  Effect.die(new Error(`no command is called ${name}`))

const place = (productId: "aapl" | "sp500") => placeOrder({ productId, leverage: 1 })

const stateOf = (id: string) =>
  Effect.map(readOrder({ id }, me), ({ order }) => ({
    state: order.state,
    isDelayed: order.delayedSinceMs !== undefined,
  }))

const expire = Effect.andThen(TestClock.adjust(61_000), tickCycles(1))

/** Expects that a contract settled as its member recomputes it, and was posted once. */
const seeSettled = Effect.fnUntraced(function* (id: string, facts: { state: string; exitSeq: number }) {
  const detail = yield* readOrder({ id }, me)
  expect(detail.order).toMatchObject(facts)
  expect(detail.order.delayedSinceMs).toBeUndefined()
  expect(yield* Effect.promise(() => verdictOf(detail))).toMatchObject({ kind: "verified" })
  const booked = yield* sql<{ line: number }>(
    `select line from postings where transaction_id = 'settle-${id}' and account = 'contracts'`,
  )
  expect(booked).toHaveLength(1)
})

it.each([
  ["DbUnavailable", true],
  ["DbConflict", true],
  ["DbReadOnly", true],
  ["DbInvariant", false],
  ["JournalGap", false],
])("%s is a failure of the database rather than of a contract: %s", (_tag, expected) => {
  expect(isDatabaseUnavailable(Cause.fail({ _tag }))).toBe(expected)
  expect(isDatabaseUnavailable(Cause.die({ _tag }))).toBe(false)
})

onDatabasesInTurn("a contract that cannot be settled", (database) => {
  const lines: string[] = []
  const test = soundTradingTests(Layer.provideMerge(database, messageLog(lines)))
  beforeEach(() => {
    lines.length = 0
  })

  test("becomes a dead letter while the others settle, and settles from its own ticks later", function* () {
    const [broken, unbooked, sound] = yield* Effect.all([place("aapl"), place("aapl"), place("aapl")])
    yield* tickCycles(1)
    yield* closeOrder({ key: newKey(), id: broken.id }, me)
    // One contract cannot be computed; the other cannot be posted, because its stake exceeds
    // the locked amount.
    const price = yield* sql<{ opening_price: bigint }>(
      `select opening_price from orders where id = '${broken.id}'`,
    )
    yield* execute("update orders set opening_price = 0 where id = $1", [broken.id])
    yield* execute("update orders set stake = stake * 1000 where id = $1", [unbooked.id])
    yield* tickCycles(3)
    expect(yield* stateOf(broken.id)).toEqual({ state: "opened", isDelayed: true })
    expect(yield* stateOf(unbooked.id)).toEqual({ state: "opened", isDelayed: false })
    yield* TestClock.adjust(61_000)
    // The process dies between adding dead letters and advancing the cursors; the next one
    // finds both unchanged.
    const dying = losingQueries(yield* Db, (sql) => sql.includes("insert into settlement_cursors"))
    expect(Exit.isFailure(yield* Effect.exit(Effect.provideService(tickCycles(1), Db, dying)))).toBe(true)
    yield* settlePass()
    yield* seeSettled(sound.id, { state: "settled", exitSeq: 5 })
    expect(yield* stateOf(unbooked.id)).toEqual({ state: "opened", isDelayed: true })
    expect(yield* operate("settlement held")).toMatchObject([
      { id: broken.id, member: "m1", symbol: "AAPL" },
      { id: unbooked.id, tries: 1 },
    ])
    yield* execute("update orders set opening_price = $2 where id = $1", [
      broken.id,
      price[0]?.opening_price ?? 0n,
    ])
    yield* execute("update orders set stake = stake / 1000 where id = $1", [unbooked.id])
    yield* operate("settlement retry")
    yield* tickCycles(1)
    yield* seeSettled(broken.id, { state: "closed_early", exitSeq: 3 })
    yield* seeSettled(unbooked.id, { state: "settled", exitSeq: 5 })
    expect(yield* operate("settlement held")).toEqual([])
    const cannot = "cannot be settled and will be retried; the others go on."
    expect(lines).toEqual([
      `Contract ${broken.id} ${cannot}`,
      `invariant: Contract ${unbooked.id} ${cannot}`,
      `Contract ${broken.id} is no longer a dead letter, after 4 tries.`,
      `Contract ${unbooked.id} is no longer a dead letter, after 2 tries.`,
    ])
  })

  test("settles by the ticks of a long time, read part by part", function* () {
    const [broken, sound] = yield* Effect.all([place("aapl"), place("aapl")])
    yield* tickCycles(1)
    const [price] = yield* sql<{ opening_price: bigint }>(
      `select opening_price from orders where id = '${broken.id}'`,
    )
    const setPrice = "update orders set opening_price = $2 where id = $1"
    yield* execute(setPrice, [broken.id, 0n])
    yield* lengthenJournal(4_500)
    yield* retakeLease(61_000)
    yield* tickCycles(1)
    expect(yield* stateOf(broken.id)).toEqual({ state: "opened", isDelayed: true })
    yield* execute(setPrice, [broken.id, price?.opening_price ?? 0n])
    yield* operate("settlement retry")
    yield* tickCycles(1)
    for (const { id } of [broken, sound])
      expect((yield* readOrder({ id }, me)).order).toMatchObject({ state: "settled", exitSeq: 4_502 })
  })

  test("of a tick that is missing in an outage is only what the next tick decides", function* () {
    const market = yield* Market
    const [early, lacking, late] = yield* Effect.all([place("aapl"), place("aapl"), place("aapl")])
    yield* tickCycles(1)
    for (let tick = 0; tick < 12; tick += 1) {
      yield* TestClock.adjust(market.settings.tickMs)
      yield* market.runCycle
    }
    for (const [{ id }, seq] of [
      [early, 5],
      [lacking, 8],
      [late, 11],
    ] as const)
      yield* execute(
        "update orders set expires_at_ms = (select at_ms from ticks where symbol = 'AAPL' and seq = $2) where id = $1",
        [id, seq],
      )
    yield* execute("update ticks set symbol = 'gone' where symbol = 'AAPL' and seq = 8")
    yield* settlePass()
    expect(yield* stateOf(early.id)).toEqual({ state: "settled", isDelayed: false })
    expect(yield* stateOf(lacking.id)).toEqual({ state: "opened", isDelayed: true })
    expect(yield* stateOf(late.id)).toEqual({ state: "settled", isDelayed: false })
  })

  test("waits for a missing tick, is retried with growing pauses, and by the next lease holder", function* () {
    const [lacking, whole] = yield* Effect.all([place("aapl"), place("sp500")])
    yield* tickCycles(3)
    yield* execute("update ticks set symbol = 'gone' where symbol = 'AAPL' and seq = 4")
    yield* expire
    expect(yield* stateOf(lacking.id)).toEqual({ state: "opened", isDelayed: true })
    yield* seeSettled(whole.id, { state: "settled", exitSeq: 4 })
    const tries = Effect.map(
      sql<{ tries: number; next_try_ms: bigint | null }>("select tries, next_try_ms from settlement_holds"),
      (rows) => rows[0],
    )
    yield* tickCycles(20)
    expect((yield* tries)?.tries).toBe(3)
    for (let hour = 0; hour < 6; hour += 1) {
      yield* TestClock.adjust(3_600_000)
      yield* tickCycles(1)
    }
    expect(yield* tries).toMatchObject({ tries: 7, next_try_ms: null })
    expect(lines.at(-1)).toBe(
      `Contract ${lacking.id} could not be settled 7 times and waits for: operator settlement retry.`,
    )
    expect(yield* operate("settlement held")).toMatchObject([
      { id: lacking.id, reason: expect.stringContaining("lacks the tick"), next_try: "on request" },
    ])
    yield* execute("update ticks set symbol = 'AAPL' where symbol = 'gone'")
    yield* tickCycles(1)
    expect(yield* stateOf(lacking.id)).toEqual({ state: "opened", isDelayed: true })
    // As if another process, possibly with a fixed program, had taken the lease before.
    yield* execute("update settlement_holds set fence = fence - 1")
    yield* tickCycles(1)
    yield* seeSettled(lacking.id, { state: "settled", exitSeq: 4 })
  })

  test("that was only accepted opens at its first tick, once that is there", function* () {
    const market = yield* Market
    const [first, second] = yield* Effect.all([place("aapl"), place("aapl")])
    for (let tick = 2; tick <= 3; tick += 1) {
      yield* TestClock.adjust(market.settings.tickMs)
      yield* market.runCycle
    }
    yield* execute("update ticks set symbol = 'gone' where symbol = 'AAPL' and seq = 2")
    yield* settlePass()
    for (const { id } of [first, second])
      expect(yield* stateOf(id)).toEqual({ state: "accepted", isDelayed: true })
    expect(lines).toEqual([
      expect.stringMatching(
        /^2 contracts \(\S+ …\) cannot be settled and will be retried; the others go on\.$/,
      ),
    ])
    yield* execute("update ticks set symbol = 'AAPL' where symbol = 'gone'")
    yield* TestClock.adjust(61_000)
    expect(yield* settlePass()).toBe(2)
    for (const { id } of [first, second])
      expect(yield* stateOf(id)).toEqual({ state: "opened", isDelayed: false })
    expect((yield* readOrder({ id: second.id }, me)).order.entrySeq).toBe(2)
    expect(yield* operate("settlement held")).toEqual([])
  })

  test("is no dead letter any more once nothing is due, and counts no try without a database", function* () {
    const open = yield* place("aapl")
    yield* tickCycles(1)
    const accepted = yield* place("aapl")
    yield* execute(
      `insert into settlement_holds (order_id, held_at_ms, tries, next_try_ms, fence, reason)
       select id, 0, 2, 0, fence, 'a test' from orders, market_lease`,
    )
    const lost = losingQueries(yield* Db, (sql) => sql.includes("o.state in ('accepted', 'opened')"))
    expect(Exit.isFailure(yield* Effect.exit(Effect.provideService(settlePass(), Db, lost)))).toBe(true)
    const tries = sql<{ tries: number }>("select tries from settlement_holds")
    expect(yield* tries).toEqual([{ tries: 2 }, { tries: 2 }])
    expect(yield* settlePass()).toBe(0)
    expect(yield* tries).toEqual([])
    expect(yield* stateOf(open.id)).toEqual({ state: "opened", isDelayed: false })
    expect(yield* stateOf(accepted.id)).toEqual({ state: "accepted", isDelayed: false })
    expect(lines.toSorted()).toEqual(
      [open, accepted]
        .map(({ id }) => `Contract ${id} is no longer a dead letter, after 3 tries.`)
        .toSorted(),
    )
  })

  test("is found among many that are written together, also where several fail", function* () {
    const placed = yield* Effect.all(Array.from({ length: 7 }, () => place("aapl")))
    yield* tickCycles(1)
    const broken = [placed[1]?.id ?? "", placed[5]?.id ?? ""].toSorted()
    yield* execute("update orders set stake = stake * 1000 where id = any($1::text[])", [broken])
    yield* TestClock.adjust(61_000)
    yield* (yield* Market).runCycle
    expect(yield* settlePass()).toBe(5)
    const held = yield* sql<{ order_id: string }>("select order_id from settlement_holds order by order_id")
    expect(held.map((row) => row.order_id).toSorted()).toEqual(broken)
    for (const { id } of placed)
      expect(yield* stateOf(id)).toEqual(
        broken.includes(id) ? { state: "opened", isDelayed: true } : { state: "settled", isDelayed: false },
      )
    yield* execute("update orders set stake = stake / 1000 where id = any($1::text[])", [broken])
  })
})
