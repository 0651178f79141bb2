/** A member's own limits, pause and exclusion: what they stop, and what nothing shortens. */

import { hash } from "node:crypto"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { Config, readSettings } from "../../server/config.ts"
import type { Call } from "../../server/core/handler.ts"
import { findDifferences } from "../../server/core/projections.ts"
import { Refusal } from "../../server/core/refusal.ts"
import { refusalText } from "../../server/core/texts.ts"
import { makeVault, VAULT_KEY_BYTES, Vault } from "../../server/core/vault.ts"
import { execute, sql } from "../../server/db/db.ts"
import { OuterClocks } from "../../server/db/outer-clocks.ts"
import {
  changeLimit,
  confirmLimit,
  excludeOneself,
  readOwnProtection,
  takePause,
} from "../../server/members/protection.ts"
import { amendOrder } from "../../server/orders/amend-order.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { cancelWithdrawal } from "../../server/payments/withdrawal-stages.ts"
import { accountDayNumber } from "../../src/domain/account-day.ts"
import { checkSettlement, marketWithKey } from "../../src/domain/check-settlement.ts"
import type { Order } from "../../src/domain/entities.ts"
import { readPromise } from "../../src/domain/limit-promise.ts"
import { priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { dayStartMs, type LimitName } from "../../src/domain/protection.ts"
import { newMember } from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { confirmed } from "../support/confirmed.ts"
import { onDatabasesInTurn, onEachDatabase } from "../support/effect-tests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import {
  callOf,
  fund,
  newKey,
  placeOrder,
  STARTED_AT_MS,
  testMarketKey,
  tickCycles,
  wantedOrder,
} from "../support/trading.ts"
import { soundTradingTests } from "../support/trading-tests.ts"
import { openTestWorld } from "../support/world-tests.ts"

const me = callOf("m1")
const dayMs = 86_400_000
const hourMs = 3_600_000
const midnight = dayStartMs(accountDayNumber(STARTED_AT_MS) + 1)

const settings = Config.of(readSettings({}))
const asMember = Effect.provideService(Config, settings)

const setLimit = (name: LimitName, value: string | null, call = me) =>
  Effect.gen(function* () {
    const { revision } = yield* readOwnProtection({}, call)
    return yield* changeLimit({ revision, name, value }, call)
  }).pipe(asMember)

const vault = makeVault(new Uint8Array(VAULT_KEY_BYTES).fill(7))

/** The second yes, with a proof of exactly that. */
const confirm = (name: LimitName, revision: number, value: string | null = null) =>
  Effect.gen(function* () {
    yield* execute(
      `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms,
         password_changed_at_ms) values ('m1', 'm1', 'm1', '-', 'm1', 0, 0) on conflict do nothing`,
    )
    const confirmation = yield* confirmed({ purpose: "limit", name, value }, me)
    return yield* confirmLimit({ revision, name, confirmation }, me)
  }).pipe(asMember, Effect.provideService(Vault, vault))

const limitIn = (
  { limits }: { readonly limits: ReadonlyArray<{ readonly name: string }> },
  name: LimitName,
) => limits.find((limit) => limit.name === name)

/** The refusal of an effect, or "done". */
const outcome = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, {
    onSuccess: () => "done" as const,
    onFailure: (error) => {
      if (!(error instanceof Refusal)) throw error
      const { reason, field, params } = error
      return { reason, ...(field && { field }), ...(params && { params }) }
    },
  })

onEachDatabase("two orders for the last naira of a limit", (database) => {
  const test = soundTradingTests(database)

  test("are accepted once, by what was staked, lost or may be open", function* () {
    const limits = [
      ["stake_week", "10000.00", "order.own-limit"],
      ["loss_day", "10000.00", "order.over-own-limit"],
      ["open_contracts", "1", "order.own-open-limit"],
    ] as const
    for (const [name, value, reason] of limits) {
      yield* fund(name, 1_000_000_00n)
      yield* setLimit(name, value, callOf(name))
      const order = outcome(placeOrder({}, name))
      const both = yield* Effect.all([order, order], { concurrency: "unbounded" })
      expect(both).toContain("done")
      expect(both).toContainEqual(expect.objectContaining({ reason }))
    }
  })
})

