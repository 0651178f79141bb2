/** An operation whose commit is carried out, or not, while the connection to the database is lost. */

import { Effect, Schema } from "effect"
import { expect } from "vitest"
import { balanceOf, CHANGE, openAccounts, post } from "../../server/core/ledger.ts"
import { idempotent, idOfKey, operationResult } from "../../server/core/operations.ts"
import { refusal } from "../../server/core/refusal.ts"
import { Db, DbConflict, type DbError, DbUnavailable } from "../../server/db/db.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"

const lost = new DbUnavailable({ message: "the connection is gone", outcome: "unknown" })

const base = { memberId: "ada", atMs: 1 } as const

const fund = post({
  ...{ ...base, transactionId: "opening", reference: "opening", reason: "a test" },
  ...{ available: 1_000n, code: CHANGE.systemIncrease },
})

const debit = (id: string) =>
  post({
    ...{ ...base, transactionId: id, reference: id, reason: "" },
    ...{ available: -100n, withdrawals: 100n, code: CHANGE.withdrawalRequested },
  })

/** Withdraws one naira by this key. */
const withdraw = (key: string) =>
  idempotent(
    {
      memberId: "ada",
      operation: "withdrawal",
      key,
      body: { amount: "1.00" },
      answers: Schema.Struct({ left: Schema.String }),
      id: () => idOfKey("ada", "withdrawal", key),
    },
    debit(idOfKey("ada", "withdrawal", key)).pipe(
      Effect.map(({ available }) => ({ left: String(available) })),
      Effect.catchTag("InsufficientFunds", () =>
        Effect.fail(
          refusal("withdrawal.insufficient-balance", { field: "amount", params: { available: "0.00" } }),
        ),
      ),
    ),
  )

/** A database whose first transactions are carried out or not, and then fail as they say. */
const failing = (db: Db["Service"], failures: readonly (readonly [isDone: boolean, error: DbError])[]) => {
  const left = [...failures]
  const attempts = { count: 0 }
  const service: Db["Service"] = {
    ...db,
    transaction: (effect) => {
      attempts.count += 1
      const [isDone, error] = left.shift() ?? []
      if (error === undefined) return db.transaction(effect)
      return isDone === true ? Effect.andThen(db.transaction(effect), Effect.fail(error)) : Effect.fail(error)
    },
  }
  return { service, attempts }
}

onDatabasesInTurn("a lost commit", (database) => {
  const test = effectTests(runOn(database))

  /** Withdraws on a failing database; how it ends, what is left, and how often it was tried. */
  const withdrawn = Effect.fnUntraced(function* (failures: Parameters<typeof failing>[1]) {
    yield* openAccounts("ada")
    yield* fund
    const { service, attempts } = failing(yield* Db, failures)
    const answer = yield* Effect.match(Effect.provideService(withdraw("k"), Db, service), {
      onSuccess: ({ left }) => left,
      onFailure: (error) => error._tag,
    })
    const { state } = yield* operationResult("ada", "withdrawal", "k").pipe(
      Effect.catch(() => Effect.succeed({ state: "none" })),
    )
    return { answer, state, attempts: attempts.count, balance: (yield* balanceOf("ada")).available }
  })

  for (const isDone of [true, false])
    test(`that was carried out: ${isDone} takes effect once, and is answered`, function* () {
      expect(yield* withdrawn([[isDone, lost]])).toEqual({
        ...{ answer: "900", state: "done", attempts: 2, balance: 900n },
      })
    })

  test("is tried three times, and its outcome is said to be unknown then", function* () {
    const never = Array.from({ length: 9 }, () => [false, lost] as const)
    expect(yield* withdrawn(never)).toMatchObject({
      ...{ answer: "DbUnavailable", attempts: 3, balance: 1_000n },
    })
  })

  for (const error of [
    new DbUnavailable({ message: "no connection", outcome: "none" }),
    new DbConflict({ message: "in favour of another" }),
  ])
    test(`is no other failure, of which nothing was done: it is not tried again (${error._tag})`, function* () {
      expect(yield* withdrawn([[false, error]])).toMatchObject({
        ...{ answer: error._tag, attempts: 1, balance: 1_000n },
      })
    })
})
