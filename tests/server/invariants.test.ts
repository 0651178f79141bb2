import { Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { CHANGE, InsufficientFunds, post } from "../../server/core/ledger.ts"
import { logCallFailure } from "../../server/core/log-failure.ts"
import { Db, DbInvariant, execute, type SqlValue, sql } from "../../server/db/db.ts"
import { refusalOf } from "../../server/http/api.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { onDatabasesInTurn } from "../support/effect-tests.ts"
import { alarmLog } from "../support/log-lines.ts"
import {
  bookProblems,
  callOf,
  fund,
  noProblems,
  tickCycles,
  tradingLayer,
  wantedOrder,
} from "../support/trading.ts"

/** A defect of the product: a part of a statement that is changed on its way to the database. */
interface Defect {
  from: string
  to: string
}

const withDefect = (defect: Defect, database: Layer.Layer<Db>): Layer.Layer<Db> =>
  Layer.provide(
    Layer.effect(
      Db,
      Effect.map(Db, (db) => ({
        ...db,
        sql: <Row>(sql: string, params?: ReadonlyArray<SqlValue>) =>
          db.sql<Row>(defect.from === "" ? sql : sql.replaceAll(defect.from, defect.to), params),
      })),
    ),
    database,
  )

const invariantOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit)
    ? exit.cause.reasons.find((reason) => reason._tag === "Fail" && reason.error instanceof DbInvariant)
    : undefined

const isNotPosted = Effect.gen(function* () {
  expect(yield* sql("select 1 from postings where code in (103, 214)")).toEqual([])
  expect(yield* sql("select 1 from orders")).toEqual([])
  expect(yield* sql("select 1 from operations")).toEqual([])
  expect(yield* bookProblems).toEqual(noProblems)
})

onDatabasesInTurn("a write that would break the books", (database) => {
  const run = <A, E>(
    test: (
      defect: Defect,
      alarms: string[],
    ) => Effect.Effect<A, E, Layer.Success<ReturnType<typeof tradingLayer>>>,
  ) => {
    const defect: Defect = { from: "", to: "" }
    const alarms: string[] = []
    return Effect.runPromise(
      test(defect, alarms).pipe(
        Effect.provide(tradingLayer(withDefect(defect, database))),
        Effect.provide(alarmLog(alarms)),
      ),
    )
  }
  const states = sql<{ member_id: string; state: string }>(
    "select member_id, state from orders order by member_id",
  )

  it("of a posting is stopped as a whole, and the next one is written", () =>
    run((defect) =>
      Effect.gen(function* () {
        yield* fund("m1", 500n)
        const entry = {
          ...{ transactionId: "t1", memberId: "m1", available: 100n, code: CHANGE.systemIncrease },
          ...{ reason: "test", reference: "r1", atMs: 1 },
        }
        defect.from = "-($10::bigint + $11::bigint + $12::bigint)"
        defect.to = "-($10::bigint + $11::bigint + $12::bigint) + 1"
        const stopped = yield* Effect.exit(post(entry))
        expect(invariantOf(stopped)).toMatchObject({ error: { constraint: "invariant_holds" } })
        expect(String(stopped)).toContain("postings sum to zero, t1")
        expect(yield* bookProblems).toEqual(noProblems)
        defect.from = "and available + $10::bigint >= 0"
        defect.to = ""
        const below = yield* Effect.exit(post({ ...entry, available: -501n, code: CHANGE.systemDecrease }))
        expect(invariantOf(below)).toMatchObject({ error: { constraint: "balances_available_check" } })
        defect.from = ""
        expect(yield* Effect.flip(post({ ...entry, available: -501n }))).toBeInstanceOf(InsufficientFunds)
        expect(yield* post(entry)).toMatchObject({ available: 600n })
      }),
    ))

  it("of an order is refused with a reason and one alarm, and leaves nothing behind", () =>
    run((defect, alarms) =>
      Effect.gen(function* () {
        yield* tickCycles(1)
        yield* fund("m1", 100_000_00n)
        const wanted = yield* wantedOrder()
        const call = createOrder(wanted, callOf("m1")).pipe(
          Effect.tapCause((cause) => logCallFailure(cause, "orderCreate")),
        )
        defect.from = "'contracts', stake, null)"
        defect.to = "'contracts', stake - 1, null)"
        const stopped = yield* Effect.exit(call)
        expect(Exit.isFailure(stopped) && refusalOf(stopped.cause).reason).toBe("system.write-stopped")
        expect(alarms).toEqual([expect.stringMatching(/^invariant: orderCreate: a write was stopped:/)])
        yield* isNotPosted
        defect.from = ""
        expect(yield* call).toMatchObject({ state: "accepted" })
        expect(alarms).toHaveLength(1)
      }),
    ))

  it.each([
    ["contracts = b.contracts - t.released", "contracts = b.contracts"],
    ["e.stake - e.credited, null)", "e.stake - e.credited - 1, null)"],
    ["available = b.available + t.credited_now", "available = b.available + t.credited_now + 1"],
    ["from changed e\n    returning", "from changed e where false\n    returning"],
  ])("of a settlement is stopped and retried, with one alarm (%s)", (from, to) =>
    run((defect, alarms) =>
      Effect.gen(function* () {
        yield* tickCycles(1)
        yield* fund("m1", 100_000_00n)
        yield* createOrder(yield* wantedOrder({ leverage: 1 }), callOf("m1"))
        yield* tickCycles(1)
        Object.assign(defect, { from, to })
        yield* TestClock.adjust(61_000)
        yield* tickCycles(1)
        expect(yield* states).toEqual([{ member_id: "m1", state: "opened" }])
        expect(yield* bookProblems).toEqual(noProblems)
        expect(alarms).toEqual([expect.stringMatching(/^invariant: Contract .* cannot be settled/)])
        defect.from = ""
        yield* tickCycles(2)
        expect(yield* states).toEqual([{ member_id: "m1", state: "settled" }])
        expect(yield* bookProblems).toEqual(noProblems)
        expect(alarms).toHaveLength(1)
      }),
    ),
  )

  it("of one member does not stop the settlement of the others", () =>
    run((_, alarms) =>
      Effect.gen(function* () {
        yield* tickCycles(1)
        for (const memberId of ["m1", "m2", "m3"]) {
          yield* fund(memberId, 100_000_00n)
          yield* createOrder(yield* wantedOrder({ leverage: 1 }), callOf(memberId))
        }
        yield* tickCycles(1)
        yield* execute("update balances set contracts = contracts - 1 where member_id = 'm2'")
        yield* TestClock.adjust(61_000)
        yield* tickCycles(1)
        expect(yield* states).toEqual([
          { member_id: "m1", state: "settled" },
          { member_id: "m2", state: "opened" },
          { member_id: "m3", state: "settled" },
        ])
        expect(alarms).toHaveLength(1)
      }),
    ))
})
