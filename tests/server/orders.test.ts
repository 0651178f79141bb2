import { Context, Effect, Exit, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { setFrozen } from "../../server/core/frozen-member.ts"
import { balanceOf } from "../../server/core/ledger.ts"
import { operationResult, voidOperation } from "../../server/core/operations.ts"
import { Refusal } from "../../server/core/refusal.ts"
import { execute, sql } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { listOrders, readOrder } from "../../server/orders/read-orders.ts"
import { Order, OrderDetail } from "../../src/domain/entities.ts"
import { priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { atOnce, onDatabasesInTurn, onEachDatabase } from "../support/effect-tests.ts"
import { callOf, fund, placeOrder, processLayer, tickCycles, wantedOrder } from "../support/trading.ts"
import { soundTradingTests } from "../support/trading-tests.ts"
import { verdictOf } from "../support/verdict.ts"

const me = callOf("m1")

const refusalOf = <A, R>(effect: Effect.Effect<A, unknown, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    if (!(error instanceof Refusal)) throw error
    return { reason: error.reason, field: error.field, params: error.params }
  })

onDatabasesInTurn("orders", (database) => {
  const test = soundTradingTests(database, 1_000_000_00n)

  test("opens at the first tick after acceptance and settles at the last one before expiry", function* () {
    const accepted = yield* createOrder(yield* wantedOrder(), me)
    expect(accepted).toMatchObject({ state: "accepted", status: "pending", openingPrice: null })
    expect(yield* balanceOf("m1")).toMatchObject({ available: 990_000_00n, contracts: 10_000_00n })
    yield* tickCycles(1)
    const opened = yield* readOrder({ id: accepted.id }, me)
    expect(opened.order).toMatchObject({ state: "opened", entrySeq: 2 })
    yield* tickCycles(61)
    const detail = yield* readOrder({ id: accepted.id }, me)
    expect(detail.order).toMatchObject({ state: "settled", status: "completed", exitSeq: 62 })
    const wire = JSON.stringify(Schema.encodeSync(OrderDetail)(detail))
    expect(Schema.decodeUnknownSync(OrderDetail)(JSON.parse(wire))).toEqual(detail)
    expect(yield* Effect.promise(() => verdictOf(detail))).toMatchObject({ kind: "verified" })
    const { available, contracts } = yield* balanceOf("m1")
    expect({ available: priceOf(available * 100n), contracts }).toEqual({
      available: priceOf(990_000_00n * 100n + priceUnitsOf(`${detail.order.credited}00`)),
      contracts: 0n,
    })
  })

  test("closes early at the first tick after the request", function* () {
    const { id } = yield* createOrder(yield* wantedOrder(), me)
    const early = { key: "00000000-0000-4000-9000-000000000001", id }
    expect(yield* refusalOf(closeOrder(early, me))).toMatchObject({ reason: "order.not-open" })
    yield* tickCycles(3)
    const close = { key: "00000000-0000-4000-9000-000000000002", id }
    const closing = yield* closeOrder(close, me)
    expect(closing.closeRequestedAtMs).not.toBeNull()
    yield* tickCycles(1)
    const detail = yield* readOrder({ id }, me)
    expect(detail.order).toMatchObject({ state: "closed_early", entrySeq: 2, exitSeq: 5 })
    expect(yield* Effect.promise(() => verdictOf(detail))).toMatchObject({ kind: "verified" })
    expect(yield* closeOrder(close, me)).toEqual(closing)
    expect(yield* closeOrder(early, me).pipe(refusalOf)).toMatchObject({ reason: "order.not-open" })
    const again = { key: "00000000-0000-4000-9000-000000000003", id }
    expect(yield* closeOrder(again, me).pipe(refusalOf)).toMatchObject({ reason: "order.not-open" })
  })

  test("cancels and refunds in full when no tick comes in time", function* () {
    const { id } = yield* createOrder(yield* wantedOrder(), me)
    yield* TestClock.adjust(20_000)
    yield* tickCycles(1)
    const { order } = yield* readOrder({ id }, me)
    expect(order).toMatchObject({ state: "cancelled", cancelReason: "no-tick", credited: "10000.00" })
    expect(yield* balanceOf("m1")).toMatchObject({ available: 1_000_000_00n, contracts: 0n })
  })

  test("cancels and refunds beyond the tolerance, in either direction exactly one of two", function* () {
    const orders = yield* Effect.forEach(["up", "down"] as const, (direction) =>
      placeOrder({ direction, slippageBps: 0 }),
    )
    yield* tickCycles(1)
    const details = yield* Effect.forEach(orders, ({ id }) => readOrder({ id }, me))
    expect(details.map(({ order }) => order.state).sort()).toEqual(["cancelled", "opened"])
    expect(details.find(({ order }) => order.state === "cancelled")?.order).toMatchObject({
      cancelReason: "slippage",
      credited: "10000.00",
    })
  })

  test("cancels and refunds a contract whose entry has passed a level, in either direction", function* () {
    const { quoteBook } = yield* Market
    const price = quoteBook.last("AAPL")?.tick.price ?? 0n
    const beside = { up: priceOf(price + 1n), down: priceOf(price - 1n) }
    const orders = yield* Effect.all([
      placeOrder({ takeProfit: beside.up, stopLoss: beside.down }),
      placeOrder({ direction: "down", takeProfit: beside.down, stopLoss: beside.up }),
    ])
    yield* tickCycles(1)
    const details = yield* Effect.forEach(orders, ({ id }) => readOrder({ id }, me))
    expect(details.map(({ order }) => order.cancelReason).sort()).toEqual([
      "stop-loss-passed",
      "take-profit-passed",
    ])
    for (const { order } of details)
      expect(order).toMatchObject({ state: "cancelled", credited: "10000.00", net: null, rulesVersion: 2 })
    expect(yield* balanceOf("m1")).toMatchObject({ available: 1_000_000_00n, contracts: 0n })
    yield* tickCycles(3)
    const proved = yield* Effect.forEach(orders, ({ id }) => readOrder({ id }, me))
    for (const detail of proved)
      expect(yield* Effect.promise(() => verdictOf(detail))).toMatchObject({ kind: "verified" })
  })

  test("takes effect once per key: repeats get the same answer, another body is a conflict", function* () {
    const wanted = yield* wantedOrder()
    const first = yield* createOrder(wanted, me)
    yield* tickCycles(2)
    expect(yield* createOrder({ ...wanted, userId: "x", lang: "en_US" }, me)).toEqual(first)
    expect(yield* refusalOf(createOrder({ ...wanted, stake: "20000.00" }, me))).toMatchObject({
      reason: "operation.key-conflict",
    })
    expect(yield* refusalOf(createOrder(wanted, callOf("m2")))).toMatchObject({
      reason: "order.insufficient-balance",
    })
    const all = yield* listOrders({}, me)
    expect(all.items).toHaveLength(1)
    // The receipt is signed again for each answer; the same text always gets the same signature.
    const { receipt: _, ...stored } = Schema.encodeSync(Order)(first)
    expect(yield* operationResult("m1", "order", wanted.key)).toMatchObject({
      state: "done",
      id: first.id,
      answer: stored,
    })
  })

  test("keeps refusals under their key, and refuses a key that was declared void", function* () {
    const wanted = yield* wantedOrder({ stake: "500000.00" })
    yield* fund("poor", 1_000_00n)
    const poor = callOf("poor")
    const refused = yield* refusalOf(createOrder(wanted, poor))
    expect(refused).toEqual({
      reason: "order.insufficient-balance",
      field: "stake",
      params: { available: "1000.00" },
    })
    yield* execute("update balances set available = 99999999999 where member_id = 'poor'")
    expect(yield* refusalOf(createOrder(wanted, poor))).toEqual(refused)
    const asked = yield* wantedOrder()
    yield* voidOperation("m1", "order", asked.key)
    expect(yield* refusalOf(createOrder(asked, me))).toMatchObject({ reason: "operation.voided" })
    expect((yield* listOrders({}, me)).items).toEqual([])
    yield* execute("update balances set available = 100000 where member_id = 'poor'")
  })

  test("refuses the orders of a frozen member, whose contract settles", function* () {
    const decision = { who: "a test", why: "" }
    const bought = yield* createOrder(yield* wantedOrder(), me)
    yield* setFrozen("m1", "frozen", decision)
    const wanted = yield* wantedOrder()
    expect(yield* refusalOf(createOrder(wanted, me))).toMatchObject({ reason: "member.frozen" })
    yield* tickCycles(63)
    expect((yield* readOrder({ id: bought.id }, me)).order.state).toBe("settled")
    yield* setFrozen("m1", "free", decision)
    expect(yield* refusalOf(createOrder(wanted, me))).toMatchObject({ reason: "member.frozen" })
    expect((yield* createOrder(yield* wantedOrder(), me)).state).toBe("accepted")
  })

  test("takes the whole balance for one order, and not a kobo more", function* () {
    yield* fund("exact", 10_000_00n)
    const exact = callOf("exact")
    const dearer = yield* wantedOrder({ stake: "10000.01" })
    expect(yield* refusalOf(createOrder(dearer, exact))).toMatchObject({
      reason: "order.insufficient-balance",
      params: { available: "10000.00" },
    })
    const stop = ((yield* Market).quoteBook.last("AAPL")?.tick.price ?? 0n) - 1n
    const limits = { takeProfit: "999999.0000", stopLoss: priceOf(stop), slippageBps: 7 }
    const { id } = yield* createOrder(yield* wantedOrder(limits), exact)
    expect(yield* balanceOf("exact")).toMatchObject({ available: 0n, contracts: 10_000_00n })
    const events = yield* sql(
      "select to_state, who, changes from member_events where member_id = 'exact' and subject = $1",
      [id],
    )
    const changes = expect.objectContaining({
      ...{ take_profit: 9_999_990_000, stop_loss: Number(stop), slippage_bps: 7 },
    })
    expect(events).toEqual([{ to_state: "accepted", who: "member", changes }])
  })

  test("refuses each violation with its field and values", function* () {
    const { quoteBook } = yield* Market
    const price = quoteBook.quotes().find((quote) => quote.symbol === "AAPL")?.price ?? ""
    const scaled = (bps: bigint) => priceOf((priceUnitsOf(price) * bps) / 10_000n)
    const refused = (differs: Parameters<typeof wantedOrder>[0]) =>
      Effect.flatMap(wantedOrder(differs), (wanted) => refusalOf(createOrder(wanted, me)))
    const cases = [
      [{ productId: "none" }, "order.product-unknown", "product_id"],
      [{ productId: "goog" }, "order.sold-out", "product_id"],
      [{ productId: "ibm" }, "order.market-closed", "product_id"],
      [{ stake: "999.99" }, "order.below-minimum", "stake"],
      [{ stake: "0.00" }, "order.below-minimum", "stake"],
      [{ stake: "-5.00" }, "order.below-minimum", "stake"],
      [{ stake: "500000.01" }, "order.above-maximum", "stake"],
      [{ leverage: 4 }, "order.terms", "leverage"],
      [{ periodDays: 2 }, "order.terms", "period_days"],
      [{ slippageBps: -1 }, "order.terms", "slippage_bps"],
      [{ commissionPpm: 1 }, "order.terms-changed", "product_id"],
      [{ stopOutBps: 1 }, "order.terms-changed", "product_id"],
      [{ slippageBps: 100, quotedPrice: scaled(9_800n) }, "order.slippage", "quoted_price"],
      [{ takeProfit: price }, "order.take-profit-side", "take_profit"],
      [{ direction: "down", takeProfit: scaled(10_100n) }, "order.take-profit-side", "take_profit"],
      [{ stopLoss: scaled(10_100n) }, "order.stop-loss-side", "stop_loss"],
      [{ direction: "down", stopLoss: scaled(9_900n) }, "order.stop-loss-side", "stop_loss"],
      [{ direction: "down", takeProfit: price }, "order.take-profit-side", "take_profit"],
      [{ direction: "down", takeProfit: "0.0000" }, "order.take-profit-side", "take_profit"],
      [{ stopLoss: price }, "order.stop-loss-side", "stop_loss"],
      [{ stopLoss: "0.0000" }, "order.stop-loss-side", "stop_loss"],
      [{ leverage: 5, stopLoss: scaled(8_000n) }, "order.stop-loss-useless", "stop_loss"],
      [{ leverage: 5, direction: "down", stopLoss: scaled(12_000n) }, "order.stop-loss-useless", "stop_loss"],
    ] as const
    for (const [differs, reason, field] of cases)
      expect(yield* refused(differs)).toMatchObject({ reason, field })
    expect((yield* refused({ slippageBps: 0, quotedPrice: scaled(9_800n) })).params).toEqual({
      quoted: scaled(9_800n),
      current: price,
    })
    yield* TestClock.adjust(3_001)
    expect(yield* refused({})).toMatchObject({ reason: "order.stale-price", field: "quoted_price" })
    expect(yield* balanceOf("m1")).toMatchObject({ contracts: 0n })
  })

  test("takes a tolerance of up to 10 %, and a price of up to three seconds", function* () {
    expect(yield* refusalOf(placeOrder({ slippageBps: 1_001 }))).toEqual({
      reason: "order.terms",
      field: "slippage_bps",
      params: { max: 1_000 },
    })
    expect(yield* placeOrder({ slippageBps: 1_000 })).toMatchObject({ state: "accepted" })
    yield* TestClock.adjust(3_000)
    expect(yield* placeOrder({})).toMatchObject({ state: "accepted" })
    yield* TestClock.adjust(1)
    expect(yield* refusalOf(placeOrder({}))).toMatchObject({ reason: "order.stale-price" })
  })

  test("accepts an order while the market is led by an earlier release, which signs no checkpoints", function* () {
    yield* execute("delete from log_checkpoints")
    const follower = yield* Layer.build(Layer.fresh(processLayer()))
    yield* Context.get(follower, Market).runCycle
    const order = yield* Effect.provide(placeOrder(), follower)
    expect(order).toMatchObject({ state: "accepted" })
    expect(order).not.toHaveProperty("checkpoint")
  })

  test("shows a contract of an earlier release without the terms that it did not store", function* () {
    const { id } = yield* placeOrder()
    yield* execute(
      "update orders set day_ms = null, open_timeout_ms = null, rules_version = null, checkpoint = null",
    )
    const { order } = yield* readOrder({ id }, me)
    expect(order).toMatchObject({ id, state: "accepted" })
    for (const field of ["dayMs", "openTimeoutMs", "rulesVersion", "checkpoint"])
      expect(order).not.toHaveProperty(field)
  })

  test("lists by pages, and hides other members' contracts", function* () {
    for (let i = 0; i < 5; i++) {
      yield* createOrder(yield* wantedOrder({ productId: i % 2 === 0 ? "aapl" : "msft" }), me)
      yield* tickCycles(1)
    }
    const first = yield* listOrders({ limit: "3" }, me)
    const second = yield* listOrders({ limit: "3", cursor: first.nextCursor ?? "" }, me)
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null])
    const times = [...first.items, ...second.items].map((order) => order.acceptedAtMs)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect((yield* listOrders({ symbol: "MSFT", status: "pending" }, me)).items).toHaveLength(2)
    expect((yield* listOrders({ status: "completed" }, me)).items).toEqual([])
    const id = first.items[0]?.id ?? ""
    expect(yield* refusalOf(readOrder({ id }, callOf("m2")))).toMatchObject({
      reason: "order.unknown",
      field: "id",
    })
    const key = "00000000-0000-4000-9000-000000000009"
    expect(yield* refusalOf(closeOrder({ key, id }, callOf("m2")))).toMatchObject({ reason: "order.unknown" })
    const [newest] = first.items
    if (newest) expect(Schema.decodeSync(Order)(Schema.encodeSync(Order)(newest))).toEqual(newest)
    expect(newest).toBeDefined()
  })
})

