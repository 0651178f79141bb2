/** `operator check` names each difference that is planted in the books, and nothing else. */

import { Effect } from "effect"
import { expect } from "vitest"
import { type BookDifference, checkBooks, checkThrough, sentenceOf } from "../../server/core/book-checks.ts"
import { readReadOnly } from "../../server/core/read-only.ts"
import { type Alone, sliceAfter } from "../../server/core/slices.ts"
import { Db, execute } from "../../server/db/db.ts"
import { readSnapshot } from "../../server/db/snapshot.ts"
import { checkNextSlices } from "../../server/operator/continuous-check.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { expectSums } from "../support/summed.ts"
import { removeRows, tamper } from "../support/tamper.ts"
import {
  callOf,
  fund,
  newKey,
  placeOrder,
  tickCycles,
  tradingLayer,
  wantedOrder,
} from "../support/trading.ts"

/** Two members; three contracts of the first, two settled by one statement, one closed early. */
const trade = Effect.gen(function* () {
  yield* tickCycles(1)
  for (const member of ["m1", "m2"]) {
    yield* fund(member, 100_000_000_00n)
    yield* createOrder(yield* wantedOrder({ leverage: 1 }), callOf(member))
  }
  yield* createOrder(yield* wantedOrder({ leverage: 1 }), callOf("m1"))
  yield* tickCycles(65)
  const { id } = yield* createOrder(yield* wantedOrder({ leverage: 1 }), callOf("m1"))
  yield* tickCycles(1)
  yield* closeOrder({ key: newKey(), id }, callOf("m1"))
  yield* tickCycles(1)
  yield* createOrder(yield* wantedOrder({ leverage: 1 }), callOf("m1"))
})

interface Planted {
  readonly what: string
  readonly change: string
  readonly undo: string
  /** Of what is named; others may be named too. */
  readonly named: ReadonlyArray<
    readonly [invariant: RegExp, subject: RegExp, found?: RegExp, expected?: RegExp]
  >
}

const settled = "(select min(id) from orders where member_id = 'm2' and state = 'settled')"
const chain = /^C7 the hash chain of a member's postings holds$/