onDatabasesInTurn("a limit of stakes", (database) => {
  const test = soundTradingTests(database)

  test("is a signed promise, and a server that accepts an order past it shows evidence against itself", function* () {
    const verdict = Effect.fnUntraced(function* (id: string, others: ReadonlyArray<Order> = []) {
      const detail = yield* readOrder({ id }, me)
      const known = { ...marketWithKey(testMarketKey.publicKey), others }
      return yield* Effect.promise(() => checkSettlement(detail, known))
    })
    const before = yield* placeOrder()
    expect(yield* readOrder({ id: before.id }, me)).not.toHaveProperty("promises")
    yield* setLimit("stake_day", "25000.00")
    yield* TestClock.adjust(1_000)
    const within = yield* placeOrder()
    expect(yield* verdict(within.id, [before])).toEqual({ kind: "running" })
    yield* execute("update balances set stake_rest = null, stake_rest_day = null where member_id = 'm1'")
    const past = yield* placeOrder()
    expect(yield* verdict(past.id, [before])).toEqual({ kind: "running" })
    expect(yield* verdict(past.id, [before, within])).toMatchObject({ reason: "limit" })
    // the chain goes on, and a pause is in it
    yield* takePause({ days: 1 }, me).pipe(asMember)
    expect((yield* readOrder({ id: past.id }, me)).promises).toHaveLength(2)
    expect(yield* verdict(within.id, [before])).toEqual({ kind: "running" })
    const { promise = "" } = yield* readOwnProtection({}, me)
    expect(readPromise(promise)).toMatchObject({ number: 2, limits: { stake_day: "25000.00" } })
    const chain = yield* sql<{ body: string }>("select body from limit_promises order by number")
    expect(readPromise(promise)?.previous).toBe(hash("sha256", chain[0]?.body ?? ""))
  })

  test("names limit, rest and time under the key, and ends at midnight in Lagos", function* () {
    yield* setLimit("stake_day", "15000.00")
    yield* placeOrder()
    const wanted = yield* wantedOrder()
    const params = { kind: "stake", period: "day", max: "15000.00", rest: "5000.00", from: midnight }
    const refused = { reason: "order.own-limit", field: "stake", params }
    for (let n = 0; n < 2; n += 1) expect(yield* outcome(createOrder(wanted, me))).toEqual(refused)
    expect(yield* outcome(placeOrder({ stake: "5000.00" }))).toBe("done")
    // one that never opens is refunded, and no longer counts
    yield* tickCycles(1)
    yield* TestClock.adjust(midnight - STARTED_AT_MS - 10_000)
    yield* tickCycles(1)
    expect(yield* outcome(placeOrder({ stake: "5000.00" }))).toMatchObject({
      params: { rest: "0.00", from: midnight },
    })
    yield* TestClock.adjust(10_000)
    yield* tickCycles(1)
    expect(yield* outcome(placeOrder({ stake: "15000.00" }))).toBe("done")
    expect(yield* outcome(createOrder(wanted, me))).toEqual(refused)
    yield* setLimit("stake_week", "30000.00")
    const week = yield* outcome(placeOrder({ stake: "1000.00" }))
    expect(week).toMatchObject({ params: { period: "day", from: midnight + dayMs } })
  })

  test("holds over a step of a clock, as for an app that knows no limits", function* () {
    yield* setLimit("stake_day", "10000.00")
    yield* placeOrder()
    const refused = { reason: "order.own-limit" }
    yield* TestClock.setTime(STARTED_AT_MS - hourMs)
    // an app of an earlier release shows the text that every refusal carries
    const error = yield* Effect.flip(placeOrder())
    expect(error).toMatchObject(refused)
    expect(error instanceof Refusal && refusalText("en", error.reason, error.params)).toContain("10,000.00")
    yield* TestClock.setTime(STARTED_AT_MS + hourMs)
    const { revision } = yield* setLimit("stake_day", null)
    const clocks = { databaseNow: Effect.succeed(String(STARTED_AT_MS + hourMs)), hostUptime: () => 0 }
    yield* TestClock.adjust(2 * dayMs)
    const early = confirm("stake_day", revision).pipe(Effect.provideService(OuterClocks, clocks))
    expect(yield* outcome(early)).toMatchObject({ reason: "protection.waiting" })
    yield* execute("delete from confirmations")
    yield* confirm("stake_day", revision)
  })

  test("is asked about after half a year, until the member says that it is still right", function* () {
    expect(yield* setLimit("stake_day", "15000.00")).not.toHaveProperty("reviewDue")
    yield* TestClock.adjust(181 * dayMs)
    yield* setLimit("stake_day", "15000.00")
    expect(yield* readOwnProtection({}, me)).toMatchObject({ revision: 1 })
    yield* TestClock.adjust(dayMs)
    expect(yield* readOwnProtection({}, me)).toMatchObject({ revision: 1, reviewDue: true })
    expect(yield* setLimit("stake_day", "15000.00")).not.toHaveProperty("reviewDue")
    expect(yield* readOwnProtection({}, me)).toMatchObject({ revision: 2 })
    expect(yield* outcome(setLimit("stake_week", null))).toBe("done")
    expect((yield* readOwnProtection({}, me)).revision).toBe(2)
  })

  test("below what is used is accepted, says from when there is more, and 0 stops all", function* () {
    yield* placeOrder()
    const set = yield* setLimit("stake_week", "4000.00")
    expect(limitIn(set, "stake_week")).toEqual({
      ...{ name: "stake_week", value: "4000.00", used: "10000.00" },
      freesAtMs: midnight + 6 * dayMs,
    })
    const none = yield* setLimit("stake_week", "0.00")
    expect(limitIn(none, "stake_week")).not.toHaveProperty("freesAtMs")
    expect(yield* outcome(placeOrder())).toMatchObject({ reason: "order.over-own-limit" })
  })

  test("becomes looser after a day and a second yes; another looser one waits again", function* () {
    yield* setLimit("stake_day", "10000.00")
    const waits = yield* setLimit("stake_day", "20000.00")
    expect(limitIn(waits, "stake_day")).toMatchObject({
      ...{ value: "10000.00", waiting: "20000.00", waitsUntilMs: expect.any(Number) },
    })
    yield* TestClock.adjust(23 * hourMs)
    const again = yield* setLimit("stake_day", null)
    expect(limitIn(again, "stake_day")).toMatchObject({ value: "10000.00", waiting: null })
    const { revision } = again
    yield* TestClock.adjust(2 * hourMs)
    expect(yield* outcome(confirm("stake_day", revision))).toMatchObject({ reason: "protection.waiting" })
    yield* TestClock.adjust(22 * hourMs)
    yield* tickCycles(1)
    yield* placeOrder()
    expect(yield* outcome(placeOrder())).toMatchObject({ reason: "order.own-limit" })
    expect(yield* outcome(confirm("stake_day", revision - 1))).toEqual({ reason: "protection.changed" })
    const unproved = asMember(confirmLimit({ revision, name: "stake_day" }, me))
    expect(yield* outcome(unproved.pipe(Effect.provideService(Vault, vault)))).toEqual({
      reason: "confirmation.required",
    })
    expect(yield* outcome(confirm("stake_day", revision, "20000.00"))).toEqual({
      reason: "confirmation.other",
    })
    expect(limitIn(yield* confirm("stake_day", revision), "stake_day")).toMatchObject({ value: null })
    expect(yield* outcome(confirm("stake_day", revision + 1))).toEqual({ reason: "protection.not-waiting" })
    expect(yield* outcome(placeOrder())).toBe("done")
    const events = yield* sql("select to_state from member_events where kind = 'protection' order by number")
    expect(events).toEqual(["limited", "waiting", "waiting", "loosened"].map((to_state) => ({ to_state })))
    expect(yield* findDifferences()).toEqual([])
    yield* execute("update protections set limits = '{}', revision = 9")
    expect(yield* findDifferences()).toMatchObject([{ table: "protections", what: "revision" }])
    yield* execute("update protections set revision = 4")
  })
})

