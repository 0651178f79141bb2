/** What `operator check` says of the hash chains of postings, exactly. */

import { Effect } from "effect"
import { expect } from "vitest"
import { checkBooks } from "../../server/core/book-checks.ts"
import { recordDecision } from "../../server/core/decision.ts"
import { CHANGE, openAccounts, post } from "../../server/core/ledger.ts"
import { execute, script, sql } from "../../server/db/db.ts"
import { postingChainMigrations } from "../../server/db/schema/posting-chain.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { removeRows, tamper } from "../support/tamper.ts"

/** Opens the member's accounts and posts these transactions. */
const postAll = Effect.fnUntraced(function* (memberId: string, ...transactionIds: readonly string[]) {
  yield* openAccounts(memberId)
  for (const transactionId of transactionIds)
    yield* post({
      ...{ transactionId, memberId, available: 5n, code: CHANGE.systemIncrease },
      ...{ reason: "test", reference: "r", atMs: 1 },
    })
})

/** The hash in a row, in hexadecimal. */
const hashIn = (column: string, rest: string) =>
  Effect.map(
    sql<{ hash: string }>(`select encode(${column}, 'hex') as hash from ${rest}`),
    (rows) => rows[0]?.hash,
  )
const hashAfter = (transactionId: string) =>
  hashIn("postings_hash", `member_events where transaction_id = '${transactionId}'`)

const holds = "C7 the hash chain of a member's postings holds"
const ends = "C7 the hash chain of a member's postings ends at the balance"
const isLinked = "C7 every posting is in the hash chain of its member"
const carried = "C7 the postings of earlier releases are as they were"

onDatabasesInTurn("the hash chain of postings", (database) => {
  const test = effectTests(runOn(database))

  test("breaks at what was changed, and names it with the hash that it has and the one it had", function* () {
    yield* postAll("m1", "t1", "t2", "t3")
    yield* postAll("m2", "u1")
    expect(yield* checkBooks()).toEqual([])
    yield* tamper("update postings set reason = 'other' where transaction_id = 't2' and line = 1")
    const changed = yield* checkBooks()
    expect(changed).toEqual([
      {
        ...{ invariant: holds, member: "m1", subject: "t2" },
        ...{ found: expect.stringMatching(/^hash [0-9a-f]{64}$/), expected: yield* hashAfter("t2") },
      },
    ])
    expect(changed[0]?.found).not.toBe(`hash ${changed[0]?.expected}`)
    yield* tamper("update postings set reason = 'test' where transaction_id = 't2' and line = 1")
    // as if one statement had posted both
    yield* tamper(
      `update member_events set postings_hash = (select postings_hash from member_events where transaction_id = 't2')
       where transaction_id = 't1'`,
    )
    expect(yield* checkBooks()).toMatchObject([
      { invariant: holds, member: "m1", subject: "t1 to t2", expected: yield* hashAfter("t2") },
    ])
  })

  test("ends at the hash of the balance, whose other hash is named", function* () {
    yield* postAll("m1", "t1", "t2")
    yield* postAll("m2", "u1")
    yield* tamper("update balances set postings_hash = sha256('x') where member_id = 'm1'")
    expect(yield* checkBooks()).toEqual([
      {
        ...{ invariant: ends, member: "m1", subject: "hash of the balance" },
        found: yield* hashIn("postings_hash", "balances where member_id = 'm1'"),
        expected: yield* hashAfter("t2"),
      },
    ])
  })

  test("has a link for each act of an operator, and breaks where one is changed or removed", function* () {
    yield* postAll("m1", "t1")
    yield* postAll("m2", "u1")
    const look = { command: "uploads save", subject: "p1", who: "ada", why: "to review it" }
    yield* recordDecision({ ...look, members: ["m2", "m1", "gone"] })
    yield* postAll("m1", "t2")
    yield* recordDecision({ ...look, subject: "p2", members: ["m1"], shownWhy: "review.look.check" })
    expect(yield* checkBooks()).toEqual([])
    const change = (from: string, to: string) =>
      tamper(
        `update member_events set who = '${to}' where member_id = 'm1' and subject = 'p1' and who = '${from}'`,
      )
    yield* change("ada", "bola")
    expect(yield* checkBooks()).toMatchObject([{ invariant: holds, member: "m1", subject: "event 2" }])
    yield* change("bola", "ada")
    const putBack = yield* removeRows("member_events", "member_id = 'm1' and subject = 'p2'")
    expect((yield* checkBooks()).map(({ invariant }) => invariant)).toContain(ends)
    yield* putBack
    expect(yield* checkBooks()).toEqual([])
  })

  test("begins, of an earlier release's postings, with one hash of each member's, which the migration takes", function* () {
    yield* postAll("m1", "a1", "a2")
    yield* postAll("m2", "b1")
    yield* tamper("update member_events set transaction_id = '', postings_hash = null")
    yield* execute("update balances set postings_hash = ''")
    const unlinked = (member: string, subject: string) => ({
      ...{ invariant: isLinked, member, subject },
      ...{ found: "in no event", expected: "in one" },
    })
    const differences = (yield* checkBooks()).toSorted((a, b) => a.subject.localeCompare(b.subject))
    expect(differences).toEqual([unlinked("m1", "a1"), unlinked("m1", "a2"), unlinked("m2", "b1")])
    yield* script(postingChainMigrations.map(({ sql }) => sql).join(";"))
    expect(yield* checkBooks()).toEqual([])
    yield* postAll("m1", "t1")
    yield* postAll("m3", "c1")
    expect(yield* checkBooks()).toEqual([])
    const expected = `2 transactions, hash ${yield* hashIn("hash", "carried_postings where member_id = 'm1'")}`
    const ofCarried = { invariant: carried, member: "m1", subject: "carried postings", expected }
    yield* tamper("update postings set reason = 'other' where transaction_id = 'a1'")
    const [changed, ...others] = yield* checkBooks()
    expect(changed).toEqual({
      ...ofCarried,
      found: expect.stringMatching(/^2 transactions, hash [0-9a-f]{64}$/),
    })
    expect(changed?.found).not.toBe(expected)
    expect(others).toEqual([])
    yield* tamper("update postings set reason = 'test' where transaction_id = 'a1'")
    const putBack = yield* removeRows("postings", "transaction_id in ('a1', 'a2')")
    expect(yield* checkBooks()).toContainEqual({ ...ofCarried, found: "0 transactions, hash none" })
    yield* putBack
    yield* tamper("update member_events set transaction_id = '', postings_hash = null where member_id = 'm3'")
    expect(yield* checkBooks()).toContainEqual(unlinked("m3", "c1"))
  })
})