const planted: ReadonlyArray<Planted> = [
  {
    what: "a balance",
    change: "update balances set available = available + 1 where member_id = 'm1'",
    undo: "update balances set available = available - 1 where member_id = 'm1'",
    named: [
      [/^C2 balances are the fold of the postings$/, /^balance$/],
      [/^C7 rows are the fold of their events$/, /^balances m1$/],
    ],
  },
  {
    what: "a result",
    change: "update balances set result = result + 1 where member_id = 'm2'",
    undo: "update balances set result = result - 1 where member_id = 'm2'",
    named: [[/^C6 the result of a member is that of the contracts that have ended$/, /^result$/]],
  },
  {
    what: "an amount",
    change: `update postings set amount = amount + 1 where transaction_id = 'settle-' || ${settled} and line = 1`,
    undo: `update postings set amount = amount - 1 where transaction_id = 'settle-' || ${settled} and line = 1`,
    named: [
      [/^C1 the postings of a transaction sum to zero$/, /^settle-/, /^1$/, /^0$/],
      [/^C2 balances are the fold of the postings$/, /^balance$/],
      [/^C6 a contract settles once, for what it says$/, /./],
      [chain, /^settle-[^ ]+$/],
    ],
  },
  {
    what: "the reason of a line without a member",
    change: `update postings set reason = 'other' where transaction_id = 'settle-' || ${settled} and account = 'house'`,
    undo: `update postings set reason = 'contract-settled' where transaction_id = 'settle-' || ${settled} and account = 'house'`,
    named: [[chain, /^settle-[^ ]+$/]],
  },
  {
    what: "one of two contracts that settled together",
    change:
      "update postings set at_ms = at_ms + 1 where code = 214 and member_id = 'm1' and account = 'available'",
    undo: "update postings set at_ms = at_ms - 1 where code = 214 and member_id = 'm1' and account = 'available'",
    named: [[chain, /^settle-\S+ to settle-\S+$/]],
  },
  {
    what: "an event's hash and its balance's",
    change: "update balances set postings_hash = sha256('x') where member_id = 'm2'",
    undo: "update balances b set postings_hash = (select postings_hash from member_events e where e.member_id = 'm2' and postings_hash is not null order by number desc limit 1) where member_id = 'm2'",
    named: [[/^C7 the hash chain of a member's postings ends at the balance$/, /./]],
  },
  {
    what: "an event",
    change:
      "update member_events set changes = jsonb_set(changes, '{net}', '1') where to_state = 'settled' and member_id = 'm2'",
    undo: `update member_events e set changes = jsonb_set(changes, '{net}', to_jsonb((select net from orders where id = e.subject)))
      where to_state = 'settled' and member_id = 'm2'`,
    named: [[/^C7 rows are the fold of their events$/, /^orders /]],
  },
  {
    what: "a key's outcome",
    change: "update operations set outcome = jsonb_set(outcome, '{id}', '\"other\"') where member_id = 'm2'",
    undo: `update operations set outcome = jsonb_set(outcome, '{id}', to_jsonb(${settled})) where member_id = 'm2'`,
    named: [
      [/^C4 an operation that is done has its one effect$/, /./, /^nothing$/, /^order other$/],
      [/^C4 every contract, deposit and withdrawal came of one key$/, /^order /],
    ],
  },
  {
    what: "the outcome of an early close's key",
    change: `update operations set outcome = jsonb_set(outcome, '{id}', '"other"') where operation = 'order-close'`,
    undo: `update operations o set outcome = jsonb_set(outcome, '{id}', to_jsonb((select id from orders where state = 'closed_early')))
      where operation = 'order-close'`,
    named: [[/^C4 an operation that is done has its one effect$/, /./, /^nothing$/, /^order-close other$/]],
  },
  {
    what: "a stake",
    change: `update orders set stake = stake + 1, credited = credited + 1 where id = ${settled}`,
    undo: `update orders set stake = stake - 1, credited = credited - 1 where id = ${settled}`,
    named: [
      [/^C6 a contract is bought once, for its stake$/, /./, /^1 of -1000000$/, /^1 of -1000001$/],
      [/^C6 a contract settles once, for what it says$/, /./, /^1 of \d+$/, /^settled: \d+$/],
      [/^C7 rows are the fold of their events$/, /^orders /],
    ],
  },
  {
    what: "a tick's price",
    change: "update ticks set price_units = price_units + 1 where symbol = 'AAPL' and seq = 3",
    undo: "update ticks set price_units = price_units - 1 where symbol = 'AAPL' and seq = 3",
    named: [[/^C7 each tick has its hash$/, /^AAPL 3$/]],
  },
  {
    what: "a tick's hash",
    change: "update ticks set hash = sha256(hash) where symbol = 'AAPL' and seq = 3",
    undo: "update ticks t set hash = (select previous_hash from ticks where symbol = 'AAPL' and seq = 4) where symbol = 'AAPL' and seq = 3",
    named: [
      [/^C7 each tick has its hash$/, /^AAPL 3$/],
      [/^C7 each tick is linked to the one before$/, /^AAPL 4$/],
    ],
  },
]

const expectNamed = (
  found: ReadonlyArray<BookDifference>,
  { what, named }: Pick<Planted, "what" | "named">,
) => {
  for (const [invariant, subject, isFound = /./, expected = /./] of named)
    expect(found, what).toContainEqual(
      expect.objectContaining({
        invariant: expect.stringMatching(invariant),
        subject: expect.stringMatching(subject),
        found: expect.stringMatching(isFound),
        expected: expect.stringMatching(expected),
      }),
    )
  for (const { invariant } of found)
    expect(
      named.some(([expected]) => expected.test(invariant)),
      `${what}: ${invariant}`,
    ).toBe(true)
}

onDatabasesInTurn("the books", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("agree after trading; each difference that is planted is named", function* () {
    yield* trade
    expect(yield* checkBooks()).toEqual([])
    yield* expectSums([])
    for (const difference of planted) {
      expect(yield* tamper(difference.change), difference.what).toBeGreaterThan(0)
      const found = yield* checkBooks()
      expectNamed(found, difference)
      yield* expectSums(found, difference.what)
      yield* tamper(difference.undo)
      expect(yield* checkBooks(), difference.what).toEqual([])
    }
  })

  test("name a transaction that was removed, and one that was added", function* () {
    yield* trade
    const putBack = yield* removeRows("postings", "transaction_id = 'fund-m2'")
    const removed = yield* checkBooks()
    yield* expectSums(removed)
    expect(removed).toContainEqual(
      expect.objectContaining({
        invariant: expect.stringMatching(chain),
        member: "m2",
        subject: "fund-m2",
      }),
    )
    yield* putBack
    expect(yield* checkBooks()).toEqual([])
    const lines = "('t', 1, 'm1', 'withdrawals', 5), ('t', 2, 'm1', 'contracts', -5)"
    yield* tamper(
      `insert into postings (transaction_id, line, member_id, account, asset, amount, code, reason, reference, at_ms)
       select id, line, member_id, account, 'NGN', amount, 214, '', 'r', 1 from (values ${lines}) as l (id, line, member_id, account, amount)`,
    )
    expect(yield* checkBooks()).toContainEqual({
      invariant: "C7 every posting is in the hash chain of its member",
      ...{ member: "m1", subject: "t", found: "in no event", expected: "in one" },
    })
    yield* tamper("delete from postings where transaction_id = 't'")
    expect(yield* checkBooks()).toEqual([])
  })

  test("of many members are checked in slices, each row once", function* () {
    yield* execute(
      "insert into balances (member_id, asset, available) select 'm' || n, 'NGN', 0 from generate_series(1, 1200) n",
    )
    for (const member of ["m1", "m1100", "m999"])
      yield* tamper("update balances set available = 7 where member_id = $1", [member])
    const found = yield* checkBooks()
    expect(
      found.filter(({ invariant }) => invariant.startsWith("C2 balances")).map(({ member }) => member),
    ).toEqual(["m1", "m1100", "m999"])
  })

  /** The engine cannot answer a statement of a slice that has this member. */
  const failingFor = (failing: string) =>
    Effect.map(Db, (db): Db["Service"] => ({
      ...db,
      sql: (sql, params = []) => {
        const [after, upTo] = params.map(String)
        const has = (after ?? "") < failing && (upTo === undefined || failing <= upTo)
        return sql.includes("balance_after < 0") && has ? db.sql("select 1 / 0") : db.sql(sql, params)
      },
    }))

  test("of a member with thousands of events are checked in parts, with the same differences", function* () {
    yield* trade
    const many = Array.from({ length: 700 }, () => placeOrder({ leverage: 1 }, "m2"))
    yield* Effect.all(many, { concurrency: "unbounded" })
    yield* tickCycles(65)
    const slice = yield* sliceAfter("members", "m1")
    expect(slice).toEqual({ after: "m1", upTo: null, large: "m2" })
    const read: number[] = []
    const undivided: string[] = []
    const plans: string[] = []
    const counted = Effect.map(Db, (db): Db["Service"] => ({
      ...db,
      sql: (sql, params = []) => {
        if (!params.includes("m2")) undivided.push(sql)
        if (sql.includes("fetch first"))
          return Effect.tap(db.sql(sql, params), () =>
            Effect.map(db.sql(`explain (analyze, format json) ${sql}`, params), (plan) =>
              plans.push(JSON.stringify(plan)),
            ),
          )
        return Effect.tap(db.sql(sql, params), ({ length }) => Effect.sync(() => read.push(length)))
      },
    }))
    const divided = Effect.provideServiceEffect(checkThrough("members", slice, readSnapshot), Db, counted)
    const whole = checkThrough("members", { ...slice, large: null }, readSnapshot)
    expect(yield* divided).toEqual([])
    const statements = read.length
    // the member's balance alone, the end of the chain, and what froze the account
    expect(undivided).toHaveLength(3)
    const pages = plans.map((plan) =>
      Math.max(...plan.matchAll(/"Actual Rows":(\d+)/g).map(([, rows]) => Number(rows))),
    )
    // a member who acts between two reads is read again in one snapshot, not by whole tables
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof placeOrder>>>()
    const act = Effect.orDie(Effect.provideContext(placeOrder({ leverage: 1 }, "m2"), context))
    let acts = 0
    const acting: Alone = (reads) => Effect.tap(readSnapshot(reads), () => (acts++ === 0 ? act : Effect.void))
    const meanwhile = Effect.provideServiceEffect(checkThrough("members", slice, acting), Db, counted)
    expect(yield* meanwhile).toEqual([])
    expect(undivided.slice(3)).toEqual(undivided.slice(0, 3))
    expect(pages.length).toBeGreaterThan(10)
    expect(Math.max(...pages)).toBeLessThanOrEqual(1_010)
    for (const nth of [0, 350, 699]) {
      const record = `(select subject from member_events where member_id = 'm2' and to_state = 'accepted' order by number offset ${nth} limit 1)`
      yield* tamper(
        `update postings set reason = 'other' where transaction_id = 'order-' || ${record} and line = 1`,
      )
      yield* tamper(`update orders set stake = stake + 1, credited = credited + 1 where id = ${record}`)
      yield* tamper(`update orders set id = id || '-' where id = ${record}`)
    }
    const bySubject = (found: readonly BookDifference[]) => found.map((each) => sentenceOf(each)).toSorted()
    const differences = bySubject(yield* whole)
    expect(differences.filter((each) => each.startsWith("C7 the hash chain"))).toHaveLength(3)
    expect(differences.filter((each) => each.startsWith("C7 rows"))).toHaveLength(6)
    expect(bySubject(yield* divided)).toEqual(differences)
    expect(Math.max(...read)).toBeLessThanOrEqual(1_000)
    expect(statements + pages.length).toBeGreaterThan(40)
    const failing = Effect.provideServiceEffect(checkBooks(), Db, failingFor("m2"))
    expect((yield* failing).map(({ invariant, member }) => [invariant.slice(0, 2), member])).toContainEqual([
      "C0",
      "m2",
    ])
  })

  test("of a member that cannot be read are named, and hide no other's", function* () {
    yield* trade
    yield* fund("m3", 1n)
    for (const member of ["m1", "m3"])
      yield* tamper("update balances set result = 7 where member_id = $1", [member])
    const db = yield* failingFor("m2")
    const found = yield* Effect.provideService(checkBooks(), Db, db)
    expect(found.map(({ invariant, member }) => [invariant.slice(0, 2), member])).toEqual([
      ["C6", "m1"],
      ["C0", "m2"],
      ["C6", "m3"],
    ])
    expect(found[1]?.found).toMatch(/division by zero/)
    expect(yield* Effect.provideService(checkNextSlices(), Db, db)).toBe(false)
    expect((yield* readReadOnly())?.reason).toMatch(/^C6/)
  })

  test("of a hundred differences and more name each member", function* () {
    yield* execute(
      "insert into balances (member_id, asset, available) select 'm' || n, 'NGN', 0 from generate_series(1, 1200) n",
    )
    yield* tamper("update balances set available = 7 where member_id <= 'm11' or member_id = 'm999'")
    const members = new Set((yield* checkBooks()).map(({ member }) => member))
    // m1, m10, m100 to m109, m1000 to m1099, m11, m999
    expect(members.size).toBe(114)
  })
})