onDatabasesInTurn("a limit of losses", (database) => {
  const test = soundTradingTests(database)

  test("counts what was lost, and open contracts with all they can lose", function* () {
    yield* setLimit("loss_day", "15000.00")
    const { id } = yield* placeOrder({ direction: "down" })
    const refused = { reason: "order.over-own-limit", params: { kind: "loss", rest: "5000.00" } }
    expect(yield* outcome(placeOrder())).toMatchObject(refused)
    yield* tickCycles(1)
    yield* closeOrder({ key: newKey(), id }, me)
    yield* tickCycles(1)
    const [{ net } = { net: 0n }] = yield* sql<{ net: bigint }>("select net from orders where id = $1", [id])
    expect(net).toBeLessThan(0n)
    expect(yield* outcome(placeOrder())).toBe("done")
    const rest = Number(15_000_00n + net - 10_000_00n) / 100
    expect(yield* outcome(placeOrder())).toMatchObject({ params: { rest: rest.toFixed(2) } })
    const shown = yield* asMember(readOwnProtection({}, me))
    expect(limitIn(shown, "loss_day")).toMatchObject({ used: (15_000 - rest).toFixed(2) })
    expect(shown.sessionResult).toBe((Number(net) / 100).toFixed(2))
  })

  test("that became tighter keeps a stop from being moved past it, and lets it come nearer", function* () {
    const { id } = yield* placeOrder({ direction: "up" })
    yield* tickCycles(1)
    const { order } = yield* readOrder({ id }, me)
    const amend = (number: number, perMille: number | null) => {
      const level = (priceUnitsOf(order.openingPrice ?? "") * BigInt(perMille ?? 0)) / 1_000n
      const stopLoss = perMille === null ? {} : { stopLoss: priceOf(level) }
      return outcome(amendOrder({ key: newKey(), id, number, ...stopLoss }, me))
    }
    expect(yield* amend(0, 970)).toBe("done")
    yield* setLimit("loss_day", "5000.00")
    const params = { kind: "loss", period: "day", max: "5000.00", rest: "5000.00" }
    const refused = { reason: "order.over-own-limit", field: "stop_loss", params }
    expect(yield* amend(1, 850)).toEqual(refused)
    expect(yield* amend(1, null)).toEqual(refused)
    expect(yield* amend(1, 950)).toBe("done")
    expect(yield* amend(2, 960)).toBe("done")
  })
})

