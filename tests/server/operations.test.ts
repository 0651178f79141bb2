import { Clock, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { balanceOf, CHANGE, openAccounts, post } from "../../server/core/ledger.ts"
import {
  bodyHash,
  doneOutcome,
  idempotent,
  idempotentStatement,
  idOfKey,
  operationResult,
  removeExpiredVoids,
  voidOperation,
} from "../../server/core/operations.ts"
import { refusal } from "../../server/core/refusal.ts"
import { execute, sql } from "../../server/db/db.ts"
import { atOnce, effectTests, onDatabasesInTurn, onEachDatabase, runOn } from "../support/effect-tests.ts"

const Answer = Schema.Struct({ id: Schema.String, left: Schema.String })
const command = (key: string, body: Readonly<Record<string, unknown>> = { amount: "1.00" }) => ({
  memberId: "ada",
  operation: "withdrawal" as const,
  key,
  body,
  answers: Answer,
  id: (answer: typeof Answer.Type) => answer.id,
})

const dayMs = 86_400_000

/** A version 7 UUID of that time. */
const keyMadeAt = (atMs: number): string => {
  const time = atMs.toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Debits one naira, or refuses. */
const take = (key: string, kobo = 100n) =>
  Effect.gen(function* () {
    const id = idOfKey("ada", "withdrawal", key)
    const balance = yield* post({
      transactionId: `withdraw-${id}`,
      memberId: "ada",
      available: -kobo,
      withdrawals: kobo,
      code: CHANGE.withdrawalRequested,
      reason: "",
      reference: id,
      atMs: 1,
    }).pipe(
      Effect.catchTag("InsufficientFunds", () =>
        Effect.fail(
          refusal("withdrawal.insufficient-balance", { field: "amount", params: { available: "0.00" } }),
        ),
      ),
    )
    return { id, left: String(balance.available) }
  })

const funded = (kobo: bigint) =>
  Effect.gen(function* () {
    yield* openAccounts("ada")
    yield* post({
      transactionId: `f-${kobo}`,
      memberId: "ada",
      available: kobo,
      code: CHANGE.systemIncrease,
      reason: "t",
      reference: "t",
      atMs: 1,
    })
  })

/** The shape of the hot path: one statement that debits and stores the key. */
const takeInOneStatement = (key: string) =>
  idempotentStatement(command(key), (hash) =>
    Effect.gen(function* () {
      const id = idOfKey("ada", "withdrawal", key)
      const answer = { id, left: "?" }
      const rows = yield* sql<{ available: bigint }>(
        `with moved as (
           update balances set available = available - 100, withdrawals = withdrawals + 100
           where member_id = 'ada' and available >= 100 returning available
         ), kept as (
           insert into operations (member_id, operation, key, body_hash, outcome, at_ms)
           select 'ada', 'withdrawal', $1, $2, $3::jsonb, 1 from moved
         ) select available from moved`,
        [key, hash, JSON.stringify(doneOutcome("withdrawal", id, answer))],
      )
      if (rows.length === 0)
        return yield* refusal("withdrawal.insufficient-balance", { params: { available: "0.00" } })
      return answer
    }),
  )

const fifty = Array.from({ length: 50 })

onEachDatabase("operations that meet", (database) => {
  const test = effectTests(runOn(database))

  test("fifty at once with one key take effect once and get the same answer", function* () {
    yield* funded(1_000n)
    const answers = yield* atOnce(50, idempotent(command("k"), take("k")))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(yield* balanceOf("ada")).toEqual({ available: 900n, contracts: 0n, withdrawals: 100n })
  })

  test("fifty keys with balance for one: exactly one succeeds, and each key keeps its answer", function* () {
    yield* funded(100n)
    const once = (_: unknown, i: number) => Effect.exit(idempotent(command(`k${i}`), take(`k${i}`)))
    const first = yield* Effect.forEach(fifty, once, { concurrency: "unbounded" })
    expect(first.filter((exit) => exit._tag === "Success")).toHaveLength(1)
    yield* post({
      transactionId: "more",
      memberId: "ada",
      available: 9_000n,
      code: CHANGE.systemIncrease,
      reason: "t",
      reference: "t",
      atMs: 1,
    })
    const second = yield* Effect.forEach(fifty, once, { concurrency: "unbounded" })
    expect(second.map(String)).toEqual(first.map(String))
    expect((yield* balanceOf("ada")).withdrawals).toBe(100n)
  })

  test("asking while the operation runs gets one of two consistent answers", function* () {
    yield* funded(10_000n)
    const race = (_: unknown, i: number) =>
      Effect.all(
        [
          Effect.exit(idempotent(command(`r${i}`), take(`r${i}`))),
          voidOperation("ada", "withdrawal", `r${i}`),
        ],
        { concurrency: "unbounded" },
      )
    const outcomes = yield* Effect.forEach(fifty, race, { concurrency: 10 })
    for (const [exit, asked] of outcomes) expect(exit._tag === "Success").toBe(asked.state === "done")
  })

  test("one statement is idempotent too", function* () {
    yield* funded(250n)
    const answers = yield* atOnce(50, takeInOneStatement("s"))
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    yield* takeInOneStatement("s2")
    const none = yield* Effect.exit(takeInOneStatement("s3"))
    expect(JSON.stringify(none)).toContain("withdrawal.insufficient-balance")
    expect((yield* balanceOf("ada")).withdrawals).toBe(200n)
  })
})

onDatabasesInTurn("operations", (database) => {
  const test = effectTests(runOn(database))

  test("a body is hashed under its wire names, as earlier releases did", function* () {
    yield* funded(100n)
    const asked = command("named", { amount: "1.00", method: "bank", destinationId: "d" })
    yield* idempotent(asked, take("named"))
    const rows = yield* sql<{ body_hash: string }>("select body_hash from operations where key = 'named'")
    const sent = { amount: "1.00", method: "bank", destination_id: "d" }
    expect(rows).toEqual([{ body_hash: bodyHash(sent) }])
  })

  test("another body under the same key is a conflict, whatever the first outcome", function* () {
    yield* funded(100n)
    yield* idempotent(command("done"), take("done"))
    yield* Effect.exit(idempotent(command("refused"), take("refused")))
    for (const key of ["done", "refused"]) {
      const other = yield* Effect.exit(idempotent(command(key, { amount: "2.00" }), take(key, 200n)))
      expect(JSON.stringify(other)).toContain("operation.key-conflict")
    }
    const reordered = { user_id: "someone", lang: "en_US", key: "done", amount: "1.00" }
    expect(yield* idempotent(command("done", reordered), take("done"))).toMatchObject({ left: "0" })
  })

  test("a refusal rolls the effect back", function* () {
    yield* funded(300n)
    const half = Effect.andThen(
      take("half"),
      Effect.fail(refusal("withdrawal.below-minimum", { field: "amount", params: { min: "100.00" } })),
    )
    const exit = yield* Effect.exit(idempotent(command("half"), half))
    expect(JSON.stringify(exit)).toContain("withdrawal.below-minimum")
    expect((yield* balanceOf("ada")).available).toBe(300n)
    expect(yield* operationResult("ada", "withdrawal", "half")).toMatchObject({
      state: "refused",
      refusal: { reason: "withdrawal.below-minimum", field: "amount" },
    })
  })

  test("reading the outcome of a key that has not arrived is refused and leaves the key usable", function* () {
    yield* funded(300n)
    const unseen = yield* Effect.flip(operationResult("ada", "withdrawal", "early"))
    expect(unseen).toMatchObject({ reason: "operation.unknown" })
    expect(yield* sql("select 1 from operations")).toEqual([])
    yield* idempotent(command("early"), take("early"))
    expect(yield* operationResult("ada", "withdrawal", "early")).toMatchObject({ state: "done" })
  })

  test("asking for a key that has not arrived voids it for good", function* () {
    yield* funded(300n)
    expect(yield* voidOperation("ada", "withdrawal", "late")).toEqual({ state: "void" })
    const late = yield* Effect.exit(idempotent(command("late"), take("late")))
    expect(JSON.stringify(late)).toContain("operation.voided")
    const statement = yield* Effect.exit(takeInOneStatement("late"))
    expect(JSON.stringify(statement)).toContain("operation.voided")
    expect(yield* operationResult("ada", "withdrawal", "late")).toEqual({ state: "void" })
    expect((yield* balanceOf("ada")).available).toBe(300n)
  })

  test("a void row goes once its key is too old to be used, and the key stays void", function* () {
    yield* funded(300n)
    const nowMs = yield* Clock.currentTimeMillis
    const [old, done, young] = [
      keyMadeAt(nowMs - 32 * dayMs),
      keyMadeAt(nowMs - 20 * dayMs),
      keyMadeAt(nowMs),
    ]
    const unaged = "11111111-1111-4111-8111-111111111111"
    yield* idempotent(command(done), take(done))
    for (const key of [old, young, unaged])
      yield* execute(
        `insert into operations (member_id, operation, key, body_hash, outcome, at_ms)
         values ('ada', 'withdrawal', $1, '', '{"state":"void","version":1}'::jsonb, 1)`,
        [key],
      )
    // as if the operation had been done long ago
    const aged = keyMadeAt(nowMs - 40 * dayMs)
    yield* execute("update operations set key = $1 where key = $2", [aged, done])
    expect(yield* removeExpiredVoids()).toBe(1)
    const kept = yield* sql<{ key: string }>("select key from operations")
    expect(new Set(kept.map(({ key }) => key))).toEqual(new Set([aged, young, unaged]))
    for (const attempt of [idempotent(command(old), take(old)), takeInOneStatement(old)])
      expect(yield* Effect.flip(attempt)).toMatchObject({ reason: "operation.voided" })
    for (const ask of [operationResult, voidOperation])
      expect(yield* ask("ada", "withdrawal", old)).toEqual({ state: "void" })
    expect(yield* operationResult("ada", "withdrawal", aged)).toMatchObject({ state: "done" })
    expect(yield* idempotent(command(aged), take(aged))).toMatchObject({ left: "200" })
    expect(yield* sql("select 1 from operations")).toHaveLength(3)
    expect((yield* balanceOf("ada")).available).toBe(200n)
  })

  test("an outcome keeps the version it was written in, and one without a version is read as the first", function* () {
    yield* funded(300n)
    const answer = yield* idempotent(command("old"), take("old"))
    const stored = yield* sql<{ outcome: unknown }>("select outcome from operations where key = 'old'")
    expect(stored).toMatchObject([{ outcome: { state: "done", version: 1 } }])
    yield* execute("update operations set outcome = outcome - 'version' where key = 'old'")
    expect(yield* idempotent(command("old"), take("old"))).toEqual(answer)
    expect(yield* operationResult("ada", "withdrawal", "old")).toMatchObject({ state: "done" })
    expect((yield* balanceOf("ada")).available).toBe(200n)
  })

  test("an outcome of a newer release is refused, and neither carried out again nor overwritten", function* () {
    yield* funded(300n)
    yield* idempotent(command("newer"), take("newer"))
    yield* execute(
      `update operations set outcome = '{"state": "split", "version": 99}'::jsonb where key = 'newer'`,
    )
    const asked = [
      yield* Effect.exit(idempotent(command("newer"), take("newer"))),
      yield* Effect.exit(takeInOneStatement("newer")),
      yield* Effect.exit(voidOperation("ada", "withdrawal", "newer")),
    ]
    for (const exit of asked) expect(JSON.stringify(exit)).toContain("system.newer-release")
    expect(yield* sql("select outcome from operations where key = 'newer'")).toEqual([
      { outcome: { state: "split", version: 99 } },
    ])
    expect((yield* balanceOf("ada")).available).toBe(200n)
  })
})

describe("hash of a body", () => {
  it("depends on the member's choices only", () => {
    const body = { amount: "1.00", method: "bank", nested: { b: 1, a: [1, 2] } }
    expect(bodyHash({ ...body, key: "x", user_id: "u", lang: "de_DE" })).toBe(bodyHash(body))
    expect(bodyHash({ nested: { a: [1, 2], b: 1 }, method: "bank", amount: "1.00" })).toBe(bodyHash(body))
    expect(bodyHash({ ...body, amount: "1.01" })).not.toBe(bodyHash(body))
    expect(bodyHash({ ...body, nested: { b: 1, a: [2, 1] } })).not.toBe(bodyHash(body))
  })
})