onEachDatabase("orders that meet", (database) => {
  const test = soundTradingTests(database, 1_000_000_00n)

  test("writes concurrent orders independently of a failing one in the batch", function* () {
    const names = ["m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9"]
    yield* Effect.forEach(names, (name) => fund(name, name === "m3" ? 5_000_00n : 100_000_00n))
    const taken = yield* wantedOrder()
    const first = yield* createOrder(taken, callOf("m4"))
    const wanted = yield* Effect.forEach(names, (name) =>
      name === "m4" ? Effect.succeed(taken) : wantedOrder(),
    )
    const twice = yield* wantedOrder()
    const exits = yield* Effect.forEach(
      [...wanted.map((one, i) => [one, names[i] ?? ""] as const), [twice, "m9"] as const],
      ([one, name]) => Effect.exit(createOrder(one, callOf(name))),
      { concurrency: "unbounded" },
    )
    expect(exits.map((exit) => Exit.isSuccess(exit))).toEqual(names.map((name) => name !== "m3").concat(true))
    expect(exits[2]).toEqual(Exit.succeed(first))
    const balances = yield* Effect.forEach(names, balanceOf)
    expect(balances.map(({ contracts }) => contracts / 10_000_00n)).toEqual([1n, 0n, 1n, 1n, 1n, 1n, 1n, 2n])
  })

  test("accepts exactly one of 50 concurrent orders when the balance suffices for one", function* () {
    yield* fund("narrow", 15_000_00n)
    const wants = yield* Effect.forEach(Array.from({ length: 50 }), () => wantedOrder())
    const exits = yield* Effect.forEach(
      wants,
      (wanted) => Effect.exit(createOrder(wanted, callOf("narrow"))),
      { concurrency: "unbounded" },
    )
    expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
    expect(yield* balanceOf("narrow")).toMatchObject({ available: 5_000_00n, contracts: 10_000_00n })
  })

  test("answers 20 concurrent requests with one key with one order", function* () {
    const wanted = yield* wantedOrder()
    const answers = yield* atOnce(20, createOrder(wanted, me))
    expect(new Set(answers.map((order) => JSON.stringify(order))).size).toBe(1)
    expect(yield* balanceOf("m1")).toMatchObject({ contracts: 10_000_00n })
  })
})