onDatabasesInTurn("a limit of open contracts", (database) => {
  const test = soundTradingTests(database)

  test("lets as many be open, by itself and beside a limit of stakes", function* () {
    yield* setLimit("open_contracts", "2")
    const first = yield* placeOrder()
    yield* setLimit("stake_month", "90000.00")
    const two = yield* Effect.all([outcome(placeOrder()), outcome(placeOrder())], { concurrency: 2 })
    const full = { reason: "order.own-open-limit", params: { max: 2 } }
    expect(two).toContain("done")
    expect(two).toContainEqual(full)
    yield* tickCycles(1)
    yield* closeOrder({ key: newKey(), id: first.id }, me)
    yield* tickCycles(1)
    expect(yield* outcome(placeOrder())).toBe("done")
    expect(yield* outcome(placeOrder())).toEqual(full)
    expect(yield* outcome(setLimit("open_contracts", "1.50"))).toMatchObject({ reason: "field.invalid" })
    expect(yield* outcome(setLimit("session_minutes", "5"))).toMatchObject({
      reason: "protection.session-range",
    })
  })
})

onDatabasesInTurn("a pause and an exclusion", (database) => {
  const test = soundTradingTests(database)

  test("stop orders until their end, which no shorter one changes; contracts are closed", function* () {
    const { id } = yield* placeOrder()
    yield* tickCycles(1)
    const { pausedUntilMs } = yield* asMember(takePause({ days: 7 }, me))
    const shorter = yield* asMember(takePause({ days: 1 }, me))
    expect(shorter).toMatchObject({ pausedUntilMs, revision: 1 })
    const paused = { reason: "member.paused", params: { until: pausedUntilMs } }
    expect(yield* outcome(placeOrder())).toEqual(paused)
    expect(yield* outcome(closeOrder({ key: newKey(), id }, me))).toBe("done")
    yield* TestClock.adjust(7 * dayMs)
    yield* tickCycles(1)
    expect(yield* outcome(placeOrder())).toBe("done")
    const { excludedUntilMs } = yield* asMember(excludeOneself({ months: 6 }, me))
    expect(yield* outcome(placeOrder())).toEqual({
      ...{ reason: "member.excluded", params: { until: excludedUntilMs } },
    })
    for (const [refused, reason] of [
      [takePause({ days: 43 }, me), "protection.pause-range"],
      [excludeOneself({ months: 5 }, me), "protection.exclusion-range"],
    ] as const)
      expect(yield* outcome(asMember(refused))).toMatchObject({ reason })
    expect(yield* findDifferences()).toEqual([])
  })
})

forEachEngineInTurn("a withdrawal of a member who stays away or limits losses", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0 }, { isSound: true })

  test("is asked for as ever, and not cancelled", function* () {
    for (const [protect, reason] of [
      [(call: Call) => setLimit("loss_month", "5000.00", call), "withdrawal.loss-limit"],
      [(call: Call) => asMember(excludeOneself({ months: 6 }, call)), "member.excluded"],
    ] as const) {
      const call = yield* newMember(1_000_000n)
      const card = yield* addCard(call)
      yield* protect(call)
      const { id } = yield* withdrawal(call, "2000.00", card.id)
      yield* withdrawal(call, "1000.00", card.id)
      const refused = cancelWithdrawal({ key: newKey(), id }, call)
      expect(yield* outcome(refused)).toMatchObject({ reason })
    }
  })
})

forEachEngineInTurn("a limit of deposits", (engine) => {
  const { test } = openTestWorld(engine, {}, { isSound: true })

  test("counts what is under review, and lets one of two for its last naira through", function* () {
    const call = yield* newMember()
    yield* setLimit("deposit_week", "5000.00", call)
    yield* deposit(call, "2000.00")
    const wanted = outcome(deposit(call, "3000.00"))
    const both = yield* Effect.all([wanted, wanted], { concurrency: 2 })
    expect(both).toContain("done")
    expect(both).toContainEqual({
      ...{ reason: "deposit.own-limit", field: "amount" },
      params: { period: "week", max: "5000.00", rest: "0.00", from: expect.any(Number) },
    })
    const other = yield* newMember()
    yield* asMember(takePause({ days: 1 }, other))
    expect(yield* outcome(deposit(other, "2000.00"))).toMatchObject({ reason: "member.paused" })
    expect(yield* findDifferences()).toEqual([])
  })
})
