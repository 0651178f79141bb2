import { Deferred, Effect, Fiber } from "effect"
import { expect } from "vitest"
import {
  findCountDifferences,
  foldInvitationChanges,
  readInvitationCounts,
  recountInvitations,
} from "../../server/core/invitation-counts.ts"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { Db, sql, transaction } from "../../server/db/db.ts"
import { foundationMigrations } from "../../server/db/schema/foundation.ts"
import { createMember } from "../../server/members/members.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { onPostgresql } from "../support/grounds.ts"
import { findProblems } from "../support/invariants.ts"
import { placeOrder, tickCycles, tradingLayer } from "../support/trading.ts"

/** A member with money, whose credit begins nothing. */
const join = (username: string, invitedBy: string | null) =>
  Effect.map(
    createMember({
      ...{ username, invitedBy, passwordHash: "-", termsAtMs: null },
      credit: { amount: 100_000_00n, reason: "registration-bonus" },
    }),
    ({ id }) => id,
  )

const deposit = (memberId: string, nth = 1) =>
  post({
    ...{ transactionId: `deposit-${memberId}-${nth}`, memberId, available: 500n },
    ...{ code: CHANGE.depositCredited, reason: "", reference: "d", atMs: 1 },
  })

const order = (memberId: string) => placeOrder({ leverage: 1 }, memberId)

/** The differences of the counts alone: the deposits of these tests belong to no row. */
const countProblems = Effect.map(findCountDifferences(), (found) =>
  found.map(({ table, id, what }) => `${table} ${id}: ${what}`),
)

const script = (sql: string) => Effect.flatMap(Db, (db) => db.script(sql))

onDatabasesInTurn("the number of invited members", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("counts each once, by its first contract or deposit, folded or not", function* () {
    yield* tickCycles(1)
    const inviter = yield* join("inviter", null)
    const [buyer, payer, both] = [
      yield* join("buyer", inviter),
      yield* join("payer", inviter),
      yield* join("both", inviter),
    ]
    yield* join("idle", inviter)
    expect(yield* readInvitationCounts(inviter)).toEqual({ invited: 4, successful: 0 })
    expect(yield* readInvitationCounts(buyer)).toEqual({ invited: 0, successful: 0 })
    expect(yield* foldInvitationChanges()).toBe(4)
    yield* Effect.all([order(buyer), order(both), order(inviter)], { concurrency: "unbounded" })
    expect(yield* findProblems).toEqual([])
    yield* Effect.all([order(buyer), deposit(payer), deposit(both)], { concurrency: "unbounded" })
    expect(yield* readInvitationCounts(inviter)).toEqual({ invited: 4, successful: 3 })
    expect(yield* foldInvitationChanges()).toBe(3)
    expect(yield* foldInvitationChanges()).toBe(0)
    yield* deposit(payer, 2)
    expect(yield* readInvitationCounts(inviter)).toEqual({ invited: 4, successful: 3 })
    expect(yield* readInvitationCounts(buyer)).toEqual({ invited: 0, successful: 0 })
    expect(yield* countProblems).toEqual([])
  })

  test("is not counted at a look; the check names one that differs, and a recount mends it", function* () {
    const inviter = yield* join("inviter", null)
    yield* deposit(yield* join("first", inviter))
    yield* foldInvitationChanges()
    yield* deposit(yield* join("second", inviter))
    yield* script("update invitation_counts set successful = 9")
    expect(yield* readInvitationCounts(inviter)).toEqual({ invited: 2, successful: 10 })
    expect(yield* countProblems).toEqual([
      `invitation_counts ${inviter}: invited 2, successful 10 instead of invited 2, successful 2`,
    ])
    expect(yield* recountInvitations()).toBe(1)
    expect(yield* countProblems).toEqual([])
    yield* script(`update balances set has_begun = true where member_id = '${inviter}'`)
    expect(yield* countProblems).toEqual([`balances ${inviter}: has_begun`])
  })

  test("of an earlier release is counted by the migration", function* () {
    yield* tickCycles(1)
    const inviter = yield* join("inviter", null)
    yield* order(yield* join("buyer", inviter))
    yield* join("idle", inviter)
    yield* script(
      "drop table invitation_changes; drop table invitation_counts; alter table balances drop column has_begun",
    )
    const step = foundationMigrations.find(({ id }) => id === "foundation-016-invitation-counts")
    yield* script(step?.sql ?? "")
    expect(yield* readInvitationCounts(inviter)).toEqual({ invited: 2, successful: 1 })
    expect(yield* findProblems).toEqual([])
    const rows = yield* sql("select has_begun from balances order by has_begun")
    expect(rows).toEqual([{ has_begun: false }, { has_begun: false }, { has_begun: true }])
  })
})

// the embedded engine runs one transaction at a time
onPostgresql("a beginning of an invited member", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("does not wait while the inviter's row is locked", function* () {
    const inviter = yield* join("inviter", null)
    const invited = yield* join("invited", inviter)
    yield* foldInvitationChanges()
    const isOver = yield* Deferred.make<void>()
    const locked = yield* Deferred.make<void>()
    const holding = yield* Effect.forkChild(
      Effect.gen(function* () {
        yield* sql(
          `select 1 from invitation_counts c, members m, balances b where m.id = '${inviter}' and b.member_id = m.id for update`,
        )
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(isOver)
      }).pipe(transaction),
    )
    yield* Deferred.await(locked)
    const meanwhile = Effect.andThen(deposit(invited), join("another", inviter))
    yield* Effect.ensuring(meanwhile, Deferred.succeed(isOver, undefined))
    yield* Fiber.join(holding)
    expect(yield* readInvitationCounts(inviter)).toEqual({ invited: 2, successful: 1 })
  })
})
