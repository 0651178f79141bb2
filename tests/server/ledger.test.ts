import { Effect, Exit } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { readInvitationCounts } from "../../server/core/invitation-counts.ts"
import { balanceOf, CHANGE, type Entry, openAccounts, post } from "../../server/core/ledger.ts"
import { execute, sql } from "../../server/db/db.ts"
import { effectTests, onEachDatabase, runOn } from "../support/effect-tests.ts"
import { findProblems } from "../support/invariants.ts"

const credit = (member: string, amount: bigint, id = `credit-${member}`): Entry => ({
  transactionId: id,
  memberId: member,
  available: amount,
  code: CHANGE.systemIncrease,
  reason: "test",
  reference: id,
  atMs: 1,
})
const lock = (member: string, amount: bigint, id: string): Entry => ({
  transactionId: id,
  memberId: member,
  available: -amount,
  withdrawals: amount,
  code: CHANGE.withdrawalRequested,
  reason: "",
  reference: id,
  atMs: 2,
})
/**
 * The invariants of postings and balances. Those about withdrawals are excluded: these tests make
 * none.
 */
const bookProblems = Effect.map(findProblems, (problems) =>
  problems.filter((problem) => /^C[127] /.test(problem)),
)

onEachDatabase("ledger", (database) => {
  const run = runOn(database)
  const test = effectTests(run)

  test("moves money between accounts and returns the new balance", function* () {
    yield* openAccounts("ada")
    yield* post(credit("ada", 500n))
    expect(yield* post(lock("ada", 200n, "w1"))).toEqual({
      available: 300n,
      contracts: 0n,
      withdrawals: 200n,
    })
    const rows = yield* sql(
      "select account, member_id, amount, balance_after from postings where transaction_id = 'credit-ada' order by line",
    )
    expect(rows).toEqual([
      { account: "available", member_id: "ada", amount: 500n, balance_after: 500n },
      { account: "house", member_id: null, amount: -500n, balance_after: null },
    ])
    expect(yield* bookProblems).toEqual([])
  })

  test("notes a correction without a record of its own as the service's, up or down", function* () {
    yield* openAccounts("ada")
    yield* post(credit("ada", 500n))
    yield* post({ ...credit("ada", -200n, "down"), code: CHANGE.systemDecrease })
    expect(yield* sql("select kind, subject, to_state, who, why from member_events order by number")).toEqual(
      [
        { kind: "balance", subject: "credit-ada", to_state: "increased", who: "service", why: "test" },
        { kind: "balance", subject: "down", to_state: "decreased", who: "service", why: "test" },
      ],
    )
  })

  test("posts nothing when an account would fall below zero or the cause is already posted", function* () {
    yield* openAccounts("ada")
    yield* post(credit("ada", 500n))
    const tooMuch = yield* Effect.flip(post(lock("ada", 501n, "w1")))
    expect(tooMuch).toMatchObject({ _tag: "InsufficientFunds", memberId: "ada" })
    const again = yield* Effect.exit(post(credit("ada", 500n)))
    expect(String(again)).toContain("DbConstraint")
    expect(yield* balanceOf("ada")).toEqual({ available: 500n, contracts: 0n, withdrawals: 0n })
    expect(yield* balanceOf("nobody")).toEqual({ available: 0n, contracts: 0n, withdrawals: 0n })
    expect(yield* bookProblems).toEqual([])
  })

  for (const account of ["contracts", "withdrawals"] as const)
    test(`takes no more out of ${account} than was put in`, function* () {
      yield* openAccounts("ada")
      yield* post(credit("ada", 500n))
      yield* post({ ...lock("ada", 200n, "in"), withdrawals: 0n, [account]: 200n })
      const out = (amount: bigint) =>
        post({ ...lock("ada", -amount, `out ${amount}`), withdrawals: 0n, [account]: -amount })
      expect(String(yield* Effect.exit(out(201n)))).toContain("InsufficientFunds")
      expect(yield* balanceOf("ada")).toMatchObject({ available: 300n, [account]: 200n })
      expect(yield* out(200n)).toMatchObject({ available: 500n, [account]: 0n })
      expect(yield* bookProblems).toEqual([])
    })

  test("lets one of fifty concurrent debits take the whole balance", function* () {
    yield* openAccounts("ada")
    yield* post(credit("ada", 100n))
    const exits = yield* Effect.forEach(
      Array.from({ length: 50 }, (_, i) => `w${i}`),
      (id) => Effect.exit(post(lock("ada", 100n, id))),
      { concurrency: "unbounded" },
    )
    expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
    expect(yield* balanceOf("ada")).toEqual({ available: 0n, contracts: 0n, withdrawals: 100n })
    expect(yield* bookProblems).toEqual([])
  })

  test("counts each invited member's beginning once, by the member's own balance", function* () {
    const successful = Effect.map(readInvitationCounts("inviter"), (counts) => counts.successful)
    const join = Effect.fnUntraced(function* (id: string) {
      yield* execute(
        `insert into members (id, username, username_key, password_hash, invitation_code, invited_by,
           registered_at_ms, password_changed_at_ms) values ($1, $1, $1, '-', $1, 'inviter', 0, 0)`,
        [id],
      )
      yield* openAccounts(id)
    })
    const deposit = (member: string, id: string) =>
      post({ ...credit(member, 100n, id), code: CHANGE.depositCredited })
    yield* join("ada")
    yield* deposit("ada", "first of ada")
    yield* join("bob")
    yield* post(credit("bob", 100n))
    expect(yield* successful).toBe(1)
    yield* deposit("bob", "first of bob")
    yield* deposit("ada", "second of ada")
    expect(yield* successful).toBe(2)
  })

  test("refuses a system change without reason and reference, and an unknown code", function* () {
    yield* openAccounts("ada")
    for (const lacking of [{ reason: "" }, { reference: "" }])
      expect(String(yield* Effect.exit(post({ ...credit("ada", 5n), ...lacking })))).toContain("DbInvariant")
    const foreign = execute(
      `insert into postings (transaction_id, line, member_id, account, asset, amount, code, reason, reference, at_ms)
       values ('x', 1, 'ada', 'available', 'NGN', 1, 999, '', '', 1)`,
    )
    expect(String(yield* Effect.exit(foreign))).toContain("DbInvariant")
  })

  it("conserves money for any sequence of concurrent entries", () => {
    const step = fc.record({
      member: fc.constantFrom("ada", "bob", "eve"),
      available: fc.bigInt({ min: -300n, max: 300n }),
      contracts: fc.bigInt({ min: -300n, max: 300n }),
      withdrawals: fc.bigInt({ min: -300n, max: 300n }),
    })
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) =>
      Effect.gen(function* () {
        for (const member of ["ada", "bob", "eve"]) {
          yield* openAccounts(member)
          yield* post(credit(member, 400n))
        }
        yield* Effect.forEach(
          steps,
          ({ member, ...amounts }, i) =>
            Effect.exit(
              post({
                transactionId: `t${i}`,
                memberId: member,
                ...amounts,
                code: CHANGE.settlement,
                reason: "",
                reference: "",
                atMs: i,
              }),
            ),
          { concurrency: 8 },
        )
        expect(yield* bookProblems).toEqual([])
      }).pipe(run),
    )
    return fc.assert(property, { numRuns: 6 })
  })
})
